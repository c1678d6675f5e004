//! What the coordinator tells whoever speaks for the interviewer.

use interview::{EventId, Speech};

#[derive(Debug, Clone)]
pub enum VoiceCommand {
    /// Say this; report what was heard with `Input::Spoke`.
    Speak(Speech),
    /// Keep this in mind; report with `Input::Guided`.
    Guide { decision: EventId, text: String },
    /// The interview is over.
    Close,
}
