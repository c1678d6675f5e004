//! Frames we send to a provider. Its objects are closed: a field it does not know is an error there, so none is ever guessed.

use crate::{ItemId, Setup, TurnDetection};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration;

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type")]
pub enum ToProvider {
    #[serde(rename = "session.update")]
    SessionUpdate {
        event_id: String,
        session: SessionConfig,
    },
    #[serde(rename = "input_audio_buffer.commit")]
    Commit { event_id: String },
    #[serde(rename = "input_audio_buffer.clear")]
    Clear,
    #[serde(rename = "conversation.item.create")]
    CreateItem { event_id: String, item: Item },
    #[serde(rename = "conversation.item.truncate")]
    Truncate {
        event_id: String,
        item_id: ItemId,
        content_index: u32,
        audio_end_ms: u64,
    },
    #[serde(rename = "conversation.item.delete")]
    DeleteItem { event_id: String, item_id: ItemId },
    #[serde(rename = "response.create")]
    Respond {
        event_id: String,
        response: ResponseParams,
    },
    #[serde(rename = "response.cancel")]
    Cancel {
        #[serde(skip_serializing_if = "Option::is_none")]
        response_id: Option<String>,
    },
}

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Item {
    Message {
        id: ItemId,
        role: &'static str,
        content: Vec<Part>,
    },
    FunctionCallOutput {
        call_id: String,
        output: String,
    },
}

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Part {
    InputText { text: String },
    OutputText { text: String },
}

impl Item {
    pub fn system(id: ItemId, text: &str) -> Item {
        Item::Message {
            id,
            role: "system",
            content: vec![Part::InputText {
                text: text.to_owned(),
            }],
        }
    }

    pub fn person(id: ItemId, text: &str) -> Item {
        Item::Message {
            id,
            role: "user",
            content: vec![Part::InputText {
                text: text.to_owned(),
            }],
        }
    }

    /// Assistant sound cannot be put back into a conversation; its words can.
    pub fn interviewer(id: ItemId, text: &str) -> Item {
        Item::Message {
            id,
            role: "assistant",
            content: vec![Part::OutputText {
                text: text.to_owned(),
            }],
        }
    }
}

#[derive(Clone, Debug, Serialize)]
pub struct ResponseParams {
    pub metadata: BTreeMap<&'static str, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_choice: Option<&'static str>,
}

/// A session, or the part of it that an update changes. Absent means unchanged.
#[derive(Clone, Debug, Serialize)]
pub struct SessionConfig {
    r#type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    output_modalities: Option<[&'static str; 1]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    instructions: Option<String>,
    audio: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    tools: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    truncation: Option<Value>,
}

/// The provider's part of turn-taking.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Detection {
    pub by: TurnDetection,
    pub patience: Duration,
}

impl Detection {
    /// Who responds and who is interrupted is decided here and not by the provider, hence the two `false`.
    fn to_json(self) -> Value {
        match self.by {
            TurnDetection::Silence => json!({
                "type": "server_vad", "threshold": 0.5, "prefix_padding_ms": 300,
                "silence_duration_ms": u64::try_from(self.patience.as_millis()).unwrap_or(u64::MAX),
                "create_response": false, "interrupt_response": false,
            }),
            TurnDetection::Meaning => json!({
                "type": "semantic_vad", "eagerness": eagerness(self.patience),
                "create_response": false, "interrupt_response": false,
            }),
        }
    }
}

/// The provider knows three degrees of patience, with longest waits of 8, 4 and 2 seconds.
fn eagerness(patience: Duration) -> &'static str {
    match patience.as_millis() {
        0..500 => "high",
        500..1_000 => "medium",
        _ => "low",
    }
}

impl SessionConfig {
    pub fn whole(setup: &Setup, patience: Duration, speed: f64) -> SessionConfig {
        let detection = Detection {
            by: setup.turn_detection,
            patience,
        };
        let format = json!({"type": "audio/pcm", "rate": crate::SAMPLE_RATE});
        SessionConfig {
            r#type: "realtime",
            output_modalities: Some(["audio"]),
            instructions: Some(setup.instructions.clone()),
            audio: json!({
                "input": {
                    "format": format,
                    "transcription": transcription(setup),
                    "noise_reduction": {"type": "near_field"},
                    "turn_detection": detection.to_json(),
                },
                "output": {"format": format, "voice": setup.voice_name, "speed": speed},
            }),
            tools: Some(tools(setup)),
            // Cutting a fifth at once keeps the rest of the prefix unchanged for many turns; `auto` would change it at every turn.
            truncation: Some(json!({"type": "retention_ratio", "retention_ratio": 0.8})),
        }
    }

    pub fn detection(detection: Detection) -> SessionConfig {
        SessionConfig::only(json!({"input": {"turn_detection": detection.to_json()}}))
    }

    pub fn speed(speed: f64) -> SessionConfig {
        SessionConfig::only(json!({"output": {"speed": speed}}))
    }

    fn only(audio: Value) -> SessionConfig {
        SessionConfig {
            r#type: "realtime",
            output_modalities: None,
            instructions: None,
            audio,
            tools: None,
            truncation: None,
        }
    }
}

/// `language` and `languages` belong to different models, and each refuses the other's.
fn transcription(setup: &Setup) -> Value {
    let mut transcription = json!({"model": setup.transcribe_model});
    let newer = matches!(
        setup.transcribe_model.as_str(),
        "gpt-transcribe" | "gpt-live-transcribe"
    );
    if let Some(language) = &setup.language {
        match newer {
            true => transcription["languages"] = json!([language]),
            false => transcription["language"] = json!(language),
        }
    }
    let keywords: Vec<&String> = setup.keywords.iter().filter(|it| is_keyword(it)).collect();
    if newer && !keywords.is_empty() {
        transcription["keywords"] = json!(keywords);
    }
    transcription
}

/// One keyword with one of these characters makes a provider refuse the whole update.
fn is_keyword(keyword: &str) -> bool {
    !keyword.trim().is_empty() && !keyword.contains(['<', '>', '\r', '\n'])
}

/// The name of the function by which a voice says which question it asked.
pub(crate) const MARK_QUESTION: &str = "mark_question";

fn tools(setup: &Setup) -> Value {
    match setup.mark_question {
        crate::MarkQuestion::Absent => json!([]),
        crate::MarkQuestion::Offered => json!([{
            "type": "function", "name": MARK_QUESTION,
            "description": "Call it in the same response in which you ask a question of the guidance, with that question's id.",
            "parameters": {"type": "object", "properties": {"question_id": {"type": "string"}}, "required": ["question_id"]},
        }]),
    }
}

pub fn write(event: &ToProvider) -> String {
    // These types hold text, numbers and string-keyed maps only; none of them can fail to be written.
    serde_json::to_string(event).unwrap_or_default()
}

/// Sound is passed on as the text it came as; its alphabet was checked when the frame was made.
pub(crate) fn append(base64: &str) -> String {
    format!(r#"{{"type":"input_audio_buffer.append","audio":"{base64}"}}"#)
}
