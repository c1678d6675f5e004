//! Grades a sentence by its words: quoted, paraphrased or bridging; the model is not asked.

use interview::quotes::was_said;
use interview::{Grade, Source};

use super::quotations::Settled;
use super::said::{Said, Span};

/// Content words that a sentence must share with a turn nobody named before it counts as its source.
const SHARED_MIN: usize = 2;

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Graded {
    pub(super) grade: Grade,
    pub(super) sources: Vec<Source>,
}

pub(super) fn grade(sentence: &Settled, named: &[usize], said: &Said<'_>) -> Graded {
    if let Some(span) = verbatim(&sentence.text, named, said) {
        return Graded {
            grade: Grade::Quoted,
            sources: vec![said.source(span)],
        };
    }
    let mut spans: Vec<Span> = sentence.spans.clone();
    spans.extend(standing(&sentence.text, named, said));
    if spans.is_empty() {
        return Graded {
            grade: Grade::Bridging,
            sources: Vec::new(),
        };
    }
    spans.sort_by_key(|span| (span.turn, span.first));
    spans.dedup_by_key(|span| span.turn);
    Graded {
        grade: Grade::Paraphrased,
        sources: spans.into_iter().map(|span| said.source(span)).collect(),
    }
}

/// Where the whole sentence was said, word for word.
fn verbatim(text: &str, named: &[usize], said: &Said<'_>) -> Option<Span> {
    let found = said.find(text, named).filter(|found| found.exact)?;
    // One word proves nothing: “Yes.” is no quotation of the one time it was said.
    let telling = found.span.end - found.span.first >= 2;
    (telling && was_said(said.heard(found.span.turn), text)).then_some(found.span)
}

/// The turns that hold what the sentence says: the named ones, or else the one that holds most of it.
fn standing(text: &str, named: &[usize], said: &Said<'_>) -> Vec<Span> {
    let (stems, all) = said.stems_in(text);
    let words = text.split_whitespace().count();
    if stems.is_empty() {
        return Vec::new();
    }
    let mut spans = Vec::new();
    let mut covered: Vec<u32> = Vec::new();
    for turn in named {
        let support = said.support(*turn, &stems, words);
        if support.shared.len() * 3 >= all {
            spans.push(span(*turn, support.first));
            covered.extend(&support.shared);
        }
    }
    covered.sort_unstable();
    covered.dedup();
    if covered.len() * 2 >= all {
        return spans;
    }
    let best = said
        .turns()
        .map(|turn| (turn, said.support(turn, &stems, words)))
        .max_by_key(|(turn, support)| (support.shared.len(), std::cmp::Reverse(*turn)));
    match best {
        Some((turn, support))
            if support.shared.len() >= SHARED_MIN && support.shared.len() * 2 >= all =>
        {
            vec![span(turn, support.first)]
        }
        Some(_) | None => Vec::new(),
    }
}

fn span(turn: usize, first: usize) -> Span {
    Span {
        turn,
        first,
        end: first + 1,
    }
}
