//! What a talk wants done, in order, by whoever owns the socket and the queues.

use crate::{Frame, VoiceEvent};

#[derive(Debug)]
pub(super) enum Outcome {
    Send(String),
    Report(VoiceEvent),
    Play(Frame),
    /// Sound that was handed over and not taken yet must not be heard.
    StopPlaying,
    /// This connection is of no more use.
    Reconnect(String),
    GiveUp(String),
    Close,
}
