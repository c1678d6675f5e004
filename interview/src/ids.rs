//! Typed ids. The core counts its own out; names that come from outside are checked once, on the way in.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// An id was written in a form that no id of its kind has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("“{written}” is not a {kind} id")]
pub struct BadId {
    pub kind: &'static str,
    pub written: String,
}

/// Ids that the core counts out itself: `turn_7`, `job_12`, the same in logs, prompts and the database.
macro_rules! counted_ids {
    ($($(#[$doc:meta])* $name:ident = $prefix:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// The id after this one.
            #[must_use]
            pub fn next(self) -> Self {
                Self(self.0 + 1)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "_{}"), self.0)
            }
        }

        impl FromStr for $name {
            type Err = BadId;

            fn from_str(written: &str) -> Result<Self, BadId> {
                written
                    .strip_prefix(concat!($prefix, "_"))
                    .and_then(|number| number.parse().ok())
                    .map(Self)
                    .ok_or_else(|| BadId { kind: $prefix, written: written.to_owned() })
            }
        }

        impl Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let written = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
                written.parse().map_err(serde::de::Error::custom)
            }
        }
    )*};
}

counted_ids! {
    /** One uninterrupted stretch of speech by one person. */ TurnId = "turn";
    /** One piece of work for one agent. */ JobId = "job";
}

/// Ids that are names given from outside: in a plan, by a client, by the program that makes a session.
macro_rules! named_ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            pub fn new(name: impl Into<String>) -> Self {
                Self(name.into())
            }

            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    )*};
}

named_ids! {
    /** One interview, from its creation to its last essay. */ SessionId;
    /** A section of a plan. */ SectionId;
    /** A question of a plan. */ QuestionId;
    /** What a structured section must cover. */ DimensionId;
    /** A client's own name for a message, so that sending it twice changes nothing. */ ClientId;
}

/// The number of an event in its session's log, from 1 without gaps. As a cursor: how many events there are.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct EventId(pub u64);

impl EventId {
    /// The id after this one.
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

impl fmt::Display for EventId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counted_ids_read_what_they_write() {
        assert_eq!(TurnId(7).to_string(), "turn_7");
        assert_eq!("turn_7".parse(), Ok(TurnId(7)));
        assert_eq!(serde_json::to_string(&JobId(12)).unwrap(), "\"job_12\"");
        assert!("job_7".parse::<TurnId>().is_err());
        assert!("turn_x".parse::<TurnId>().is_err());
    }
}
