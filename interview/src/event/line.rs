//! One event as one line of JSON, and back.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::{Actor, Event, Recorded};
use crate::ids::EventId;
use crate::time::Millis;

/// A line of the log could not be read.
#[derive(Debug, thiserror::Error)]
pub enum BadLine {
    #[error("not an event: {0}")]
    NotAnEvent(#[from] serde_json::Error),
    #[error("unknown event type “{0}”; the log may come from a newer version")]
    UnknownType(String),
}

#[derive(Serialize)]
struct Written<'a> {
    event_id: EventId,
    at: Millis,
    actor: Actor,
    r#type: &'static str,
    payload: &'a RawValue,
}

/// The payload stays text until the type says what it is: reading twice is what makes tagged enums slow.
#[derive(Deserialize)]
struct Read<'a> {
    event_id: EventId,
    at: Millis,
    #[serde(borrow)]
    r#type: std::borrow::Cow<'a, str>,
    #[serde(borrow)]
    payload: &'a RawValue,
}

impl Recorded {
    /// The event as a line of the log, without its line break.
    pub fn to_line(&self) -> serde_json::Result<String> {
        let payload = self.event.payload_to_json()?;
        serde_json::to_string(&Written {
            event_id: self.event_id,
            at: self.at,
            actor: self.event.actor(),
            r#type: self.event.name(),
            payload: &payload,
        })
    }

    pub fn from_line(line: &str) -> Result<Recorded, BadLine> {
        let read: Read<'_> = serde_json::from_str(line)?;
        match Event::from_name_and_payload(&read.r#type, read.payload.get()) {
            Some(event) => Ok(Recorded {
                event_id: read.event_id,
                at: read.at,
                event: event?,
            }),
            None => Err(BadLine::UnknownType(read.r#type.into_owned())),
        }
    }
}
