//! PostgreSQL: one committer task writes for everyone in group commits; reads and small writes have a connection of
//! their own.
//!
//! Connections are made without TLS: the server is expected on the same machine or on a private network. An address
//! that demands TLS (`sslmode=require`) fails with a clear error instead of being weakened.
//!
//! Erasing words: the row is overwritten, and no query finds the old words again. The old row version stays in
//! PostgreSQL's files until it is vacuumed and its pages are used again, and in the server's own write-ahead log and
//! backups as long as those are kept. That is the server's administrator's to decide, not the store's.

mod committer;
mod documents;
mod leases;
mod link;
mod log;
mod schema;

use std::sync::Arc;
use std::time::Duration;

use interview::{EventId, SessionId};

use crate::change::Change;
use crate::document::Document;
use crate::entry::{Entry, SessionHead};
use crate::error::Error;
use crate::lease::Lease;
use committer::Committer;
use link::Link;

/// A cheap handle: clones share one committer.
#[derive(Debug, Clone)]
pub(crate) struct Postgres {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    committer: Committer,
    /// For everything that is not a change of a log.
    link: Link,
}

impl Postgres {
    pub(crate) async fn open(config: &tokio_postgres::Config) -> Result<Self, Error> {
        let link = Link::new(config);
        schema::migrate(&link).await?;
        let committer = Committer::start(Link::new(config));
        Ok(Self {
            inner: Arc::new(Inner { committer, link }),
        })
    }

    pub(crate) async fn write(&self, change: Change) -> Result<EventId, Error> {
        self.inner.committer.write(change).await
    }

    pub(crate) async fn read(
        &self,
        session: SessionId,
        after: EventId,
        limit: usize,
    ) -> Result<Vec<Entry>, Error> {
        let read = |client| log::read(client, session.clone(), after, limit);
        self.inner.link.run(read).await?
    }

    pub(crate) async fn session(&self, session: SessionId) -> Result<Option<SessionHead>, Error> {
        let read = |client| log::head(client, session.clone());
        self.inner.link.run(read).await
    }

    pub(crate) async fn sessions(
        &self,
        before: Option<SessionId>,
        limit: usize,
    ) -> Result<Vec<SessionHead>, Error> {
        let read = |client| log::heads(client, before.clone(), limit);
        self.inner.link.run(read).await?
    }

    pub(crate) async fn find_sessions(
        &self,
        prefix: String,
        limit: usize,
    ) -> Result<Vec<SessionHead>, Error> {
        let read = |client| log::heads_like(client, prefix.clone(), limit);
        self.inner.link.run(read).await
    }

    pub(crate) async fn put_document(
        &self,
        kind: String,
        id: String,
        json: String,
    ) -> Result<(), Error> {
        let put = |client| documents::put(client, kind.clone(), id.clone(), json.clone());
        self.inner.link.run(put).await
    }

    pub(crate) async fn delete_document(&self, kind: String, id: String) -> Result<bool, Error> {
        let delete = |client| documents::delete(client, kind.clone(), id.clone());
        self.inner.link.run(delete).await
    }

    pub(crate) async fn get_document(
        &self,
        kind: String,
        id: String,
    ) -> Result<Option<Document>, Error> {
        let get = |client| documents::get(client, kind.clone(), id.clone());
        self.inner.link.run(get).await
    }

    pub(crate) async fn list_documents(
        &self,
        kind: String,
        after: String,
        limit: usize,
    ) -> Result<Vec<Document>, Error> {
        let list = |client| documents::list(client, kind.clone(), after.clone(), limit);
        self.inner.link.run(list).await
    }

    pub(crate) async fn acquire_lease(
        &self,
        session: SessionId,
        owner: String,
        ttl: Duration,
    ) -> Result<Lease, Error> {
        let acquire = |client| leases::acquire(client, session.clone(), owner.clone(), ttl);
        self.inner.link.run(acquire).await?
    }

    pub(crate) async fn renew_lease(&self, lease: Lease, ttl: Duration) -> Result<Lease, Error> {
        let renew = |client| leases::renew(client, lease.clone(), ttl);
        self.inner.link.run(renew).await?
    }

    pub(crate) async fn release_lease(&self, lease: Lease) -> Result<(), Error> {
        let release = |client| leases::release(client, lease.clone());
        self.inner.link.run(release).await?
    }

    /// Finishes every change that is queued and lets go of the server.
    pub(crate) async fn close(&self) -> Result<(), Error> {
        let closed = self.inner.committer.close().await;
        self.inner.link.close().await;
        closed
    }
}
