//! From one sampling rate to another, in a stream or as a whole clip.

use rubato::audioadapter_buffers::direct::SequentialSliceOfVecs;
use rubato::{Fft, FixedSync, Resampler as _};

const RATE_MIN: u32 = 8_000;
const RATE_MAX: u32 = 48_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "cannot convert sound from {from} Hz to {to} Hz; use a rate from {RATE_MIN} to {RATE_MAX} Hz"
)]
pub struct UnusableRate {
    pub from: u32,
    pub to: u32,
}

/// Takes pieces of any length and gives back what is ready; a few milliseconds stay inside.
pub struct Resampler {
    /// `None` when both rates are the same.
    fft: Option<Fft<f32>>,
    pending: Vec<f32>,
    rates: UnusableRate,
}

impl std::fmt::Debug for Resampler {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            out,
            "Resampler({} to {} Hz)",
            self.rates.from, self.rates.to
        )
    }
}

impl Resampler {
    pub fn new(from: u32, to: u32) -> Result<Resampler, UnusableRate> {
        let rates = UnusableRate { from, to };
        let known = RATE_MIN..=RATE_MAX;
        if !known.contains(&from) || !known.contains(&to) {
            return Err(rates);
        }
        // Ten milliseconds: the smallest piece anybody here waits for.
        let chunk = (from / 100) as usize;
        let fft = match from == to {
            true => None,
            false => Some(
                Fft::new(from as usize, to as usize, chunk, 1, FixedSync::Input)
                    .map_err(|_| rates)?,
            ),
        };
        Ok(Resampler {
            fft,
            pending: Vec::new(),
            rates,
        })
    }

    pub fn push(&mut self, samples: &[i16]) -> Result<Vec<i16>, UnusableRate> {
        let Some(fft) = &mut self.fft else {
            return Ok(samples.to_vec());
        };
        self.pending.extend(samples.iter().map(|it| f32::from(*it)));
        let mut done = Vec::new();
        while self.pending.len() >= fft.input_frames_next() {
            let rest = self.pending.split_off(fft.input_frames_next());
            let chunk = [std::mem::replace(&mut self.pending, rest)];
            let adapter =
                SequentialSliceOfVecs::new(&chunk, 1, chunk[0].len()).map_err(|_| self.rates)?;
            let out = fft.process(&adapter, None).map_err(|_| self.rates)?;
            done.extend(out.take_data().into_iter().map(to_sample));
        }
        Ok(done)
    }
}

/// A whole clip: nothing is delayed and nothing is left inside.
pub fn resample(samples: &[i16], from: u32, to: u32) -> Result<Vec<i16>, UnusableRate> {
    let mut resampler = Resampler::new(from, to)?;
    let rates = resampler.rates;
    let Some(fft) = &mut resampler.fft else {
        return Ok(samples.to_vec());
    };
    if samples.is_empty() {
        return Ok(Vec::new());
    }
    let clip = [samples.iter().map(|it| f32::from(*it)).collect::<Vec<_>>()];
    let adapter = SequentialSliceOfVecs::new(&clip, 1, samples.len()).map_err(|_| rates)?;
    let out = fft
        .process_all(&adapter, samples.len(), None)
        .map_err(|_| rates)?;
    let n_samples = (samples.len() as u64 * u64::from(to)).div_ceil(u64::from(from)) as usize;
    let mut out: Vec<i16> = out.take_data().into_iter().map(to_sample).collect();
    out.resize(n_samples, 0);
    Ok(out)
}

fn to_sample(value: f32) -> i16 {
    // A float cast saturates, so an overshoot of the filter clips and does not wrap.
    value.round() as i16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audio::level_db;

    fn tone(hz: f64, rate: u32, n_samples: usize) -> Vec<i16> {
        let step = hz * std::f64::consts::TAU / f64::from(rate);
        (0..n_samples)
            .map(|at| ((at as f64 * step).sin() * 10_000.0) as i16)
            .collect()
    }

    #[test]
    fn a_tone_keeps_its_length_pitch_and_level_at_every_rate_in_use() {
        for rate in [8_000, 16_000, 22_050, 44_100, 48_000] {
            let out = resample(&tone(440.0, rate, rate as usize), rate, 24_000).unwrap();
            assert_eq!(out.len(), 24_000, "{rate}");
            let expected = tone(440.0, 24_000, 24_000);
            let middle = 6_000..18_000;
            let error: Vec<i16> = middle
                .clone()
                .map(|at| out[at].saturating_sub(expected[at]))
                .collect();
            let distance = level_db(&expected[middle]) - level_db(&error);
            // The filter's delay is rounded to a sample: half of one, at this pitch, is an error of -25 dB.
            assert!(distance > 24.0, "{rate}: {distance} dB");
        }
    }

    #[test]
    fn a_stream_in_odd_pieces_is_the_same_as_in_even_ones() {
        let sound = tone(440.0, 24_000, 4_800);
        let mut even = Resampler::new(24_000, 16_000).unwrap();
        let mut odd = Resampler::new(24_000, 16_000).unwrap();
        let whole = even.push(&sound).unwrap();
        let pieces: Vec<i16> = sound
            .chunks(77)
            .flat_map(|it| odd.push(it).unwrap())
            .collect();
        assert_eq!(whole, pieces);
        assert_eq!(whole.len(), 3_200);
    }

    #[test]
    fn an_absurd_rate_is_refused() {
        assert!(Resampler::new(100, 24_000).is_err());
        assert!(resample(&[1], 24_000, 192_000).is_err());
    }
}
