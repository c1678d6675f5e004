//! Where sessions live: one append-only log each, small documents, leases; on SQLite or on PostgreSQL.
//!
//! An entry of a log is opaque text here. The store promises four things about it: once acknowledged it is on the
//! disk; its id follows the one before without a gap; of two writers who believe in the same cursor exactly one wins;
//! and what is read back is byte for byte what was written, or `Error::Damaged`.

mod change;
mod database_url;
mod document;
mod entry;
mod error;
mod lease;
mod migration;
mod page;
mod postgres;
mod sqlite;
mod store;
mod ticket;

pub use change::Change;
pub use database_url::{BadDatabaseUrl, DatabaseUrl};
pub use document::Document;
pub use entry::{Entry, SessionHead};
pub use error::{Error, Invalid};
pub use lease::{Fence, Lease};
pub use store::Store;
