//! Sound of turns that were over when the connection broke, and whose words had not come: said again to the next one.

use super::hearing::{Standing, Turn};
use super::outcome::Outcome;
use super::talk::Talk;
use crate::wire::{self, ToProvider};
use crate::{Frame, ItemId, VoiceEvent};
use std::collections::VecDeque;

#[derive(Debug, Default)]
pub(super) struct Owed {
    /// To be said to the next connection.
    turns: VecDeque<Unheard>,
    /// Said to this connection; it has a name of its own for each, which is not known yet.
    repeated: VecDeque<Repeated>,
}

/// A turn of which a connection took the sound and gave no words.
#[derive(Debug)]
struct Unheard {
    turn: Turn,
    /// With the moment of capture.
    sound: Vec<(Frame, u64)>,
}

#[derive(Debug)]
struct Repeated {
    event_id: String,
    since: u64,
    unheard: Unheard,
}

impl Talk {
    /// The words of these turns will not come from the connection that is gone.
    pub(super) fn turns_lost(&mut self, turns: VecDeque<Turn>) {
        // What was being repeated was not finished either, and is older.
        let mut unheard: VecDeque<Unheard> = std::mem::take(&mut self.owed.repeated)
            .into_iter()
            .map(|it| it.unheard)
            .collect();
        unheard.append(&mut self.owed.turns);
        for mut turn in turns {
            let sound = std::mem::take(&mut turn.sound);
            match turn.standing {
                Standing::Awaited { .. } | Standing::Aside if !sound.is_empty() => {
                    unheard.push_back(Unheard { turn, sound });
                }
                Standing::Awaited { .. } => {
                    self.report(VoiceEvent::TranscriptionFailed { item_id: turn.name });
                }
                Standing::Aside | Standing::Speaking | Standing::Overdue | Standing::Settled => {}
            }
        }
        self.owed.turns = unheard;
    }

    /// Each as one turn, whatever pauses it had: its end was found already.
    pub(super) fn repeat_turns(&mut self, now: u64) {
        for unheard in std::mem::take(&mut self.owed.turns) {
            for (frame, captured_at) in &unheard.sound {
                self.clock.sent(frame.ms(), *captured_at);
                let append = wire::append(frame.base64());
                self.out.push_back(Outcome::Send(append));
            }
            let event_id = self.event_id();
            self.send(&ToProvider::Commit {
                event_id: event_id.clone(),
            });
            self.owed.repeated.push_back(Repeated {
                event_id,
                since: now,
                unheard,
            });
        }
    }

    pub(super) fn is_repeating(&self) -> bool {
        !self.owed.repeated.is_empty()
    }

    /// The first turn that is committed on a fresh connection is the first that was repeated.
    pub(super) fn repeated_turn_committed(&mut self, item_id: &ItemId, now: u64) -> bool {
        let Some(repeated) = self.owed.repeated.pop_front() else {
            return false;
        };
        let Unheard { mut turn, sound } = repeated.unheard;
        turn.item_id = item_id.clone();
        turn.sound = sound;
        if let Standing::Awaited { since } = &mut turn.standing {
            *since = now;
        }
        self.remember(turn);
        true
    }

    pub(super) fn repetition_refused(&mut self, event_id: &str) {
        let refused = |it: &Repeated| it.event_id == event_id;
        if let Some(at) = self.owed.repeated.iter().position(refused)
            && let Some(repeated) = self.owed.repeated.remove(at)
        {
            self.give_up_repeated(repeated);
        }
    }

    pub(super) fn tick_owed(&mut self, now: u64) {
        let patience = super::talk::ms(self.timing.transcription);
        while let Some(repeated) = self
            .owed
            .repeated
            .pop_front_if(|it| it.since + patience <= now)
        {
            self.give_up_repeated(repeated);
        }
    }

    fn give_up_repeated(&mut self, repeated: Repeated) {
        let turn = repeated.unheard.turn;
        if matches!(turn.standing, Standing::Awaited { .. }) {
            self.report(VoiceEvent::TranscriptionFailed { item_id: turn.name });
        }
    }

    pub(super) fn owed_deadline(&self) -> Option<u64> {
        let patience = super::talk::ms(self.timing.transcription);
        self.owed.repeated.front().map(|it| it.since + patience)
    }
}
