//! The person's side: when they speak, when their turn is over, and when its words arrive.

use super::outcome::Outcome;
use super::talk::{Talk, ms};
use crate::turns::{Pauses, Quiet, Sustained, is_acknowledgement};
use crate::wire::{self, ToProvider};
use crate::{Frame, ItemId, Setup, VoiceEvent, Words};
use std::collections::VecDeque;
use std::time::Duration;

/// Turns whose words are awaited or came lately. Older ones are settled, whatever still arrives.
const TURNS_MAX: usize = 64;
/// Sound that a broken connection may have taken with it, kept until its turn is committed.
const UNCOMMITTED_MS_MAX: u64 = 30_000;
/// While nobody speaks, only this much is kept: the beginning of a word is heard before it is detected.
const PREROLL_MS: u64 = 1_000;

#[derive(Debug)]
pub(super) struct Hearing {
    pub(super) quiet: Quiet,
    pub(super) pauses: Pauses,
    speaking: Option<Speaking>,
    turns: VecDeque<Turn>,
    last_stop: Option<u64>,
    /// Sent and not committed, with the moment of capture.
    uncommitted: VecDeque<(Frame, u64)>,
    uncommitted_ms: u64,
}

#[derive(Debug)]
struct Speaking {
    item_id: ItemId,
    start_ms: u64,
    /// It has gone on for so long that it was ended from here.
    ended_by_us: bool,
    /// Began during our speech, and it is not decided whether it is an interruption.
    tentative: Option<Sustained>,
}

#[derive(Debug)]
pub(super) struct Turn {
    /// As this connection calls it.
    pub(super) item_id: ItemId,
    /// As our owner knows it: the name it had on the connection that heard it first.
    pub(super) name: ItemId,
    start_ms: u64,
    end_ms: u64,
    after: Option<ItemId>,
    pub(super) standing: Standing,
    /// Kept until its words are there, with the moments of capture.
    pub(super) sound: Vec<(Frame, u64)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    Speaking,
    /// Short, during a reply: its words decide whether it was a turn at all.
    Aside,
    Awaited {
        since: u64,
    },
    /// Given up on; words that come after all still count.
    Overdue,
    Settled,
}

impl Hearing {
    pub(super) fn new(setup: &Setup) -> Hearing {
        Hearing {
            quiet: Quiet::new(setup.silence),
            pauses: Pauses::default(),
            speaking: None,
            turns: VecDeque::new(),
            last_stop: None,
            uncommitted: VecDeque::new(),
            uncommitted_ms: 0,
        }
    }

    pub(super) fn is_listening(&self) -> bool {
        self.speaking.is_some()
    }

    pub(super) fn is_quiet(&self) -> bool {
        !self.is_listening()
            && !self
                .turns
                .iter()
                .any(|it| matches!(it.standing, Standing::Awaited { .. } | Standing::Aside))
    }

    fn turn(&mut self, item_id: &ItemId) -> Option<&mut Turn> {
        self.turns
            .iter_mut()
            .rev()
            .find(|it| it.item_id == *item_id)
    }

    pub(super) fn forget_uncommitted(&mut self) {
        self.uncommitted.clear();
        self.uncommitted_ms = 0;
    }

    fn keep(&mut self, frame: Frame, captured_at: u64) {
        self.uncommitted_ms += frame.ms();
        self.uncommitted.push_back((frame, captured_at));
        let most = if self.is_listening() {
            UNCOMMITTED_MS_MAX
        } else {
            PREROLL_MS
        };
        while self.uncommitted_ms > most {
            let Some((dropped, _)) = self.uncommitted.pop_front() else {
                break;
            };
            self.uncommitted_ms -= dropped.ms();
        }
    }
}

impl Talk {
    pub(super) fn microphone(&mut self, frame: Frame, captured_at: u64, now: u64) {
        if let Some(Speaking {
            tentative: Some(sustained),
            ..
        }) = &mut self.hearing.speaking
        {
            sustained.hear(&frame.samples());
            if sustained.is_interruption() {
                self.interrupted(now);
            }
        }
        self.append(frame, captured_at);
    }

    fn append(&mut self, frame: Frame, captured_at: u64) {
        self.clock.sent(frame.ms(), captured_at);
        self.out
            .push_back(Outcome::Send(wire::append(frame.base64())));
        self.hearing.keep(frame, captured_at);
    }

    /// What the broken connection heard of an unfinished turn, said again to the new one.
    pub(super) fn replay_microphone(&mut self, now: u64) {
        self.repeat_turns(now);
        let frames = std::mem::take(&mut self.hearing.uncommitted);
        self.hearing.uncommitted_ms = 0;
        for (frame, captured_at) in frames {
            self.append(frame, captured_at.min(now));
        }
    }

    pub(super) fn speech_started(&mut self, item_id: ItemId, audio_ms: u64, now: u64) {
        // What is repeated to a fresh connection was reported when it was said.
        if self.hearing.turn(&item_id).is_some() || self.is_repeating() {
            return;
        }
        let start_ms = self.clock.to_voice(audio_ms);
        if let Some(last_stop) = self.hearing.last_stop.filter(|_| !self.is_audible()) {
            self.hearing
                .pauses
                .paused(Duration::from_millis(start_ms.saturating_sub(last_stop)));
        }
        self.hearing.quiet.broken();
        let tentative = self.is_audible().then(|| self.sound_since(start_ms));
        let decided = tentative.is_none();
        let enough = tentative.as_ref().is_some_and(Sustained::is_interruption);
        self.remember(Turn {
            name: item_id.clone(),
            item_id: item_id.clone(),
            start_ms,
            end_ms: start_ms,
            after: None,
            standing: Standing::Speaking,
            sound: Vec::new(),
        });
        self.hearing.speaking = Some(Speaking {
            item_id: item_id.clone(),
            start_ms,
            ended_by_us: false,
            tentative,
        });
        if decided {
            self.report(VoiceEvent::SpeechStarted {
                item_id,
                audio_ms: start_ms,
            });
        } else if enough {
            self.interrupted(now);
        }
    }

    fn sound_since(&self, start_ms: u64) -> Sustained {
        let mut sustained = Sustained::new(self.timing.barge_in);
        for (frame, at) in &self.hearing.uncommitted {
            if *at + frame.ms() > start_ms {
                sustained.hear(&frame.samples());
            }
        }
        sustained
    }

    /// Our first sound comes while somebody speaks who had been silent when it was ordered: who is it that interrupts?
    pub(super) fn reply_meets_speech(&mut self, now: u64) {
        let started = self.hearing.speaking.as_ref().map(|it| it.start_ms);
        let Some(sustained) = started.map(|it| self.sound_since(it)) else {
            return;
        };
        if sustained.is_interruption() {
            self.cut(now);
        } else if let Some(speaking) = &mut self.hearing.speaking {
            speaking.tentative = Some(sustained);
        }
    }

    pub(super) fn remember(&mut self, turn: Turn) {
        if self.hearing.turns.len() == TURNS_MAX {
            self.hearing.turns.pop_front();
        }
        self.hearing.turns.push_back(turn);
    }

    fn interrupted(&mut self, now: u64) {
        if let Some(speaking) = &mut self.hearing.speaking {
            speaking.tentative = None;
            let event = VoiceEvent::SpeechStarted {
                item_id: speaking.item_id.clone(),
                audio_ms: speaking.start_ms,
            };
            self.report(event);
        }
        self.cut(now);
    }

    pub(super) fn speech_stopped(&mut self, item_id: &ItemId, audio_ms: u64) {
        let Some(speaking) = self.hearing.speaking.take_if(|it| it.item_id == *item_id) else {
            return;
        };
        let end_ms = self.clock.to_voice(audio_ms).max(speaking.start_ms);
        self.hearing.last_stop = Some(end_ms);
        let aside = speaking.tentative.is_some();
        if let Some(turn) = self.hearing.turn(item_id) {
            turn.end_ms = end_ms;
            turn.standing = if aside {
                Standing::Aside
            } else {
                Standing::Speaking
            };
        }
        if !aside {
            self.report(VoiceEvent::SpeechStopped {
                item_id: item_id.clone(),
                audio_ms: end_ms,
            });
        }
    }

    pub(super) fn committed(&mut self, item_id: ItemId, after: Option<ItemId>, now: u64) {
        if self.hearing.turn(&item_id).is_none() && self.repeated_turn_committed(&item_id, now) {
            return;
        }
        let sound = std::mem::take(&mut self.hearing.uncommitted);
        self.hearing.uncommitted_ms = 0;
        if self
            .hearing
            .speaking
            .as_ref()
            .is_some_and(|it| it.item_id == item_id)
        {
            self.hearing.speaking = None;
        }
        if self.hearing.turn(&item_id).is_none() {
            self.remember(Turn {
                name: item_id.clone(),
                item_id: item_id.clone(),
                start_ms: now,
                end_ms: now,
                after: None,
                standing: Standing::Speaking,
                sound: Vec::new(),
            });
        }
        let Some(turn) = self.hearing.turn(&item_id) else {
            return;
        };
        turn.after = after.clone();
        if matches!(turn.standing, Standing::Speaking | Standing::Aside) {
            turn.sound = sound.into();
        }
        match turn.standing {
            Standing::Speaking => {
                turn.standing = Standing::Awaited { since: now };
                turn.end_ms = if turn.end_ms > turn.start_ms {
                    turn.end_ms
                } else {
                    now.max(turn.start_ms)
                };
                let (start_ms, end_ms) = (turn.start_ms, turn.end_ms);
                self.hearing.quiet.answered();
                // Usually a reply comes long before the silence is too long.
                self.give_floor(now);
                self.report(VoiceEvent::TurnCommitted {
                    item_id,
                    after,
                    start_ms,
                    end_ms,
                });
            }
            Standing::Aside | Standing::Awaited { .. } | Standing::Overdue | Standing::Settled => {}
        }
    }

    pub(super) fn transcribing(&mut self, item_id: ItemId, delta: Option<String>) {
        let awaited = self
            .hearing
            .turn(&item_id)
            .filter(|it| matches!(it.standing, Standing::Awaited { .. }))
            .map(|it| it.name.clone());
        if let (Some(delta), Some(item_id)) = (delta, awaited) {
            self.report(VoiceEvent::Transcribing {
                item_id,
                delta: delta.into(),
            });
        }
    }

    pub(super) fn transcribed(&mut self, item_id: &ItemId, text: Words, now: u64) {
        // Words may even come before their commit is seen; unknown items are of a connection that is gone.
        let Some(turn) = self.hearing.turn(item_id) else {
            return;
        };
        let (start_ms, end_ms, after) = (turn.start_ms, turn.end_ms, turn.after.clone());
        let name = turn.name.clone();
        turn.sound = Vec::new();
        let standing = std::mem::replace(&mut turn.standing, Standing::Settled);
        match (standing, text.is_speech()) {
            (Standing::Settled, _) => {}
            (Standing::Aside, true) if !is_acknowledgement(text.as_str()) => {
                self.hearing.quiet.answered();
                self.report(VoiceEvent::TurnCommitted {
                    item_id: name.clone(),
                    after,
                    start_ms,
                    end_ms,
                });
                self.report_words(name, text, now);
            }
            (Standing::Aside, _) => self.delete_item(item_id.clone()),
            (Standing::Speaking, _) => {
                self.report(VoiceEvent::TurnCommitted {
                    item_id: name.clone(),
                    after,
                    start_ms,
                    end_ms,
                });
                self.report_words(name, text, now);
            }
            (Standing::Awaited { .. }, _) | (Standing::Overdue, true) => {
                self.report_words(name, text, now);
            }
            (Standing::Overdue, false) => {}
        }
    }

    fn report_words(&mut self, item_id: ItemId, text: Words, now: u64) {
        match text.is_speech() {
            true => self.report(VoiceEvent::Transcribed { item_id, text }),
            false => self.nothing_was_said(item_id, now),
        }
    }

    /// A breath is no answer: the person is waited for as before.
    fn nothing_was_said(&mut self, item_id: ItemId, now: u64) {
        self.report(VoiceEvent::TranscriptionFailed { item_id });
        self.give_floor(now);
    }

    pub(super) fn transcription_failed(&mut self, item_id: &ItemId, now: u64) {
        let Some(turn) = self.hearing.turn(item_id) else {
            return;
        };
        let name = turn.name.clone();
        turn.sound = Vec::new();
        match turn.standing {
            Standing::Settled | Standing::Overdue => {}
            Standing::Awaited { .. } => {
                turn.standing = Standing::Overdue;
                self.nothing_was_said(name, now);
            }
            Standing::Speaking | Standing::Aside => turn.standing = Standing::Overdue,
        }
    }

    pub(super) fn hearing_lost(&mut self) {
        self.hearing.speaking = None;
        let turns = std::mem::take(&mut self.hearing.turns);
        self.turns_lost(turns);
    }

    pub(super) fn tick_hearing(&mut self, now: u64) {
        let patience = ms(self.timing.transcription);
        let overdue: Vec<ItemId> = self
            .hearing
            .turns
            .iter()
            .filter(
                |it| matches!(it.standing, Standing::Awaited { since } if since + patience <= now),
            )
            .map(|it| it.item_id.clone())
            .collect();
        for item_id in overdue {
            self.transcription_failed(&item_id, now);
        }
        self.tick_owed(now);
        self.end_what_never_ends(now);
        if let Some((quiet, times)) = self.hearing.quiet.nudge(now) {
            self.report(VoiceEvent::Silent { quiet, times });
        }
    }

    /// Noise can keep a provider's detector open for ever, and nobody would be answered again.
    fn end_what_never_ends(&mut self, now: u64) {
        let turn_max = ms(self.timing.turn_max);
        let endless = self
            .hearing
            .speaking
            .as_mut()
            .filter(|it| !it.ended_by_us && it.start_ms + turn_max <= now);
        if let Some(speaking) = endless {
            speaking.ended_by_us = true;
            let event_id = self.event_id();
            self.send(&ToProvider::Commit { event_id });
        }
    }

    pub(super) fn hearing_deadline(&self) -> Option<u64> {
        let words = self
            .hearing
            .turns
            .iter()
            .filter_map(|it| match it.standing {
                Standing::Awaited { since } => Some(since + ms(self.timing.transcription)),
                Standing::Speaking | Standing::Aside | Standing::Overdue | Standing::Settled => {
                    None
                }
            });
        let endless = self
            .hearing
            .speaking
            .as_ref()
            .filter(|it| !it.ended_by_us)
            .map(|it| it.start_ms + ms(self.timing.turn_max));
        words
            .chain(self.hearing.quiet.deadline())
            .chain(endless)
            .chain(self.owed_deadline())
            .min()
    }
}
