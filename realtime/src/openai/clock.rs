//! From the provider's count of microphone milliseconds to the voice's clock.

use std::collections::VecDeque;

/// One for each stop of the microphone; older turns are long settled.
const ANCHORS_MAX: usize = 64;
/// Frames do not leave a microphone with a metronome; only a real gap moves the mapping.
const DRIFT_MS: u64 = 250;

#[derive(Debug, Default)]
pub(super) struct InputClock {
    anchors: VecDeque<Anchor>,
    sent_ms: u64,
}

#[derive(Clone, Copy, Debug)]
struct Anchor {
    provider_ms: u64,
    voice_ms: u64,
}

impl InputClock {
    /// A new connection counts from nothing.
    pub(super) fn restart(&mut self) {
        *self = InputClock::default();
    }

    /// Sound of this length was captured at `captured_at` and is sent now.
    pub(super) fn sent(&mut self, ms: u64, captured_at: u64) {
        if self.anchors.is_empty() || self.to_voice(self.sent_ms).abs_diff(captured_at) > DRIFT_MS {
            if self.anchors.len() == ANCHORS_MAX {
                self.anchors.pop_front();
            }
            self.anchors.push_back(Anchor {
                provider_ms: self.sent_ms,
                voice_ms: captured_at,
            });
        }
        self.sent_ms += ms;
    }

    pub(super) fn to_voice(&self, provider_ms: u64) -> u64 {
        match self
            .anchors
            .iter()
            .rev()
            .find(|it| it.provider_ms <= provider_ms)
            .or(self.anchors.front())
        {
            Some(anchor) => (anchor.voice_ms + provider_ms).saturating_sub(anchor.provider_ms),
            None => provider_ms,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_microphone_that_was_off_for_a_while_keeps_the_clocks_together() {
        let mut clock = InputClock::default();
        clock.sent(1_000, 5_000);
        clock.sent(1_000, 6_010);
        clock.sent(1_000, 60_000);
        assert_eq!(clock.to_voice(500), 5_500);
        assert_eq!(clock.to_voice(1_500), 6_500);
        assert_eq!(clock.to_voice(2_500), 60_500);
    }
}
