//! What a talk wants done, in order, by whoever owns the queues and the speech server's client.

use super::clips::Line;
use crate::{Frame, VoiceEvent};

/// One request to the speech server. Counted, so that an answer that nobody wants any more is recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Job(pub(super) u64);

#[derive(Debug)]
pub(super) enum Outcome {
    Report(VoiceEvent),
    Play(Frame),
    /// Sound that was handed over and not taken yet must not be heard.
    StopPlaying,
    /// Answered by `Talk::clip_came`.
    Synthesise(Job, Line),
    /// 16 kHz. Answered by `Talk::words_came`.
    Transcribe(Job, Vec<i16>),
    /// Nobody waits for its answer.
    Abandon(Job),
    /// Whether the speech server is there again. Answered by `Talk::probed`.
    Probe,
    Close,
}
