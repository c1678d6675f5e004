//! Two channels on one clock: where each piece of sound belongs, and which stretch of time is complete.

use std::collections::VecDeque;

use super::ogg_opus::FRAME_SAMPLES;
use crate::SAMPLE_RATE;

const SAMPLES_PER_MS: u64 = SAMPLE_RATE as u64 / 1_000;
/// Times of arrival jitter. A piece that is off by less than this continues the one before it; half of what is promised.
const JITTER_SAMPLES: u64 = 25 * SAMPLES_PER_MS;
/// How long a stretch of time waits for late sound of the other side.
const HOLD_SAMPLES: u64 = 200 * SAMPLES_PER_MS;
/// Sound that lies further ahead than a voice may run is a mistake of the clock.
const AHEAD_SAMPLES_MAX: u64 = crate::SPEAKER_MS_MAX * SAMPLES_PER_MS;

#[derive(Clone, Copy, Debug)]
pub(super) enum Channel {
    Person,
    Interviewer,
}

#[derive(Debug)]
pub(super) struct Tape {
    origin_ms: u64,
    /// First sample that has not been given out.
    start: u64,
    /// Last moment known to have passed.
    now: u64,
    person: VecDeque<i16>,
    interviewer: VecDeque<i16>,
}

impl Tape {
    pub(super) fn new(origin_ms: u64) -> Tape {
        Tape {
            origin_ms,
            start: 0,
            now: 0,
            person: VecDeque::new(),
            interviewer: VecDeque::new(),
        }
    }

    /// After `n_samples` that are in the file already, at a moment that may lie well after them.
    pub(super) fn going_on(n_samples: u64, now_ms: u64) -> Tape {
        Tape {
            start: n_samples,
            now: n_samples.max(now_ms * SAMPLES_PER_MS),
            ..Tape::new(0)
        }
    }

    pub(super) fn put(&mut self, channel: Channel, at_ms: u64, samples: &[i16]) {
        let start = self.start;
        let side = match channel {
            Channel::Person => &mut self.person,
            Channel::Interviewer => &mut self.interviewer,
        };
        let end = start + side.len() as u64;
        let wanted = at_ms.saturating_sub(self.origin_ms) * SAMPLES_PER_MS;
        let at = match wanted.abs_diff(end) <= JITTER_SAMPLES {
            true => end,
            false => wanted,
        };
        if at > self.now.max(end) + AHEAD_SAMPLES_MAX {
            tracing::warn!(
                at_ms,
                "sound far ahead of the recording's clock is left out"
            );
            return;
        }
        // What would lie over sound that is already there is left out; what is missing before it is silence.
        let skipped = (end.saturating_sub(at) as usize).min(samples.len());
        side.resize(side.len() + at.saturating_sub(end) as usize, 0);
        side.extend(&samples[skipped..]);
        if let Channel::Person = channel {
            self.now = self.now.max(at + samples.len() as u64);
        }
    }

    pub(super) fn cut_interviewer(&mut self, at_ms: u64) {
        let at = at_ms.saturating_sub(self.origin_ms) * SAMPLES_PER_MS;
        self.interviewer
            .truncate(at.saturating_sub(self.start) as usize);
    }

    pub(super) fn clock(&mut self, at_ms: u64) {
        let at = at_ms.saturating_sub(self.origin_ms) * SAMPLES_PER_MS;
        self.now = self.now.max(at.min(self.now + AHEAD_SAMPLES_MAX));
    }

    /// The next complete stretch, left and right in turn.
    pub(super) fn next_frame(&mut self) -> Option<Vec<i16>> {
        let complete = self.start + FRAME_SAMPLES as u64 + HOLD_SAMPLES <= self.now;
        complete.then(|| self.take_frame())
    }

    /// Everything that is left, and how long the whole is.
    pub(super) fn finish(mut self) -> (Vec<Vec<i16>>, u64) {
        let left = self.person.len().max(self.interviewer.len()) as u64;
        let n_samples = (self.start + left).max(self.now);
        let mut frames = Vec::new();
        while self.start < n_samples {
            frames.push(self.take_frame());
        }
        (frames, n_samples)
    }

    fn take_frame(&mut self) -> Vec<i16> {
        self.start += FRAME_SAMPLES as u64;
        (0..FRAME_SAMPLES)
            .flat_map(|_| {
                [
                    self.person.pop_front().unwrap_or(0),
                    self.interviewer.pop_front().unwrap_or(0),
                ]
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side(tape: Tape, which: usize) -> Vec<i16> {
        let (frames, n_samples) = tape.finish();
        let all: Vec<i16> = frames.concat();
        all.chunks(2)
            .map(|it| it[which])
            .take(n_samples as usize)
            .collect()
    }

    #[test]
    fn jitter_is_smoothed_and_a_gap_is_silence() {
        let mut tape = Tape::new(1_000);
        tape.put(Channel::Person, 1_000, &[1; 480]);
        tape.put(Channel::Person, 1_031, &[2; 480]);
        tape.put(Channel::Person, 1_100, &[3; 480]);
        let person = side(tape, 0);
        assert_eq!(person[479..481], [1, 2]);
        assert_eq!(person[960..2_400], [0; 1_440]);
        assert_eq!(person[2_400..2_880], [3; 480]);
    }

    #[test]
    fn an_interruption_takes_back_what_was_not_heard() {
        let mut tape = Tape::new(0);
        tape.put(Channel::Interviewer, 0, &[5; 48_000]);
        tape.put(Channel::Person, 0, &[1; 12_000]);
        tape.cut_interviewer(500);
        let interviewer = side(tape, 1);
        assert_eq!(interviewer.len(), 12_000);
        assert_eq!(interviewer[11_999], 5);
    }

    #[test]
    fn sound_ahead_of_the_clock_waits_for_the_other_side() {
        let mut tape = Tape::new(0);
        tape.put(Channel::Interviewer, 0, &[5; 48_000]);
        assert!(tape.next_frame().is_none());
        tape.put(Channel::Person, 0, &[1; 4_800]);
        assert!(tape.next_frame().is_none());
        tape.put(Channel::Person, 200, &[1; 480]);
        assert_eq!(tape.next_frame().unwrap()[..2], [1, 5]);
    }
}
