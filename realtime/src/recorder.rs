//! Keeps both sides of a talk in one file: left the person, right the interviewer, Opus in Ogg.
//!
//! Time in the file is the clock of the events. The file grows page by page and is never rewritten, so what a killed process
//! leaves behind plays as it is.

mod ogg_opus;
mod tape;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;

use ogg_opus::OggOpus;
use tape::{Channel, Tape};

/// Pieces waiting for the disk: ten seconds of both sides in pieces of 20 ms.
pub const RECORDER_QUEUE_MAX: usize = 1_024;

#[derive(Debug, thiserror::Error)]
pub enum RecorderError {
    #[error("the recording could not be written, free some space or choose another folder: {0}")]
    Disk(#[from] std::io::Error),
    #[error("the sound could not be compressed: {0}")]
    Encode(String),
    #[error("{0} is not a recording of ours; move it away to record here")]
    NotOurs(String),
    #[error("the recording's thread ended without a result")]
    Gone,
}

/// What a finished recording is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recorded {
    pub ms: u64,
    /// Pieces of sound that did not fit into the queue; silence is in their place.
    pub n_dropped: u64,
}

/// Runs on a thread of its own. Not started without consent: there is no recorder that keeps nothing.
#[derive(Debug)]
pub struct Recorder {
    queue: SyncSender<Piece>,
    n_dropped: Arc<AtomicU64>,
    thread: JoinHandle<Result<u64, RecorderError>>,
}

enum Piece {
    Person { at_ms: u64, samples: Vec<i16> },
    Interviewer { at_ms: u64, samples: Vec<i16> },
    CutInterviewer { at_ms: u64 },
    Clock { at_ms: u64 },
    Close,
}

impl Recorder {
    /// Makes the file, which must not exist; `origin_ms` on the events' clock is its first sample.
    pub fn start(path: &Path, origin_ms: u64) -> Result<Recorder, RecorderError> {
        Recorder::begin(OggOpus::create(path)?, Tape::new(origin_ms))
    }

    /// Goes on with the file of an earlier part of the talk, or makes it. The beginning of the events' clock is its first
    /// sample; what lies between its end and `now_ms` is silence.
    pub fn resume(path: &Path, now_ms: u64) -> Result<Recorder, RecorderError> {
        let file = OggOpus::resume(path)?;
        let tape = Tape::going_on(file.n_samples(), now_ms);
        Recorder::begin(file, tape)
    }

    fn begin(file: OggOpus, tape: Tape) -> Result<Recorder, RecorderError> {
        let (queue, pieces) = sync_channel(RECORDER_QUEUE_MAX);
        let thread = std::thread::Builder::new()
            .name("recorder".to_owned())
            .spawn(move || keep(tape, file, &pieces))?;
        Ok(Recorder {
            queue,
            n_dropped: Arc::new(AtomicU64::new(0)),
            thread,
        })
    }

    /// 24 kHz mono from the microphone, whose first sample was spoken at `at_ms`. It is also what moves the clock.
    pub fn person(&self, at_ms: u64, samples: Vec<i16>) {
        self.put(Piece::Person { at_ms, samples });
    }

    /// 24 kHz mono of the interviewer, heard from `at_ms` on. It may run ahead of the clock.
    pub fn interviewer(&self, at_ms: u64, samples: Vec<i16>) {
        self.put(Piece::Interviewer { at_ms, samples });
    }

    /// The interviewer was interrupted: what was to be heard from `at_ms` on never was.
    pub fn cut_interviewer(&self, at_ms: u64) {
        self.put(Piece::CutInterviewer { at_ms });
    }

    /// Time passes although the microphone is off.
    pub fn clock(&self, at_ms: u64) {
        self.put(Piece::Clock { at_ms });
    }

    /// Writes the end of the file. Blocks until the disk has it: seconds at worst.
    pub fn close(self) -> Result<Recorded, RecorderError> {
        // A thread that ended early has its own error to tell, below.
        if self.queue.send(Piece::Close).is_err() {
            tracing::warn!("the recording had ended before it was closed");
        }
        let ms = self.thread.join().map_err(|_| RecorderError::Gone)??;
        Ok(Recorded {
            ms,
            n_dropped: self.n_dropped.load(Ordering::Relaxed),
        })
    }

    pub fn n_dropped(&self) -> u64 {
        self.n_dropped.load(Ordering::Relaxed)
    }

    // Never blocks: a slow disk may cost sound, it must not stop the talk. The place in time is kept, so the gap is silence.
    fn put(&self, piece: Piece) {
        if self.queue.try_send(piece).is_err() {
            self.n_dropped.fetch_add(1, Ordering::Relaxed);
        }
    }
}

fn keep(mut tape: Tape, mut file: OggOpus, pieces: &Receiver<Piece>) -> Result<u64, RecorderError> {
    // A queue without a sender is a recorder that was dropped: its file ends as if it had been closed.
    while let Ok(piece) = pieces.recv() {
        match piece {
            Piece::Person { at_ms, samples } => tape.put(Channel::Person, at_ms, &samples),
            Piece::Interviewer { at_ms, samples } => {
                tape.put(Channel::Interviewer, at_ms, &samples);
            }
            Piece::CutInterviewer { at_ms } => tape.cut_interviewer(at_ms),
            Piece::Clock { at_ms } => tape.clock(at_ms),
            Piece::Close => break,
        }
        while let Some(frame) = tape.next_frame() {
            file.push(&frame)?;
        }
    }
    let (frames, n_samples) = tape.finish();
    for frame in &frames {
        file.push(frame)?;
    }
    file.finish(n_samples)?;
    Ok(n_samples / (u64::from(crate::SAMPLE_RATE) / 1_000))
}
