//! How long a pause may be before it is the end of a turn, for this question and this speaker.

use std::collections::VecDeque;
use std::time::Duration;

/// The last few minutes of a talk say how someone speaks today.
const PAUSES_MAX: usize = 24;
/// Fewer say nothing.
const PAUSES_MIN: usize = 4;
/// A longer silence is not a pause inside a thought.
const PAUSE_MAX: Duration = Duration::from_millis(4_000);
const PATIENCE_MIN: Duration = Duration::from_millis(400);
const PATIENCE_MAX: Duration = Duration::from_millis(4_000);

/// The pauses this speaker makes inside an answer.
#[derive(Clone, Debug, Default)]
pub struct Pauses {
    recent: VecDeque<Duration>,
}

impl Pauses {
    /// Silence between two stretches of one answer.
    pub fn paused(&mut self, pause: Duration) {
        if pause > PAUSE_MAX {
            return;
        }
        if self.recent.len() == PAUSES_MAX {
            self.recent.pop_front();
        }
        self.recent.push_back(pause);
    }

    /// What the question asks for, stretched for someone whose usual pauses are nearly as long, never shortened below it.
    pub fn patience(&self, for_question: Duration) -> Duration {
        let mut sorted: Vec<Duration> = self.recent.iter().copied().collect();
        sorted.sort_unstable();
        let long_pause = match sorted.len() >= PAUSES_MIN {
            true => sorted[sorted.len() * 9 / 10],
            false => Duration::ZERO,
        };
        for_question
            .max(long_pause * 5 / 4)
            .clamp(PATIENCE_MIN, PATIENCE_MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn someone_who_pauses_to_think_is_given_longer() {
        let asked = Duration::from_millis(900);
        let mut pauses = Pauses::default();
        assert_eq!(pauses.patience(asked), asked);
        for ms in [200, 1_200, 1_000, 1_400, 9_000] {
            pauses.paused(Duration::from_millis(ms));
        }
        assert_eq!(pauses.patience(asked), Duration::from_millis(1_750));
    }

    #[test]
    fn patience_has_a_floor_and_a_ceiling() {
        let pauses = Pauses::default();
        assert_eq!(pauses.patience(Duration::ZERO), PATIENCE_MIN);
        assert_eq!(pauses.patience(Duration::from_secs(60)), PATIENCE_MAX);
    }
}
