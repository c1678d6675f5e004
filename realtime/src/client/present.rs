//! From what a voice reports to the frames a Realtime client expects, the same for every provider.

use super::{Client, NoticeLevel};
use crate::{ItemId, ReplyEnded, VoiceEvent, Words};
use serde_json::{Value, json};

/// A response the client was told of and has not seen the end of.
#[derive(Debug)]
pub(super) struct OpenReply {
    item_id: ItemId,
    words: Words,
    pub(super) n_samples: usize,
    /// Set when generation is over: the sound there will be.
    audio_ms: Option<u64>,
}

impl OpenReply {
    /// One response has one item here, so its name is made of the item's.
    pub(super) fn response_id(&self) -> String {
        format!("resp_{}", self.item_id)
    }
}

impl Client {
    pub fn voice_event(&mut self, event: &VoiceEvent) {
        match event {
            VoiceEvent::Connected => self.notice(NoticeLevel::Info, "the voice is connected"),
            VoiceEvent::Lost { .. } => self.notice(
                NoticeLevel::Warning,
                "the voice was lost and is being reconnected",
            ),
            VoiceEvent::Unusable { .. } => self.notice(
                NoticeLevel::Error,
                "the voice cannot be used; the built-in voice takes over",
            ),
            VoiceEvent::SpeechStarted { item_id, audio_ms } => {
                // First, because it is what makes a client fall silent.
                let body = json!({"item_id": item_id, "audio_start_ms": audio_ms});
                self.tell("input_audio_buffer.speech_started", body);
                self.interrupt();
            }
            VoiceEvent::SpeechStopped { item_id, audio_ms } => {
                let body = json!({"item_id": item_id, "audio_end_ms": audio_ms});
                self.tell("input_audio_buffer.speech_stopped", body);
            }
            VoiceEvent::TurnCommitted { item_id, after, .. } => self.turn(item_id, after.as_ref()),
            VoiceEvent::Transcribing { item_id, delta } => {
                let body = json!({"item_id": item_id, "content_index": 0, "delta": delta.as_str()});
                self.tell("conversation.item.input_audio_transcription.delta", body);
            }
            VoiceEvent::Transcribed { item_id, text } => self.transcribed(item_id, text),
            VoiceEvent::TranscriptionFailed { item_id } => {
                let error = json!({"type": "transcription_error", "code": "no_speech", "message": "nothing was understood", "param": null});
                let body = json!({"item_id": item_id, "content_index": 0, "error": error});
                self.tell("conversation.item.input_audio_transcription.failed", body);
            }
            VoiceEvent::ReplyStarted { item_id, .. } => self.open_reply(item_id),
            VoiceEvent::ReplyWords { item_id, delta, .. } => self.reply_words(item_id, delta),
            VoiceEvent::ReplyGenerated {
                item_id, audio_ms, ..
            } => {
                self.open_reply(item_id);
                if let Some(open) = &mut self.open {
                    open.audio_ms = Some(*audio_ms);
                }
                self.close_when_all_is_sent();
            }
            VoiceEvent::ReplyEnded(ended) => self.reply_ended(ended),
            VoiceEvent::ReplyFailed { reply, .. } => self.reply_failed(*reply),
            VoiceEvent::Typed { .. } | VoiceEvent::RolledOver | VoiceEvent::Silent { .. } => {}
            VoiceEvent::Guided { .. } | VoiceEvent::GuideFailed { .. } | VoiceEvent::Usage(_) => {}
        }
    }

    fn turn(&mut self, item_id: &ItemId, after: Option<&ItemId>) {
        self.tell(
            "input_audio_buffer.committed",
            json!({"item_id": item_id, "previous_item_id": after}),
        );
        let content = json!([{"type": "input_audio", "transcript": null}]);
        self.add_item(message(item_id, "user", "completed", content));
    }

    pub(super) fn add_item(&mut self, item: Value) {
        let previous = self.items.back().map(|it| it["id"].clone());
        let body = json!({"previous_item_id": previous, "item": item});
        self.tell("conversation.item.added", body.clone());
        self.tell("conversation.item.done", body);
        self.keep_item(item);
    }

    fn transcribed(&mut self, item_id: &ItemId, text: &Words) {
        if let Some(item) = self
            .item(item_id.as_str())
            .filter(|it| it["role"] == "user")
        {
            item["content"] = json!([{"type": "input_audio", "transcript": text.as_str()}]);
        }
        let usage = json!({"type": "duration", "seconds": 0.0});
        let body = json!({"item_id": item_id, "content_index": 0, "transcript": text.as_str(), "usage": usage});
        self.tell(
            "conversation.item.input_audio_transcription.completed",
            body,
        );
    }

    /// The first of words, sound or start opens the response; the others find it open.
    pub(super) fn open_reply(&mut self, item_id: &ItemId) {
        if self.open.as_ref().is_some_and(|it| it.item_id == *item_id)
            || self.item(item_id.as_str()).is_some()
        {
            return;
        }
        self.close(Status::Completed);
        let open = OpenReply {
            item_id: item_id.clone(),
            words: Words::default(),
            n_samples: 0,
            audio_ms: None,
        };
        let response_id = open.response_id();
        self.open = Some(open);
        let response = json!({"id": response_id, "object": "realtime.response", "status": "in_progress", "status_details": null,
            "output": [], "output_modalities": ["audio"], "metadata": null, "usage": null});
        self.tell("response.created", json!({"response": response}));
        let item = message(item_id, "assistant", "in_progress", json!([]));
        self.tell(
            "response.output_item.added",
            json!({"response_id": response_id, "output_index": 0, "item": item}),
        );
        let previous = self.items.back().map(|it| it["id"].clone());
        self.tell(
            "conversation.item.added",
            json!({"previous_item_id": previous, "item": item}),
        );
        self.keep_item(item);
        let part = json!({"type": "audio", "transcript": ""});
        self.tell_of_reply("response.content_part.added", json!({"part": part}));
    }

    fn reply_words(&mut self, item_id: &ItemId, delta: &Words) {
        if self.cut.as_ref() == Some(item_id) {
            return;
        }
        self.open_reply(item_id);
        if let Some(open) = &mut self.open {
            open.words.push_str(delta.as_str());
        }
        self.tell_of_reply(
            "response.output_audio_transcript.delta",
            json!({"delta": delta.as_str()}),
        );
    }

    fn tell_of_reply(&mut self, kind: &str, mut body: Value) {
        if let Some(open) = &self.open {
            body["response_id"] = open.response_id().into();
            body["item_id"] = open.item_id.as_str().into();
            body["output_index"] = 0.into();
            body["content_index"] = 0.into();
            self.tell(kind, body);
        }
    }

    /// Sound and reports travel on two roads; the end is told when both have arrived.
    pub(super) fn close_when_all_is_sent(&mut self) {
        let all = self.open.as_ref().is_some_and(|it| {
            it.audio_ms
                .is_some_and(|ms| (it.n_samples / 24) as u64 >= ms)
        });
        if all {
            self.close(Status::Completed);
        }
    }

    /// The person speaks over us: what waits here is not sent any more.
    fn interrupt(&mut self) {
        if let Some(item_id) = self.open.as_ref().map(|it| it.item_id.clone()) {
            self.outbox.forget_audio(&item_id);
            self.cut = Some(item_id);
            self.close(Status::Interrupted);
        } else if let Some(item_id) = self
            .items
            .back()
            .filter(|it| it["role"] == "assistant")
            .and_then(|it| it["id"].as_str())
        {
            let item_id = ItemId::from(item_id);
            self.outbox.forget_audio(&item_id);
        }
    }

    pub(super) fn truncated(&mut self, item_id: &ItemId, audio_end_ms: u64) {
        self.outbox.forget_audio(item_id);
        self.cut = Some(item_id.clone());
        self.tell(
            "conversation.item.truncated",
            json!({"item_id": item_id, "content_index": 0, "audio_end_ms": audio_end_ms}),
        );
    }

    fn reply_ended(&mut self, ended: &ReplyEnded) {
        if ended.interrupted {
            self.outbox.forget_audio(&ended.item_id);
            self.cut = Some(ended.item_id.clone());
        }
        if self
            .open
            .as_ref()
            .is_some_and(|it| it.item_id == ended.item_id)
        {
            self.close(if ended.interrupted {
                Status::Interrupted
            } else {
                Status::Completed
            });
        }
        if let Some(item) = self.item(ended.item_id.as_str()) {
            item["content"] = json!([{"type": "output_audio", "transcript": ended.heard.as_str()}]);
        }
    }

    fn reply_failed(&mut self, reply: u64) {
        if self.open.is_some() {
            return self.close(Status::Failed);
        }
        let response = |status: &str, details: Value| {
            json!({"response": {"id": format!("resp_failed_{reply}"), "object": "realtime.response", "status": status,
                "status_details": details, "output": []}})
        };
        self.tell("response.created", response("in_progress", Value::Null));
        self.tell(
            "response.done",
            response("failed", Status::Failed.details()),
        );
    }

    fn close(&mut self, status: Status) {
        let Some(open) = &self.open else { return };
        let (response_id, item_id, words) =
            (open.response_id(), open.item_id.clone(), open.words.clone());
        let transcript = words.as_str();
        self.tell_of_reply("response.output_audio.done", json!({}));
        self.tell_of_reply(
            "response.output_audio_transcript.done",
            json!({"transcript": transcript}),
        );
        self.tell_of_reply(
            "response.content_part.done",
            json!({"part": {"type": "audio", "transcript": transcript}}),
        );
        let content = json!([{"type": "output_audio", "transcript": transcript}]);
        let item = message(&item_id, "assistant", status.of_item(), content);
        self.tell(
            "response.output_item.done",
            json!({"response_id": response_id, "output_index": 0, "item": item}),
        );
        self.tell("conversation.item.done", json!({"item": item}));
        if let Some(kept) = self.item(item_id.as_str()) {
            *kept = item.clone();
        }
        let response = json!({"id": response_id, "object": "realtime.response", "status": status.of_response(),
            "status_details": status.details(), "output": [item], "output_modalities": ["audio"], "metadata": null, "usage": null});
        self.tell("response.done", json!({"response": response}));
        self.open = None;
    }
}

fn message(item_id: &ItemId, role: &str, status: &str, content: Value) -> Value {
    json!({"id": item_id, "object": "realtime.item", "type": "message", "role": role, "status": status, "content": content})
}

#[derive(Clone, Copy)]
enum Status {
    Completed,
    Interrupted,
    Failed,
}

impl Status {
    fn of_response(self) -> &'static str {
        match self {
            Status::Completed => "completed",
            Status::Interrupted => "cancelled",
            Status::Failed => "failed",
        }
    }

    fn of_item(self) -> &'static str {
        match self {
            Status::Completed => "completed",
            Status::Interrupted | Status::Failed => "incomplete",
        }
    }

    fn details(self) -> Value {
        match self {
            Status::Completed => Value::Null,
            Status::Interrupted => json!({"type": "cancelled", "reason": "turn_detected"}),
            Status::Failed => {
                json!({"type": "failed", "error": {"type": "server_error", "code": "reply_failed", "message": "the voice could not speak"}})
            }
        }
    }
}
