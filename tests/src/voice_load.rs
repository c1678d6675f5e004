//! Many talks at once over real sockets: the people, the far voice, and what is between them measured from both ends.

pub mod far;
pub mod person;
pub mod process;
pub mod relay;

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

pub type Socket = WebSocketStream<TcpStream>;

/// What a browser sends.
pub const MICROPHONE_FRAME: Duration = Duration::from_millis(30);
/// What the far voice sends while it speaks.
pub const SPOKEN_FRAME: Duration = Duration::from_millis(40);
const BYTES_PER_MS: usize = 48;
/// Six bytes of time, as eight characters.
const STAMP_CHARS: usize = 8;
const STAMP_BYTES: usize = 6;
/// Samples of one measure; a run takes a fraction of it.
const SAMPLES_MAX: usize = 4_000_000;

/// What is measured.
#[derive(Debug, Clone, Copy)]
pub enum Measure {
    /// From the person to the far voice.
    Up,
    /// From the far voice to the person.
    Down,
    /// From the end of the person's turn to the order to answer it.
    Answered,
    /// From the moment a person knows that they have interrupted to the last sound they are sent of what they interrupted.
    Late,
}

/// One clock for both ends, and everything that was measured on it while it was switched on.
#[derive(Debug)]
pub struct Measures {
    began: Instant,
    on: AtomicBool,
    samples: [Mutex<Vec<u32>>; 4],
}

impl Default for Measures {
    fn default() -> Measures {
        Measures {
            began: Instant::now(),
            on: AtomicBool::new(false),
            samples: Default::default(),
        }
    }
}

impl Measures {
    pub fn switch_on(&self) {
        self.on.store(true, Ordering::Relaxed);
    }

    pub fn note(&self, measure: Measure, took: Duration) {
        if self.on.load(Ordering::Relaxed) {
            let slot = &self.samples[measure as usize];
            let mut samples = slot.lock().unwrap_or_else(PoisonError::into_inner);
            if samples.len() < SAMPLES_MAX {
                samples.push(u32::try_from(took.as_micros()).unwrap_or(u32::MAX));
            }
        }
    }

    /// The sound's own time, written into its first samples.
    fn stamp(&self) -> String {
        let micros = u64::try_from(self.began.elapsed().as_micros()).unwrap_or(u64::MAX);
        STANDARD.encode(&micros.to_be_bytes()[8 - STAMP_BYTES..])
    }

    fn note_sound(&self, measure: Measure, frame: &str, field: &str) {
        let Some(at) = frame.find(field).map(|at| at + field.len()) else {
            return;
        };
        let stamp = frame
            .get(at..at + STAMP_CHARS)
            .map(|it| STANDARD.decode(it));
        if let Some(Ok(bytes)) = stamp {
            let micros = bytes
                .iter()
                .fold(0_u64, |sum, byte| sum << 8 | u64::from(*byte));
            let sent = self.began + Duration::from_micros(micros);
            self.note(measure, sent.elapsed());
        }
    }

    /// In microseconds; of nothing, nothing.
    #[must_use]
    pub fn percentile(&self, measure: Measure, percent: usize) -> Option<Duration> {
        let slot = &self.samples[measure as usize];
        let mut samples = slot.lock().unwrap_or_else(PoisonError::into_inner);
        samples.sort_unstable();
        let last = samples.len().checked_sub(1)?;
        let found = samples.get(last * percent / 100)?;
        Some(Duration::from_micros(u64::from(*found)))
    }

    #[must_use]
    pub fn count(&self, measure: Measure) -> usize {
        let slot = &self.samples[measure as usize];
        slot.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}

/// Loud sound of this length without the place for its stamp, so that an interruption is believed.
fn loud(length: Duration) -> String {
    let n_bytes = usize::try_from(length.as_millis()).unwrap_or_default() * BYTES_PER_MS;
    let wave: Vec<u8> = (0..n_bytes / 2)
        .flat_map(|n| if n % 80 < 40 { 9_000_i16 } else { -9_000 }.to_le_bytes())
        .collect();
    STANDARD.encode(wave).split_off(STAMP_CHARS)
}

/// The same for everyone who is measured: small buffers, because there are many of them.
#[must_use]
pub fn limits() -> WebSocketConfig {
    WebSocketConfig::default().read_buffer_size(16 * 1024)
}
