//! What a voice is told to do. The voice obeys in order; it never decides what the talk is about.

use crate::ItemId;
use std::fmt;
use std::time::Duration;

#[derive(Clone, Debug, PartialEq)]
pub enum Order {
    /// What the next answers should be about. Appended to the conversation between responses, only when the words differ
    /// from the last guidance; the superseded one is deleted. Answered by `Guided` or `GuideFailed`.
    Guide {
        id: u64,
        text: Words,
    },
    /// Speak, on the newest guidance. `words` are said exactly; without them a model finds its own.
    /// Answered by `ReplyStarted` and `ReplyEnded`, or by `ReplyFailed`.
    Respond {
        reply: u64,
        words: Option<Words>,
    },
    /// What may have to be said next, the likeliest first: a voice that makes its sound beforehand can begin at once.
    Prepare {
        words: Vec<Words>,
    },
    /// The person typed instead of speaking.
    Typed {
        item_id: ItemId,
        text: Words,
    },
    /// Stop speaking: what is being said is cut at the last millisecond known to be played.
    Cancel,
    /// The client has played this much of an item.
    Played {
        item_id: ItemId,
        audio_end_ms: u64,
    },
    /// Silence that ends a turn, from the next turn on.
    Patience {
        silence: Duration,
    },
    /// 0.25 to 1.5, from the next reply on.
    Speed {
        speed: f64,
    },
    /// The microphone's words so far are a turn (push to talk).
    CommitTurn,
    /// The microphone's words so far are to be forgotten.
    ClearInput,
    /// What a fresh connection must know. Sent at the start of a resumed talk, and again after every turn: the voice keeps the
    /// newest and uses it when it has to connect anew.
    Seed(Seed),
    Close,
}

/// The talk so far, short enough to be read at every connection.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Seed {
    pub summary: Words,
    /// The newest last; more than [`Seed::TURNS_MAX`] are cut from the front.
    pub turns: Vec<SeedTurn>,
}

impl Seed {
    /// Enough for a model to go on in the same tone; what is older belongs in the summary.
    pub const TURNS_MAX: usize = 12;
}

#[derive(Clone, Debug, PartialEq)]
pub struct SeedTurn {
    pub by: Speaker,
    pub text: Words,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speaker {
    Person,
    Interviewer,
}

/// Something said, or to be said. Its `Debug` prints its length only, so that no log can repeat it.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Words(String);

impl Words {
    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn into_string(self) -> String {
        self.0
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Without a letter or digit it is a breath or a key that the recogniser took for speech.
    pub fn is_speech(&self) -> bool {
        self.0.chars().any(char::is_alphanumeric)
    }

    pub(crate) fn push_str(&mut self, more: &str) {
        self.0.push_str(more);
    }
}

impl From<String> for Words {
    fn from(words: String) -> Words {
        Words(words)
    }
}

impl From<&str> for Words {
    fn from(words: &str) -> Words {
        Words(words.to_owned())
    }
}

impl fmt::Debug for Words {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Words({} chars)", self.0.chars().count())
    }
}
