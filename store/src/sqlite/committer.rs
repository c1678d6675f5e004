//! The one thread that writes: takes what is queued, commits it in one transaction, answers everyone.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use interview::EventId;
use rusqlite::Connection;
use rusqlite::config::DbConfig;
use tokio::sync::{Semaphore, mpsc, oneshot};

use super::documents::{self, DocumentName, PutDocument};
use super::failure::{ends_the_store, explain, may_be_one_changes_fault};
use super::leases::{self, LeaseOrder};
use super::log::Log;
use super::{connection, now_ms};
use crate::change::Change;
use crate::error::Error;
use crate::lease::Lease;
use crate::ticket::{Ticket, answered};

/// Orders that may wait; whoever comes next waits before the queue.
const QUEUE_MAX: usize = 4_096;
/// Orders in one transaction.
const BATCH_MAX: usize = 1_024;
/// Text in the queue and in the transaction under way.
const ROOM_BYTES: usize = 256 * 1024 * 1024;
/// How often words that a reader kept in the -wal file are tried again.
const ERASE_INTERVAL: Duration = Duration::from_millis(200);

pub(super) type Look = Box<dyn FnOnce(&Connection) + Send>;

pub(super) enum Job {
    Change(Ticket<Change, EventId>),
    Put(Ticket<PutDocument, ()>),
    Delete(Ticket<DocumentName, bool>),
    Lease(Ticket<LeaseOrder, Lease>),
    /// A read of a database that has no other connection.
    Look(Look),
    Close(oneshot::Sender<()>),
}

/// The door to the thread. The thread ends when the last door is closed.
#[derive(Debug, Clone)]
pub(super) struct Committer {
    queue: mpsc::Sender<Job>,
    room: Arc<Semaphore>,
}

impl Committer {
    /// Starts the thread, which opens the file itself: that may take as long as a lock or a migration takes.
    pub(super) async fn start(path: Option<PathBuf>) -> Result<Self, Error> {
        let (queue, jobs) = mpsc::channel(QUEUE_MAX);
        let (opened, opening) = oneshot::channel();
        let thread = std::thread::Builder::new().name("store-committer".to_owned());
        let spawned = thread.spawn(move || run(path, opened, jobs));
        if let Err(error) = spawned {
            tracing::error!(%error, "no thread for the store");
            return Err(Error::Stopped);
        }
        opening.await.unwrap_or(Err(Error::Stopped))?;
        let room = Arc::new(Semaphore::new(ROOM_BYTES));
        Ok(Self { queue, room })
    }

    /// Once queued, an order is carried out even if its caller goes away.
    pub(super) async fn order<Q, A>(
        &self,
        order: Q,
        bytes: usize,
        job: fn(Ticket<Q, A>) -> Job,
    ) -> Result<A, Error> {
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        let room = self.room.clone().acquire_many_owned(bytes).await;
        let room = room.map_err(|_closed| Error::Stopped)?;
        let (ticket, waiting) = Ticket::new(order, Some(room));
        let queued = self.queue.send(job(ticket)).await;
        queued.map_err(|_gone| Error::Stopped)?;
        answered(waiting).await
    }

    pub(super) async fn look(&self, look: Look) -> Result<(), Error> {
        let queued = self.queue.send(Job::Look(look)).await;
        queued.map_err(|_gone| Error::Stopped)
    }

    #[cfg(test)]
    pub(super) fn queued(&self) -> usize {
        QUEUE_MAX - self.queue.capacity()
    }

    pub(super) async fn close(&self) -> Result<(), Error> {
        let (answer, closed) = oneshot::channel();
        let queued = self.queue.send(Job::Close(answer)).await;
        queued.map_err(|_gone| Error::Stopped)?;
        closed.await.map_err(|_gone| Error::Stopped)
    }
}

/// The life of the thread. Whatever ends it, every ticket is answered: those it holds are dropped with it.
fn run(
    path: Option<PathBuf>,
    opened: oneshot::Sender<Result<(), Error>>,
    mut jobs: mpsc::Receiver<Job>,
) {
    let opening = match &path {
        Some(path) => connection::writer(path),
        None => connection::in_memory(),
    };
    let (connection, answer) = match opening {
        Ok(connection) => (Some(connection), Ok(())),
        Err(error) => (None, Err(error)),
    };
    let wanted = opened.send(answer).is_ok();
    let Some(connection) = connection.filter(|_open| wanted) else {
        return;
    };
    let mut desk = Desk {
        path: path.unwrap_or_else(|| PathBuf::from(":memory:")),
        connection,
        log: Log::default(),
        erasing: false,
        closing: Vec::new(),
    };
    let mut batch = Vec::with_capacity(BATCH_MAX);
    while jobs.blocking_recv_many(&mut batch, BATCH_MAX) > 0 {
        if desk.commit(&mut batch).is_err() {
            tracing::error!("the disk did not take what was written: the store stops");
            return desk.abandon();
        }
        if !desk.closing.is_empty() {
            // What is queued already is still carried out; nobody else gets in.
            jobs.close();
        }
        while desk.erasing && jobs.is_empty() && !jobs.is_closed() {
            std::thread::sleep(ERASE_INTERVAL);
            desk.erase();
        }
    }
    desk.end();
}

/// The disk is not to be trusted any more.
struct Distrusted;

struct Desk {
    path: PathBuf,
    connection: Connection,
    log: Log,
    /// Words were erased that the -wal file still holds.
    erasing: bool,
    closing: Vec<oneshot::Sender<()>>,
}

impl Desk {
    fn commit(&mut self, batch: &mut Vec<Job>) -> Result<(), Distrusted> {
        let mut looks = Vec::new();
        let mut writes = Vec::with_capacity(batch.len());
        for job in batch.drain(..) {
            match job {
                Job::Look(look) => looks.push(look),
                Job::Close(answer) => self.closing.push(answer),
                Job::Change(_) | Job::Put(_) | Job::Delete(_) | Job::Lease(_) => writes.push(job),
            }
        }
        let outcome = match self.transact(&mut writes) {
            Err(error) if writes.len() > 1 && may_be_one_changes_fault(&error) => {
                self.one_by_one(writes)
            }
            result => self.answer(writes, result),
        };
        for look in looks {
            look(&self.connection);
        }
        outcome
    }

    /// One change that cannot be written must not take the others with it.
    fn one_by_one(&mut self, writes: Vec<Job>) -> Result<(), Distrusted> {
        for job in writes {
            let mut alone = vec![job];
            let result = self.transact(&mut alone);
            self.answer(alone, result)?;
        }
        Ok(())
    }

    fn transact(&mut self, writes: &mut [Job]) -> rusqlite::Result<()> {
        if writes.is_empty() {
            return Ok(());
        }
        let result = self.try_transact(writes);
        if result.is_err() {
            self.log.forget();
            if !self.connection.is_autocommit() {
                self.connection.execute_batch("ROLLBACK")?;
            }
        }
        result
    }

    fn try_transact(&mut self, writes: &mut [Job]) -> rusqlite::Result<()> {
        let connection = &self.connection;
        connection.prepare_cached("BEGIN IMMEDIATE")?.execute([])?;
        self.log.begin(connection)?;
        let now_ms = now_ms();
        for job in writes {
            match job {
                Job::Change(ticket) => {
                    let verdict = self.log.change(connection, &ticket.order, now_ms)?;
                    self.erasing |= verdict.is_ok() && !ticket.order.redacted.is_empty();
                    ticket.decide(verdict);
                }
                Job::Put(ticket) => {
                    documents::put(connection, &ticket.order, now_ms)?;
                    ticket.decide(Ok(()));
                }
                Job::Delete(ticket) => {
                    let existed = documents::delete(connection, &ticket.order)?;
                    self.erasing |= existed;
                    ticket.decide(Ok(existed));
                }
                Job::Lease(ticket) => {
                    ticket.decide(leases::carry_out(connection, &ticket.order, now_ms)?);
                }
                Job::Look(_) | Job::Close(_) => {}
            }
        }
        connection.prepare_cached("COMMIT")?.execute([])?;
        Ok(())
    }

    fn answer(&mut self, writes: Vec<Job>, result: rusqlite::Result<()>) -> Result<(), Distrusted> {
        let Err(error) = result else {
            // Words that were erased are gone before anybody is told that they are.
            self.erase();
            writes.into_iter().for_each(Job::tell);
            return Ok(());
        };
        let distrusted = ends_the_store(&error);
        let error = explain(&self.path, error);
        tracing::warn!(%error, waiting = writes.len(), "a transaction failed");
        writes.into_iter().for_each(|job| job.fail(&error));
        if distrusted { Err(Distrusted) } else { Ok(()) }
    }

    fn erase(&mut self) {
        if !self.erasing {
            return;
        }
        match connection::empty_wal(&self.connection) {
            Ok(done) => self.erasing = !done,
            Err(error) => tracing::warn!(%error, "erased words stay in the -wal file for a while"),
        }
    }

    /// Closing would move the -wal file's content into the database and delete it, on a disk that may only pretend to
    /// have taken it. Left alone, it is recovered by the next one who opens the file.
    fn abandon(self) {
        let keep = DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE;
        if let Err(error) = self.connection.set_db_config(keep, true) {
            tracing::error!(%error, "the -wal file may be lost");
        }
    }

    fn end(self) {
        if let Err(error) = connection::empty_wal(&self.connection) {
            tracing::warn!(%error, "the -wal file could not be emptied");
        }
        close_connection(&self.path, self.connection);
        for answer in self.closing {
            if answer.send(()).is_err() {
                tracing::debug!("the one who closed the store has gone away");
            }
        }
    }
}

fn close_connection(path: &Path, connection: Connection) {
    if let Err((_connection, error)) = connection.close() {
        tracing::warn!(%error, path = %path.display(), "the database did not close cleanly");
    }
}

impl Job {
    fn tell(self) {
        match self {
            Self::Change(ticket) => ticket.tell(),
            Self::Put(ticket) => ticket.tell(),
            Self::Delete(ticket) => ticket.tell(),
            Self::Lease(ticket) => ticket.tell(),
            Self::Look(_) | Self::Close(_) => {}
        }
    }

    fn fail(self, error: &Error) {
        match self {
            Self::Change(ticket) => ticket.fail(error),
            Self::Put(ticket) => ticket.fail(error),
            Self::Delete(ticket) => ticket.fail(error),
            Self::Lease(ticket) => ticket.fail(error),
            Self::Look(_) | Self::Close(_) => {}
        }
    }
}
