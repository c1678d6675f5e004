//! What can go wrong with a store. A variant exists where a caller does something different about it.

use std::path::PathBuf;
use std::sync::Arc;

use interview::{EventId, SessionId};

/// Cloneable, because one failed transaction is the answer to everyone who was in it.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Error {
    #[error(
        "the log of {session} ends at event {found}, not at {expected}: someone else has written to it"
    )]
    Conflict {
        session: SessionId,
        expected: EventId,
        found: EventId,
    },

    #[error("event {event_id} of {session} is damaged; the log can be read up to event {intact}")]
    Damaged {
        session: SessionId,
        /// The first event that cannot be trusted.
        event_id: EventId,
        /// The last one before it: a read that stops here succeeds.
        intact: EventId,
    },

    #[error("{session} has no event {event_id}")]
    NoSuchEntry {
        session: SessionId,
        event_id: EventId,
    },

    #[error("there is no session {0}")]
    NoSuchSession(SessionId),

    #[error("{session} is in the hands of {owner}; wait until it ends or lets go")]
    LeaseHeld { session: SessionId, owner: String },

    #[error("{session} was taken over by another process or let go")]
    LeaseLost { session: SessionId },

    #[error(transparent)]
    Invalid(#[from] Invalid),

    #[error("no space is left for {place}: free some and go on; nothing acknowledged is lost")]
    DiskFull { place: String },

    #[error("{} is kept locked by another program: end that program and try again", path.display())]
    Busy { path: PathBuf },

    #[error("{} cannot be opened for writing ({reason}): choose a directory you may write to", path.display())]
    CannotOpen { path: PathBuf, reason: String },

    #[error("{} is not a database of this program: choose another file", path.display())]
    NotOurs { path: PathBuf },

    #[error("{} is damaged: restore it from a backup together with its -wal file, if there is one", path.display())]
    Corrupt {
        path: PathBuf,
        #[source]
        source: Arc<rusqlite::Error>,
    },

    #[error(
        "the database was written by a newer version (schema {found}, this one knows {known}): update this program"
    )]
    Newer { found: u32, known: u32 },

    /// Whether a change that ends like this was written is not known: send the very same change again.
    #[error(
        "the database server cannot be reached ({reason}): check that it runs and that its address is right"
    )]
    Unreachable { reason: String },

    /// Whether a change that ends like this was written is not known: send the very same change again.
    #[error("the store has stopped: restart the program; nothing acknowledged is lost")]
    Stopped,

    #[error("sqlite failed: {0}")]
    Sqlite(#[source] Arc<rusqlite::Error>),

    #[error("postgresql failed: {}", postgres_text(.0))]
    Postgres(#[source] Arc<tokio_postgres::Error>),
}

/// What was handed in breaks a limit or a rule; handing it in again will not help.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Invalid {
    #[error("event {found} was handed in where {wanted} had to follow")]
    Gap { wanted: EventId, found: EventId },
    #[error("there is nothing to write")]
    Nothing,
    #[error("{count} entries at once are more than {count_max}")]
    TooMany { count: usize, count_max: usize },
    #[error("{bytes} bytes at once are more than {bytes_max}")]
    TooLarge { bytes: usize, bytes_max: usize },
    #[error("a bare NUL character must be written as \\u0000")]
    BareNul,
    #[error("a {kind} has from 1 to {bytes_max} bytes and no NUL character")]
    BadName {
        kind: &'static str,
        bytes_max: usize,
    },
    #[error(
        "no database encoding but UTF8 can hold every word: create the database with ENCODING 'UTF8'"
    )]
    NotUtf8,
}

/// tokio-postgres prints only “db error”; the server's own sentence is one level further down.
pub(crate) fn postgres_text(error: &tokio_postgres::Error) -> String {
    use std::error::Error as _;
    match error.source() {
        Some(source) => format!("{error}: {source}"),
        None => error.to_string(),
    }
}
