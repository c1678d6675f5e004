//! Tells a client what happens, in events that are right whatever voice is behind.

use std::collections::VecDeque;

use serde_json::{Value, json};

use super::effective::Effective;
use super::request::{Refusal, Update, not_allowed};
use crate::{Frame, ItemId, ReplyEnded, VoiceEvent, Words};

/// Items that a client may ask for again.
const ITEMS_KEPT_MAX: usize = 64;

/// The state of one client's conversation with us.
#[derive(Debug)]
pub struct Presenter {
    session: Effective,
    events: u64,
    responses: u64,
    reply: Option<Shown>,
    items: VecDeque<(ItemId, Value)>,
}

/// The reply that a client is being told of.
#[derive(Debug)]
struct Shown {
    number: u64,
    response_id: String,
    item_id: ItemId,
    transcript: Words,
}

impl Presenter {
    #[must_use]
    pub fn new(session: Effective) -> Presenter {
        Presenter {
            session,
            events: 0,
            responses: 0,
            reply: None,
            items: VecDeque::new(),
        }
    }

    /// The first word on a new socket.
    pub fn hello(&mut self) -> Value {
        let session = self.session.to_json();
        self.event("session.created", json!({"session": session}))
    }

    pub fn refused(&mut self, refusal: &Refusal) -> Value {
        let error = json!({
            "type": "invalid_request_error",
            "code": refusal.code,
            "message": refusal.message,
            "param": refusal.param,
            "event_id": refusal.event_id,
        });
        self.event("error", json!({"error": error}))
    }

    /// What was allowed of an update is in force; the client sees the session as it is.
    pub fn updated(&mut self, update: &Update) -> Vec<Value> {
        let mut events = Vec::new();
        if let Some(path) = &update.forbidden {
            let refusal = not_allowed(
                path,
                "the interviewer's session is not a client's to change",
            );
            events.push(self.refused(&refusal));
        }
        if let Some(speed) = update.speed {
            self.session.speed = speed;
        }
        let session = self.session.to_json();
        events.push(self.event("session.updated", json!({"session": session})));
        events
    }

    /// An item that was spoken or typed, as it stands.
    pub fn retrieved(&mut self, item_id: &ItemId) -> Value {
        let found = self.items.iter().find(|(id, _)| id == item_id);
        match found.map(|(_, item)| item.clone()) {
            Some(item) => self.event("conversation.item.retrieved", json!({"item": item})),
            None => self.refused(&Refusal {
                code: "item_not_found",
                message: "there is no such item, or it is too long ago".to_owned(),
                param: Some("item_id".to_owned()),
                event_id: None,
            }),
        }
    }

    pub fn truncated(&mut self, item_id: &ItemId, audio_end_ms: u64) -> Value {
        self.event(
            "conversation.item.truncated",
            json!({"item_id": item_id, "content_index": 0, "audio_end_ms": audio_end_ms}),
        )
    }

    pub fn cleared(&mut self) -> Value {
        self.event("input_audio_buffer.cleared", json!({}))
    }

    pub fn typed(&mut self, item_id: &ItemId, text: &str) -> Vec<Value> {
        let item = json!({
            "id": item_id, "object": "realtime.item", "type": "message", "status": "completed", "role": "user",
            "content": [{"type": "input_text", "text": text}],
        });
        self.added_and_done(item_id, item)
    }

    pub fn notice(&mut self, level: &str, message: &str) -> Value {
        self.event("viva.notice", json!({"level": level, "message": message}))
    }

    pub fn state(&mut self, view: Value) -> Value {
        self.event("viva.state", json!({"state": view}))
    }

    /// A piece of the interviewer's voice; none when it belongs to nothing that is being said.
    pub fn audio(&mut self, frame: &Frame) -> Option<String> {
        let reply = self.reply.as_ref()?;
        if frame.item_id.as_ref() != Some(&reply.item_id) {
            return None;
        }
        self.events += 1;
        // Written by hand: this is the one event that comes fifty times a second, and its sound is never looked at.
        Some(format!(
            r#"{{"type":"response.output_audio.delta","event_id":"event_{}","response_id":"{}","item_id":{},"output_index":0,"content_index":0,"delta":"{}"}}"#,
            self.events,
            reply.response_id,
            Value::from(reply.item_id.as_str()),
            frame.base64(),
        ))
    }

    /// What a client is told of something that the voice noticed.
    pub fn noticed(&mut self, event: &VoiceEvent) -> Vec<Value> {
        match event {
            VoiceEvent::SpeechStarted { item_id, audio_ms } => vec![self.event(
                "input_audio_buffer.speech_started",
                json!({"audio_start_ms": audio_ms, "item_id": item_id}),
            )],
            VoiceEvent::SpeechStopped { item_id, audio_ms } => vec![self.event(
                "input_audio_buffer.speech_stopped",
                json!({"audio_end_ms": audio_ms, "item_id": item_id}),
            )],
            VoiceEvent::TurnCommitted { item_id, after, .. } => {
                let mut events = vec![self.event(
                    "input_audio_buffer.committed",
                    json!({"previous_item_id": after, "item_id": item_id}),
                )];
                let item = spoken(item_id, None);
                events.extend(self.added_and_done(item_id, item));
                events
            }
            VoiceEvent::Transcribing { item_id, delta } => vec![self.event(
                "conversation.item.input_audio_transcription.delta",
                json!({"item_id": item_id, "content_index": 0, "delta": delta.as_str()}),
            )],
            VoiceEvent::Transcribed { item_id, text } => {
                self.keep(item_id, spoken(item_id, Some(text.as_str())));
                vec![self.event(
                    "conversation.item.input_audio_transcription.completed",
                    json!({
                        "item_id": item_id, "content_index": 0, "transcript": text.as_str(),
                        "usage": {"type": "duration", "seconds": 0},
                    }),
                )]
            }
            VoiceEvent::TranscriptionFailed { item_id } => vec![self.event(
                "conversation.item.input_audio_transcription.failed",
                json!({
                    "item_id": item_id, "content_index": 0,
                    "error": {"type": "transcription_error", "message": "no words were recognised"},
                }),
            )],
            VoiceEvent::ReplyStarted { reply, item_id, .. } => self.reply_started(*reply, item_id),
            VoiceEvent::ReplyWords { reply, delta, .. } => self.reply_words(*reply, delta),
            VoiceEvent::ReplyGenerated { reply, .. } => self.reply_over(*reply, "completed", None),
            VoiceEvent::ReplyEnded(ended) => self.reply_ended(ended),
            VoiceEvent::ReplyFailed { reply, why } => self.reply_over(
                *reply,
                "failed",
                Some(json!({"error": {"type": "server_error", "message": why}})),
            ),
            VoiceEvent::Connected
            | VoiceEvent::Lost { .. }
            | VoiceEvent::RolledOver
            | VoiceEvent::Unusable { .. }
            | VoiceEvent::Guided { .. }
            | VoiceEvent::GuideFailed { .. }
            | VoiceEvent::Typed { .. }
            | VoiceEvent::Silent { .. }
            | VoiceEvent::Usage(_) => Vec::new(),
        }
    }

    fn reply_started(&mut self, number: u64, item_id: &ItemId) -> Vec<Value> {
        self.responses += 1;
        let response_id = format!("resp_{}", self.responses);
        let shown = Shown {
            number,
            response_id: response_id.clone(),
            item_id: item_id.clone(),
            transcript: Words::default(),
        };
        let item = answer(&shown, "in_progress");
        let response = response(&shown, "in_progress", None, &[]);
        self.reply = Some(shown);
        vec![
            self.event("response.created", json!({"response": response})),
            self.event(
                "response.output_item.added",
                json!({"response_id": response_id, "output_index": 0, "item": item}),
            ),
            self.event("conversation.item.added", json!({"item": item})),
            self.event(
                "response.content_part.added",
                json!({
                    "response_id": response_id, "item_id": item_id, "output_index": 0, "content_index": 0,
                    "part": {"type": "audio", "transcript": ""},
                }),
            ),
        ]
    }

    fn reply_words(&mut self, number: u64, delta: &Words) -> Vec<Value> {
        let Some(shown) = self.reply.as_mut().filter(|shown| shown.number == number) else {
            return Vec::new();
        };
        shown.transcript.push_str(delta.as_str());
        let place = place(shown);
        let mut fields = place;
        fields["delta"] = Value::from(delta.as_str());
        vec![self.event("response.output_audio_transcript.delta", fields)]
    }

    /// The person stopped a reply whose sound was still coming.
    fn reply_ended(&mut self, ended: &ReplyEnded) -> Vec<Value> {
        if ended.interrupted {
            let details = json!({"type": "cancelled", "reason": "turn_detected"});
            self.reply_over(ended.reply, "cancelled", Some(details))
        } else {
            self.reply_over(ended.reply, "completed", None)
        }
    }

    /// Closes everything that was opened for a reply, once.
    fn reply_over(&mut self, number: u64, status: &str, details: Option<Value>) -> Vec<Value> {
        let Some(shown) = self.reply.take_if(|shown| shown.number == number) else {
            return Vec::new();
        };
        let item_status = if status == "completed" {
            "completed"
        } else {
            "incomplete"
        };
        let item = answer(&shown, item_status);
        let transcript = shown.transcript.as_str();
        self.keep(&shown.item_id, item.clone());
        let response = response(&shown, status, details, std::slice::from_ref(&item));
        let with = |key: &str, value: Value| {
            let mut fields = place(&shown);
            fields[key] = value;
            fields
        };
        vec![
            self.event("response.output_audio.done", place(&shown)),
            self.event(
                "response.output_audio_transcript.done",
                with("transcript", transcript.into()),
            ),
            self.event(
                "response.content_part.done",
                with("part", json!({"type": "audio", "transcript": transcript})),
            ),
            self.event(
                "response.output_item.done",
                json!({"response_id": shown.response_id, "output_index": 0, "item": item}),
            ),
            self.event("conversation.item.done", json!({"item": item})),
            self.event("response.done", json!({"response": response})),
        ]
    }

    fn added_and_done(&mut self, item_id: &ItemId, item: Value) -> Vec<Value> {
        self.keep(item_id, item.clone());
        vec![
            self.event("conversation.item.added", json!({"item": item})),
            self.event("conversation.item.done", json!({"item": item})),
        ]
    }

    fn keep(&mut self, item_id: &ItemId, item: Value) {
        self.items.retain(|(id, _)| id != item_id);
        if self.items.len() == ITEMS_KEPT_MAX {
            self.items.pop_front();
        }
        self.items.push_back((item_id.clone(), item));
    }

    fn event(&mut self, kind: &str, mut fields: Value) -> Value {
        self.events += 1;
        fields["type"] = Value::from(kind);
        fields["event_id"] = Value::from(format!("event_{}", self.events));
        fields
    }
}

/// Where in a response something belongs. There is one item, and it has one part.
fn place(shown: &Shown) -> Value {
    json!({
        "response_id": shown.response_id, "item_id": shown.item_id, "output_index": 0, "content_index": 0,
    })
}

fn spoken(item_id: &ItemId, transcript: Option<&str>) -> Value {
    json!({
        "id": item_id, "object": "realtime.item", "type": "message", "status": "completed", "role": "user",
        "content": [{"type": "input_audio", "transcript": transcript}],
    })
}

fn answer(shown: &Shown, status: &str) -> Value {
    json!({
        "id": shown.item_id, "object": "realtime.item", "type": "message", "status": status, "role": "assistant",
        "content": [{"type": "output_audio", "transcript": shown.transcript.as_str()}],
    })
}

fn response(shown: &Shown, status: &str, details: Option<Value>, output: &[Value]) -> Value {
    json!({
        "id": shown.response_id, "object": "realtime.response", "status": status, "status_details": details,
        "output": output, "output_modalities": ["audio"], "usage": null,
    })
}
