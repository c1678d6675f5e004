//! The state of one talk with the built-in voice. No socket, no clock: both are handed in.

use super::hearing::Hearing;
use super::outcome::{Job, Outcome};
use super::replies::Replies;
use super::server::Server;
use crate::{Builtin, ItemId, Order, Setup, Timing, UnusableRate, VoiceEvent};
use std::collections::VecDeque;
use std::time::Duration;

#[derive(Debug)]
pub(super) struct Talk {
    pub(super) timing: Timing,
    pub(super) server: Server,
    pub(super) replies: Replies,
    pub(super) hearing: Hearing,
    pub(super) speed: f64,
    pub(super) out: VecDeque<Outcome>,
    /// Items of this voice never meet those of another that spoke in the same talk.
    name: u64,
    n_items: u64,
    n_jobs: u64,
}

impl Talk {
    pub(super) fn new(
        config: &Builtin,
        setup: &Setup,
        timing: Timing,
        name: u64,
    ) -> Result<Talk, UnusableRate> {
        Ok(Talk {
            timing,
            server: match config.speech_url {
                Some(_) => Server::There { failures: 0 },
                None => Server::Absent,
            },
            replies: Replies::default(),
            hearing: Hearing::new(setup)?,
            speed: clamped(setup.speed),
            out: VecDeque::from([Outcome::Report(VoiceEvent::Connected)]),
            name,
            n_items: 0,
            n_jobs: 0,
        })
    }

    pub(super) fn order(&mut self, order: Order, now: u64) {
        match order {
            // Words are decided elsewhere; there is no model here that guidance could move.
            Order::Guide { id, .. } => self.report(VoiceEvent::Guided { id }),
            Order::Respond { reply, words } => self.respond(reply, words, now),
            Order::Prepare { words } => self.prepare(&words),
            Order::Typed { item_id, .. } => {
                self.hearing.quiet.answered();
                self.report(VoiceEvent::Typed { item_id });
            }
            Order::Cancel => self.cancelled(now),
            Order::Played {
                item_id,
                audio_end_ms,
            } => self.played(&item_id, audio_end_ms, now),
            Order::Patience { silence } => self.hearing.set_patience(silence),
            Order::Speed { speed } => self.speed = clamped(speed),
            Order::CommitTurn => self.commit_turn(now),
            Order::ClearInput => self.clear_input(now),
            // Nothing here connects anew, so nothing has to be told what was said before.
            Order::Seed(_) => {}
            Order::Close => self.out.push_back(Outcome::Close),
        }
    }

    pub(super) fn tick(&mut self, now: u64) {
        self.tick_hearing(now);
        self.tick_replies(now);
        self.tick_server(now);
    }

    pub(super) fn deadline(&self) -> Option<u64> {
        [
            self.replies_deadline(),
            self.hearing_deadline(),
            self.server_deadline(),
        ]
        .into_iter()
        .flatten()
        .min()
    }

    pub(super) fn item_id(&mut self) -> ItemId {
        self.n_items += 1;
        ItemId::new(format!("item_{:016x}_{}", self.name, self.n_items))
    }

    pub(super) fn job(&mut self) -> Job {
        self.n_jobs += 1;
        Job(self.n_jobs)
    }

    pub(super) fn report(&mut self, event: VoiceEvent) {
        self.out.push_back(Outcome::Report(event));
    }
}

fn clamped(speed: f64) -> f64 {
    speed.clamp(0.25, 1.5)
}

pub(super) fn ms(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
