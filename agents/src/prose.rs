//! A model's prose becomes an essay here: quotations are copied from the turns, sentences are graded, facts are looked for.
//!
//! Nothing the model says about itself is believed. It may name turns; whether a sentence stands on them is seen from
//! the words. What is in quotation marks in the result was said by the person, or it is not in quotation marks.

mod draft;
mod facts;
mod grade;
mod marks;
mod quotations;
mod said;
mod strict;

use interview::{
    Essay, Paragraph, Passage, Plan, Quotations, ResearchItem, Sentence, Style, TurnRef,
};

pub use draft::{
    DRAFT_CHARS_MAX, Draft, DraftParagraph, DraftSentence, PARAGRAPHS_MAX, SENTENCES_MAX,
};
pub use said::Said;
pub use strict::strictly;

use facts::Known;
use quotations::settle;

/// What an essay may stand on.
#[derive(Debug, Clone, Copy)]
pub struct Ground<'a> {
    pub plan: &'a Plan,
    /// Withdrawn turns are not in it, so they can be nobody's source.
    pub conversation: &'a [Passage],
    pub research: &'a [ResearchItem],
}

/// Makes an essay of a draft. The title is used when the draft has none.
#[must_use]
pub fn essay(draft: &Draft, style: Style, ground: &Ground<'_>, title: &str) -> Essay {
    let said = Said::of(ground.conversation);
    let known = Known::of(ground);
    let mut press = Press {
        said: &said,
        known: &known,
        quotations: Quotations::default(),
        unsupported: Vec::new(),
    };
    let paragraphs = draft
        .paragraphs
        .iter()
        .map(|paragraph| press.paragraph(paragraph))
        .filter(|paragraph| !paragraph.sentences.is_empty() || paragraph.pull_quote.is_some())
        .collect();
    let title = match draft.title.as_deref() {
        Some(own) => press.heading(own).unwrap_or_else(|| title.to_owned()),
        None => title.to_owned(),
    };
    let subtitle = draft
        .subtitle
        .as_deref()
        .and_then(|text| press.heading(text));
    Essay {
        style,
        title,
        subtitle,
        paragraphs,
        unsupported: press.unsupported,
        quotations: press.quotations,
    }
}

/// Text of a model that is no essay: quotations in it are settled all the same.
#[must_use]
pub fn settled(text: &str, said: &Said<'_>) -> String {
    let mut tally = Quotations::default();
    settle(text, &[], said, &mut tally).text
}

/// The words of a quote as they stand in a turn, and that turn. Looked for in the named turn first.
#[must_use]
pub fn copied_quote(
    words: &str,
    named: Option<&TurnRef>,
    said: &Said<'_>,
) -> Option<(String, TurnRef)> {
    let named = said.turns_of(&named.cloned().into_iter().collect::<Vec<_>>());
    let words = marks::bare(words);
    let found = said.find(&words, &named)?;
    let text = quotations::copied(said, found.span, &words)?;
    Some((
        text + quotations::end_mark(&words),
        said.source(found.span).turn,
    ))
}

struct Press<'a> {
    said: &'a Said<'a>,
    known: &'a Known,
    quotations: Quotations,
    unsupported: Vec<String>,
}

impl Press<'_> {
    fn paragraph(&mut self, draft: &DraftParagraph) -> Paragraph {
        let heading = draft.heading.as_deref().and_then(|text| self.heading(text));
        let pull_quote = draft
            .pull_quote
            .as_ref()
            .and_then(|quote| self.pull_quote(quote));
        let sentences = draft
            .sentences
            .iter()
            .filter_map(|sentence| self.sentence(sentence))
            .collect();
        Paragraph {
            heading,
            pull_quote,
            sentences,
        }
    }

    fn sentence(&mut self, draft: &DraftSentence) -> Option<Sentence> {
        let named = self.said.turns_of(&draft.turns);
        let removed = self.quotations.removed;
        let settled = settle(&draft.text, &named, self.said, &mut self.quotations);
        if !settled.text.chars().any(char::is_alphanumeric) {
            return None;
        }
        let graded = grade::grade(&settled, &named, self.said);
        // Words that were drafted as the person's own and are nobody's stay nobody's without their marks.
        let was_made_up = self.quotations.removed > removed && graded.sources.is_empty();
        if was_made_up || self.known.is_unsupported(&settled.text, graded.grade) {
            self.unsupported.push(settled.text.clone());
        }
        Some(Sentence {
            text: settled.text,
            grade: graded.grade,
            sources: graded.sources,
        })
    }

    /// A pull quote is set off as the person's own words: it is copied from a turn, or there is none.
    fn pull_quote(&mut self, draft: &DraftSentence) -> Option<Sentence> {
        let named = self.said.turns_of(&draft.turns);
        let words = marks::bare(&draft.text);
        let found = self.said.find(&words, &named)?;
        let text = quotations::copied(self.said, found.span, &words)?;
        Some(Sentence {
            text: text + quotations::end_mark(&words),
            grade: interview::Grade::Quoted,
            sources: vec![self.said.source(found.span)],
        })
    }

    /// A line above the text claims nothing: one with a number nobody named is left out.
    fn heading(&mut self, text: &str) -> Option<String> {
        let settled = settle(text, &[], self.said, &mut self.quotations);
        let text = settled.text.trim_end_matches('.').trim().to_owned();
        let stands = text.chars().any(char::is_alphanumeric) && self.known.has_numbers_of(&text);
        stands.then_some(text)
    }
}

#[cfg(test)]
mod tests;
