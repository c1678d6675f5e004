//! The one door to both databases: checks what is handed in, then passes it on.

use std::time::{Duration, Instant};

use interview::{EventId, SessionId};

use crate::change::Change;
use crate::database_url::{DatabaseUrl, Place};
use crate::document::Document;
use crate::entry::{Entry, SessionHead, check_json, check_name};
use crate::error::Error;
use crate::lease::Lease;
use crate::postgres::Postgres;
use crate::sqlite::Sqlite;

/// Sessions or documents in one page, whatever the caller asks for.
const LIST_MAX: usize = 1_000;

/// Logs, documents and leases in one place. A cheap handle: clones share it.
#[derive(Debug, Clone)]
pub struct Store(Backend);

#[derive(Debug, Clone)]
enum Backend {
    Sqlite(Sqlite),
    Postgres(Postgres),
}

/// How long a call took, for whoever measures.
struct Timed(&'static str, Instant);

impl Timed {
    fn call(name: &'static str) -> Timed {
        Timed(name, Instant::now())
    }
}

impl Drop for Timed {
    fn drop(&mut self) {
        metrics::histogram!("viva_store_seconds", "call" => self.0).record(self.1.elapsed());
    }
}

/// Calls the same method on whichever backend there is.
macro_rules! on_backend {
    ($store:expr, $backend:ident => $call:expr) => {
        match &$store.0 {
            Backend::Sqlite($backend) => $call,
            Backend::Postgres($backend) => $call,
        }
    };
}

impl Store {
    /// Opens or makes the database and brings its schema up to date.
    pub async fn open(url: &DatabaseUrl) -> Result<Self, Error> {
        let backend = match &url.0 {
            Place::Sqlite(path) => Backend::Sqlite(Sqlite::open(path).await?),
            Place::Postgres(config) => Backend::Postgres(Postgres::open(config).await?),
        };
        tracing::info!(%url, "store opened");
        Ok(Self(backend))
    }

    /// SQLite in memory, gone with the last handle: for rehearsals that need a log.
    pub async fn open_in_memory() -> Result<Self, Error> {
        Ok(Self(Backend::Sqlite(Sqlite::open_in_memory().await?)))
    }

    /// What is stored behind this handle: `sqlite` or `postgres`.
    pub fn name(&self) -> &'static str {
        match &self.0 {
            Backend::Sqlite(_) => "sqlite",
            Backend::Postgres(_) => "postgres",
        }
    }

    /// Adds entries to the end of a log and returns its new cursor; a log begins with its first entry.
    ///
    /// An answer of `Unreachable` or `Stopped`, or none because the caller was cancelled, says nothing about whether the
    /// entries were written. Appending the very same entries again is always right: they are recognised.
    pub async fn append(
        &self,
        session: &SessionId,
        expected: EventId,
        entries: Vec<Entry>,
    ) -> Result<EventId, Error> {
        self.append_and_redact(session, expected, entries, Vec::new())
            .await
    }

    /// Puts other text in the place of entries. With SQLite the old words are gone from its files when this returns, or,
    /// if another process is just reading them, as soon as it has finished. A PostgreSQL server keeps old row versions
    /// until it vacuums; no query finds them.
    pub async fn redact(&self, session: &SessionId, entries: Vec<Entry>) -> Result<(), Error> {
        let change = Change {
            session: session.clone(),
            expected: EventId(0),
            appended: Vec::new(),
            redacted: entries,
            fence: None,
        };
        self.write(change).await.map(|_cursor| ())
    }

    /// Both at once: the event that says what was withdrawn, and the words that are erased because of it.
    pub async fn append_and_redact(
        &self,
        session: &SessionId,
        expected: EventId,
        appended: Vec<Entry>,
        redacted: Vec<Entry>,
    ) -> Result<EventId, Error> {
        let change = Change {
            session: session.clone(),
            expected,
            appended,
            redacted,
            fence: None,
        };
        self.write(change).await
    }

    /// The general form of a change, under a lease if it has a fence. Returns the cursor after it.
    pub async fn write(&self, change: Change) -> Result<EventId, Error> {
        change.check()?;
        let _timed = Timed::call("write");
        on_backend!(self, backend => backend.write(change).await)
    }

    /// Up to `limit` entries that follow `after`. Fewer when they are large; none at the end of the log, and none of a
    /// session that does not exist.
    pub async fn read(
        &self,
        session: &SessionId,
        after: EventId,
        limit: usize,
    ) -> Result<Vec<Entry>, Error> {
        if is_nobodys(session) {
            return Ok(Vec::new());
        }
        let _timed = Timed::call("read");
        on_backend!(self, backend => backend.read(session.clone(), after, limit).await)
    }

    pub async fn session(&self, session: &SessionId) -> Result<Option<SessionHead>, Error> {
        if is_nobodys(session) {
            return Ok(None);
        }
        on_backend!(self, backend => backend.session(session.clone()).await)
    }

    /// The newest first; the next page is what was made before the last one of this page.
    pub async fn sessions(
        &self,
        before: Option<&SessionId>,
        limit: usize,
    ) -> Result<Vec<SessionHead>, Error> {
        if before.is_some_and(is_nobodys) {
            return Ok(Vec::new());
        }
        let limit = limit.min(LIST_MAX);
        let _timed = Timed::call("list");
        on_backend!(self, backend => backend.sessions(before.cloned(), limit).await)
    }

    /// Sessions whose ids start with `prefix`, the newest first.
    pub async fn find_sessions(
        &self,
        prefix: &str,
        limit: usize,
    ) -> Result<Vec<SessionHead>, Error> {
        if prefix.contains('\0') {
            return Ok(Vec::new());
        }
        let limit = limit.min(LIST_MAX);
        on_backend!(self, backend => backend.find_sessions(prefix.to_owned(), limit).await)
    }

    /// Makes a document or replaces it.
    pub async fn put_document(&self, kind: &str, id: &str, json: String) -> Result<(), Error> {
        check_document(kind, id)?;
        check_json(&json)?;
        let _timed = Timed::call("put");
        on_backend!(self, backend => backend.put_document(kind.to_owned(), id.to_owned(), json).await)
    }

    pub async fn get_document(&self, kind: &str, id: &str) -> Result<Option<Document>, Error> {
        check_document(kind, id)?;
        let _timed = Timed::call("get");
        on_backend!(self, backend => backend.get_document(kind.to_owned(), id.to_owned()).await)
    }

    /// In the order of their ids; the next page is what comes after the last id of this page.
    pub async fn list_documents(
        &self,
        kind: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<Document>, Error> {
        check_name("document kind", kind)?;
        let after = after.unwrap_or_default().to_owned();
        let limit = limit.min(LIST_MAX);
        on_backend!(self, backend => backend.list_documents(kind.to_owned(), after, limit).await)
    }

    /// Whether there was one.
    pub async fn delete_document(&self, kind: &str, id: &str) -> Result<bool, Error> {
        check_document(kind, id)?;
        on_backend!(self, backend => backend.delete_document(kind.to_owned(), id.to_owned()).await)
    }

    /// Puts `owner` in charge of a session that nobody is in charge of, or whose lease has run out. The same owner may
    /// take its own lease again at once. The number is larger than any this session ever had.
    pub async fn acquire_lease(
        &self,
        session: &SessionId,
        owner: &str,
        ttl: Duration,
    ) -> Result<Lease, Error> {
        check_name("session id", session.as_str())?;
        check_name("lease owner", owner)?;
        on_backend!(self, backend => backend.acquire_lease(session.clone(), owner.to_owned(), ttl).await)
    }

    /// Extends a lease that nobody has taken over, even if it has run out.
    pub async fn renew_lease(&self, lease: &Lease, ttl: Duration) -> Result<Lease, Error> {
        on_backend!(self, backend => backend.renew_lease(lease.clone(), ttl).await)
    }

    /// Ends a lease; what is still on its way under it is refused.
    pub async fn release_lease(&self, lease: &Lease) -> Result<(), Error> {
        on_backend!(self, backend => backend.release_lease(lease.clone()).await)
    }

    /// Finishes every change that was handed in and closes the database, for all clones of this handle.
    pub async fn close(self) -> Result<(), Error> {
        on_backend!(self, backend => backend.close().await)
    }
}

/// No session has such an id, and PostgreSQL cannot even be asked for one.
fn is_nobodys(session: &SessionId) -> bool {
    check_name("session id", session.as_str()).is_err()
}

fn check_document(kind: &str, id: &str) -> Result<(), Error> {
    check_name("document kind", kind)?;
    check_name("document id", id)?;
    Ok(())
}
