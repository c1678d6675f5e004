//! How loud a piece of sound is.

/// Digital silence has no logarithm; nothing audible is below this.
const SILENCE_DB: f32 = -96.0;

/// Root mean square in decibels below full scale.
pub fn level_db(samples: &[i16]) -> f32 {
    if samples.is_empty() {
        return SILENCE_DB;
    }
    let energy: f64 = samples.iter().map(|it| f64::from(*it).powi(2)).sum();
    let rms = (energy / samples.len() as f64).sqrt() / f64::from(i16::MAX);
    ((20.0 * rms.log10()) as f32).max(SILENCE_DB)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_the_amplitude_is_six_decibels_less() {
        let loud = level_db(&[16_000, -16_000]);
        let soft = level_db(&[8_000, -8_000]);
        assert!((loud - soft - 6.02).abs() < 0.01, "{loud} {soft}");
        assert_eq!(level_db(&[0; 10]), SILENCE_DB);
        assert_eq!(level_db(&[]), SILENCE_DB);
    }
}
