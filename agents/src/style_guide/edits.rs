//! Edits: which words an editor struck or replaced, sentence by sentence.

use std::collections::BTreeMap;

use interview::words::{WordSet, words};

use super::{Page, Replacement};

/// A sentence is another's later version if they share this much.
const SAME_SENTENCE: f64 = 0.5;
/// Once is chance.
const TIMES_MIN: u32 = 2;
const STRUCK_MAX: usize = 20;
const REPLACED_MAX: usize = 20;
/// Longer sentences are rewritten rather than edited.
const SENTENCE_WORDS_MAX: usize = 120;
/// How far a sentence may have moved.
const MOVED_MAX: usize = 12;

#[derive(Debug, Default)]
pub(super) struct Edits {
    struck: BTreeMap<String, u32>,
    kept: BTreeMap<String, u32>,
    replaced: BTreeMap<(String, String), u32>,
}

impl Edits {
    pub(super) fn compare(&mut self, written: &Page, edited: &Page) {
        let later: Vec<(WordSet, &str)> = edited
            .sentences()
            .map(|sentence| (WordSet::of(sentence), sentence))
            .collect();
        for (at, sentence) in written.sentences().enumerate() {
            let set = WordSet::of(sentence);
            let from = at.saturating_sub(MOVED_MAX).min(later.len());
            let to = (at + MOVED_MAX).min(later.len());
            let best = later[from..to]
                .iter()
                .map(|(other, text)| (set.jaccard(other), *text))
                .max_by(|one, other| one.0.total_cmp(&other.0))
                .filter(|(alike, _)| *alike >= SAME_SENTENCE);
            if let Some((_, edited)) = best {
                self.difference(sentence, edited);
            }
        }
    }

    /// Runs of words that the one has and the other has not, between words that both have.
    fn difference(&mut self, written: &str, edited: &str) {
        let one: Vec<String> = words(written).take(SENTENCE_WORDS_MAX).collect();
        let other: Vec<String> = words(edited).take(SENTENCE_WORDS_MAX).collect();
        let (mut gone, mut come): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
        for step in steps(&one, &other) {
            match step {
                Step::Gone(at) => gone.push(one[at].clone()),
                Step::Come(at) => come.push(other[at].clone()),
                Step::Both(at) => {
                    *self.kept.entry(one[at].clone()).or_default() += 1;
                    self.note(&mut gone, &mut come);
                }
            }
        }
        self.note(&mut gone, &mut come);
    }

    fn note(&mut self, gone: &mut Vec<String>, come: &mut Vec<String>) {
        match (gone.as_slice(), come.as_slice()) {
            ([], _) => {}
            (struck, []) => {
                for word in struck {
                    *self.struck.entry(word.clone()).or_default() += 1;
                }
            }
            ([word], [better]) => {
                *self
                    .replaced
                    .entry((word.clone(), better.clone()))
                    .or_default() += 1;
            }
            // A rewritten stretch says nothing about single words.
            (_, _) => {}
        }
        gone.clear();
        come.clear();
    }

    /// What was done at least twice, and more often than not.
    pub(super) fn habits(self) -> (Vec<String>, Vec<Replacement>) {
        let usual = |word: &str, times: u32| {
            times >= TIMES_MIN && times > self.kept.get(word).copied().unwrap_or_default()
        };
        let mut struck: Vec<(&String, &u32)> = self
            .struck
            .iter()
            .filter(|(word, times)| usual(word, **times))
            .collect();
        struck.sort_by_key(|(_, times)| std::cmp::Reverse(**times));
        let mut replaced: Vec<(&(String, String), &u32)> = self
            .replaced
            .iter()
            .filter(|((word, _), times)| usual(word, **times))
            .collect();
        replaced.sort_by_key(|(_, times)| std::cmp::Reverse(**times));
        (
            struck
                .into_iter()
                .take(STRUCK_MAX)
                .map(|(word, _)| word.clone())
                .collect(),
            replaced
                .into_iter()
                .take(REPLACED_MAX)
                .map(|((instead_of, preferred), _)| Replacement {
                    instead_of: instead_of.clone(),
                    preferred: preferred.clone(),
                })
                .collect(),
        )
    }
}

enum Step {
    Both(usize),
    Gone(usize),
    Come(usize),
}

/// The longest common subsequence, as steps from the one to the other.
fn steps(one: &[String], other: &[String]) -> Vec<Step> {
    let width = other.len() + 1;
    let mut common = vec![0_u16; (one.len() + 1) * width];
    for a in (0..one.len()).rev() {
        for b in (0..other.len()).rev() {
            common[a * width + b] = if one[a] == other[b] {
                common[(a + 1) * width + b + 1] + 1
            } else {
                common[(a + 1) * width + b].max(common[a * width + b + 1])
            };
        }
    }
    let (mut a, mut b) = (0, 0);
    let mut steps = Vec::with_capacity(one.len() + other.len());
    while a < one.len() || b < other.len() {
        if a < one.len() && b < other.len() && one[a] == other[b] {
            steps.push(Step::Both(a));
            a += 1;
            b += 1;
        } else if b == other.len()
            || a < one.len() && common[(a + 1) * width + b] >= common[a * width + b + 1]
        {
            steps.push(Step::Gone(a));
            a += 1;
        } else {
            steps.push(Step::Come(b));
            b += 1;
        }
    }
    steps
}
