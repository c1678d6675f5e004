//! What a client may ask for, and the refusal of everything else. The socket stays open either way.

use super::{Client, TEXT_BYTES_MAX};
use crate::{Frame, ItemId, Words};
use serde_json::{Map, Value, json};

/// A wish that is allowed. Whoever owns the session decides what becomes of it.
#[derive(Clone, Debug, PartialEq)]
pub enum Asked {
    Audio(Frame),
    CommitTurn,
    ClearInput,
    /// A typed answer; the same id again is the same answer.
    Typed {
        item_id: ItemId,
        text: Words,
    },
    Respond,
    Cancel,
    /// The client stopped here: nothing after this millisecond is heard.
    Truncated {
        item_id: ItemId,
        audio_end_ms: u64,
    },
    Played {
        item_id: ItemId,
        audio_end_ms: u64,
    },
    Speed(f64),
}

const TYPED_CHARS_MAX: usize = 20_000;
const ID_CHARS_MAX: usize = 128;

struct Refusal {
    code: &'static str,
    message: String,
    param: Option<String>,
}

fn not_allowed(message: impl Into<String>) -> Refusal {
    Refusal {
        code: "not_allowed",
        message: message.into(),
        param: None,
    }
}

fn invalid(message: impl Into<String>, param: &str) -> Refusal {
    Refusal {
        code: "invalid_value",
        message: message.into(),
        param: Some(param.to_owned()),
    }
}

impl Client {
    /// One text frame of the client. What it leads to is in the result, in the frames to send, or in both.
    pub fn receive(&mut self, text: &str) -> Option<Asked> {
        let event = match text.len() <= TEXT_BYTES_MAX {
            true => serde_json::from_str::<Map<String, Value>>(text).ok(),
            false => None,
        };
        let Some(event) = event else {
            let message = format!("a frame is one JSON object of at most {TEXT_BYTES_MAX} bytes");
            self.refuse(
                None,
                Refusal {
                    code: "invalid_event",
                    message,
                    param: None,
                },
            );
            return None;
        };
        let event_id = event
            .get("event_id")
            .and_then(Value::as_str)
            .map(str::to_owned);
        match self.consider(&event, event_id.as_deref()) {
            Ok(asked) => asked,
            Err(refusal) => {
                self.refuse(event_id.as_deref(), refusal);
                None
            }
        }
    }

    fn consider(
        &mut self,
        event: &Map<String, Value>,
        event_id: Option<&str>,
    ) -> Result<Option<Asked>, Refusal> {
        let asked = match event.get("type").and_then(Value::as_str).unwrap_or("") {
            "input_audio_buffer.append" => {
                let audio = event.get("audio").and_then(Value::as_str).unwrap_or("");
                let frame = Frame::from_base64(None, audio)
                    .map_err(|it| invalid(it.to_string(), "audio"))?;
                Asked::Audio(frame)
            }
            "input_audio_buffer.commit" => Asked::CommitTurn,
            "input_audio_buffer.clear" => {
                self.tell("input_audio_buffer.cleared", json!({}));
                Asked::ClearInput
            }
            "conversation.item.create" => self.typed(event)?,
            "conversation.item.truncate" => {
                let (item_id, audio_end_ms) = played(event)?;
                self.truncated(&item_id, audio_end_ms);
                Asked::Truncated {
                    item_id,
                    audio_end_ms,
                }
            }
            "viva.played" => {
                let (item_id, audio_end_ms) = played(event)?;
                Asked::Played {
                    item_id,
                    audio_end_ms,
                }
            }
            "conversation.item.retrieve" => {
                let wanted = event.get("item_id").and_then(Value::as_str).unwrap_or("");
                let Some(item) = self.item(wanted).cloned() else {
                    let message = "no such item; it may be too old".to_owned();
                    return Err(Refusal {
                        code: "item_retrieve_invalid_item_id",
                        message,
                        param: Some("item_id".into()),
                    });
                };
                self.tell("conversation.item.retrieved", json!({"item": item}));
                return Ok(None);
            }
            "response.cancel" => Asked::Cancel,
            "response.create" => match event.get("response").is_none_or(is_empty) {
                true => Asked::Respond,
                false => {
                    return Err(not_allowed(
                        "a response takes no overrides; send response.create without `response`",
                    ));
                }
            },
            "session.update" => return self.update(event, event_id),
            _ => return Err(not_allowed("this event is not accepted here")),
        };
        Ok(Some(asked))
    }

    fn typed(&mut self, event: &Map<String, Value>) -> Result<Asked, Refusal> {
        let item = event.get("item").unwrap_or(&Value::Null);
        if item["type"] != "message" || item["role"] != "user" {
            return Err(not_allowed(
                "only a user message with input_text may be added",
            ));
        }
        let parts = item["content"].as_array().map_or(&[][..], Vec::as_slice);
        let texts: Option<Vec<&str>> = parts
            .iter()
            .map(|it| it["text"].as_str().filter(|_| it["type"] == "input_text"))
            .collect();
        let text = texts.unwrap_or_default().join("\n");
        if text.trim().is_empty() {
            return Err(not_allowed(
                "only a user message with input_text may be added",
            ));
        }
        if text.chars().count() > TYPED_CHARS_MAX {
            return Err(invalid(
                format!("an answer has at most {TYPED_CHARS_MAX} characters"),
                "item.content",
            ));
        }
        let item_id = match item["id"].as_str() {
            Some(id) if id.chars().count() > ID_CHARS_MAX || id.is_empty() => {
                return Err(invalid(
                    format!("an id has 1 to {ID_CHARS_MAX} characters"),
                    "item.id",
                ));
            }
            Some(id) => ItemId::from(id),
            // Never that of an earlier answer, also of an earlier connection: the same id is the same answer.
            None => {
                self.n_typed += 1;
                ItemId::new(format!("item_{:x}_{}", self.session.line, self.n_typed))
            }
        };
        let shown = json!({
            "id": item_id, "object": "realtime.item", "type": "message", "role": "user", "status": "completed",
            "content": [{"type": "input_text", "text": text}],
        });
        if self.item(item_id.as_str()).is_none() {
            self.add_item(shown);
        }
        Ok(Asked::Typed {
            item_id,
            text: text.into(),
        })
    }

    fn update(
        &mut self,
        event: &Map<String, Value>,
        event_id: Option<&str>,
    ) -> Result<Option<Asked>, Refusal> {
        let Some(asked) = event.get("session").and_then(Value::as_object) else {
            return Err(invalid("session.update needs a session", "session"));
        };
        let wish = self.session.wish(asked);
        if let Some(field) = wish.refused {
            let message =
                format!("{field} is not changed; a client may set audio.output.speed only");
            self.refuse(
                event_id,
                Refusal {
                    code: "not_allowed",
                    message,
                    param: Some(field),
                },
            );
        }
        if let Some(speed) = wish.speed {
            self.session.speed = speed;
        }
        let effective = self.session.to_json();
        self.tell("session.updated", json!({"session": effective}));
        Ok(wish.speed.map(Asked::Speed))
    }

    fn refuse(&mut self, event_id: Option<&str>, refusal: Refusal) {
        self.n_refused += 1;
        let Refusal {
            code,
            message,
            param,
        } = refusal;
        let error = json!({"type": "invalid_request_error", "code": code, "message": message, "param": param, "event_id": event_id});
        self.tell("error", json!({"error": error}));
    }
}

fn is_empty(response: &Value) -> bool {
    response.is_null() || response.as_object().is_some_and(Map::is_empty)
}

fn played(event: &Map<String, Value>) -> Result<(ItemId, u64), Refusal> {
    let item_id = event
        .get("item_id")
        .and_then(Value::as_str)
        .filter(|it| !it.is_empty());
    let item_id = item_id.ok_or_else(|| invalid("item_id is missing", "item_id"))?;
    let audio_end_ms = event.get("audio_end_ms").and_then(Value::as_u64);
    let audio_end_ms = audio_end_ms.ok_or_else(|| {
        invalid(
            "audio_end_ms is a whole number of milliseconds",
            "audio_end_ms",
        )
    })?;
    Ok((ItemId::from(item_id), audio_end_ms))
}
