//! The transcript: turns in talk order, with the words that were heard.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::ids::{SessionId, TurnId};

/// Words that somebody said. Prints its length only, so that they cannot reach a log by accident.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Default)]
#[serde(transparent)]
pub struct Spoken(Arc<str>);

impl Spoken {
    pub fn new(text: impl Into<Arc<str>>) -> Self {
        Self(text.into())
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Spoken {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

impl From<String> for Spoken {
    fn from(text: String) -> Self {
        Self(text.into())
    }
}

impl fmt::Debug for Spoken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Spoken({} chars)", self.0.chars().count())
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Speaker {
    Interviewer,
    /// The person interviewed, in every format.
    Candidate,
}

/// One uninterrupted stretch of speech.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    pub id: TurnId,
    pub speaker: Speaker,
    pub text: Spoken,
    /// Counted when the turn was taken, so that the number outlives withdrawn words.
    pub words: u32,
    /// From the start of the interview.
    pub start_ms: u64,
    pub end_ms: u64,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub withdrawn: bool,
}

/// Where words stand: a turn of this session, or of an earlier one that it continues.
/// Written `turn_7` or `SESSION/turn_7`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct TurnRef {
    pub session: Option<SessionId>,
    pub turn: TurnId,
}

impl From<TurnId> for TurnRef {
    fn from(turn: TurnId) -> Self {
        Self {
            session: None,
            turn,
        }
    }
}

impl fmt::Display for TurnRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.session {
            Some(session) => write!(f, "{session}/{}", self.turn),
            None => write!(f, "{}", self.turn),
        }
    }
}

impl Serialize for TurnRef {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for TurnRef {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let written = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        let (session, turn) = match written.split_once('/') {
            Some((session, turn)) => (Some(SessionId::new(session)), turn),
            None => (None, written.as_ref()),
        };
        Ok(Self {
            session,
            turn: turn.parse().map_err(serde::de::Error::custom)?,
        })
    }
}

/// A turn as the agents after the interview see it, with the earlier session's turns before this one's.
#[derive(Debug, Clone, PartialEq)]
pub struct Passage {
    pub at: TurnRef,
    pub speaker: Speaker,
    pub text: Spoken,
    pub start_ms: u64,
    pub end_ms: u64,
}
