//! Someone waiting for a committer: what they ordered, and where their answer goes.

use tokio::sync::{OwnedSemaphorePermit, oneshot};

use crate::error::Error;

/// An order `Q` that will be answered with an `A`. Dropping a ticket answers too: its owner reads `Error::Stopped`.
pub(crate) struct Ticket<Q, A> {
    pub(crate) order: Q,
    /// Decided inside the transaction, told only after the commit.
    verdict: Option<Result<A, Error>>,
    answer: oneshot::Sender<Result<A, Error>>,
    /// The share of the memory for waiting text that this order takes up.
    _room: Option<OwnedSemaphorePermit>,
}

impl<Q, A> Ticket<Q, A> {
    pub(crate) fn new(
        order: Q,
        room: Option<OwnedSemaphorePermit>,
    ) -> (Self, oneshot::Receiver<Result<A, Error>>) {
        let (answer, waiting) = oneshot::channel();
        let ticket = Self {
            order,
            verdict: None,
            answer,
            _room: room,
        };
        (ticket, waiting)
    }

    pub(crate) fn decide(&mut self, verdict: Result<A, Error>) {
        self.verdict = Some(verdict);
    }

    /// After the commit: what was decided holds.
    pub(crate) fn tell(mut self) {
        let verdict = self.verdict.take().unwrap_or(Err(Error::Stopped));
        self.send(verdict);
    }

    /// The transaction failed: nothing that was decided in it holds.
    pub(crate) fn fail(self, error: &Error) {
        self.send(Err(error.clone()));
    }

    fn send(self, verdict: Result<A, Error>) {
        if self.answer.send(verdict).is_err() {
            tracing::debug!("the one who waited for a write has gone away");
        }
    }
}

/// Waits for the answer to a ticket.
pub(crate) async fn answered<A>(waiting: oneshot::Receiver<Result<A, Error>>) -> Result<A, Error> {
    match waiting.await {
        Ok(verdict) => verdict,
        Err(_committer_gone) => Err(Error::Stopped),
    }
}
