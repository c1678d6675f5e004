//! What both databases promise: the same functions run on SQLite and on PostgreSQL.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "in a test, failing at once with the place is what is wanted"
)]

mod place;

mod concurrency;
mod crash;
mod damage;
mod documents;
mod leases;
mod log;
mod opening;
mod outage;
mod redaction;
mod sessions;
