//! The one task that writes to logs: takes what is queued, commits it in one transaction, answers everyone.

use std::sync::Arc;
use std::time::Duration;

use interview::EventId;
use tokio::sync::{Semaphore, mpsc, oneshot};
use tokio::time::{Instant, sleep};

use super::link::{Failure, Link};
use super::log;
use crate::change::Change;
use crate::error::Error;
use crate::ticket::{Ticket, answered};

/// Orders that may wait; whoever comes next waits before the queue.
const QUEUE_MAX: usize = 4_096;
/// Changes in one transaction.
const BATCH_MAX: usize = 1_024;
/// Text in the queue and in the transaction under way.
const ROOM_BYTES: usize = 256 * 1024 * 1024;
/// How long a change is kept and sent again while the server is away.
const OUTAGE_MAX: Duration = Duration::from_secs(30);
const BACKOFF_MIN: Duration = Duration::from_millis(50);
const BACKOFF_MAX: Duration = Duration::from_secs(2);

type ChangeTicket = Ticket<Change, EventId>;

enum Job {
    Change(ChangeTicket),
    Close(oneshot::Sender<()>),
}

/// The door to the task. The task ends when the last door is closed.
#[derive(Debug)]
pub(super) struct Committer {
    queue: mpsc::Sender<Job>,
    room: Arc<Semaphore>,
}

impl Committer {
    pub(super) fn start(link: Link) -> Self {
        let (queue, jobs) = mpsc::channel(QUEUE_MAX);
        // Ends when `queue` is dropped or closed; a panic in it answers everyone with `Stopped`.
        tokio::spawn(run(link, jobs));
        let room = Arc::new(Semaphore::new(ROOM_BYTES));
        Self { queue, room }
    }

    /// Once queued, a change is carried out even if its caller goes away.
    pub(super) async fn write(&self, change: Change) -> Result<EventId, Error> {
        let bytes = u32::try_from(change.bytes()).unwrap_or(u32::MAX);
        let room = self.room.clone().acquire_many_owned(bytes).await;
        let room = room.map_err(|_closed| Error::Stopped)?;
        let (ticket, waiting) = Ticket::new(change, Some(room));
        let queued = self.queue.send(Job::Change(ticket)).await;
        queued.map_err(|_gone| Error::Stopped)?;
        answered(waiting).await
    }

    pub(super) async fn close(&self) -> Result<(), Error> {
        let (answer, closed) = oneshot::channel();
        let queued = self.queue.send(Job::Close(answer)).await;
        queued.map_err(|_gone| Error::Stopped)?;
        closed.await.map_err(|_gone| Error::Stopped)
    }
}

async fn run(link: Link, mut jobs: mpsc::Receiver<Job>) {
    let mut batch = Vec::with_capacity(BATCH_MAX);
    let mut closing = Vec::new();
    while jobs.recv_many(&mut batch, BATCH_MAX).await > 0 {
        let mut changes = Vec::with_capacity(batch.len());
        for job in batch.drain(..) {
            match job {
                Job::Change(ticket) => changes.push(ticket),
                Job::Close(answer) => closing.push(answer),
            }
        }
        commit(&link, changes).await;
        if !closing.is_empty() {
            // What is queued already is still carried out; nobody else gets in.
            jobs.close();
        }
    }
    link.close().await;
    for answer in closing {
        if answer.send(()).is_err() {
            tracing::debug!("the one who closed the store has gone away");
        }
    }
}

async fn commit(link: &Link, batch: Vec<ChangeTicket>) {
    if batch.is_empty() {
        return;
    }
    match transact_patiently(link, &batch).await {
        Ok(verdicts) => tell(batch, verdicts),
        // One change that cannot be written must not take the others with it.
        Err(Failure::Lasting(_)) if batch.len() > 1 => {
            for ticket in batch {
                let alone = vec![ticket];
                match transact_patiently(link, &alone).await {
                    Ok(verdicts) => tell(alone, verdicts),
                    Err(failure) => fail(alone, failure),
                }
            }
        }
        Err(failure) => fail(batch, failure),
    }
}

fn tell(batch: Vec<ChangeTicket>, verdicts: Vec<Result<EventId, Error>>) {
    for (mut ticket, verdict) in batch.into_iter().zip(verdicts) {
        ticket.decide(verdict);
        ticket.tell();
    }
}

fn fail(batch: Vec<ChangeTicket>, failure: Failure) {
    let error = Error::from(failure);
    tracing::warn!(%error, waiting = batch.len(), "a transaction failed");
    for ticket in batch {
        ticket.fail(&error);
    }
}

/// A commit whose answer was lost may have happened. Sending the same changes again is right in both cases: the
/// database recognises entries that it has.
async fn transact_patiently(
    link: &Link,
    batch: &[ChangeTicket],
) -> Result<Vec<Result<EventId, Error>>, Failure> {
    let deadline = Instant::now() + OUTAGE_MAX;
    let mut backoff = BACKOFF_MIN;
    loop {
        let changes: Vec<&Change> = batch.iter().map(|ticket| &ticket.order).collect();
        match link.ask(|client| log::write(client, &changes)).await {
            Err(Failure::Passing(reason)) if Instant::now() + backoff < deadline => {
                tracing::warn!(reason, waiting = batch.len(), "changes are sent again");
                sleep(backoff).await;
                backoff = (backoff * 2).min(BACKOFF_MAX);
            }
            outcome => return outcome,
        }
    }
}
