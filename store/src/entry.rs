//! One line of a session's log, its checksum, and what a list of sessions shows.

use std::fmt;

use interview::{EventId, SessionId};

use crate::error::Invalid;

/// The longest line of a log.
pub(crate) const ENTRY_BYTES_MAX: usize = 64 * 1024 * 1024;
/// The longest id of a session, a document or an owner.
pub(crate) const NAME_BYTES_MAX: usize = 256;

/// One event, exactly the bytes of its log line.
#[derive(Clone, PartialEq, Eq)]
pub struct Entry {
    pub event_id: EventId,
    pub json: String,
}

/// What was said stays out of log output: an entry prints its number and its size.
impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Entry({}, {} bytes)", self.event_id, self.json.len())
    }
}

impl Entry {
    pub(crate) fn check(&self) -> Result<(), Invalid> {
        check_json(&self.json)
    }
}

/// A session as a list shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionHead {
    pub id: SessionId,
    /// How many events its log has.
    pub cursor: EventId,
    pub created_at_ms: u64,
    pub updated_at_ms: u64,
}

/// Ties a line to its place: text moved to another session or another number is as damaged as text that was changed.
pub(crate) fn checksum(session: &SessionId, event_id: EventId, json: &str) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(session.as_str().as_bytes());
    hasher.update(&event_id.0.to_le_bytes());
    hasher.update(json.as_bytes());
    hasher.finalize()
}

pub(crate) fn check_json(json: &str) -> Result<(), Invalid> {
    if json.len() > ENTRY_BYTES_MAX {
        return Err(Invalid::TooLarge {
            bytes: json.len(),
            bytes_max: ENTRY_BYTES_MAX,
        });
    }
    // JSON writes U+0000 as \u0000. PostgreSQL cannot store the bare character, so neither backend takes it.
    if json.as_bytes().contains(&0) {
        return Err(Invalid::BareNul);
    }
    Ok(())
}

pub(crate) fn check_name(kind: &'static str, name: &str) -> Result<(), Invalid> {
    if name.is_empty() || name.len() > NAME_BYTES_MAX || name.contains('\0') {
        return Err(Invalid::BadName {
            kind,
            bytes_max: NAME_BYTES_MAX,
        });
    }
    Ok(())
}

/// Both databases count in signed numbers. No log reaches 2^63 events, so nothing is lost in either direction.
pub(crate) fn to_row(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

pub(crate) fn from_row(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}

/// The end of the range of all names that start with `prefix`: both databases compare names by their bytes, and
/// U+10FFFF is the last character there is.
pub(crate) fn past_prefix(prefix: &str) -> String {
    format!("{prefix}\u{10FFFF}")
}
