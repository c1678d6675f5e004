//! What the events about voice and recording carry.

use serde::{Deserialize, Serialize};

use crate::ids::EventId;

/// Who speaks for the interviewer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VoiceProvider {
    Openai,
    Builtin,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct VoiceConnected {
    pub provider: VoiceProvider,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct VoiceLost {
    pub provider: VoiceProvider,
    pub reason: String,
}

/// The provider's session was replaced by a fresh one, seeded from the log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct VoiceRolledOver {
    pub provider: VoiceProvider,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// The voice did not take the guidance of a decision; it keeps what it had.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GuidanceFailed {
    pub decision: EventId,
    pub reason: String,
}

/// Whether the person agrees to be recorded. Nothing is kept before they do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RecordingConsent {
    pub granted: bool,
}
