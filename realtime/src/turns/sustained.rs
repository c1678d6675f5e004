//! Is this sound during our speech an interruption, or a short "mhm"? Listens to how long somebody really makes sound.

use crate::SAMPLE_RATE;
use std::time::Duration;

/// Ten milliseconds.
const WINDOW: usize = SAMPLE_RATE as usize / 100;
/// Below this root mean square nobody speaks into a microphone.
const FLOOR: f64 = 250.0;
/// A voice's quiet sounds against its loudest.
const SHARE_OF_PEAK: f64 = 0.2;

/// A provider's detector says that speech began; it says that it ended only after the whole patience. This counts the sound between.
#[derive(Clone, Debug)]
pub struct Sustained {
    enough: Duration,
    loudness: Vec<f64>,
}

impl Sustained {
    pub fn new(enough: Duration) -> Sustained {
        Sustained {
            enough,
            loudness: Vec::new(),
        }
    }

    pub fn hear(&mut self, samples: &[i16]) {
        // Four times what is needed to decide: an undecided sound longer than that is noise.
        let windows_max = self.enough.as_millis() as usize / 10 * 4;
        for window in samples.chunks(WINDOW) {
            let energy: f64 = window
                .iter()
                .map(|it| f64::from(*it) * f64::from(*it))
                .sum();
            if self.loudness.len() < windows_max {
                self.loudness.push((energy / window.len() as f64).sqrt());
            }
        }
    }

    pub fn is_interruption(&self) -> bool {
        let peak = self.loudness.iter().copied().fold(0.0, f64::max);
        let voiced = self
            .loudness
            .iter()
            .filter(|it| **it > FLOOR.max(peak * SHARE_OF_PEAK))
            .count();
        voiced as u128 * 10 >= self.enough.as_millis()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(sound_ms: usize, silence_ms: usize) -> bool {
        let mut sustained = Sustained::new(Duration::from_millis(600));
        sustained.hear(&vec![4_000; sound_ms * 24]);
        sustained.hear(&vec![30; silence_ms * 24]);
        sustained.is_interruption()
    }

    #[test]
    fn a_short_sound_does_not_interrupt_and_a_sentence_does() {
        assert!(!after(300, 1_500));
        assert!(after(700, 0));
        assert!(!after(0, 3_000));
    }
}
