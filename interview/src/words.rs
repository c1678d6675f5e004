//! Words: how texts are cut into them, and how alike two texts are by the words they share.

use rust_stemmers::{Algorithm, Stemmer};
use unicode_segmentation::UnicodeSegmentation;

/// The words of a text, case-folded, in order, without punctuation.
pub fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.unicode_words().map(str::to_lowercase)
}

/// How many words a text has.
#[must_use]
pub fn count(text: &str) -> u32 {
    u32::try_from(text.unicode_words().count()).unwrap_or(u32::MAX)
}

/// The set of a text's words, ready to be compared with another.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WordSet(Vec<String>);

impl WordSet {
    #[must_use]
    pub fn of(text: &str) -> Self {
        Self::from_words(words(text))
    }

    /// Like `of`, but words that differ only by their ending count as one.
    #[must_use]
    pub fn stemmed(text: &str) -> Self {
        let stemmer = Stemmer::create(Algorithm::English);
        Self::from_words(words(text).map(|word| stemmer.stem(&word).into_owned()))
    }

    fn from_words(words: impl Iterator<Item = String>) -> Self {
        let mut set: Vec<String> = words.collect();
        set.sort_unstable();
        set.dedup();
        Self(set)
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    #[must_use]
    pub fn contains(&self, word: &str) -> bool {
        self.0
            .binary_search_by(|have| have.as_str().cmp(word))
            .is_ok()
    }

    /// Shared words divided by all words: 1 for the same set, 0 for nothing in common.
    #[must_use]
    pub fn jaccard(&self, other: &Self) -> f64 {
        let all = self.0.len() + other.0.len();
        if all == 0 {
            return 1.0;
        }
        let (mut left, mut right, mut shared) = (0, 0, 0);
        while left < self.0.len() && right < other.0.len() {
            match self.0[left].cmp(&other.0[right]) {
                std::cmp::Ordering::Less => left += 1,
                std::cmp::Ordering::Greater => right += 1,
                std::cmp::Ordering::Equal => {
                    shared += 1;
                    left += 1;
                    right += 1;
                }
            }
        }
        f64::from(shared) / f64::from(u32::try_from(all).unwrap_or(u32::MAX) - shared)
    }
}

/// How alike two texts are by their words (Jaccard).
#[must_use]
pub fn similarity(one: &str, other: &str) -> f64 {
    WordSet::of(one).jaccard(&WordSet::of(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similarity_counts_shared_words() {
        assert!((similarity("Fail fast, learn fast.", "fail FAST learn fast") - 1.0).abs() < 1e-9);
        assert!((similarity("one two three", "two three four") - 0.5).abs() < 1e-9);
        assert!(similarity("apples", "oranges") < 1e-9);
        assert!((similarity("", "") - 1.0).abs() < 1e-9);
    }

    #[test]
    fn stems_make_endings_equal() {
        let set = WordSet::stemmed("metrics moved");
        assert!(set.contains("metric") && set.contains("move"));
    }
}
