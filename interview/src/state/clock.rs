//! How much of an interview's time has passed, pauses considered.

use crate::plan::PausedClock;
use crate::time::Millis;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Clock {
    pub started_at: Option<Millis>,
    pub paused_at: Option<Millis>,
    pub ended_at: Option<Millis>,
    /// All earlier pauses together.
    pub paused_ms: u64,
}

impl Clock {
    pub(super) fn start(&mut self, at: Millis) {
        self.started_at = Some(at);
    }

    pub(super) fn pause(&mut self, at: Millis) {
        self.paused_at = Some(at);
    }

    pub(super) fn resume(&mut self, at: Millis) {
        if let Some(since) = self.paused_at.take() {
            self.paused_ms += at.since(since);
        }
    }

    pub(super) fn end(&mut self, at: Millis) {
        self.resume(at);
        self.ended_at = Some(at);
    }

    pub(crate) fn elapsed_ms(&self, now: Millis, while_paused: PausedClock) -> u64 {
        let Some(started_at) = self.started_at else {
            return 0;
        };
        let until = self.ended_at.unwrap_or(now);
        match while_paused {
            PausedClock::Runs => until.since(started_at),
            PausedClock::Stops => self
                .paused_at
                .unwrap_or(until)
                .since(started_at)
                .saturating_sub(self.paused_ms),
        }
    }

    /// When the clock will show `elapsed_ms`, if nothing pauses it. None while it stands still.
    pub(crate) fn moment(&self, elapsed_ms: u64, while_paused: PausedClock) -> Option<Millis> {
        let started_at = self.started_at?;
        match while_paused {
            PausedClock::Runs => Some(started_at.plus(elapsed_ms)),
            PausedClock::Stops if self.paused_at.is_some() => None,
            PausedClock::Stops => Some(started_at.plus(elapsed_ms + self.paused_ms)),
        }
    }
}
