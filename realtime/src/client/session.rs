//! The session as a client may see it, and what of it a client may change.

use serde_json::{Map, Value, json};

/// What `session.created` and `session.updated` show. The persona is not shown.
#[derive(Clone, Debug)]
pub struct ClientSession {
    /// Tells this connection from every other of the same session.
    pub line: u64,
    pub id: String,
    pub model: String,
    pub voice_name: String,
    pub transcribe_model: String,
    pub speed: f64,
}

pub(super) const SPEED_MIN: f64 = 0.25;
pub(super) const SPEED_MAX: f64 = 1.5;

/// What an update asks for.
#[derive(Debug, PartialEq)]
pub(super) struct Wish {
    pub(super) speed: Option<f64>,
    /// The first field whose change is not allowed.
    pub(super) refused: Option<String>,
}

impl ClientSession {
    pub(super) fn to_json(&self) -> Value {
        let format = json!({"type": "audio/pcm", "rate": crate::SAMPLE_RATE});
        json!({
            "type": "realtime", "object": "realtime.session", "id": self.id, "model": self.model,
            "output_modalities": ["audio"], "instructions": "", "tools": [], "tool_choice": "auto",
            "max_output_tokens": "inf", "truncation": "auto", "tracing": null, "prompt": null, "expires_at": null, "include": null,
            "audio": {
                "input": {
                    "format": format, "noise_reduction": null,
                    "transcription": {"model": self.transcribe_model},
                    "turn_detection": {"type": "server_vad", "create_response": false, "interrupt_response": false},
                },
                "output": {"format": format, "voice": self.voice_name, "speed": self.speed},
            },
        })
    }

    /// A field that repeats what is in force changes nothing and is not refused: official clients send their whole setup.
    pub(super) fn wish(&self, asked: &Map<String, Value>) -> Wish {
        let mut speed = None;
        let mut refused = None;
        if let Some(asked_speed) = asked
            .get("audio")
            .and_then(|it| it.pointer("/output/speed"))
        {
            match asked_speed
                .as_f64()
                .filter(|it| (SPEED_MIN..=SPEED_MAX).contains(it))
            {
                Some(asked_speed) => speed = Some(asked_speed),
                None => refused = Some("session.audio.output.speed".to_owned()),
            }
        }
        let mut rest = Value::Object(asked.clone());
        if let Some(output) = rest
            .pointer_mut("/audio/output")
            .and_then(Value::as_object_mut)
        {
            output.remove("speed");
        }
        let refused = refused.or_else(|| difference("session", &rest, &self.to_json()));
        Wish { speed, refused }
    }
}

/// Where something asked for is not what there is.
fn difference(path: &str, asked: &Value, there: &Value) -> Option<String> {
    match (asked, there) {
        (Value::Object(asked), Value::Object(there)) => asked.iter().find_map(|(name, value)| {
            difference(
                &format!("{path}.{name}"),
                value,
                there.get(name).unwrap_or(&Value::Null),
            )
        }),
        _ if asked == there => None,
        _ => Some(path.to_owned()),
    }
}
