//! The logs in PostgreSQL: a group of changes in one transaction of two round trips, and reading.

mod read;
mod write;

pub(super) use read::{head, heads, heads_like, read};
pub(super) use write::write;

/// The server's clock: several machines share the database, and only it is the same for all.
pub(super) const NOW_MS: &str = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";
