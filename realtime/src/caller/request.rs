//! Reads what a client sends: an order that it may give, or a refusal that says why not.

use serde::Deserialize;
use serde_json::Value;

use crate::{Frame, ItemId, Words};

/// An answer typed into a voice socket; the same limit as an hour of talk.
const TYPED_CHARS_MAX: usize = 1_000_000;
/// The service's own limit for the id of an event.
const EVENT_ID_CHARS_MAX: usize = 512;

/// What a client may ask for.
#[derive(Clone, Debug, PartialEq)]
pub enum Asked {
    Audio(Frame),
    Commit,
    Clear,
    /// An answer in writing.
    Typed {
        item_id: Option<ItemId>,
        text: Words,
    },
    Truncate {
        item_id: ItemId,
        audio_end_ms: u64,
    },
    Cancel,
    Retrieve {
        item_id: ItemId,
    },
    Respond,
    Update(Update),
    Played {
        item_id: ItemId,
        audio_end_ms: u64,
    },
}

/// A change of the session: the speed is the client's to set, everything else is ours.
#[derive(Clone, Debug, PartialEq)]
pub struct Update {
    pub speed: Option<f64>,
    /// The first thing in it that is not the client's to change.
    pub forbidden: Option<String>,
}

/// Why a client's event changes nothing. The socket stays open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub code: &'static str,
    pub message: String,
    pub param: Option<String>,
    /// The client's own id of the event, if it gave one.
    pub event_id: Option<String>,
}

#[derive(Deserialize)]
struct Event {
    #[serde(rename = "type")]
    kind: String,
    event_id: Option<String>,
    #[serde(flatten)]
    rest: serde_json::Map<String, Value>,
}

/// Reads one frame of text.
pub fn read_request(text: &str) -> Result<Asked, Refusal> {
    let event: Event = serde_json::from_str(text).map_err(|_| Refusal {
        code: "invalid_event",
        message: "the frame is not a JSON object with a type".to_owned(),
        param: None,
        event_id: None,
    })?;
    let id = event
        .event_id
        .clone()
        .map(|id| id.chars().take(EVENT_ID_CHARS_MAX).collect::<String>());
    read_event(&event).map_err(|refusal| Refusal {
        event_id: id,
        ..refusal
    })
}

fn read_event(event: &Event) -> Result<Asked, Refusal> {
    let rest = &event.rest;
    match event.kind.as_str() {
        "input_audio_buffer.append" => {
            let audio = text_of(rest, "audio")?;
            Frame::from_base64(None, audio)
                .map(Asked::Audio)
                .map_err(|bad| wrong("audio", &bad.to_string()))
        }
        "input_audio_buffer.commit" => Ok(Asked::Commit),
        "input_audio_buffer.clear" => Ok(Asked::Clear),
        "conversation.item.create" => typed(rest),
        "conversation.item.truncate" => Ok(Asked::Truncate {
            item_id: ItemId::new(text_of(rest, "item_id")?),
            audio_end_ms: number_of(rest, "audio_end_ms")?,
        }),
        "conversation.item.retrieve" => Ok(Asked::Retrieve {
            item_id: ItemId::new(text_of(rest, "item_id")?),
        }),
        "response.cancel" => Ok(Asked::Cancel),
        "response.create" => respond(rest),
        "session.update" => update(rest),
        "viva.played" => Ok(Asked::Played {
            item_id: ItemId::new(text_of(rest, "item_id")?),
            audio_end_ms: number_of(rest, "audio_end_ms")?,
        }),
        other => Err(not_allowed(
            "type",
            &format!("{} is not taken here", shortened(other)),
        )),
    }
}

/// A client types for the person it belongs to, and for nobody else.
fn typed(rest: &serde_json::Map<String, Value>) -> Result<Asked, Refusal> {
    let item = rest
        .get("item")
        .ok_or_else(|| wrong("item", "the item is missing"))?;
    let is = |key: &str, wanted: &str| item.get(key).and_then(Value::as_str) == Some(wanted);
    if !is("type", "message") || !is("role", "user") {
        return Err(not_allowed("item", "only a message of the user is taken"));
    }
    let parts = item
        .get("content")
        .and_then(Value::as_array)
        .ok_or_else(|| wrong("item.content", "the content is missing"))?;
    let mut text = String::new();
    for part in parts {
        if part.get("type").and_then(Value::as_str) != Some("input_text") {
            return Err(not_allowed("item.content", "only input_text is taken"));
        }
        text.push_str(part.get("text").and_then(Value::as_str).unwrap_or_default());
    }
    if text.trim().is_empty() {
        return Err(wrong("item.content", "the text is empty"));
    }
    if text.chars().count() > TYPED_CHARS_MAX {
        return Err(wrong(
            "item.content",
            "the text is too long; send it in parts",
        ));
    }
    Ok(Asked::Typed {
        item_id: item.get("id").and_then(Value::as_str).map(ItemId::new),
        text: text.into(),
    })
}

/// A response is ordered as it is: what is said and how is decided elsewhere.
fn respond(rest: &serde_json::Map<String, Value>) -> Result<Asked, Refusal> {
    match rest.get("response") {
        None | Some(Value::Null) => Ok(Asked::Respond),
        Some(Value::Object(fields)) if fields.is_empty() => Ok(Asked::Respond),
        Some(_) => Err(not_allowed(
            "response",
            "a response is ordered without overrides",
        )),
    }
}

fn update(rest: &serde_json::Map<String, Value>) -> Result<Asked, Refusal> {
    let session = rest
        .get("session")
        .and_then(Value::as_object)
        .ok_or_else(|| wrong("session", "the session is missing"))?;
    let speed = session
        .get("audio")
        .and_then(|audio| audio.get("output")?.get("speed"));
    let in_range = match speed {
        None | Some(Value::Null) => None,
        Some(given) => Some(
            given
                .as_f64()
                .filter(|speed| (0.25..=1.5).contains(speed))
                .ok_or_else(|| {
                    wrong(
                        "session.audio.output.speed",
                        "the speed is a number from 0.25 to 1.5",
                    )
                })?,
        ),
    };
    Ok(Asked::Update(Update {
        speed: in_range,
        forbidden: forbidden(session),
    }))
}

/// The path of the first setting besides the type and the speed.
fn forbidden(session: &serde_json::Map<String, Value>) -> Option<String> {
    for (key, value) in session {
        if key == "type" {
            continue;
        }
        if key != "audio" {
            return Some(format!("session.{}", shortened(key)));
        }
        let parts = value.as_object().into_iter().flatten();
        for (side, settings) in parts {
            if side != "output" {
                return Some(format!("session.audio.{}", shortened(side)));
            }
            let mut names = settings.as_object().into_iter().flatten();
            if let Some((name, _)) = names.find(|(name, _)| *name != "speed") {
                return Some(format!("session.audio.output.{}", shortened(name)));
            }
        }
    }
    None
}

fn text_of<'a>(rest: &'a serde_json::Map<String, Value>, key: &str) -> Result<&'a str, Refusal> {
    rest.get(key)
        .and_then(Value::as_str)
        .ok_or_else(|| wrong(key, &format!("{key} is missing or not a text")))
}

fn number_of(rest: &serde_json::Map<String, Value>, key: &str) -> Result<u64, Refusal> {
    rest.get(key)
        .and_then(Value::as_u64)
        .ok_or_else(|| wrong(key, &format!("{key} is missing or not a whole number")))
}

fn wrong(param: &str, message: &str) -> Refusal {
    refusal("invalid_value", param, message)
}

pub(super) fn not_allowed(param: &str, message: &str) -> Refusal {
    refusal("not_allowed", param, message)
}

fn refusal(code: &'static str, param: &str, message: &str) -> Refusal {
    Refusal {
        code,
        message: message.to_owned(),
        param: Some(param.to_owned()),
        event_id: None,
    }
}

/// Names come from outside and go into an error: long ones are cut.
fn shortened(name: &str) -> String {
    name.chars().take(80).collect()
}
