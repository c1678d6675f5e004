//! What a voice reports. Times are milliseconds since the voice was started, on one clock for both speakers, also across
//! reconnects.

use crate::{ItemId, Words};
use std::time::Duration;

#[derive(Clone, Debug, PartialEq)]
pub enum VoiceEvent {
    /// Ready to hear and to speak. Also after a reconnect.
    Connected,
    /// The connection broke. `Later` means that it is being made again; the microphone's sound is kept meanwhile.
    Lost {
        reason: String,
        retry: Retry,
    },
    /// A fresh connection took over before the old one's time was up; nothing was lost.
    RolledOver,
    /// This voice will never work with this setup: bad key, no quota, policy. Another must take over.
    Unusable {
        why: String,
    },

    /// The person began to speak. During a reply only when it is an interruption, not a short "mhm".
    SpeechStarted {
        item_id: ItemId,
        audio_ms: u64,
    },
    SpeechStopped {
        item_id: ItemId,
        audio_ms: u64,
    },
    /// The person's turn is over; its words follow in `Transcribed` or `TranscriptionFailed`.
    TurnCommitted {
        item_id: ItemId,
        after: Option<ItemId>,
        start_ms: u64,
        end_ms: u64,
    },
    /// Words recognised so far, to show while the rest is awaited.
    Transcribing {
        item_id: ItemId,
        delta: Words,
    },
    Transcribed {
        item_id: ItemId,
        text: Words,
    },
    /// Also when what was recognised is no speech: the slot is settled and empty.
    TranscriptionFailed {
        item_id: ItemId,
    },

    ReplyStarted {
        reply: u64,
        item_id: ItemId,
        start_ms: u64,
    },
    /// Words of the reply as they are generated; they may run ahead of the sound.
    ReplyWords {
        reply: u64,
        item_id: ItemId,
        delta: Words,
    },
    /// All sound of the reply has been sent; the person is still listening.
    ReplyGenerated {
        reply: u64,
        item_id: ItemId,
        audio_ms: u64,
    },
    /// The person has heard the reply, or stopped it.
    ReplyEnded(ReplyEnded),
    /// After one retry. Nothing more will come for this reply.
    ReplyFailed {
        reply: u64,
        why: String,
    },

    Guided {
        id: u64,
    },
    /// The earlier guidance stays in force.
    GuideFailed {
        id: u64,
        why: String,
    },
    Typed {
        item_id: ItemId,
    },

    /// Nobody has spoken since our last word for this long. The first time after the silence of the setup, then after twice as long,
    /// and so on.
    Silent {
        quiet: Duration,
        times: u32,
    },
    Usage(Usage),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Retry {
    Later,
    Never,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ReplyEnded {
    pub reply: u64,
    pub item_id: ItemId,
    /// All that the voice made.
    pub generated: Words,
    /// What the person can have heard: cut at the last played millisecond, at a word's border.
    pub heard: Words,
    pub interrupted: bool,
    pub start_ms: u64,
    pub end_ms: u64,
    /// The question the voice says it asked, when it called the function that marks one.
    pub question_id: Option<String>,
}

/// Tokens of one response or one transcription.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    pub input_text: u64,
    pub input_audio: u64,
    /// A part of the two above.
    pub cached_text: u64,
    pub cached_audio: u64,
    pub output_text: u64,
    pub output_audio: u64,
    /// Sound that was transcribed, when the provider counts time and not tokens.
    pub transcribed_ms: u64,
}
