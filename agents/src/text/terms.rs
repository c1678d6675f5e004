//! Terms: stems, what a text is about, and how much each term counts.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use rust_stemmers::{Algorithm, Stemmer};

use super::tokens::{Token, tokens};

thread_local! {
    // The stemmer holds no state between words, but it is not `Sync`-friendly to share and costs nothing to keep.
    static STEMMER: RefCell<Stemmer> = RefCell::new(Stemmer::create(Algorithm::English));
}

/// The stem of a lower-case word. A possessive is stemmed like its owner.
pub fn stem(lower: &str) -> Cow<'_, str> {
    let bare = lower
        .strip_suffix("'s")
        .or_else(|| lower.strip_suffix("’s"))
        .unwrap_or(lower);
    STEMMER.with(|stemmer| stemmer.borrow().stem(bare))
}

/// The stems of a text's content words, in order, with repetitions.
pub fn content_stems(text: &str) -> Vec<String> {
    stems_of(&tokens(text))
}

/// The stems of the content words among tokens, in order, with repetitions.
pub fn stems_of(tokens: &[Token<'_>]) -> Vec<String> {
    tokens
        .iter()
        .filter(|token| token.is_content())
        .map(|token| token.stem().into_owned())
        .collect()
}

/// A sorted set of stems, for quick comparison.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Stems(Vec<String>);

impl Stems {
    pub fn of(text: &str) -> Self {
        Self::from_stems(content_stems(text))
    }

    pub fn from_stems(mut stems: Vec<String>) -> Self {
        stems.sort_unstable();
        stems.dedup();
        Self(stems)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    pub fn contains(&self, stem: &str) -> bool {
        self.0
            .binary_search_by(|have| have.as_str().cmp(stem))
            .is_ok()
    }

    /// The stems that the other set does not have.
    pub fn without(&self, other: &Self) -> Self {
        Self(
            self.0
                .iter()
                .filter(|stem| !other.contains(stem))
                .cloned()
                .collect(),
        )
    }

    /// How many stems both have.
    pub fn shared(&self, other: &Self) -> usize {
        let (small, large) = if self.len() <= other.len() {
            (self, other)
        } else {
            (other, self)
        };
        small.iter().filter(|stem| large.contains(stem)).count()
    }
}

/// How often terms occur, over texts that are counted one by one.
#[derive(Debug, Clone, Default)]
pub struct TermWeights {
    terms: BTreeMap<String, Count>,
    texts: u32,
}

#[derive(Debug, Clone, Copy, Default)]
struct Count {
    times: u32,
    texts: u32,
}

impl TermWeights {
    pub fn of<'t>(texts: impl IntoIterator<Item = &'t str>) -> Self {
        let mut weights = Self::default();
        for text in texts {
            weights.count(&content_stems(text));
        }
        weights
    }

    /// Counts one more text, given as its content stems.
    pub fn count(&mut self, stems: &[String]) {
        self.texts += 1;
        for stem in stems {
            self.terms.entry(stem.clone()).or_default().times += 1;
        }
        for stem in stems.iter().collect::<BTreeSet<_>>() {
            if let Some(count) = self.terms.get_mut(stem) {
                count.texts += 1;
            }
        }
    }

    /// How much a term counts: what is said often, and over the whole talk, is what the talk is about.
    pub fn weight(&self, stem: &str) -> f64 {
        self.terms.get(stem).map_or(0.0, |count| {
            f64::from(count.times).sqrt() * (1.0 + f64::from(count.texts)).ln()
        })
    }

    /// How rare a term is among the texts: high for what sets a text apart.
    pub fn rarity(&self, stem: &str) -> f64 {
        let texts = self.terms.get(stem).map_or(0, |count| count.texts);
        let all = f64::from(self.texts);
        ((all - f64::from(texts) + 0.5) / (f64::from(texts) + 0.5) + 1.0).ln()
    }

    pub fn times(&self, stem: &str) -> u32 {
        self.terms.get(stem).map_or(0, |count| count.times)
    }

    /// The heaviest terms first; equal weights in the order of the alphabet.
    pub fn top(&self, max: usize) -> Vec<(&str, f64)> {
        let mut all: Vec<(&str, f64)> = self
            .terms
            .keys()
            .map(|stem| (stem.as_str(), self.weight(stem)))
            .collect();
        all.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(other.0)));
        all.truncate(max);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_stems_leave_the_small_words_out() {
        assert_eq!(
            content_stems("Well, we were really rebuilding the burned records."),
            ["rebuild", "burn", "record"]
        );
    }

    #[test]
    fn what_is_said_often_weighs_most() {
        let weights = TermWeights::of(["bees and hives", "bees and honey", "bees in winter"]);
        assert_eq!(weights.top(1)[0].0, "bee");
        assert!(weights.rarity("winter") > weights.rarity("bee"));
        assert_eq!(weights.times("bee"), 3);
    }

    #[test]
    fn stems_compare_across_endings() {
        let one = Stems::of("the records burned");
        let other = Stems::of("burning a record");
        assert_eq!(one.shared(&other), 2);
    }
}
