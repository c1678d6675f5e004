//! Owns the clock and the queues of a talk, and carries out what it wants.

use super::outcome::Outcome;
use super::talk::Talk;
use crate::voice::Ports;
use crate::{Builtin, Setup};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// Runs until the voice is closed or its owner is gone.
pub async fn run(_config: Builtin, _setup: Setup, mut ports: Ports) {
    let began = Instant::now();
    let mut talk = Talk::new(name());
    loop {
        while let Some(outcome) = talk.out.pop_front() {
            match outcome {
                Outcome::Report(event) => {
                    if ports.events.send(event).await.is_err() {
                        return;
                    }
                }
                Outcome::Close => return,
            }
        }
        let Some(order) = ports.orders.recv().await else {
            return;
        };
        let now = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        talk.order(order, now);
    }
}

fn name() -> u64 {
    getrandom::u64().unwrap_or_else(|_| {
        // Two voices of one talk never start in the same nanosecond.
        let since = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        u64::try_from(since.as_nanos() % u128::from(u64::MAX)).unwrap_or_default()
    })
}
