//! SQLite: one committer thread writes for everyone in group commits; a few read-only connections read.
//!
//! Measured (see `examples/append_throughput.rs`): with `synchronous=FULL` a commit costs milliseconds, so the number of
//! durable appends a second is the number of commits times how many waiting changes share one. The committer therefore
//! takes whatever is queued, never waits for more, and answers everybody after the one commit.

mod committer;
mod connection;
mod documents;
mod failure;
mod leases;
mod log;
mod readers;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use interview::{EventId, SessionId};

use crate::change::Change;
use crate::document::Document;
use crate::entry::{Entry, SessionHead};
use crate::error::Error;
use crate::lease::Lease;
use crate::ticket::Ticket;
use committer::{Committer, Job};
use documents::{DocumentName, PutDocument};
use leases::LeaseOrder;
use readers::Readers;

/// A cheap handle: clones share one committer.
#[derive(Debug, Clone)]
pub(crate) struct Sqlite {
    inner: Arc<Inner>,
}

/// Declared in the order of their end: readers let go of the file before the committer does, because only a writing
/// connection that is the last one tidies up the -wal file.
#[derive(Debug)]
struct Inner {
    readers: Readers,
    committer: Committer,
}

impl Sqlite {
    pub(crate) async fn open(path: &Path) -> Result<Self, Error> {
        let committer = Committer::start(Some(path.to_owned())).await?;
        let readers = Readers::pool(path.to_owned());
        Ok(Self {
            inner: Arc::new(Inner { readers, committer }),
        })
    }

    /// Everything in memory, gone with the last handle.
    pub(crate) async fn open_in_memory() -> Result<Self, Error> {
        let committer = Committer::start(None).await?;
        let readers = Readers::through(committer.clone());
        Ok(Self {
            inner: Arc::new(Inner { readers, committer }),
        })
    }

    pub(crate) async fn write(&self, change: Change) -> Result<EventId, Error> {
        let bytes = change.bytes();
        self.order(change, bytes, Job::Change).await
    }

    pub(crate) async fn read(
        &self,
        session: SessionId,
        after: EventId,
        limit: usize,
    ) -> Result<Vec<Entry>, Error> {
        let readers = &self.inner.readers;
        readers
            .run(move |connection| log::read(connection, session, after, limit))
            .await
    }

    pub(crate) async fn session(&self, session: SessionId) -> Result<Option<SessionHead>, Error> {
        let readers = &self.inner.readers;
        readers
            .run(move |connection| Ok(Ok(log::head(connection, &session)?)))
            .await
    }

    pub(crate) async fn sessions(
        &self,
        before: Option<SessionId>,
        limit: usize,
    ) -> Result<Vec<SessionHead>, Error> {
        let readers = &self.inner.readers;
        readers
            .run(move |connection| log::heads(connection, before, limit))
            .await
    }

    pub(crate) async fn find_sessions(
        &self,
        prefix: String,
        limit: usize,
    ) -> Result<Vec<SessionHead>, Error> {
        let readers = &self.inner.readers;
        readers
            .run(move |connection| Ok(Ok(log::heads_like(connection, &prefix, limit)?)))
            .await
    }

    pub(crate) async fn put_document(
        &self,
        kind: String,
        id: String,
        json: String,
    ) -> Result<(), Error> {
        let bytes = json.len();
        let name = DocumentName { kind, id };
        self.order(PutDocument { name, json }, bytes, Job::Put)
            .await
    }

    pub(crate) async fn delete_document(&self, kind: String, id: String) -> Result<bool, Error> {
        self.order(DocumentName { kind, id }, 0, Job::Delete).await
    }

    pub(crate) async fn get_document(
        &self,
        kind: String,
        id: String,
    ) -> Result<Option<Document>, Error> {
        let readers = &self.inner.readers;
        let name = DocumentName { kind, id };
        readers
            .run(move |connection| Ok(Ok(documents::get(connection, &name)?)))
            .await
    }

    pub(crate) async fn list_documents(
        &self,
        kind: String,
        after: String,
        limit: usize,
    ) -> Result<Vec<Document>, Error> {
        let readers = &self.inner.readers;
        readers
            .run(move |connection| Ok(Ok(documents::list(connection, &kind, &after, limit)?)))
            .await
    }

    pub(crate) async fn acquire_lease(
        &self,
        session: SessionId,
        owner: String,
        ttl: Duration,
    ) -> Result<Lease, Error> {
        let order = LeaseOrder::Acquire {
            session,
            owner,
            ttl,
        };
        self.order(order, 0, Job::Lease).await
    }

    pub(crate) async fn renew_lease(&self, lease: Lease, ttl: Duration) -> Result<Lease, Error> {
        self.order(LeaseOrder::Renew { lease, ttl }, 0, Job::Lease)
            .await
    }

    pub(crate) async fn release_lease(&self, lease: Lease) -> Result<(), Error> {
        self.order(LeaseOrder::Release { lease }, 0, Job::Lease)
            .await
            .map(|_ended| ())
    }

    /// Waits for reads under way, finishes every change that is queued, empties the -wal file.
    pub(crate) async fn close(&self) -> Result<(), Error> {
        self.inner.readers.close().await;
        self.inner.committer.close().await
    }

    async fn order<Q, A>(
        &self,
        order: Q,
        bytes: usize,
        job: fn(Ticket<Q, A>) -> Job,
    ) -> Result<A, Error> {
        self.inner.committer.order(order, bytes, job).await
    }
}

/// Milliseconds since 1970 by this machine's clock: for lists and leases, never for the order of events.
fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |age| i64::try_from(age.as_millis()).unwrap_or(i64::MAX))
}
