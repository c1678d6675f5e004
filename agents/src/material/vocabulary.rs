//! Stems as numbers, and how much each counts in this interview.

use std::collections::HashMap;

use super::Line;

/// The stems of an interview. Looked up by name only, so that the order of the map never shows.
#[derive(Debug, Clone, Default)]
pub struct Vocabulary {
    ids: HashMap<String, u32>,
    weights: Vec<f32>,
    times: Vec<u32>,
}

impl Vocabulary {
    pub fn id(&mut self, stem: &str) -> u32 {
        if let Some(id) = self.ids.get(stem) {
            return *id;
        }
        let id = u32::try_from(self.ids.len()).unwrap_or(u32::MAX);
        self.ids.insert(stem.to_owned(), id);
        id
    }

    #[must_use]
    pub fn known(&self, stem: &str) -> Option<u32> {
        self.ids.get(stem).copied()
    }

    /// Between 0 and 1: what is said often and in many answers is what the interview is about.
    #[must_use]
    pub fn weight(&self, id: u32) -> f32 {
        usize::try_from(id)
            .ok()
            .and_then(|id| self.weights.get(id))
            .copied()
            .unwrap_or(0.0)
    }

    #[must_use]
    pub fn times(&self, id: u32) -> u32 {
        usize::try_from(id)
            .ok()
            .and_then(|id| self.times.get(id))
            .copied()
            .unwrap_or(0)
    }

    pub(super) fn weigh<'a>(&mut self, answers: impl Iterator<Item = &'a [Line]>) {
        let count = self.ids.len();
        let (mut times, mut texts) = (vec![0_u32; count], vec![0_u32; count]);
        let mut seen = vec![u32::MAX; count];
        for (number, answer) in (0_u32..).zip(answers) {
            for stem in answer.iter().flat_map(|line| &line.stems) {
                let at = *stem as usize;
                times[at] += 1;
                if seen[at] != number {
                    seen[at] = number;
                    texts[at] += 1;
                }
            }
        }
        let raw = |at: usize| f64::from(times[at]).sqrt() * (1.0 + f64::from(texts[at])).ln();
        let top = (0..count).map(raw).fold(1.0, f64::max);
        #[expect(clippy::cast_possible_truncation, reason = "a weight between 0 and 1")]
        let weights = (0..count).map(|at| (raw(at) / top) as f32).collect();
        self.weights = weights;
        self.times = times;
    }
}

/// Shared stems divided by all stems, of two sorted sets.
#[must_use]
pub fn jaccard(one: &[u32], other: &[u32]) -> f32 {
    let all = one.len() + other.len();
    if all == 0 {
        return 0.0;
    }
    let shared = shared(one, other);
    ratio(shared, all - shared)
}

/// How many stems two sorted sets share.
fn shared(one: &[u32], other: &[u32]) -> usize {
    let (mut left, mut right, mut shared) = (0, 0, 0);
    while left < one.len() && right < other.len() {
        match one[left].cmp(&other[right]) {
            std::cmp::Ordering::Less => left += 1,
            std::cmp::Ordering::Greater => right += 1,
            std::cmp::Ordering::Equal => {
                shared += 1;
                left += 1;
                right += 1;
            }
        }
    }
    shared
}

#[must_use]
pub fn ratio(part: usize, whole: usize) -> f32 {
    let small = |number: usize| f32::from(u16::try_from(number).unwrap_or(u16::MAX));
    small(part) / small(whole.max(1))
}
