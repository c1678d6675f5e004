//! Sound in memory: WAV in and out, sampling rates, levels.

use std::io::{Cursor, ErrorKind};

use hound::{SampleFormat, WavReader, WavSpec, WavWriter};
use rubato::audioadapter_buffers::direct::SequentialSliceOfVecs;
use rubato::{Fft, FixedSync, Resampler as _};

/// What Whisper listens to.
pub(crate) const HEARD_RATE: u32 = 16_000;
/// What clients of the OpenAI API expect of raw PCM.
pub(crate) const SPOKEN_RATE: u32 = 24_000;
/// One request holds one turn of a conversation; nobody talks longer without a breath.
pub(crate) const HEARD_SECONDS_MAX: usize = 600;
const RATE_MIN: u32 = 8_000;
const RATE_MAX: u32 = 96_000;
/// Ten milliseconds.
const CHUNKS_PER_SECOND: u32 = 100;

#[derive(Debug, thiserror::Error)]
pub(crate) enum BadSound {
    #[error("the file is no WAV that can be read ({0}); send PCM as WAV")]
    Unreadable(#[from] hound::Error),
    #[error("the WAV file holds no sound")]
    Empty,
    #[error("the sound is longer than {HEARD_SECONDS_MAX} s; send it in parts")]
    TooLong,
    #[error("sound of {0} Hz cannot be used; record with a rate from {RATE_MIN} to {RATE_MAX} Hz")]
    Rate(u32),
}

/// All channels mixed into one, at the rate Whisper listens to.
pub(crate) fn read_wav(bytes: &[u8]) -> Result<Vec<f32>, BadSound> {
    let mut reader = WavReader::new(Cursor::new(bytes))?;
    let spec = reader.spec();
    if !(RATE_MIN..=RATE_MAX).contains(&spec.sample_rate) {
        return Err(BadSound::Rate(spec.sample_rate));
    }
    let channels = usize::from(spec.channels.max(1));
    let values_max = HEARD_SECONDS_MAX * spec.sample_rate as usize * channels;
    let values = match spec.sample_format {
        SampleFormat::Float => collect(reader.samples::<f32>(), values_max)?,
        SampleFormat::Int => {
            let full = 2_f32.powi(i32::from(spec.bits_per_sample.clamp(8, 32)) - 1);
            let values = reader.samples::<i32>();
            collect(
                values.map(|it| it.map(|value| value as f32 / full)),
                values_max,
            )?
        }
    };
    let mixed: Vec<f32> = values
        .chunks_exact(channels)
        .map(|frame| frame.iter().sum::<f32>() / channels as f32)
        .map(|value| if value.is_finite() { value } else { 0.0 })
        .collect();
    if mixed.is_empty() {
        return Err(BadSound::Empty);
    }
    resample(mixed, spec.sample_rate, HEARD_RATE)
}

/// Who streams a WAV does not know its length and writes the largest into the header: then the file ends before it.
fn collect(
    values: impl Iterator<Item = Result<f32, hound::Error>>,
    values_max: usize,
) -> Result<Vec<f32>, BadSound> {
    let mut all = Vec::new();
    for value in values {
        match value {
            Ok(_) if all.len() == values_max => return Err(BadSound::TooLong),
            Ok(value) => all.push(value),
            Err(hound::Error::IoError(error))
                if error.kind() == ErrorKind::UnexpectedEof || error.kind() == ErrorKind::Other =>
            {
                break;
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(all)
}

pub(crate) fn resample(samples: Vec<f32>, from: u32, to: u32) -> Result<Vec<f32>, BadSound> {
    if from == to || samples.is_empty() {
        return Ok(samples);
    }
    let n_in = samples.len();
    let n_out = (n_in as u64 * u64::from(to)).div_ceil(u64::from(from)) as usize;
    let chunk = (from / CHUNKS_PER_SECOND) as usize;
    let bad = || BadSound::Rate(from);
    let mut fft =
        Fft::new(from as usize, to as usize, chunk, 1, FixedSync::Input).map_err(|_| bad())?;
    let clip = [samples];
    let adapter = SequentialSliceOfVecs::new(&clip, 1, n_in).map_err(|_| bad())?;
    let out = fft.process_all(&adapter, n_in, None).map_err(|_| bad())?;
    let mut out = out.take_data();
    out.resize(n_out, 0.0);
    Ok(out)
}

/// 16-bit little-endian.
pub(crate) fn pcm(samples: &[f32]) -> Vec<u8> {
    samples
        .iter()
        .flat_map(|it| to_i16(*it).to_le_bytes())
        .collect()
}

pub(crate) fn wav(samples: &[f32], rate: u32) -> Result<Vec<u8>, BadSound> {
    let spec = WavSpec {
        channels: 1,
        sample_rate: rate,
        bits_per_sample: 16,
        sample_format: SampleFormat::Int,
    };
    let mut bytes = Cursor::new(Vec::with_capacity(samples.len() * 2 + 44));
    let mut writer = WavWriter::new(&mut bytes, spec)?;
    for sample in samples {
        writer.write_sample(to_i16(*sample))?;
    }
    writer.finalize()?;
    Ok(bytes.into_inner())
}

fn to_i16(value: f32) -> i16 {
    // A float cast saturates, so what is too loud clips and does not wrap.
    (value * f32::from(i16::MAX)).round() as i16
}

/// Decibels below full scale.
pub(crate) fn level_db(samples: &[f32]) -> f32 {
    let power: f32 = samples.iter().map(|it| it * it).sum::<f32>() / samples.len().max(1) as f32;
    10.0 * power.max(1e-12).log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tone(rate: u32, seconds: f32) -> Vec<f32> {
        let n = (rate as f32 * seconds) as usize;
        (0..n)
            .map(|at| (at as f32 * 440.0 * std::f32::consts::TAU / rate as f32).sin() * 0.5)
            .collect()
    }

    #[test]
    fn every_usual_rate_keeps_its_length_and_level() {
        for rate in [8_000, 16_000, 22_050, 24_000, 44_100, 48_000] {
            let heard = read_wav(&wav(&tone(rate, 1.0), rate).unwrap()).unwrap();
            assert_eq!(heard.len(), 16_000, "{rate}");
            let level = level_db(&heard[2_000..14_000]);
            assert!((level + 9.03).abs() < 0.3, "{rate}: {level} dB");
        }
    }

    #[test]
    fn two_channels_are_mixed() {
        let spec = WavSpec {
            channels: 2,
            sample_rate: 16_000,
            bits_per_sample: 24,
            sample_format: SampleFormat::Int,
        };
        let mut bytes = Cursor::new(Vec::new());
        let mut writer = WavWriter::new(&mut bytes, spec).unwrap();
        for value in [1 << 22, 0, 1 << 22, 0] {
            writer.write_sample(value).unwrap();
        }
        writer.finalize().unwrap();
        assert_eq!(read_wav(&bytes.into_inner()).unwrap(), [0.25, 0.25]);
    }

    #[test]
    fn a_streamed_file_that_claims_to_be_endless_is_read_to_its_end() {
        let mut bytes = wav(&tone(16_000, 0.5), 16_000).unwrap();
        bytes[4..8].copy_from_slice(&u32::MAX.to_le_bytes());
        bytes[40..44].copy_from_slice(&(u32::MAX - 1).to_le_bytes());
        assert_eq!(read_wav(&bytes).unwrap().len(), 8_000);
    }

    #[test]
    fn what_is_no_sound_is_refused() {
        assert!(matches!(read_wav(b"ID3"), Err(BadSound::Unreadable(_))));
        assert!(matches!(read_wav(b""), Err(BadSound::Unreadable(_))));
        let empty = wav(&[], 16_000).unwrap();
        assert!(matches!(read_wav(&empty), Err(BadSound::Empty)));
        let odd = wav(&[0.0; 8], 1_000).unwrap();
        assert!(matches!(read_wav(&odd), Err(BadSound::Rate(1_000))));
        let long = wav(&vec![0.0; 8_000 * 601], 8_000).unwrap();
        assert!(matches!(read_wav(&long), Err(BadSound::TooLong)));
    }
}
