//! The person, played by a recording: it answers, and waits in its pauses while it is spoken to.

use std::path::Path;

use anyhow::Context;
use realtime::builtin::Clock;
use realtime::{SAMPLE_RATE, level_db, read_wav, resample};

use crate::console;

/// 20 ms.
const FRAME_SAMPLES: usize = SAMPLE_RATE as usize / 50;
/// A moment this long and this quiet is a pause.
const PAUSE_SAMPLES: usize = SAMPLE_RATE as usize / 10;
const PAUSE_DB: f32 = -45.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Floor {
    /// The person has spoken and waits for a reply.
    Owed,
    Interviewer,
    Person,
}

/// What the microphone hears next.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// Nothing, and no time passes.
    Wait,
    Silence(Vec<i16>),
    Sound(Vec<i16>),
}

#[derive(Debug)]
pub(super) struct Recording {
    samples: Vec<i16>,
    at: usize,
}

impl Recording {
    pub(super) fn read(path: &Path) -> anyhow::Result<Recording> {
        let bytes = console::read_file(path)?;
        let (samples, rate) = read_wav(&bytes)
            .with_context(|| format!("{} cannot be used as a recording", path.display()))?;
        let samples = resample(&samples, rate, SAMPLE_RATE)
            .with_context(|| format!("{} cannot be used as a recording", path.display()))?;
        if samples.is_empty() {
            anyhow::bail!("{} has no sound in it", path.display());
        }
        Ok(Recording { samples, at: 0 })
    }

    pub(super) fn is_over(&self) -> bool {
        self.at >= self.samples.len()
    }

    /// A person who is spoken to waits, unless they are in the middle of a word. On the clock of the sound, time stands still
    /// until the reply begins.
    pub(super) fn next(&self, floor: Floor, clock: Clock) -> Next {
        let waits = floor != Floor::Person && self.is_pause();
        match (waits, floor, clock) {
            (true, Floor::Owed, Clock::Sound) => Next::Wait,
            (true, _, _) => Next::Silence(vec![0; FRAME_SAMPLES]),
            (false, _, _) if self.is_over() => Next::Silence(vec![0; FRAME_SAMPLES]),
            (false, _, _) => Next::Sound(self.piece(FRAME_SAMPLES).to_vec()),
        }
    }

    pub(super) fn advance(&mut self) {
        self.at += FRAME_SAMPLES;
    }

    fn is_pause(&self) -> bool {
        self.at == 0 || self.is_over() || level_db(self.piece(PAUSE_SAMPLES)) < PAUSE_DB
    }

    fn piece(&self, n_samples: usize) -> &[i16] {
        let end = self.samples.len().min(self.at + n_samples);
        &self.samples[self.at.min(end)..end]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recording() -> Recording {
        let mut samples = vec![8_000; FRAME_SAMPLES * 2];
        samples.extend(vec![0; PAUSE_SAMPLES * 2]);
        Recording { samples, at: 0 }
    }

    #[test]
    fn it_waits_for_the_first_question_and_in_its_pauses_but_not_in_a_word() {
        let mut recording = recording();
        let silence = Next::Silence(vec![0; FRAME_SAMPLES]);
        let word = Next::Sound(vec![8_000; FRAME_SAMPLES]);
        assert_eq!(recording.next(Floor::Interviewer, Clock::Live), silence);
        assert_eq!(recording.next(Floor::Owed, Clock::Sound), Next::Wait);
        assert_eq!(recording.next(Floor::Person, Clock::Live), word);
        recording.advance();
        assert_eq!(recording.next(Floor::Interviewer, Clock::Live), word);
        recording.advance();
        assert_eq!(recording.next(Floor::Interviewer, Clock::Live), silence);
        assert_eq!(
            recording.next(Floor::Person, Clock::Sound),
            Next::Sound(vec![0; FRAME_SAMPLES])
        );
    }

    #[test]
    fn after_its_end_there_is_silence() {
        let mut recording = recording();
        while !recording.is_over() {
            recording.advance();
        }
        let silence = Next::Silence(vec![0; FRAME_SAMPLES]);
        assert_eq!(recording.next(Floor::Person, Clock::Sound), silence);
    }
}
