//! Which sessions are being talked in: a second client takes the place of the first.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use interview::SessionId;
use tokio::sync::watch;

/// The newest line of each session. Clones share it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Lines(Arc<Mutex<BTreeMap<SessionId, watch::Sender<u64>>>>);

/// One client's claim to a session.
#[derive(Debug)]
pub(crate) struct Line {
    number: u64,
    newest: watch::Receiver<u64>,
}

impl Lines {
    /// Claims the session. Whoever had it before is replaced.
    #[must_use]
    pub(crate) fn claim(&self, session: &SessionId) -> Line {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Lines whose clients have gone are forgotten here, so that the map does not grow with every session ever held.
        lines.retain(|id, newest| id == session || newest.receiver_count() > 0);
        let newest = lines
            .entry(session.clone())
            .or_insert_with(|| watch::channel(0).0);
        let number = *newest.borrow() + 1;
        newest.send_replace(number);
        Line {
            number,
            newest: newest.subscribe(),
        }
    }
}

impl Line {
    /// Returns when another client has taken the session.
    pub(crate) async fn replaced(&mut self) {
        let number = self.number;
        // The sender lives in the map for as long as anyone listens.
        if self
            .newest
            .wait_for(|newest| *newest > number)
            .await
            .is_err()
        {
            std::future::pending::<()>().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_second_client_of_a_session_replaces_the_first_and_no_other() {
        let lines = Lines::default();
        let mut first = lines.claim(&SessionId::new("a"));
        let mut elsewhere = lines.claim(&SessionId::new("b"));
        let mut second = lines.claim(&SessionId::new("a"));
        first.replaced().await;
        tokio::select! {
            biased;
            () = second.replaced() => panic!("the newest was replaced"),
            () = elsewhere.replaced() => panic!("another session's client was replaced"),
            () = std::future::ready(()) => {}
        }
    }
}
