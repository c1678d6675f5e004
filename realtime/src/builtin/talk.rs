//! The state of one talk with the built-in voice. No socket, no clock: both are handed in.

use super::outcome::Outcome;
use crate::{ItemId, Order, ReplyEnded, VoiceEvent, Words};
use std::collections::VecDeque;

#[derive(Debug)]
pub(super) struct Talk {
    /// Items of this voice never meet those of another that spoke in the same talk.
    name: u64,
    n_items: u64,
    pub(super) out: VecDeque<Outcome>,
}

impl Talk {
    pub(super) fn new(name: u64) -> Talk {
        Talk {
            name,
            n_items: 0,
            out: VecDeque::from([Outcome::Report(VoiceEvent::Connected)]),
        }
    }

    pub(super) fn order(&mut self, order: Order, now: u64) {
        match order {
            // Words are decided elsewhere; there is no model here that guidance could move.
            Order::Guide { id, .. } => self.report(VoiceEvent::Guided { id }),
            Order::Respond { reply, words } => self.respond(reply, words, now),
            Order::Typed { item_id, .. } => self.report(VoiceEvent::Typed { item_id }),
            Order::Cancel
            | Order::Played { .. }
            | Order::Patience { .. }
            | Order::Speed { .. }
            | Order::CommitTurn
            | Order::ClearInput
            | Order::Seed(_) => {}
            Order::Close => self.out.push_back(Outcome::Close),
        }
    }

    /// Without sound the words are shown, and read as soon as they are there.
    fn respond(&mut self, reply: u64, words: Option<Words>, now: u64) {
        let Some(words) = words.filter(Words::is_speech) else {
            let why = "the built-in voice has no words of its own; say which to speak".into();
            return self.report(VoiceEvent::ReplyFailed { reply, why });
        };
        let item_id = self.item_id();
        self.report(VoiceEvent::ReplyStarted {
            reply,
            item_id: item_id.clone(),
            start_ms: now,
        });
        self.report(VoiceEvent::ReplyWords {
            reply,
            item_id: item_id.clone(),
            delta: words.clone(),
        });
        self.report(VoiceEvent::ReplyGenerated {
            reply,
            item_id: item_id.clone(),
            audio_ms: 0,
        });
        self.report(VoiceEvent::ReplyEnded(ReplyEnded {
            reply,
            item_id,
            generated: words.clone(),
            heard: words,
            interrupted: false,
            start_ms: now,
            end_ms: now,
            question_id: None,
        }));
    }

    fn item_id(&mut self) -> ItemId {
        self.n_items += 1;
        ItemId::new(format!("item_{:016x}_{}", self.name, self.n_items))
    }

    pub(super) fn report(&mut self, event: VoiceEvent) {
        self.out.push_back(Outcome::Report(event));
    }
}
