//! The state of one talk with a far voice, across its connections. No socket, no clock: both are handed in.

use super::clock::InputClock;
use super::fault::{self, Remedy};
use super::guidance::Guidance;
use super::hearing::Hearing;
use super::outcome::Outcome;
use super::owed::Owed;
use super::replies::{Arbiter, Replies};
use crate::wire::{
    self, Detection, Fault, FromProvider, Incoming, Item, SessionConfig, ToProvider,
};
use crate::{ItemId, OpenAi, Order, Seed, Setup, Speaker, Timing, VoiceEvent, Words};
use std::collections::VecDeque;
use std::time::Duration;

#[derive(Debug)]
pub(super) struct Talk {
    pub(super) setup: Setup,
    pub(super) timing: Timing,
    pub(super) patience: Duration,
    pub(super) speed: f64,
    pub(super) online: bool,
    pub(super) replies: Replies,
    pub(super) guidance: Guidance,
    pub(super) hearing: Hearing,
    pub(super) owed: Owed,
    pub(super) clock: InputClock,
    pub(super) out: VecDeque<Outcome>,
    seed: Seed,
    /// Typed while there was no connection.
    typed: VecDeque<(ItemId, Words)>,
    n_events: u64,
    pub(super) n_unknown: u64,
    pub(super) n_unreadable: u64,
}

/// Typed answers kept through an outage.
const TYPED_MAX: usize = 32;
/// A server that sends so many unreadable frames in a row is not speaking our dialect.
const UNREADABLE_MAX: u64 = 32;

impl Talk {
    pub(super) fn new(config: &OpenAi, setup: Setup) -> Talk {
        Talk {
            timing: config.timing,
            patience: setup.patience,
            speed: setup.speed,
            online: false,
            replies: Replies::default(),
            guidance: Guidance::default(),
            hearing: Hearing::new(&setup),
            owed: Owed::default(),
            clock: InputClock::default(),
            out: VecDeque::new(),
            seed: Seed::default(),
            typed: VecDeque::new(),
            n_events: 0,
            n_unknown: 0,
            n_unreadable: 0,
            setup,
        }
    }

    /// A settled session has taken over: tell it what it must know, then go on where the talk was.
    pub(super) fn connected(&mut self, now: u64) {
        self.online = true;
        self.clock.restart();
        self.forget_sent_guidance();
        self.send_seed();
        while let Some((item_id, text)) = self.typed.pop_front() {
            self.send_typed(item_id, &text);
        }
        self.replay_microphone(now);
        self.respond_if_free(now);
        if self.is_between_responses() {
            self.push_guidance();
        }
    }

    pub(super) fn lost(&mut self, now: u64) {
        self.online = false;
        self.reply_lost(now);
        self.hearing_lost();
    }

    pub(super) fn order(&mut self, order: Order, now: u64) {
        match order {
            Order::Guide { id, text } => self.guide(id, text),
            Order::Respond { reply, words } => self.respond(reply, words, now),
            // The far voice makes its sound as it speaks.
            Order::Prepare { .. } => {}
            Order::Typed { item_id, text } => self.typed(item_id, text),
            Order::Cancel => self.cut(now),
            Order::Played {
                item_id,
                audio_end_ms,
            } => self.played(&item_id, audio_end_ms, now),
            Order::Patience { silence } => self.set_patience(silence),
            Order::Speed { speed } => self.set_speed(speed),
            Order::CommitTurn if self.online => {
                let event_id = self.event_id();
                self.send(&ToProvider::Commit { event_id });
            }
            Order::ClearInput if self.online => {
                self.hearing.forget_uncommitted();
                self.send(&ToProvider::Clear);
            }
            Order::CommitTurn | Order::ClearInput => {}
            Order::Seed(seed) => self.seed = seed,
            Order::Close => self.out.push_back(Outcome::Close),
        }
    }

    pub(super) fn hear_provider(&mut self, text: &str, now: u64) {
        match wire::read(text) {
            Incoming::Event(event) => {
                self.n_unreadable = 0;
                self.happened(event, now);
            }
            Incoming::Unknown => self.n_unknown += 1,
            Incoming::Unreadable => {
                self.n_unreadable += 1;
                if self.n_unreadable >= UNREADABLE_MAX {
                    self.n_unreadable = 0;
                    self.out
                        .push_back(Outcome::Reconnect("too many unreadable frames".into()));
                }
            }
        }
    }

    fn happened(&mut self, event: FromProvider, now: u64) {
        match event {
            FromProvider::Error { error } => self.refused(&error, now),
            FromProvider::SpeechStarted {
                item_id,
                audio_start_ms,
            } => self.speech_started(item_id, audio_start_ms, now),
            FromProvider::SpeechStopped {
                item_id,
                audio_end_ms,
            } => self.speech_stopped(&item_id, audio_end_ms),
            FromProvider::Committed {
                item_id,
                previous_item_id,
            } => self.committed(item_id, previous_item_id, now),
            FromProvider::ItemAdded { item, .. } | FromProvider::ItemDone { item } => {
                if let Some(id) = item.id {
                    self.guidance_added(&id);
                }
            }
            FromProvider::TranscriptionDelta { item_id, delta } => {
                self.transcribing(item_id, delta)
            }
            FromProvider::TranscriptionCompleted {
                item_id,
                transcript,
                usage,
            } => {
                self.transcribed(&item_id, transcript.into(), now);
                if let Some(usage) = usage {
                    self.report(VoiceEvent::Usage(usage.usage()));
                }
            }
            FromProvider::TranscriptionFailed { item_id } => {
                self.transcription_failed(&item_id, now);
            }
            FromProvider::ResponseCreated { response } => self.response_created(*response, now),
            FromProvider::ResponseDone { response } => self.response_done(*response, now),
            FromProvider::AudioDelta {
                response_id,
                item_id,
                delta,
            } => self.audio(&response_id, item_id, &delta, now),
            FromProvider::TranscriptDelta {
                response_id,
                item_id,
                delta,
            } => self.reply_words(&response_id, item_id, &delta),
            FromProvider::TranscriptDone {
                response_id,
                transcript,
                ..
            } => self.reply_settled(&response_id, &transcript),
            FromProvider::CallDone {
                response_id,
                call_id,
                name,
                arguments,
            } => self.called(&response_id, call_id, &name, &arguments),
            FromProvider::SessionCreated { .. }
            | FromProvider::SessionUpdated { .. }
            | FromProvider::Unknown => {}
        }
    }

    fn refused(&mut self, error: &Fault, now: u64) {
        let name = fault::name(error);
        match fault::of_error(error) {
            Remedy::GiveUp(why) => return self.out.push_back(Outcome::GiveUp(why)),
            Remedy::Reconnect(why) => return self.out.push_back(Outcome::Reconnect(why)),
            Remedy::GoOn => {}
        }
        let event_id = error.event_id.as_deref().unwrap_or("");
        if !self.guidance_refused(event_id, &name) && !self.truncation_refused(event_id) {
            self.repetition_refused(event_id);
            self.response_refused(event_id, &name, now);
        }
    }

    pub(super) fn tick(&mut self, now: u64) {
        self.tick_replies(now);
        self.tick_hearing(now);
    }

    pub(super) fn deadline(&self) -> Option<u64> {
        [self.replies_deadline(), self.hearing_deadline()]
            .into_iter()
            .flatten()
            .min()
    }

    /// Nobody speaks, nothing is awaited: the moment at which a connection can be exchanged unnoticed.
    pub(super) fn is_quiet(&self) -> bool {
        self.is_between_responses() && self.replies.current.is_none() && self.hearing.is_quiet()
    }

    /// Good enough when time is short: sound that was sent goes on playing.
    pub(super) fn is_interruptible(&self) -> bool {
        self.is_between_responses() && !self.hearing.is_listening()
    }

    pub(super) fn is_between_responses(&self) -> bool {
        self.online && self.replies.arbiter == Arbiter::Idle
    }

    pub(super) fn session_config(&self) -> SessionConfig {
        SessionConfig::whole(&self.setup, self.patience, self.speed)
    }

    fn set_patience(&mut self, silence: Duration) {
        let silence = self.hearing.pauses.patience(silence);
        if silence != self.patience {
            self.patience = silence;
            self.update(SessionConfig::detection(Detection {
                by: self.setup.turn_detection,
                patience: silence,
            }));
        }
    }

    fn set_speed(&mut self, speed: f64) {
        self.speed = speed.clamp(0.25, 1.5);
        self.update(SessionConfig::speed(self.speed));
    }

    fn update(&mut self, session: SessionConfig) {
        if self.online {
            let event_id = self.event_id();
            self.send(&ToProvider::SessionUpdate { event_id, session });
        }
    }

    fn typed(&mut self, item_id: ItemId, text: Words) {
        self.hearing.quiet.answered();
        match self.online {
            true => self.send_typed(item_id, &text),
            false => {
                if self.typed.len() == TYPED_MAX {
                    self.typed.pop_front();
                }
                self.typed.push_back((item_id, text));
            }
        }
    }

    fn send_typed(&mut self, item_id: ItemId, text: &Words) {
        // Named anew: a client's id may be longer than a provider takes, or used before.
        let event_id = self.event_id();
        let item = Item::person(ItemId::new(format!("typed_{event_id}")), text.as_str());
        self.send(&ToProvider::CreateItem { event_id, item });
        self.report(VoiceEvent::Typed { item_id });
    }

    fn send_seed(&mut self) {
        let seed = self.seed.clone();
        let mut items = Vec::new();
        if !seed.summary.is_empty() {
            items.push((Speaker::Interviewer, true, seed.summary));
        }
        let skipped = seed.turns.len().saturating_sub(Seed::TURNS_MAX);
        items.extend(
            seed.turns
                .into_iter()
                .skip(skipped)
                .map(|it| (it.by, false, it.text)),
        );
        for (by, is_summary, text) in items {
            let event_id = self.event_id();
            let id = ItemId::new(format!("seed_{event_id}"));
            let item = match (is_summary, by) {
                (true, _) => Item::system(id, text.as_str()),
                (false, Speaker::Person) => Item::person(id, text.as_str()),
                (false, Speaker::Interviewer) => Item::interviewer(id, text.as_str()),
            };
            self.send(&ToProvider::CreateItem { event_id, item });
        }
    }

    pub(super) fn delete_item(&mut self, item_id: ItemId) {
        let event_id = self.event_id();
        self.send(&ToProvider::DeleteItem { event_id, item_id });
    }

    pub(super) fn event_id(&mut self) -> String {
        self.n_events += 1;
        format!("v{}", self.n_events)
    }

    pub(super) fn send(&mut self, event: &ToProvider) {
        self.out.push_back(Outcome::Send(wire::write(event)));
    }

    pub(super) fn report(&mut self, event: VoiceEvent) {
        self.out.push_back(Outcome::Report(event));
    }
}

pub(super) fn ms(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
