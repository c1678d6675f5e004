//! The pronouncing dictionary: 126 000 English words and the sounds they are made of.

use std::collections::HashMap;

use super::sound::{Sound, sounds};

/// The CMU Pronouncing Dictionary; its licence lies beside it.
const DICTIONARY: &str = include_str!("../../data/cmudict.dict");

/// Where the dictionary's first pronunciation is the rarer one in a conversation.
const RATHER: &[(&str, &str)] = &[
    ("live", "L IH1 V"),
    ("read", "R IY1 D"),
    ("use", "Y UW1 Z"),
    ("wind", "W IH1 N D"),
    ("close", "K L OW1 Z"),
    ("either", "IY1 DH ER0"),
    ("neither", "N IY1 DH ER0"),
    ("project", "P R AA1 JH EH0 K T"),
    ("record", "R EH1 K ER0 D"),
    ("present", "P R EH1 Z AH0 N T"),
];

#[derive(Debug)]
pub(super) struct Lexicon {
    entries: HashMap<&'static str, &'static str>,
}

impl Lexicon {
    pub(super) fn load() -> Lexicon {
        let mut entries = HashMap::with_capacity(DICTIONARY.len() / 24);
        for line in DICTIONARY.lines() {
            let line = line.split(" #").next().unwrap_or_default();
            if let Some((word, written)) = line.split_once(' ')
                && !word.ends_with(')')
            {
                entries.insert(word, written);
            }
        }
        entries.extend(RATHER.iter().copied());
        Lexicon { entries }
    }

    /// `word` is in lower case.
    pub(super) fn sounds(&self, word: &str) -> Option<Vec<Sound>> {
        self.entries.get(word).map(|written| sounds(written))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pronunciation_of_the_dictionary_can_be_read() {
        let lexicon = Lexicon::load();
        assert!(lexicon.entries.len() > 120_000);
        for (word, written) in &lexicon.entries {
            assert_eq!(
                sounds(written).len(),
                written.split_whitespace().count(),
                "{word}"
            );
        }
    }
}
