//! Facts: numbers, names and dates in a sentence that nobody named, neither a turn nor a research item.

use std::collections::BTreeSet;

use interview::Grade;

use super::Ground;
use crate::text::lexicon::Class;
use crate::text::names::{NumberKind, names, numbers};
use crate::text::terms::{Stems, stem};
use crate::text::tokens::tokens;

/// A connecting sentence with this many content words says something.
const SAYS_SOMETHING: usize = 4;

/// Everything that was named by anybody.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// Values, by their bits.
    numbers: BTreeSet<u64>,
    /// Words and their stems, in small letters.
    words: BTreeSet<String>,
}

impl Known {
    pub(super) fn of(ground: &Ground<'_>) -> Self {
        let mut known = Self::default();
        known.add(&ground.plan.topic);
        known.add(&ground.plan.research_goal);
        for passage in ground.conversation {
            known.add(passage.text.as_str());
        }
        // What was remembered and not looked up proves nothing.
        for item in ground.research.iter().filter(|item| !item.from_memory) {
            known.add(&item.topic);
            known.add(&item.summary);
            for source in &item.sources {
                known.add(&source.title);
            }
        }
        known
    }

    fn add(&mut self, text: &str) {
        let tokens = tokens(text);
        for number in numbers(text, &tokens) {
            self.numbers.insert(number.value.to_bits());
        }
        for token in &tokens {
            for part in token.lower.split(['-', '\u{2010}', '\u{2011}']) {
                self.words.insert(stem(part).into_owned());
                self.words.insert(part.to_owned());
            }
        }
    }

    /// Whether a sentence states what nobody said: a number, a name, a date, or something new altogether.
    pub(super) fn is_unsupported(&self, text: &str, grade: Grade) -> bool {
        match grade {
            Grade::Quoted => false,
            Grade::Paraphrased => !self.has_numbers_of(text) || !self.has_names_of(text),
            Grade::Bridging => {
                !self.has_numbers_of(text) || !self.has_names_of(text) || self.is_news(text)
            }
        }
    }

    pub(super) fn has_numbers_of(&self, text: &str) -> bool {
        let tokens = tokens(text);
        numbers(text, &tokens).iter().all(|number| {
            let written = number.phrase.tokens(&tokens);
            let as_written = written.len() == 1
                && written
                    .iter()
                    .all(|it| self.words.contains(it.lower.as_ref()));
            as_written || self.has_value(number.value, number.kind)
        })
    }

    fn has_value(&self, value: f64, kind: NumberKind) -> bool {
        let said = |value: f64| self.numbers.contains(&value.to_bits());
        // “’73” and “nineteen seventy-three” are 1973.
        let (century, year) = ((value / 100.0).floor(), value % 100.0);
        let spoken_year =
            kind == NumberKind::Year && said(year) && (century == 19.0 || said(century));
        said(value) || spoken_year
    }

    fn has_names_of(&self, text: &str) -> bool {
        let tokens = tokens(text);
        names(&tokens)
            .iter()
            .flat_map(|name| name.tokens(&tokens))
            .filter(|token| token.class == Class::Name)
            .flat_map(|token| token.lower.split(['-', '\u{2010}', '\u{2011}']))
            .all(|part| self.words.contains(part) || self.words.contains(stem(part).as_ref()))
    }

    /// Most of what the sentence speaks of was never spoken of.
    fn is_news(&self, text: &str) -> bool {
        let stems = Stems::of(text);
        let known = stems
            .iter()
            .filter(|stem| self.words.contains(*stem))
            .count();
        stems.len() >= SAYS_SOMETHING && known * 2 < stems.len()
    }
}
