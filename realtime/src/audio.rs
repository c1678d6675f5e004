//! Samples: rates, levels and WAV files. Everything is 16-bit mono unless a name says otherwise.

mod level;
mod resample;
mod wav;

pub use level::level_db;
pub use resample::{Resampler, UnusableRate, resample};
pub use wav::{BadWav, WAV_SECONDS_MAX, read_wav, write_wav, write_wav_of_two};
