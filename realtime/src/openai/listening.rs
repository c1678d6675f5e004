//! What the person hears of a reply, and what cuts it short: played milliseconds, interruptions, truncation, time.

use super::outcome::Outcome;
use super::replies::{Arbiter, Reply, Sound};
use super::talk::{Talk, ms};
use crate::wire::{Item, ToProvider};
use crate::{ItemId, ReplyEnded, VoiceEvent, Words};

impl Talk {
    pub(super) fn played(&mut self, item_id: &ItemId, audio_end_ms: u64, now: u64) {
        if let Some(reply) = self
            .replies
            .current
            .as_mut()
            .filter(|it| it.item_id.as_ref() == Some(item_id))
        {
            let played = audio_end_ms.min(reply.audio_ms());
            reply.played = Some((
                played.max(reply.played.map_or(0, |(before, _)| before)),
                now,
            ));
            self.tick_replies(now);
        }
    }

    /// Stop: no more sound, and the provider forgets what was not heard.
    pub(super) fn cut(&mut self, now: u64) {
        let Some(reply) = self.replies.current.take() else {
            return;
        };
        if matches!(
            self.replies.arbiter,
            Arbiter::Requested { .. } | Arbiter::Active { .. }
        ) {
            let response_id = match &self.replies.arbiter {
                Arbiter::Active { response_id, .. } => Some(response_id.clone()),
                Arbiter::Requested { .. } | Arbiter::Idle => None,
                Arbiter::Cancelling { .. } | Arbiter::Foreign { .. } | Arbiter::Waiting { .. } => {
                    None
                }
            };
            self.send(&ToProvider::Cancel { response_id });
            self.replies.arbiter = Arbiter::Cancelling { since: now };
        }
        if let Some(item_id) = reply.say_item.clone().filter(|_| self.online) {
            self.delete_item(item_id);
        }
        let Some(item_id) = reply.item_id.clone() else {
            self.give_floor(now);
            return self.report(VoiceEvent::ReplyFailed {
                reply: reply.reply,
                why: "stopped before its first sound".into(),
            });
        };
        self.out.push_back(Outcome::StopPlaying);
        let played_ms = reply.played_ms(now);
        let heard = match reply.sound {
            Sound::Whole => reply.spoken.heard(played_ms),
            Sound::Coming | Sound::Stopped | Sound::Broken => reply.spoken.heard_so_far(played_ms),
        };
        let all_played = reply.sound != Sound::Coming && played_ms >= reply.audio_ms();
        if self.online && !all_played && !reply.is_of_lost_connection {
            self.truncate(item_id, played_ms, heard.clone());
        }
        self.reply_ended(reply, heard, now, Ending::Cut);
    }

    fn truncate(&mut self, item_id: ItemId, audio_end_ms: u64, heard: Words) {
        if audio_end_ms == 0 {
            return self.delete_item(item_id);
        }
        let event_id = self.event_id();
        self.replies.truncation = Some((event_id.clone(), item_id.clone(), heard));
        self.send(&ToProvider::Truncate {
            event_id,
            item_id,
            content_index: 0,
            audio_end_ms,
        });
    }

    /// A model must not remember words that nobody heard: the item is replaced by its heard part.
    pub(super) fn truncation_refused(&mut self, refused: &str) -> bool {
        let Some((_, item_id, heard)) = self.replies.truncation.take_if(|it| it.0 == refused)
        else {
            return false;
        };
        self.delete_item(item_id);
        if heard.is_speech() {
            let event_id = self.event_id();
            let item = Item::interviewer(ItemId::new(format!("heard_{event_id}")), heard.as_str());
            self.send(&ToProvider::CreateItem { event_id, item });
        }
        true
    }

    fn reply_ended(&mut self, reply: Reply, heard: Words, now: u64, ending: Ending) {
        let (Some(item_id), Some(start_ms)) = (reply.item_id.clone(), reply.started_at) else {
            return;
        };
        let played_ms = reply.played_ms(now);
        self.report(VoiceEvent::ReplyEnded(ReplyEnded {
            reply: reply.reply,
            item_id,
            generated: reply.spoken.words().clone(),
            interrupted: ending == Ending::Cut && played_ms < reply.audio_ms()
                || reply.sound != Sound::Whole,
            heard,
            start_ms,
            end_ms: start_ms + played_ms,
            question_id: reply.question_id,
        }));
    }

    /// The connection took the rest of the reply with it. What was sent is still heard; what never began is ordered again.
    pub(super) fn reply_lost(&mut self, now: u64) {
        self.replies.arbiter = Arbiter::Idle;
        self.replies.truncation = None;
        if let Some(reply) = &mut self.replies.current {
            reply.say_item = None;
            reply.calls.clear();
            match reply.started_at {
                Some(_) => {
                    reply.is_of_lost_connection = true;
                    if reply.sound == Sound::Coming {
                        reply.sound = Sound::Broken;
                    }
                }
                None => reply.attempts = reply.attempts.saturating_sub(1),
            }
        }
        self.tick_replies(now);
    }

    pub(super) fn tick_replies(&mut self, now: u64) {
        if let Some(reply) = self
            .replies
            .current
            .take_if(|it| it.ends_at().is_some_and(|at| at <= now))
        {
            self.played_to_its_end(reply, now);
        }
        let start = ms(self.timing.response_start);
        match self.replies.arbiter {
            Arbiter::Requested { since, .. } if since + start <= now => {
                self.replies.arbiter = Arbiter::Idle;
                self.attempt_failed("the response did not begin in time", now);
            }
            // Something we do not know of holds the conversation: it is asked to stop, and then we try again.
            Arbiter::Foreign { since } if since + start <= now => {
                self.send(&ToProvider::Cancel { response_id: None });
                self.replies.arbiter = Arbiter::Cancelling { since: now };
            }
            Arbiter::Cancelling { since } if since + start <= now => {
                self.replies.arbiter = Arbiter::Idle
            }
            Arbiter::Waiting { until } if until <= now => self.replies.arbiter = Arbiter::Idle,
            // A session in which a response hangs is of no use; a fresh one is told what was heard of it.
            Arbiter::Active { since, moved, .. }
                if moved + start <= now || since + ms(self.timing.response_max) <= now =>
            {
                let why = "a response stopped in the middle".to_owned();
                return self.out.push_back(Outcome::Reconnect(why));
            }
            Arbiter::Requested { .. } | Arbiter::Foreign { .. } | Arbiter::Cancelling { .. } => {
                return;
            }
            Arbiter::Waiting { .. } | Arbiter::Active { .. } | Arbiter::Idle => return,
        }
        self.respond_if_free(now);
    }

    fn played_to_its_end(&mut self, reply: Reply, now: u64) {
        let heard = match reply.sound {
            Sound::Whole => reply.spoken.words().clone(),
            Sound::Coming | Sound::Stopped | Sound::Broken => {
                reply.spoken.heard_so_far(reply.audio_ms())
            }
        };
        let (number, sound) = (reply.reply, reply.sound);
        if self.online && reply.is_of_lost_connection && heard.is_speech() {
            // It ended after the talk had been told to this connection.
            let event_id = self.event_id();
            let id = ItemId::new(format!("heard_{event_id}"));
            let item = Item::interviewer(id, heard.as_str());
            self.send(&ToProvider::CreateItem { event_id, item });
        }
        self.reply_ended(reply, heard, now, Ending::Whole);
        if sound == Sound::Broken {
            self.report(VoiceEvent::ReplyFailed {
                reply: number,
                why: "it broke off in the middle".into(),
            });
        }
        self.give_floor(now);
    }

    /// It is the person's turn, unless somebody speaks already.
    pub(super) fn give_floor(&mut self, now: u64) {
        if !self.hearing.is_listening() && self.replies.current.is_none() {
            self.hearing.quiet.floor_given(now);
        }
    }

    pub(super) fn replies_deadline(&self) -> Option<u64> {
        let start = ms(self.timing.response_start);
        let arbiter = match self.replies.arbiter {
            Arbiter::Requested { since, .. }
            | Arbiter::Foreign { since }
            | Arbiter::Cancelling { since } => Some(since + start),
            Arbiter::Waiting { until } => Some(until),
            Arbiter::Active { since, moved, .. } => {
                Some((moved + start).min(since + ms(self.timing.response_max)))
            }
            Arbiter::Idle => None,
        };
        let heard = self.replies.current.as_ref().and_then(Reply::ends_at);
        [arbiter, heard].into_iter().flatten().min()
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    Whole,
    Cut,
}
