//! How much of a reply was heard, from how much of its sound was played.

use crate::Words;

/// Marks are many only in a very long reply; beyond this the proportional rule is good enough.
const MARKS_MAX: usize = 4_096;
/// Nobody says a letter faster than this, so words without their sound would have taken at least as long.
const MS_PER_CHAR: u64 = 50;

/// The words of a reply as they were generated, with the sound that had been made when each piece of them came.
#[derive(Clone, Debug, Default)]
pub struct Spoken {
    words: Words,
    marks: Vec<Mark>,
    audio_ms: u64,
}

#[derive(Clone, Copy, Debug)]
struct Mark {
    n_bytes: usize,
    audio_ms: u64,
}

impl Spoken {
    pub fn add_words(&mut self, delta: &str) {
        self.words.push_str(delta);
        if self.marks.len() < MARKS_MAX {
            self.marks.push(Mark {
                n_bytes: self.words.as_str().len(),
                audio_ms: self.audio_ms,
            });
        }
    }

    pub fn add_audio(&mut self, ms: u64) {
        self.audio_ms += ms;
    }

    /// The provider's final word on what it said.
    pub fn settle(&mut self, whole: &str) {
        if !whole.is_empty() && whole != self.words.as_str() {
            self.words = whole.into();
            self.marks.clear();
        }
    }

    pub fn words(&self) -> &Words {
        &self.words
    }

    pub fn audio_ms(&self) -> u64 {
        self.audio_ms
    }

    /// Words come before their sound, so a piece whose mark lies after the played moment was certainly not heard; up to there the
    /// share of the sound that was played is the share of the words.
    pub fn heard(&self, played_ms: u64) -> Words {
        self.heard_of(self.audio_ms, played_ms)
    }

    /// While sound is still to come, or when it never came: the words may be complete long before it is.
    pub fn heard_so_far(&self, played_ms: u64) -> Words {
        let n_chars = self.words.as_str().chars().count() as u64;
        self.heard_of(self.audio_ms.max(n_chars * MS_PER_CHAR), played_ms)
    }

    fn heard_of(&self, whole_ms: u64, played_ms: u64) -> Words {
        let by_share = heard(self.words.as_str(), whole_ms, played_ms);
        let not_yet = self
            .marks
            .iter()
            .rev()
            .take_while(|it| it.audio_ms > played_ms)
            .last();
        let most = match not_yet {
            None => self.words.as_str().len(),
            Some(first) => self
                .marks
                .iter()
                .rev()
                .find(|it| it.audio_ms <= played_ms && it.n_bytes < first.n_bytes)
                .map_or(0, |it| it.n_bytes),
        };
        match by_share.len() <= most {
            true => by_share.into(),
            false => whole_words(self.words.as_str(), most).into(),
        }
    }
}

/// The words that fit into the played share of the sound. All of them when all was played.
pub fn heard(words: &str, audio_ms: u64, played_ms: u64) -> &str {
    if played_ms >= audio_ms {
        return words;
    }
    let n_bytes = (words.len() as u128 * u128::from(played_ms) / u128::from(audio_ms)) as usize;
    whole_words(words, n_bytes)
}

/// At most so many bytes, ending where a word ends.
fn whole_words(words: &str, n_bytes: usize) -> &str {
    if n_bytes >= words.len() {
        return words;
    }
    let cut = words.floor_char_boundary(n_bytes);
    let ends_here = words[cut..].starts_with(char::is_whitespace);
    let kept = match ends_here {
        true => &words[..cut],
        false => words[..cut]
            .rfind(char::is_whitespace)
            .map_or("", |space| &words[..space]),
    };
    kept.trim_end()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_interrupted_reply_is_cut_at_the_last_whole_word() {
        assert_eq!(
            heard("What did you learn from it?", 2_700, 1_500),
            "What did you"
        );
        assert_eq!(heard("What did you learn from it?", 2_700, 0), "");
        assert_eq!(
            heard("What did you learn from it?", 2_700, 2_700),
            "What did you learn from it?"
        );
        assert_eq!(heard("Unanswerable?", 1_000, 900), "");
    }

    #[test]
    fn words_that_came_after_the_played_sound_were_not_heard() {
        let mut spoken = Spoken::default();
        spoken.add_words("Short. ");
        spoken.add_audio(4_000);
        spoken.add_words("Then a much longer sentence follows, quickly spoken.");
        spoken.add_audio(1_000);
        assert_eq!(spoken.heard(3_900).as_str(), "Short.");
        assert_eq!(spoken.heard(5_000).as_str(), spoken.words().as_str());
    }

    #[test]
    fn words_whose_sound_never_came_were_not_heard() {
        let mut spoken = Spoken::default();
        spoken.add_words("How did the company begin, in those first weeks?");
        spoken.add_audio(800);
        assert_eq!(spoken.heard_so_far(800).as_str(), "How did the");
        assert_eq!(spoken.heard_so_far(0).as_str(), "");
        spoken.add_audio(2_200);
        assert_eq!(spoken.heard_so_far(3_000).as_str(), spoken.words().as_str());
    }

    proptest! {
        #[test]
        fn what_is_heard_is_a_beginning_of_what_was_said_and_grows(words in "[a-zäß ,.?]{0,60}", audio in 0u64..5_000, a in 0u64..6_000, b in 0u64..6_000) {
            let (less, more) = (heard(&words, audio, a.min(b)), heard(&words, audio, a.max(b)));
            prop_assert!(words.starts_with(less));
            prop_assert!(more.starts_with(less));
            prop_assert_eq!(heard(&words, audio, audio), words.as_str());
        }
    }
}
