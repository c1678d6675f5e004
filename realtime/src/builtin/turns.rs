//! The person's turns from their end to their words: pieces of a long answer are recognised while it is still being given.

use super::outcome::Job;
use super::server::Fault;
use super::talk::Talk;
use crate::turns::is_acknowledgement;
use crate::{ItemId, VoiceEvent, Words};
use std::collections::VecDeque;

/// Turns whose words are awaited. More means a server that has stopped answering; the oldest is given up.
const TURNS_MAX: usize = 32;

/// What became of one piece of sound.
#[derive(Debug)]
pub(super) enum Piece {
    Awaited(Job),
    Words(String),
    Nothing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Answer,
    /// Short, and said into our speech: its words decide whether it was a turn at all.
    Aside,
}

#[derive(Debug)]
pub(super) struct Turn {
    pub(super) item_id: ItemId,
    pub(super) start_ms: u64,
    pub(super) end_ms: u64,
    pub(super) kind: Kind,
    pub(super) pieces: Vec<Piece>,
    /// Pieces whose words were shown.
    pub(super) n_shown: usize,
}

impl Turn {
    fn is_settled(&self) -> bool {
        !self.pieces.iter().any(|it| matches!(it, Piece::Awaited(_)))
    }

    fn text(&self) -> Words {
        let words: Vec<&str> = self
            .pieces
            .iter()
            .filter_map(|it| match it {
                Piece::Words(words) => Some(words.as_str()),
                Piece::Awaited(_) | Piece::Nothing => None,
            })
            .collect();
        words.join(" ").into()
    }
}

#[derive(Debug, Default)]
pub(super) struct Turns {
    awaited: VecDeque<Turn>,
    /// The newest turn that was told of.
    newest: Option<ItemId>,
}

impl Turns {
    pub(super) fn pieces(&mut self) -> impl Iterator<Item = &mut Piece> {
        self.awaited.iter_mut().flat_map(|it| &mut it.pieces)
    }

    pub(super) fn awaits_answer(&self) -> bool {
        self.awaited.iter().any(|it| it.kind == Kind::Answer)
    }
}

impl Talk {
    pub(super) fn turn_over(&mut self, turn: Turn, now: u64) {
        if turn.kind == Kind::Answer {
            self.commit(&turn);
        }
        let turns = &mut self.hearing.turns.awaited;
        turns.push_back(turn);
        let given_up = match turns.len() > TURNS_MAX {
            true => turns.pop_front(),
            false => None,
        };
        if let Some(turn) = given_up.filter(|it| it.kind == Kind::Answer) {
            let item_id = turn.item_id;
            self.report(VoiceEvent::TranscriptionFailed { item_id });
        }
        self.settle_turns(now);
    }

    fn commit(&mut self, turn: &Turn) {
        self.hearing.quiet.answered();
        let after = self.hearing.turns.newest.replace(turn.item_id.clone());
        self.report(VoiceEvent::TurnCommitted {
            item_id: turn.item_id.clone(),
            after,
            start_ms: turn.start_ms,
            end_ms: turn.end_ms,
        });
    }

    pub(super) fn words_came(&mut self, job: Job, words: Result<String, Fault>, now: u64) {
        // A piece of a turn that was given up or cleared has nobody to tell.
        let Some(piece) = self.hearing.awaited_piece(job) else {
            return;
        };
        *piece = match words.as_deref().map(without_annotation) {
            Ok("") | Err(_) => Piece::Nothing,
            Ok(words) => Piece::Words(words.to_owned()),
        };
        match words {
            Ok(_) => self.server_worked(),
            Err(fault) => self.server_failed(fault, now),
        }
        self.settle_turns(now);
        self.tick_replies(now);
    }

    fn settle_turns(&mut self, now: u64) {
        self.show_new_words();
        let turns = std::mem::take(&mut self.hearing.turns.awaited);
        let (settled, awaited): (VecDeque<Turn>, VecDeque<Turn>) =
            turns.into_iter().partition(Turn::is_settled);
        self.hearing.turns.awaited = awaited;
        for turn in settled {
            let text = turn.text();
            let item_id = turn.item_id.clone();
            match (turn.kind, text.is_speech()) {
                (Kind::Answer, true) => self.report(VoiceEvent::Transcribed { item_id, text }),
                (Kind::Answer, false) => {
                    self.report(VoiceEvent::TranscriptionFailed { item_id });
                    // Nothing was understood, so nobody will answer: the silence from here on counts.
                    self.hearing.quiet.floor_given(now);
                }
                (Kind::Aside, true) if !is_acknowledgement(text.as_str()) => {
                    self.commit(&turn);
                    self.report(VoiceEvent::Transcribed { item_id, text });
                }
                (Kind::Aside, _) => {}
            }
        }
    }

    fn show_new_words(&mut self) {
        let mut shown = Vec::new();
        for turn in &mut self.hearing.turns.awaited {
            // The last words come with all the others.
            if turn.kind == Kind::Aside || turn.is_settled() {
                continue;
            }
            while let Some(piece) = turn.pieces.get(turn.n_shown) {
                match piece {
                    Piece::Awaited(_) => break,
                    Piece::Words(words) => {
                        shown.push((turn.item_id.clone(), format!("{words} ")));
                    }
                    Piece::Nothing => {}
                }
                turn.n_shown += 1;
            }
        }
        for (item_id, words) in shown {
            let delta = words.into();
            self.report(VoiceEvent::Transcribing { item_id, delta });
        }
    }
}

/// Recognisers write `[BLANK_AUDIO]` or `(music)` where nobody spoke.
fn without_annotation(words: &str) -> &str {
    let words = words.trim();
    let annotated = [('[', ']'), ('(', ')'), ('*', '*'), ('♪', '♪')]
        .iter()
        .any(|(open, close)| words.starts_with(*open) && words.ends_with(*close));
    let one_only = words.matches(['[', '(']).count() <= 1;
    match annotated && one_only {
        true => "",
        false => words,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_of_a_recogniser_are_not_words_of_the_person() {
        for nothing in ["[BLANK_AUDIO]", " (wind blowing) ", "*coughs*", ""] {
            assert_eq!(without_annotation(nothing), "", "{nothing}");
        }
        for words in ["(Well) that was (fun)", "Yes.", "It rained [laughs] a lot"] {
            assert_eq!(without_annotation(words), words);
        }
    }
}
