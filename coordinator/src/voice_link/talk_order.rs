//! In which order things were said: a transcription may come late, and then fills the place that was kept for it.

use std::collections::VecDeque;

use interview::Spoke;
use realtime::ItemId;
use realtime::conversation::{Filled, Slots};

/// Turns whose words may still come. A talk has one or two that wait.
const TURNS_MAX: usize = 64;

#[derive(Debug, Default)]
pub(super) struct TalkOrder {
    slots: Slots<Settled>,
    /// When the turns were spoken whose words have not come.
    spoken: VecDeque<Turn>,
    /// Words that came when their place had been passed: better late in the log than lost.
    late: VecDeque<Settled>,
}

#[derive(Debug)]
struct Turn {
    item_id: ItemId,
    start_ms: u64,
    end_ms: u64,
}

#[derive(Debug)]
pub(super) enum Settled {
    Person {
        item_id: ItemId,
        text: String,
        start_ms: u64,
        end_ms: u64,
    },
    Interviewer(Spoke),
}

impl TalkOrder {
    pub(super) fn person_spoke(
        &mut self,
        item_id: &ItemId,
        after: Option<&ItemId>,
        start_ms: u64,
        end_ms: u64,
    ) {
        self.slots.place(item_id, after);
        if self.spoken.iter().any(|turn| turn.item_id == *item_id) {
            return;
        }
        if self.spoken.len() == TURNS_MAX {
            self.spoken.pop_front();
        }
        self.spoken.push_back(Turn {
            item_id: item_id.clone(),
            start_ms,
            end_ms,
        });
    }

    pub(super) fn interviewer_began(&mut self, item_id: &ItemId) {
        self.slots.place(item_id, None);
    }

    /// Words of a turn that is not known belong to no talk of ours.
    pub(super) fn transcribed(&mut self, item_id: &ItemId, text: &str) {
        let turn = self
            .spoken
            .iter()
            .position(|turn| turn.item_id == *item_id)
            .and_then(|at| self.spoken.remove(at));
        let Some(turn) = turn else { return };
        let person = Settled::Person {
            item_id: turn.item_id,
            text: text.to_owned(),
            start_ms: turn.start_ms,
            end_ms: turn.end_ms,
        };
        if let Filled::TooLate(person) = self.slots.fill(item_id, person) {
            self.late.push_back(person);
        }
    }

    /// How long the turn was of which nothing is known, when this is the first that is heard of it.
    pub(super) fn was_nothing(&mut self, item_id: &ItemId) -> Option<u64> {
        self.slots.fail(item_id);
        let turn = self.spoken.iter().find(|turn| turn.item_id == *item_id)?;
        Some(turn.end_ms.saturating_sub(turn.start_ms))
    }

    pub(super) fn interviewer_spoke(&mut self, item_id: &ItemId, spoke: Spoke) {
        if spoke.text.as_str().trim().is_empty() {
            self.slots.fail(item_id);
        } else if let Filled::TooLate(spoke) = self.slots.fill(item_id, Settled::Interviewer(spoke))
        {
            self.late.push_back(spoke);
        }
    }

    /// The next thing that was said, if everything before it is known.
    pub(super) fn next_settled(&mut self) -> Option<Settled> {
        self.late.pop_front().or_else(|| self.slots.next_settled())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(name: &str) -> ItemId {
        ItemId::new(name)
    }

    fn said(text: &str) -> Spoke {
        Spoke {
            text: text.into(),
            interrupted: false,
            aside: false,
            question_id: None,
            refers_to: None,
            took_ms: 10,
            end_ms: None,
        }
    }

    fn told(order: &mut TalkOrder) -> Vec<String> {
        std::iter::from_fn(|| order.next_settled())
            .map(|settled| match settled {
                Settled::Person { text, .. } => format!("person: {text}"),
                Settled::Interviewer(spoke) => format!("interviewer: {}", spoke.text.as_str()),
            })
            .collect()
    }

    #[test]
    fn a_late_transcription_fills_its_place_before_the_reply() {
        let mut order = TalkOrder::default();
        order.person_spoke(&item("a"), None, 0, 900);
        order.interviewer_began(&item("b"));
        order.interviewer_spoke(&item("b"), said("And then?"));
        assert!(told(&mut order).is_empty());
        order.transcribed(&item("a"), "It began in a garage.");
        assert_eq!(
            told(&mut order),
            ["person: It began in a garage.", "interviewer: And then?"]
        );
    }

    #[test]
    fn a_turn_that_is_reported_before_its_predecessor_still_comes_after_it() {
        let mut order = TalkOrder::default();
        order.person_spoke(&item("b"), Some(&item("a")), 900, 1_800);
        order.person_spoke(&item("a"), None, 0, 900);
        order.transcribed(&item("b"), "Then we moved.");
        order.transcribed(&item("a"), "It began in a garage.");
        assert_eq!(
            told(&mut order),
            ["person: It began in a garage.", "person: Then we moved."]
        );
    }

    #[test]
    fn a_failed_transcription_does_not_hold_up_the_rest_and_its_words_are_told_if_they_come() {
        let mut order = TalkOrder::default();
        order.person_spoke(&item("a"), None, 0, 900);
        order.interviewer_spoke(&item("b"), said("And then?"));
        assert_eq!(order.was_nothing(&item("a")), Some(900));
        assert_eq!(told(&mut order), ["interviewer: And then?"]);
        order.transcribed(&item("a"), "In a garage.");
        order.transcribed(&item("a"), "In a garage.");
        assert_eq!(told(&mut order), ["person: In a garage."]);
    }

    #[test]
    fn the_same_words_twice_are_told_once() {
        let mut order = TalkOrder::default();
        order.person_spoke(&item("a"), None, 0, 900);
        order.person_spoke(&item("a"), None, 0, 900);
        order.transcribed(&item("a"), "Hello.");
        order.transcribed(&item("a"), "Hello.");
        assert_eq!(told(&mut order), ["person: Hello."]);
        order.transcribed(&item("a"), "Hello.");
        assert!(told(&mut order).is_empty());
    }

    #[test]
    fn a_reply_of_which_nothing_was_heard_leaves_no_turn() {
        let mut order = TalkOrder::default();
        order.interviewer_began(&item("b"));
        order.interviewer_spoke(&item("b"), said("  "));
        assert!(told(&mut order).is_empty());
    }
}
