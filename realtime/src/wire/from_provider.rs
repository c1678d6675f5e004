//! Frames a provider sends. What is not known is passed over: a new event type must not end a talk.

use crate::{ItemId, Usage};
use serde::Deserialize;
use std::borrow::Cow;

/// One frame, read as far as we understand it.
#[derive(Debug)]
pub enum Incoming {
    Event(FromProvider),
    /// Valid, and of a type we have no use for.
    Unknown,
    /// No JSON object, or a known event without what it needs.
    Unreadable,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "type")]
pub enum FromProvider {
    #[serde(rename = "session.created")]
    SessionCreated { session: SessionSeen },
    #[serde(rename = "session.updated")]
    SessionUpdated { session: SessionSeen },
    #[serde(rename = "error")]
    Error { error: Fault },
    #[serde(rename = "input_audio_buffer.speech_started")]
    SpeechStarted {
        item_id: ItemId,
        audio_start_ms: u64,
    },
    #[serde(rename = "input_audio_buffer.speech_stopped")]
    SpeechStopped { item_id: ItemId, audio_end_ms: u64 },
    #[serde(rename = "input_audio_buffer.committed")]
    Committed {
        item_id: ItemId,
        previous_item_id: Option<ItemId>,
    },
    #[serde(
        rename = "conversation.item.added",
        alias = "conversation.item.created"
    )]
    ItemAdded {
        item: ItemSeen,
        previous_item_id: Option<ItemId>,
    },
    #[serde(rename = "conversation.item.done")]
    ItemDone { item: ItemSeen },
    #[serde(rename = "conversation.item.input_audio_transcription.delta")]
    TranscriptionDelta {
        item_id: ItemId,
        delta: Option<String>,
    },
    #[serde(rename = "conversation.item.input_audio_transcription.completed")]
    TranscriptionCompleted {
        item_id: ItemId,
        transcript: String,
        usage: Option<Box<TokenCount>>,
    },
    #[serde(rename = "conversation.item.input_audio_transcription.failed")]
    TranscriptionFailed { item_id: ItemId },
    #[serde(rename = "response.created")]
    ResponseCreated { response: Box<ResponseSeen> },
    #[serde(rename = "response.done")]
    ResponseDone { response: Box<ResponseSeen> },
    #[serde(rename = "response.output_audio.delta")]
    AudioDelta {
        response_id: String,
        item_id: ItemId,
        delta: String,
    },
    #[serde(rename = "response.output_audio_transcript.delta")]
    TranscriptDelta {
        response_id: String,
        item_id: ItemId,
        delta: String,
    },
    #[serde(rename = "response.output_audio_transcript.done")]
    TranscriptDone {
        response_id: String,
        item_id: ItemId,
        transcript: String,
    },
    #[serde(rename = "response.function_call_arguments.done")]
    CallDone {
        response_id: String,
        call_id: String,
        name: String,
        arguments: String,
    },
    #[serde(other)]
    Unknown,
}

#[derive(Debug, Deserialize)]
pub struct SessionSeen {
    /// Unix seconds.
    pub expires_at: Option<u64>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Fault {
    #[serde(rename = "type")]
    pub kind: Option<String>,
    pub code: Option<String>,
    /// Never logged: a provider may repeat what it was sent.
    pub message: Option<String>,
    /// Of the frame that was refused.
    pub event_id: Option<String>,
}

#[derive(Debug, Deserialize)]
pub struct ItemSeen {
    pub id: Option<ItemId>,
}

#[derive(Debug, Deserialize)]
pub struct ResponseSeen {
    pub id: String,
    pub status: Option<ResponseStatus>,
    pub status_details: Option<StatusDetails>,
    pub metadata: Option<Metadata>,
    #[serde(default)]
    pub output: Vec<ItemSeen>,
    pub usage: Option<TokenCount>,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum ResponseStatus {
    InProgress,
    Completed,
    Cancelled,
    Failed,
    Incomplete,
    #[serde(other)]
    Unknown,
}

#[derive(Debug, Deserialize)]
pub struct StatusDetails {
    pub reason: Option<String>,
    pub error: Option<Fault>,
}

#[derive(Debug, Deserialize)]
pub struct Metadata {
    pub reply: Option<String>,
}

/// Both ways of counting: tokens of a response or a transcription, seconds of a transcription.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct TokenCount {
    input_token_details: Option<TokenDetails>,
    output_token_details: Option<TokenDetails>,
    input_tokens: Option<u64>,
    output_tokens: Option<u64>,
    seconds: Option<f64>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct TokenDetails {
    text_tokens: Option<u64>,
    audio_tokens: Option<u64>,
    cached_tokens: Option<u64>,
    cached_tokens_details: Option<Box<TokenDetails>>,
}

impl TokenCount {
    pub fn usage(&self) -> Usage {
        let input = self.input_token_details.clone().unwrap_or_default();
        let output = self.output_token_details.clone().unwrap_or_default();
        let input_audio = input.audio_tokens.unwrap_or(0);
        let output_audio = output.audio_tokens.unwrap_or(0);
        let cached = input.cached_tokens_details.clone().unwrap_or_default();
        let cached_audio = cached.audio_tokens.unwrap_or(0);
        let rest = |all: Option<u64>, audio: u64| all.unwrap_or(0).saturating_sub(audio);
        Usage {
            input_audio,
            input_text: input
                .text_tokens
                .unwrap_or(rest(self.input_tokens, input_audio)),
            cached_audio,
            cached_text: cached
                .text_tokens
                .unwrap_or(rest(input.cached_tokens, cached_audio)),
            output_audio,
            output_text: output
                .text_tokens
                .unwrap_or(rest(self.output_tokens, output_audio)),
            transcribed_ms: (self.seconds.unwrap_or(0.0).max(0.0) * 1_000.0) as u64,
        }
    }
}

/// Sound is nearly all of the traffic: its frames are read without being buffered field by field.
#[derive(Deserialize)]
struct AudioDelta<'a> {
    #[serde(borrow)]
    r#type: Cow<'a, str>,
    #[serde(borrow)]
    response_id: Option<Cow<'a, str>>,
    #[serde(borrow)]
    item_id: Option<Cow<'a, str>>,
    #[serde(borrow)]
    delta: Option<Cow<'a, str>>,
}

pub fn read(text: &str) -> Incoming {
    if let Ok(AudioDelta {
        r#type,
        response_id: Some(response),
        item_id: Some(item),
        delta: Some(delta),
    }) = serde_json::from_str(text)
        && r#type == "response.output_audio.delta"
    {
        return Incoming::Event(FromProvider::AudioDelta {
            response_id: response.into_owned(),
            item_id: ItemId::new(item.as_ref()),
            delta: delta.into_owned(),
        });
    }
    match serde_json::from_str(text) {
        Ok(FromProvider::Unknown) => Incoming::Unknown,
        Ok(event) => Incoming::Event(event),
        Err(_) => Incoming::Unreadable,
    }
}
