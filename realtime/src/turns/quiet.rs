//! Silence is first waited out, then met: each time after twice as long.

use std::time::Duration;

/// After this many the person has left, or thinks; more words from us do not help either.
const NUDGES_MAX: u32 = 3;

/// Times are milliseconds on the voice's clock.
#[derive(Clone, Debug)]
pub struct Quiet {
    silence: Duration,
    since: Option<u64>,
    times: u32,
}

impl Quiet {
    pub fn new(silence: Duration) -> Quiet {
        Quiet {
            silence,
            since: None,
            times: 0,
        }
    }

    /// We have finished speaking; it is the person's turn.
    pub fn floor_given(&mut self, now: u64) {
        self.since = Some(now);
    }

    /// Somebody speaks or types.
    pub fn broken(&mut self) {
        self.since = None;
    }

    /// The person answered, so the next silence is a first one.
    pub fn answered(&mut self) {
        self.since = None;
        self.times = 0;
    }

    pub fn deadline(&self) -> Option<u64> {
        let wait = self.silence * 2u32.saturating_pow(self.times);
        self.since
            .filter(|_| self.times < NUDGES_MAX)
            .map(|it| it + ms(wait))
    }

    /// How long it has been silent and for the how manieth time, when it is time to say something.
    pub fn nudge(&mut self, now: u64) -> Option<(Duration, u32)> {
        let since = self.since?;
        if now < self.deadline()? {
            return None;
        }
        self.since = Some(now);
        self.times += 1;
        Some((Duration::from_millis(now - since), self.times))
    }
}

fn ms(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn silence_is_waited_out_then_met_ever_more_rarely_and_at_last_left_alone() {
        let mut quiet = Quiet::new(Duration::from_secs(8));
        quiet.floor_given(1_000);
        assert_eq!(quiet.nudge(8_999), None);
        assert_eq!(quiet.nudge(9_000), Some((Duration::from_secs(8), 1)));
        quiet.floor_given(12_000);
        assert_eq!(quiet.nudge(27_999), None);
        assert_eq!(quiet.nudge(28_000), Some((Duration::from_secs(16), 2)));
        assert_eq!(quiet.nudge(60_000), Some((Duration::from_secs(32), 3)));
        assert_eq!(quiet.deadline(), None);
        quiet.answered();
        quiet.floor_given(70_000);
        assert_eq!(quiet.deadline(), Some(78_000));
    }
}
