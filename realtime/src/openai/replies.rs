//! Our side: one response at a time, from its order to the last millisecond the person heard of it.

use super::outcome::Outcome;
use super::talk::Talk;
use crate::conversation::Spoken;
use crate::wire::{Item, MARK_QUESTION, ResponseParams, ResponseSeen, ResponseStatus, ToProvider};
use crate::{Frame, ItemId, VoiceEvent, Words};
use std::collections::BTreeMap;

/// The first try and one more.
const ATTEMPTS_MAX: u32 = 2;
/// A client that reports what it played may be this far behind its own sound.
const PLAYBACK_GRACE_MS: u64 = 1_500;
const RATE_LIMITED_WAIT_MS: u64 = 1_000;

#[derive(Debug, Default)]
pub(super) struct Replies {
    pub(super) arbiter: Arbiter,
    /// Ordered and not ended: waiting, being made, or being heard.
    pub(super) current: Option<Reply>,
    pub(super) truncation: Option<(String, ItemId, Words)>,
}

/// What the provider is doing with responses. A new one is created only when it is idle.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) enum Arbiter {
    #[default]
    Idle,
    Requested {
        event_id: String,
        since: u64,
    },
    Active {
        response_id: String,
        since: u64,
        /// When the last piece of it came.
        moved: u64,
    },
    /// Until its `response.done`.
    Cancelling {
        since: u64,
    },
    /// A response that is not ours runs; ours was refused and waits.
    Foreign {
        since: u64,
    },
    /// The last try failed; the next may start then.
    Waiting {
        until: u64,
    },
}

/// What there is to hear of a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sound {
    Coming,
    Whole,
    /// The provider stopped in the middle, as it was told or by itself.
    Stopped,
    /// The rest was lost on the way or never made: what was begun is to be said again.
    Broken,
}

#[derive(Debug)]
pub(super) struct Reply {
    pub(super) reply: u64,
    pub(super) words: Option<Words>,
    pub(super) say_item: Option<ItemId>,
    pub(super) item_id: Option<ItemId>,
    pub(super) spoken: Spoken,
    pub(super) n_samples: usize,
    pub(super) started_at: Option<u64>,
    pub(super) played: Option<(u64, u64)>,
    pub(super) sound: Sound,
    pub(super) attempts: u32,
    /// Ordered into somebody's speech: it is meant to be heard over it.
    pub(super) over_speech: bool,
    /// The provider that would have to forget the rest of it is gone.
    pub(super) is_of_lost_connection: bool,
    pub(super) calls: Vec<String>,
    pub(super) question_id: Option<String>,
}

impl Reply {
    pub(super) fn audio_ms(&self) -> u64 {
        (self.n_samples / 24) as u64
    }

    /// By the client's own count carried forward, or by the clock when it keeps none; never more than there is.
    pub(super) fn played_ms(&self, now: u64) -> u64 {
        let played = match (self.played, self.started_at) {
            (Some((played, at)), _) => played + now.saturating_sub(at),
            (None, Some(started)) => now.saturating_sub(started),
            (None, None) => 0,
        };
        played.min(self.audio_ms())
    }

    pub(super) fn ends_at(&self) -> Option<u64> {
        let sound_over = self.started_at? + self.audio_ms();
        match self.played {
            _ if self.sound == Sound::Coming => None,
            Some((played, at)) if played >= self.audio_ms() => Some(at),
            Some(_) => Some(sound_over + PLAYBACK_GRACE_MS),
            None => Some(sound_over),
        }
    }
}

impl Talk {
    /// Sound of ours is in the air, or about to be.
    pub(super) fn is_audible(&self) -> bool {
        self.replies
            .current
            .as_ref()
            .is_some_and(|it| it.started_at.is_some())
    }

    pub(super) fn respond(&mut self, reply: u64, words: Option<Words>, now: u64) {
        if self
            .replies
            .current
            .as_ref()
            .is_some_and(|it| it.reply == reply)
        {
            return;
        }
        // Whoever orders a new reply does not want the old one heard to its end.
        self.cut(now);
        self.hearing.quiet.broken();
        self.replies.current = Some(Reply {
            reply,
            words,
            say_item: None,
            item_id: None,
            spoken: Spoken::default(),
            n_samples: 0,
            started_at: None,
            played: None,
            sound: Sound::Coming,
            attempts: 0,
            over_speech: self.hearing.is_listening(),
            is_of_lost_connection: false,
            calls: Vec::new(),
            question_id: None,
        });
        self.respond_if_free(now);
    }

    pub(super) fn respond_if_free(&mut self, now: u64) {
        if !self.is_between_responses() {
            return;
        }
        self.push_guidance();
        let Some(mut reply) = self
            .replies
            .current
            .take_if(|it| it.started_at.is_none() && it.sound == Sound::Coming)
        else {
            return;
        };
        reply.attempts += 1;
        if let Some(words) = &reply.words
            && reply.say_item.is_none()
        {
            // As an item and not as instructions of the response: those would replace the persona and lose the cached prefix.
            let event_id = self.event_id();
            let id = ItemId::new(format!("say_{event_id}"));
            let text = format!(
                "Say exactly the following words, and nothing before or after them:\n{}",
                words.as_str()
            );
            self.send(&ToProvider::CreateItem {
                event_id,
                item: Item::system(id.clone(), &text),
            });
            reply.say_item = Some(id);
        }
        let event_id = self.event_id();
        let response = ResponseParams {
            metadata: BTreeMap::from([("reply", reply.reply.to_string())]),
            // A voice that has said which question it asks, and has not asked it, is not let off with another call.
            tool_choice: (reply.words.is_some() || reply.question_id.is_some()).then_some("none"),
        };
        self.send(&ToProvider::Respond {
            event_id: event_id.clone(),
            response,
        });
        self.replies.arbiter = Arbiter::Requested {
            event_id,
            since: now,
        };
        self.replies.current = Some(reply);
    }

    pub(super) fn response_created(&mut self, response: ResponseSeen, now: u64) {
        let named = response.metadata.as_ref().and_then(|it| it.reply.clone());
        let wanted = self.replies.current.as_ref().map(|it| it.reply.to_string());
        match &self.replies.arbiter {
            Arbiter::Requested { .. } if named.is_none() || named == wanted => {
                self.replies.arbiter = Arbiter::Active {
                    response_id: response.id,
                    since: now,
                    moved: now,
                };
            }
            Arbiter::Active { response_id, .. } if *response_id == response.id => {}
            // An abandoned request that was served after all, or nobody's.
            Arbiter::Cancelling { .. }
            | Arbiter::Requested { .. }
            | Arbiter::Active { .. }
            | Arbiter::Idle => {
                self.send(&ToProvider::Cancel {
                    response_id: Some(response.id),
                });
            }
            Arbiter::Foreign { .. } | Arbiter::Waiting { .. } => {}
        }
    }

    fn is_current(&self, response_id: &str) -> bool {
        matches!(&self.replies.arbiter, Arbiter::Active { response_id: active, .. } if active == response_id)
    }

    fn moves_on(&mut self, now: u64) {
        if let Arbiter::Active { moved, .. } = &mut self.replies.arbiter {
            *moved = now;
        }
    }

    pub(super) fn audio(&mut self, response_id: &str, item_id: ItemId, delta: &str, now: u64) {
        if !self.is_current(response_id) {
            return;
        }
        self.moves_on(now);
        let Some(reply) = &mut self.replies.current else {
            return;
        };
        let Ok(frame) = Frame::from_base64(Some(item_id.clone()), delta) else {
            self.n_unreadable += 1;
            return;
        };
        let first = reply.started_at.is_none();
        let before = reply.audio_ms();
        reply.n_samples += frame.n_samples();
        reply.spoken.add_audio(reply.audio_ms() - before);
        reply.item_id.get_or_insert(item_id.clone());
        if first {
            reply.started_at = Some(now);
            let event = VoiceEvent::ReplyStarted {
                reply: reply.reply,
                item_id,
                start_ms: now,
            };
            let over_speech = reply.over_speech;
            self.report(event);
            if !over_speech {
                self.reply_meets_speech(now);
            }
        }
        if self.is_current(response_id) {
            self.out.push_back(Outcome::Play(frame));
        }
    }

    pub(super) fn reply_words(&mut self, response_id: &str, item_id: ItemId, delta: &str) {
        if !self.is_current(response_id) {
            return;
        }
        if let Some(reply) = &mut self.replies.current {
            reply.spoken.add_words(delta);
            let event = VoiceEvent::ReplyWords {
                reply: reply.reply,
                item_id,
                delta: delta.into(),
            };
            self.report(event);
        }
    }

    pub(super) fn reply_settled(&mut self, response_id: &str, transcript: &str) {
        if self.is_current(response_id)
            && let Some(reply) = &mut self.replies.current
        {
            reply.spoken.settle(transcript);
        }
    }

    pub(super) fn called(
        &mut self,
        response_id: &str,
        call_id: String,
        name: &str,
        arguments: &str,
    ) {
        if !self.is_current(response_id) {
            return;
        }
        if let Some(reply) = &mut self.replies.current {
            reply.calls.push(call_id);
            let arguments: Option<serde_json::Value> = serde_json::from_str(arguments).ok();
            let named = arguments.and_then(|it| Some(it.get("question_id")?.as_str()?.to_owned()));
            if name == MARK_QUESTION && named.is_some() {
                reply.question_id = named;
            }
        }
    }

    pub(super) fn response_done(&mut self, response: ResponseSeen, now: u64) {
        if let Some(usage) = &response.usage {
            self.report(VoiceEvent::Usage(usage.usage()));
        }
        match &self.replies.arbiter {
            Arbiter::Active { response_id, .. } if *response_id == response.id => {
                self.replies.arbiter = Arbiter::Idle;
                self.ours_done(&response, now);
            }
            Arbiter::Cancelling { .. } | Arbiter::Foreign { .. } => {
                self.replies.arbiter = Arbiter::Idle
            }
            Arbiter::Active { .. }
            | Arbiter::Idle
            | Arbiter::Requested { .. }
            | Arbiter::Waiting { .. } => return,
        }
        self.respond_if_free(now);
    }

    fn ours_done(&mut self, response: &ResponseSeen, now: u64) {
        let Some(reply) = &mut self.replies.current else {
            return;
        };
        let calls = std::mem::take(&mut reply.calls);
        let was_call = !calls.is_empty();
        let say_item = reply.say_item.take();
        for call_id in calls {
            let event_id = self.event_id();
            let output = Item::FunctionCallOutput {
                call_id,
                output: "noted".into(),
            };
            self.send(&ToProvider::CreateItem {
                event_id,
                item: output,
            });
        }
        if let Some(item_id) = say_item {
            self.delete_item(item_id);
        }
        let Some(reply) = &mut self.replies.current else {
            return;
        };
        if let (Some(_), Some(item_id)) = (reply.started_at, reply.item_id.clone()) {
            // Whatever the status says: this is what there is to hear, and all there will be.
            reply.sound = match response.status {
                Some(ResponseStatus::Failed | ResponseStatus::Incomplete) => Sound::Broken,
                Some(ResponseStatus::Cancelled) => Sound::Stopped,
                Some(
                    ResponseStatus::Completed
                    | ResponseStatus::InProgress
                    | ResponseStatus::Unknown,
                )
                | None => Sound::Whole,
            };
            let event = VoiceEvent::ReplyGenerated {
                reply: reply.reply,
                item_id,
                audio_ms: reply.audio_ms(),
            };
            self.report(event);
            return self.tick_replies(now);
        }
        let error = response
            .status_details
            .as_ref()
            .and_then(|it| it.error.as_ref());
        let why = match (error, response.status) {
            (Some(error), _) => super::fault::name(error),
            (None, Some(ResponseStatus::Completed)) => "the response had no sound".into(),
            (None, _) => "the response ended before its first sound".into(),
        };
        self.forget_silent_items(response, was_call);
        self.attempt_failed(&why, now);
    }

    /// A reply in text, or half of one, would teach the voice to go on in text.
    fn forget_silent_items(&mut self, response: &ResponseSeen, was_call: bool) {
        let silent: Vec<ItemId> = response
            .output
            .iter()
            .filter_map(|it| it.id.clone())
            .collect();
        for item_id in silent.into_iter().filter(|_| !was_call) {
            self.delete_item(item_id);
        }
    }

    pub(super) fn attempt_failed(&mut self, why: &str, now: u64) {
        let Some(reply) = self.replies.current.take() else {
            return;
        };
        if reply.attempts >= ATTEMPTS_MAX {
            self.report(VoiceEvent::ReplyFailed {
                reply: reply.reply,
                why: why.to_owned(),
            });
            return;
        }
        self.replies.current = Some(reply);
        if why.contains("rate_limit") {
            self.replies.arbiter = Arbiter::Waiting {
                until: now + RATE_LIMITED_WAIT_MS,
            };
        }
    }

    pub(super) fn response_refused(&mut self, event_id: &str, code: &str, now: u64) {
        if !matches!(&self.replies.arbiter, Arbiter::Requested { event_id: ours, .. } if ours == event_id)
        {
            return;
        }
        if code == "conversation_already_has_active_response" {
            if let Some(reply) = &mut self.replies.current {
                reply.attempts -= 1;
            }
            self.replies.arbiter = Arbiter::Foreign { since: now };
            return;
        }
        self.replies.arbiter = Arbiter::Idle;
        self.attempt_failed(code, now);
        self.respond_if_free(now);
    }
}
