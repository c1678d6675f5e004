//! A style guide learned from a writer's edits: what they did to earlier essays is done to the next one beforehand.

mod edits;

use serde::{Deserialize, Serialize};

use crate::text::sentences;
use crate::text::tokens::tokens;
use edits::Edits;

/// A writer's taste changes: older revisions than these are not looked at.
pub const REVISIONS_MAX: usize = 20;
/// More than this of one essay does not make the guide better.
pub const REVISION_CHARS_MAX: usize = 60_000;

/// An essay as it was written and as its editor left it, both as Markdown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Revision {
    pub written: String,
    pub edited: String,
}

/// How a writer likes an essay.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StyleGuide {
    /// How many revisions it was learned from.
    pub revisions: u32,
    /// Words of a sentence, in the middle.
    pub sentence_words: u32,
    /// Sentences of a paragraph, in the middle.
    pub paragraph_sentences: u32,
    pub headings: Taste,
    pub pull_quotes: Taste,
    pub contractions: Taste,
    pub person: Person,
    /// Words that were struck again and again, most often first.
    pub struck: Vec<String>,
    /// Words that were replaced again and again.
    pub replaced: Vec<Replacement>,
}

/// What became of something that the essays had.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Taste {
    /// There was too little of it to tell.
    #[default]
    Unknown,
    Kept,
    Dropped,
}

/// Who speaks in the edited essays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Person {
    #[default]
    First,
    Third,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replacement {
    pub instead_of: String,
    pub preferred: String,
}

/// Learns from revisions, newest last. None when there is nothing to learn from.
#[must_use]
pub fn learn(revisions: &[Revision]) -> Option<StyleGuide> {
    let newest = &revisions[revisions.len().saturating_sub(REVISIONS_MAX)..];
    let mut measured = Measured::default();
    let mut edits = Edits::default();
    for revision in newest {
        let (written, edited) = (Page::read(&revision.written), Page::read(&revision.edited));
        if edited.sentences().next().is_none() {
            continue;
        }
        edits.compare(&written, &edited);
        measured.add(&written, &edited);
    }
    (measured.revisions > 0).then(|| measured.guide(edits))
}

/// An essay in the parts that are compared.
#[derive(Debug, Default)]
struct Page {
    headings: usize,
    pull_quotes: usize,
    paragraphs: Vec<Vec<String>>,
}

impl Page {
    fn read(markdown: &str) -> Self {
        let text: String = markdown.chars().take(REVISION_CHARS_MAX).collect();
        let mut page = Self::default();
        for block in text.split("\n\n").map(str::trim) {
            if block.starts_with("# ") || block.is_empty() {
                continue;
            } else if block.starts_with("##") {
                page.headings += 1;
            } else if block.starts_with('>') {
                page.pull_quotes += 1;
            } else {
                let plain = block.replace('\\', "");
                let cut = sentences::sentences(&plain).map(str::to_owned).collect();
                page.paragraphs.push(cut);
            }
        }
        page
    }

    fn sentences(&self) -> impl Iterator<Item = &str> {
        self.paragraphs.iter().flatten().map(String::as_str)
    }
}

#[derive(Debug, Default)]
struct Measured {
    revisions: u32,
    sentence_words: Vec<usize>,
    paragraph_sentences: Vec<usize>,
    headings: (usize, usize),
    pull_quotes: (usize, usize),
    contractions: (usize, usize),
    first_person: usize,
}

impl Measured {
    fn add(&mut self, written: &Page, edited: &Page) {
        self.revisions += 1;
        for sentence in edited.sentences() {
            self.sentence_words
                .push(sentence.split_whitespace().count());
            let speaks = |word: &str| matches!(word, "i" | "my" | "me" | "we" | "our" | "us");
            let own = tokens(sentence)
                .iter()
                .any(|token| speaks(token.lower.split(['\'', '’']).next().unwrap_or_default()));
            self.first_person += usize::from(own);
        }
        self.paragraph_sentences
            .extend(edited.paragraphs.iter().map(Vec::len));
        add(&mut self.headings, written.headings, edited.headings);
        add(
            &mut self.pull_quotes,
            written.pull_quotes,
            edited.pull_quotes,
        );
        add(
            &mut self.contractions,
            contractions(written),
            contractions(edited),
        );
    }

    fn guide(self, edits: Edits) -> StyleGuide {
        let sentences = self.sentence_words.len();
        let (struck, replaced) = edits.habits();
        StyleGuide {
            revisions: self.revisions,
            sentence_words: median(self.sentence_words),
            paragraph_sentences: median(self.paragraph_sentences),
            headings: taste(self.headings),
            pull_quotes: taste(self.pull_quotes),
            contractions: taste(self.contractions),
            // Somebody who tells of themselves says “I” or “we” at least now and then.
            person: if self.first_person * 12 >= sentences {
                Person::First
            } else {
                Person::Third
            },
            struck,
            replaced,
        }
    }
}

fn add(counts: &mut (usize, usize), written: usize, edited: usize) {
    counts.0 += written;
    counts.1 += edited;
}

fn contractions(page: &Page) -> usize {
    page.sentences()
        .flat_map(tokens)
        .filter(|token| crate::text::lexicon::is_contraction(&token.lower))
        .count()
}

/// Kept if half of it was kept; with fewer than two to judge by, nobody knows.
fn taste((written, edited): (usize, usize)) -> Taste {
    match (written, edited) {
        (0 | 1, 0 | 1) => Taste::Unknown,
        (written, edited) if edited * 2 >= written => Taste::Kept,
        _ => Taste::Dropped,
    }
}

fn median(mut numbers: Vec<usize>) -> u32 {
    numbers.sort_unstable();
    let middle = numbers.get(numbers.len() / 2).copied().unwrap_or_default();
    u32::try_from(middle).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn revisions() -> Vec<Revision> {
        let written = "# A\n\n## One\n\nI basically built the boat with my brother. It was basically done in a year and \
                       we utilized old timber.\n\n## Two\n\nWe basically slept there. My brother utilized the stove.";
        let edited = "# A\n\nI built the boat with my brother. It was done in a year and we used old timber.\n\n\
                      We slept there. My brother used the stove.";
        vec![Revision {
            written: written.to_owned(),
            edited: edited.to_owned(),
        }]
    }

    #[test]
    fn what_an_editor_does_again_and_again_is_learned() {
        insta::assert_json_snapshot!(learn(&revisions()));
    }

    #[test]
    fn an_essay_that_was_left_alone_teaches_its_measures_only() {
        let edited = revisions()[0].edited.clone();
        let same = Revision {
            written: edited.clone(),
            edited,
        };
        let guide = learn(&[same]).unwrap();
        assert!(guide.struck.is_empty() && guide.replaced.is_empty());
        assert_eq!(guide.paragraph_sentences, 2);
    }

    #[test]
    fn nothing_teaches_nothing() {
        assert_eq!(learn(&[]), None);
        let empty = Revision {
            written: "Words.".to_owned(),
            edited: " \n".to_owned(),
        };
        assert_eq!(learn(&[empty]), None);
    }
}
