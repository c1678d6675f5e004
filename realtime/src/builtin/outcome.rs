//! What a talk wants done, in order, by whoever owns the queues.

use crate::VoiceEvent;

#[derive(Debug)]
pub(super) enum Outcome {
    Report(VoiceEvent),
    Close,
}
