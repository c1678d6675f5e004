//! A piece of sound as it travels, and the bounded queues it travels in.
//!
//! Sound stays the base64 text it came as; who only passes it on never decodes it.

use crate::ItemId;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// 16-bit mono at 24 kHz, the only format on either socket.
pub const SAMPLE_RATE: u32 = 24_000;
const BYTES_PER_MS: usize = SAMPLE_RATE as usize * 2 / 1_000;

/// One append may carry this much base64; providers refuse more than 15 MiB, a client has no reason for a hundredth of it.
pub const FRAME_CHARS_MAX: usize = 512 * 1024;

#[derive(Clone, PartialEq, Eq)]
pub struct Frame {
    /// The reply it belongs to; `None` from the microphone.
    pub item_id: Option<ItemId>,
    base64: Arc<str>,
    n_bytes: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadFrame {
    #[error(
        "audio is longer than {FRAME_CHARS_MAX} base64 characters; send 20 to 100 ms at a time"
    )]
    TooLong,
    #[error("audio is not base64 with padding and without line breaks")]
    NotBase64,
    #[error("audio is not whole 16-bit samples; keep chunks at even byte counts")]
    HalfSample,
}

impl Frame {
    /// Looks at every character and decodes none.
    pub fn from_base64(item_id: Option<ItemId>, text: &str) -> Result<Frame, BadFrame> {
        let n_bytes = base64_bytes(text)?;
        Ok(Frame {
            item_id,
            base64: Arc::from(text),
            n_bytes,
        })
    }

    pub fn from_samples(item_id: Option<ItemId>, samples: &[i16]) -> Frame {
        let bytes: Vec<u8> = samples.iter().flat_map(|it| it.to_le_bytes()).collect();
        Frame {
            item_id,
            base64: Arc::from(STANDARD.encode(&bytes)),
            n_bytes: bytes.len(),
        }
    }

    pub fn base64(&self) -> &str {
        &self.base64
    }

    /// Only for whoever needs the samples: the recorder, voice-activity detection.
    pub fn samples(&self) -> Vec<i16> {
        // The alphabet was checked when the frame was made; what still fails to decode (a stray bit before the padding) is silence.
        let bytes = STANDARD.decode(self.base64.as_bytes()).unwrap_or_default();
        bytes
            .chunks_exact(2)
            .map(|it| i16::from_le_bytes([it[0], it[1]]))
            .collect()
    }

    pub fn n_samples(&self) -> usize {
        self.n_bytes / 2
    }

    pub fn ms(&self) -> u64 {
        (self.n_bytes / BYTES_PER_MS) as u64
    }
}

impl std::fmt::Debug for Frame {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "Frame({:?}, {} bytes)", self.item_id, self.n_bytes)
    }
}

fn base64_bytes(text: &str) -> Result<usize, BadFrame> {
    if text.len() > FRAME_CHARS_MAX {
        return Err(BadFrame::TooLong);
    }
    let letters = text.trim_end_matches('=').as_bytes();
    let padding = text.len() - letters.len();
    let known = |it: &u8| it.is_ascii_alphanumeric() || *it == b'+' || *it == b'/';
    if text.is_empty() || !text.len().is_multiple_of(4) || padding > 2 || !letters.iter().all(known)
    {
        return Err(BadFrame::NotBase64);
    }
    let n_bytes = text.len() / 4 * 3 - padding;
    match n_bytes % 2 {
        0 => Ok(n_bytes),
        _ => Err(BadFrame::HalfSample),
    }
}

/// A queue in which new sound pushes out the oldest. Nothing but sound may be lost this way.
pub fn frame_queue(ms_max: u64) -> (FrameSender, FrameReceiver) {
    let shared = Arc::new(Shared {
        ms_max,
        queue: Mutex::new(Queue::default()),
        changed: Notify::new(),
        taken: Notify::new(),
    });
    (
        FrameSender {
            shared: Arc::clone(&shared),
        },
        FrameReceiver { shared },
    )
}

#[derive(Debug)]
struct Shared {
    ms_max: u64,
    queue: Mutex<Queue>,
    changed: Notify,
    taken: Notify,
}

#[derive(Debug, Default)]
struct Queue {
    frames: VecDeque<Frame>,
    n_samples: usize,
    n_dropped: u64,
    sender_gone: bool,
    receiver_gone: bool,
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        // Every critical section leaves the queue whole, so a panic elsewhere does not spoil it.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_drained(&self, ms_max: u64) -> bool {
        let queue = self.queue();
        queue.n_samples <= ms_max as usize * SAMPLE_RATE as usize / 1_000 || queue.receiver_gone
    }
}

/// The one end that puts sound in. When it is dropped the receiver is told after the last frame.
#[derive(Debug)]
pub struct FrameSender {
    shared: Arc<Shared>,
}

impl FrameSender {
    pub fn push(&self, frame: Frame) {
        let samples_max = self.shared.ms_max as usize * SAMPLE_RATE as usize / 1_000;
        let mut queue = self.shared.queue();
        queue.n_samples += frame.n_samples();
        queue.frames.push_back(frame);
        while queue.n_samples > samples_max && queue.frames.len() > 1 {
            let dropped = queue.frames.pop_front().map_or(0, |it| it.n_samples());
            queue.n_samples -= dropped;
            queue.n_dropped += 1;
        }
        drop(queue);
        self.shared.changed.notify_one();
    }

    /// Waits until no more than this much waits to be taken, or nobody takes any more: for sound that comes from a file and must
    /// not push itself out.
    pub async fn drained(&self, ms_max: u64) {
        loop {
            let taken = self.shared.taken.notified();
            if self.shared.is_drained(ms_max) {
                return;
            }
            taken.await;
        }
    }

    /// Forgets what was not taken yet: after an interruption nobody wants to hear it.
    pub fn clear(&self) {
        let mut queue = self.shared.queue();
        queue.frames.clear();
        queue.n_samples = 0;
    }

    pub fn n_dropped(&self) -> u64 {
        self.shared.queue().n_dropped
    }
}

impl Drop for FrameSender {
    fn drop(&mut self) {
        self.shared.queue().sender_gone = true;
        self.shared.changed.notify_one();
    }
}

#[derive(Debug)]
pub struct FrameReceiver {
    shared: Arc<Shared>,
}

impl FrameReceiver {
    /// `None` when the sender is gone and everything was taken. Safe to cancel: nothing is taken before it is returned.
    pub async fn next(&mut self) -> Option<Frame> {
        loop {
            match self.take() {
                Taken::Frame(frame) => return Some(frame),
                Taken::Ended => return None,
                Taken::Nothing => self.shared.changed.notified().await,
            }
        }
    }

    /// What is there, without waiting.
    pub fn try_next(&mut self) -> Option<Frame> {
        match self.take() {
            Taken::Frame(frame) => Some(frame),
            Taken::Ended | Taken::Nothing => None,
        }
    }

    /// Sound waiting to be taken.
    pub fn queued_ms(&self) -> u64 {
        self.shared.queue().n_samples as u64 * 1_000 / u64::from(SAMPLE_RATE)
    }

    pub fn n_dropped(&self) -> u64 {
        self.shared.queue().n_dropped
    }

    fn take(&mut self) -> Taken {
        let mut queue = self.shared.queue();
        match queue.frames.pop_front() {
            Some(frame) => {
                queue.n_samples -= frame.n_samples();
                self.shared.taken.notify_one();
                Taken::Frame(frame)
            }
            None if queue.sender_gone => Taken::Ended,
            None => Taken::Nothing,
        }
    }
}

impl Drop for FrameReceiver {
    fn drop(&mut self) {
        self.shared.queue().receiver_gone = true;
        self.shared.taken.notify_one();
    }
}

enum Taken {
    Frame(Frame),
    Nothing,
    Ended,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_knows_its_length_without_decoding() {
        let frame = Frame::from_samples(None, &[7; 480]);
        assert_eq!(frame.ms(), 20);
        let again = Frame::from_base64(None, frame.base64()).unwrap();
        assert_eq!(again.samples(), vec![7; 480]);
        assert_eq!(again.n_samples(), 480);
    }

    #[test]
    fn what_is_not_sound_is_refused() {
        assert_eq!(Frame::from_base64(None, ""), Err(BadFrame::NotBase64));
        assert_eq!(Frame::from_base64(None, "AAA\n"), Err(BadFrame::NotBase64));
        assert_eq!(Frame::from_base64(None, "A==="), Err(BadFrame::NotBase64));
        assert_eq!(Frame::from_base64(None, "AAAA"), Err(BadFrame::HalfSample));
        assert_eq!(
            Frame::from_base64(None, &"A".repeat(FRAME_CHARS_MAX + 4)),
            Err(BadFrame::TooLong)
        );
    }

    #[tokio::test]
    async fn sound_of_a_file_waits_for_room_and_not_for_a_receiver_that_is_gone() {
        let (sender, mut receiver) = frame_queue(1_000);
        sender.push(Frame::from_samples(None, &[1; 480]));
        sender.push(Frame::from_samples(None, &[2; 480]));
        let (_, frame) = tokio::join!(sender.drained(20), receiver.next());
        assert_eq!(frame.unwrap().samples()[0], 1);
        let ((), ()) = tokio::join!(sender.drained(0), async { drop(receiver) });
    }

    #[tokio::test]
    async fn new_sound_pushes_out_the_oldest_and_is_counted() {
        let (sender, mut receiver) = frame_queue(40);
        for tone in 1..=3 {
            sender.push(Frame::from_samples(None, &[tone; 480]));
        }
        assert_eq!(receiver.n_dropped(), 1);
        assert_eq!(receiver.next().await.unwrap().samples()[0], 2);
        drop(sender);
        assert_eq!(receiver.next().await.unwrap().samples()[0], 3);
        assert_eq!(receiver.next().await, None);
    }
}
