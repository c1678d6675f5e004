//! WAV files in memory, as speech servers take and give them.

use std::io::Cursor;

use hound::{SampleFormat, WavReader, WavSpec, WavWriter};

/// Longer than anything one turn or one sentence can be.
pub const WAV_SECONDS_MAX: u32 = 1_800;

#[derive(Debug, thiserror::Error)]
pub enum BadWav {
    #[error("this is not a WAV file we can read: {0}")]
    Unreadable(#[from] hound::Error),
    #[error("the WAV file is longer than {WAV_SECONDS_MAX} s; cut it")]
    TooLong,
}

/// The first channel as 16-bit samples, and its rate.
pub fn read_wav(bytes: &[u8]) -> Result<(Vec<i16>, u32), BadWav> {
    let mut reader = WavReader::new(Cursor::new(bytes))?;
    let spec = reader.spec();
    if reader.duration() / spec.sample_rate.max(1) > WAV_SECONDS_MAX {
        return Err(BadWav::TooLong);
    }
    let channels = usize::from(spec.channels.max(1));
    let samples: Result<Vec<i16>, hound::Error> = match spec.sample_format {
        SampleFormat::Float => reader
            .samples::<f32>()
            .step_by(channels)
            .map(|it| it.map(|value| (value * f32::from(i16::MAX)).round() as i16))
            .collect(),
        SampleFormat::Int => {
            let extra = i32::from(spec.bits_per_sample) - 16;
            reader
                .samples::<i32>()
                .step_by(channels)
                .map(|it| it.map(|value| scaled(value, extra)))
                .collect()
        }
    };
    Ok((samples?, spec.sample_rate))
}

fn scaled(value: i32, extra_bits: i32) -> i16 {
    let value = match extra_bits {
        0.. => value >> extra_bits.min(31),
        _ => value << (-extra_bits).min(15),
    };
    value.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16
}

pub fn write_wav(samples: &[i16], rate: u32) -> Result<Vec<u8>, BadWav> {
    write(samples.iter().copied(), 1, rate)
}

/// Two speakers, each on a channel of its own; the shorter one is silent at the end.
pub fn write_wav_of_two(left: &[i16], right: &[i16], rate: u32) -> Result<Vec<u8>, BadWav> {
    let at = |samples: &[i16], n: usize| samples.get(n).copied().unwrap_or(0);
    let n_samples = left.len().max(right.len());
    let both = (0..n_samples).flat_map(|n| [at(left, n), at(right, n)]);
    write(both, 2, rate)
}

fn write(samples: impl Iterator<Item = i16>, channels: u16, rate: u32) -> Result<Vec<u8>, BadWav> {
    let spec = WavSpec {
        channels,
        sample_rate: rate,
        bits_per_sample: 16,
        sample_format: SampleFormat::Int,
    };
    let mut bytes = Cursor::new(Vec::new());
    let mut writer = WavWriter::new(&mut bytes, spec)?;
    for sample in samples {
        writer.write_sample(sample)?;
    }
    writer.finalize()?;
    Ok(bytes.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let bytes = write_wav(&[1, -2, 3], 16_000).unwrap();
        assert_eq!(read_wav(&bytes).unwrap(), (vec![1, -2, 3], 16_000));
    }

    #[test]
    fn two_speakers_are_two_channels_and_the_first_is_read_back() {
        let bytes = write_wav_of_two(&[1, 2, 3], &[9], 16_000).unwrap();
        assert_eq!(read_wav(&bytes).unwrap(), (vec![1, 2, 3], 16_000));
        let samples: Vec<i16> = WavReader::new(Cursor::new(bytes))
            .unwrap()
            .samples()
            .collect::<Result<_, _>>()
            .unwrap();
        assert_eq!(samples, [1, 9, 2, 0, 3, 0]);
    }

    #[test]
    fn a_cut_or_foreign_file_is_an_error() {
        assert!(read_wav(b"RIFF").is_err());
        assert!(read_wav(&[0; 100]).is_err());
    }
}
