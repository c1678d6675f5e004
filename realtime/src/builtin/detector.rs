//! Hears whether somebody speaks: a small net's judgement, checked against the room's own noise.

use crate::{Resampler, SAMPLE_RATE, UnusableRate, level_db};
use std::collections::VecDeque;

/// What the net and every recogniser want.
pub(super) const EAR_RATE: u32 = 16_000;
/// The net judges 16 ms at a time.
const WINDOW_SAMPLES: usize = 256;
pub(super) const WINDOW_MS: u64 = 16;

const SCORE_MIN: f32 = 0.5;
/// Quieter than this is nobody at this microphone.
const LEVEL_MIN_DB: f32 = -50.0;
/// How far a voice stands out of the room.
const ABOVE_ROOM_DB: f32 = 6.0;
/// The room is what is left in the quietest moments of the last two seconds: every speaker has some.
const ROOM_WINDOWS: usize = 125;
/// This many of the last so many windows begin a stretch of speech: a click is shorter.
const ONSET_WINDOWS: usize = 12;
const ONSET_VOICED_MIN: usize = 8;
pub(super) const ONSET_MS: u64 = ONSET_WINDOWS as u64 * WINDOW_MS;
pub(super) const ONSET_VOICED_MS: u64 = ONSET_VOICED_MIN as u64 * WINDOW_MS;
/// A voice is never this even; a fan, a tone and hiss are.
const EVEN_DB: f32 = 1.5;

#[derive(Clone, Debug)]
pub(super) struct Window {
    pub(super) samples: Vec<i16>,
    pub(super) voiced: bool,
    /// Enough was voiced lately, and unevenly enough, to be somebody speaking.
    pub(super) onset: bool,
}

pub(super) struct Detector {
    net: Box<earshot::Detector>,
    resampler: Resampler,
    pending: Vec<i16>,
    room: VecDeque<f32>,
    lately: VecDeque<Option<f32>>,
}

impl std::fmt::Debug for Detector {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "Detector({} pending)", self.pending.len())
    }
}

impl Detector {
    pub(super) fn new() -> Result<Detector, UnusableRate> {
        Ok(Detector {
            net: earshot::Detector::default_boxed(),
            resampler: Resampler::new(SAMPLE_RATE, EAR_RATE)?,
            pending: Vec::new(),
            room: VecDeque::new(),
            lately: VecDeque::new(),
        })
    }

    /// Sound that has not filled a window yet.
    pub(super) fn pending_ms(&self) -> u64 {
        self.pending.len() as u64 * 1_000 / u64::from(EAR_RATE)
    }

    /// The next onset owes nothing to what was heard before.
    pub(super) fn forget(&mut self) {
        self.lately.clear();
    }

    /// Takes the microphone's sound at 24 kHz.
    pub(super) fn hear(&mut self, samples: &[i16]) -> Vec<Window> {
        match self.resampler.push(samples) {
            Ok(more) => self.pending.extend(more),
            // Both rates are fixed and known to work; a piece that fails is silence.
            Err(_) => tracing::warn!("a piece of sound could not be converted"),
        }
        let mut windows = Vec::new();
        while self.pending.len() >= WINDOW_SAMPLES {
            let rest = self.pending.split_off(WINDOW_SAMPLES);
            let samples = std::mem::replace(&mut self.pending, rest);
            windows.push(self.judge(samples));
        }
        windows
    }

    fn judge(&mut self, samples: Vec<i16>) -> Window {
        let score = self.net.predict_i16(&samples);
        let level = level_db(&samples);
        let voiced =
            score >= SCORE_MIN && level >= LEVEL_MIN_DB && level >= self.room_db() + ABOVE_ROOM_DB;
        remember(&mut self.room, level, ROOM_WINDOWS);
        remember(&mut self.lately, voiced.then_some(level), ONSET_WINDOWS);
        Window {
            samples,
            voiced,
            onset: voiced && self.is_onset(),
        }
    }

    fn room_db(&self) -> f32 {
        let mut levels: Vec<f32> = self.room.iter().copied().collect();
        if levels.is_empty() {
            return f32::MIN;
        }
        let tenth = levels.len() / 10;
        let (_, level, _) = levels.select_nth_unstable_by(tenth, f32::total_cmp);
        *level
    }

    fn is_onset(&self) -> bool {
        let mut levels: Vec<f32> = self.lately.iter().copied().flatten().collect();
        if levels.len() < ONSET_VOICED_MIN {
            return false;
        }
        levels.sort_unstable_by(f32::total_cmp);
        // The first windows of a noise that is switched on are half silence; they say nothing about its evenness.
        let spread = levels[levels.len() - 1] - levels[2];
        spread >= EVEN_DB
    }
}

fn remember<T>(ring: &mut VecDeque<T>, value: T, n_max: usize) {
    if ring.len() == n_max {
        ring.pop_front();
    }
    ring.push_back(value);
}
