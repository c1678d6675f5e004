//! How much of each prompt a server has read before: what is byte for byte the same as at the beginning of the last one.

use std::collections::BTreeMap;

use crate::far_model::Asked;

/// A token has about four bytes in English.
const BYTES_A_TOKEN: usize = 4;

/// The calls for one kind of answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Share {
    pub calls: usize,
    /// The bytes of all prompts.
    pub bytes: usize,
    /// The bytes of the prompts that had one before them.
    pub later_bytes: usize,
    /// Of these, the bytes that the one before began with.
    pub same_bytes: usize,
}

impl Share {
    #[must_use]
    pub fn tokens(&self) -> usize {
        self.bytes / BYTES_A_TOKEN
    }

    /// How much of a later prompt is the same, in percent.
    #[must_use]
    pub fn percent(&self) -> usize {
        self.same_bytes * 100 / self.later_bytes.max(1)
    }
}

/// By kind of answer, which is one agent's each.
#[must_use]
pub fn shares(asked: &[Asked]) -> BTreeMap<String, Share> {
    let mut shares: BTreeMap<String, Share> = BTreeMap::new();
    let mut last: BTreeMap<String, String> = BTreeMap::new();
    for request in asked {
        let (kind, prompt) = (request.wants().to_owned(), request.prompt());
        let share = shares.entry(kind.clone()).or_default();
        share.calls += 1;
        share.bytes += prompt.len();
        if let Some(before) = last.get(&kind) {
            share.later_bytes += prompt.len();
            share.same_bytes += common(before, &prompt);
        }
        last.insert(kind, prompt);
    }
    shares
}

fn common(one: &str, other: &str) -> usize {
    let pairs = one.bytes().zip(other.bytes());
    pairs.take_while(|(one, other)| one == other).count()
}
