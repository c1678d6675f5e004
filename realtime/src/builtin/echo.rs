//! Is what the microphone hears our own voice? Compares how loudness rises and falls on both sides.
//!
//! Nobody knows how late the sound comes back: through a client's buffer, a room and a network. So the best delay is looked for.

use crate::SAMPLE_RATE;
use std::collections::VecDeque;

/// Loudness is looked at in steps of this length.
pub(super) const STEP_MS: u64 = 8;
const PLAYED_STEP_SAMPLES: u64 = SAMPLE_RATE as u64 * STEP_MS / 1_000;
/// What was played is remembered for this long.
const MEMORY_STEPS: usize = 4_000 / STEP_MS as usize;
/// Our sound is heard between slightly before we think (clocks drift) and this long after.
const EARLY_STEPS: u64 = 96 / STEP_MS;
const LATE_STEPS: u64 = 1_000 / STEP_MS;
/// The newest part of a stretch decides: a person may begin to speak into an echo.
const COMPARED_STEPS_MAX: usize = 1_200 / STEP_MS as usize;
const COMPARED_STEPS_MIN: usize = 200 / STEP_MS as usize;
/// Syllables of two speakers agree by chance now and then, the more so the shorter they are compared.
const ALIKE_LONG: f32 = 0.72;
const ALIKE_SHORT: f32 = 0.85;
const LONG_STEPS: usize = 560 / STEP_MS as usize;

/// Loudness over time, on the voice's clock.
#[derive(Debug, Default)]
pub(super) struct Envelope {
    first: u64,
    steps: VecDeque<f32>,
}

impl Envelope {
    /// Energy that belongs to the step; time that was skipped was silent.
    pub(super) fn add(&mut self, step: u64, energy: f32) {
        let end = self.first + self.steps.len() as u64;
        if self.steps.is_empty() || step >= end + MEMORY_STEPS as u64 {
            self.first = step;
            self.steps.clear();
        }
        let end = self.first + self.steps.len() as u64;
        for _ in end..=step {
            self.steps.push_back(0.0);
        }
        if let Some(at) = step.checked_sub(self.first)
            && let Some(kept) = self.steps.get_mut(at as usize)
        {
            *kept += energy;
        }
        while self.steps.len() > MEMORY_STEPS {
            self.steps.pop_front();
            self.first += 1;
        }
    }

    fn at(&self, step: u64) -> f32 {
        step.checked_sub(self.first)
            .and_then(|at| self.steps.get(at as usize))
            .copied()
            .unwrap_or(0.0)
    }

    fn cut(&mut self, step: u64) {
        let kept = step.saturating_sub(self.first) as usize;
        self.steps.truncate(kept);
    }

    /// As the ear weighs it: a loud vowel must not hide everything else.
    fn loudness(&self, from: u64, n: usize) -> Vec<f32> {
        (from..from + n as u64)
            .map(|it| self.at(it).sqrt().sqrt())
            .collect()
    }
}

#[derive(Debug, Default)]
pub(super) struct Echo {
    played: Envelope,
    heard: Envelope,
}

impl Echo {
    /// Sound of ours (24 kHz) that will be heard from this moment on.
    pub(super) fn played(&mut self, at_ms: u64, samples: &[i16]) {
        let first = at_ms * u64::from(SAMPLE_RATE) / 1_000;
        for (at, sample) in samples.iter().enumerate() {
            let step = (first + at as u64) / PLAYED_STEP_SAMPLES;
            self.played.add(step, f32::from(*sample).powi(2));
        }
    }

    /// Sound that was sent and will not be heard after all.
    pub(super) fn stopped(&mut self, at_ms: u64) {
        self.played.cut(at_ms / STEP_MS);
    }

    /// Sound of the microphone, one step of it.
    pub(super) fn heard(&mut self, at_ms: u64, samples: &[i16]) {
        let energy = samples.iter().map(|it| f32::from(*it).powi(2)).sum();
        self.heard.add(at_ms / STEP_MS, energy);
    }

    /// Whether sound of ours can be in the microphone at this moment.
    pub(super) fn is_possible(&self, at_ms: u64) -> bool {
        let step = at_ms / STEP_MS;
        let from = step.saturating_sub(LATE_STEPS);
        (from..=step + EARLY_STEPS).any(|it| self.played.at(it) > 0.0)
    }

    /// Whether the microphone's sound from one moment to another follows what was played.
    pub(super) fn is_echo(&self, from_ms: u64, to_ms: u64) -> bool {
        let to = to_ms / STEP_MS;
        let n = (to.saturating_sub(from_ms / STEP_MS) as usize).min(COMPARED_STEPS_MAX);
        if n < COMPARED_STEPS_MIN || !self.is_possible(to_ms) {
            return false;
        }
        let from = to - n as u64;
        let heard = self.heard.loudness(from, n);
        let earliest = from.saturating_sub(LATE_STEPS);
        let played = self
            .played
            .loudness(earliest, n + (from + EARLY_STEPS - earliest) as usize);
        let alike = played
            .windows(n)
            .map(|it| correlation(&heard, it))
            .fold(0.0, f32::max);
        alike
            >= match n >= LONG_STEPS {
                true => ALIKE_LONG,
                false => ALIKE_SHORT,
            }
    }
}

fn correlation(one: &[f32], other: &[f32]) -> f32 {
    let n = one.len() as f32;
    let (mean_one, mean_other) = (one.iter().sum::<f32>() / n, other.iter().sum::<f32>() / n);
    let (mut both, mut ones, mut others) = (0.0, 0.0, 0.0);
    for (a, b) in one.iter().zip(other) {
        let (a, b) = (a - mean_one, b - mean_other);
        both += a * b;
        ones += a * a;
        others += b * b;
    }
    let scale = (ones * others).sqrt();
    match scale > f32::EPSILON {
        true => both / scale,
        false => 0.0,
    }
}
