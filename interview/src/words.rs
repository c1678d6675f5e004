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

/// The set of a text's words, ready to be compared with another. Words are kept as numbers: thousands of
/// comparisons in a long conversation must stay cheap, and a collision of 64 bits does not happen in one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WordSet(Box<[u64]>);

impl WordSet {
    #[must_use]
    pub fn of(text: &str) -> Self {
        Self::from_numbers(words(text).map(|word| number(&word)))
    }

    /// Like `of`, but words that differ only by their ending count as one.
    #[must_use]
    pub fn stemmed(text: &str) -> Self {
        let stemmer = Stemmer::create(Algorithm::English);
        Self::from_numbers(words(text).map(|word| number(&stemmer.stem(&word))))
    }

    fn from_numbers(numbers: impl Iterator<Item = u64>) -> Self {
        let mut set: Vec<u64> = numbers.collect();
        set.sort_unstable();
        set.dedup();
        Self(set.into_boxed_slice())
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the word is there, in the form the set was made of.
    #[must_use]
    pub fn contains(&self, word: &str) -> bool {
        self.0.binary_search(&number(word)).is_ok()
    }

    /// Shared words divided by all words: 1 for the same set, 0 for nothing in common.
    #[must_use]
    pub fn jaccard(&self, other: &Self) -> f64 {
        let (small, large) = if self.0.len() <= other.0.len() {
            (self, other)
        } else {
            (other, self)
        };
        if large.0.is_empty() {
            return 1.0;
        }
        let (mut left, mut right, mut shared) = (0, 0, 0_u32);
        while left < small.0.len() && right < large.0.len() {
            match small.0[left].cmp(&large.0[right]) {
                std::cmp::Ordering::Less => left += 1,
                std::cmp::Ordering::Greater => right += 1,
                std::cmp::Ordering::Equal => {
                    shared += 1;
                    left += 1;
                    right += 1;
                }
            }
        }
        let all = u32::try_from(small.0.len() + large.0.len()).unwrap_or(u32::MAX) - shared;
        f64::from(shared) / f64::from(all)
    }
}

/// How alike two texts are by their words (Jaccard).
#[must_use]
pub fn similarity(one: &str, other: &str) -> f64 {
    WordSet::of(one).jaccard(&WordSet::of(other))
}

/// FNV-1a, 64 bits.
fn number(word: &str) -> u64 {
    word.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
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
