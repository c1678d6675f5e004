//! In which order things were said: a transcription may come late, and then fills the place that was kept for it.

use std::collections::VecDeque;

use interview::Spoke;
use realtime::ItemId;

/// Places kept at the same time. A talk has one or two that wait; more means a recogniser that has stopped answering.
const PLACES_MAX: usize = 64;

#[derive(Debug, Default)]
pub(super) struct TalkOrder(VecDeque<Place>);

#[derive(Debug)]
struct Place {
    item_id: ItemId,
    content: Content,
}

#[derive(Debug)]
enum Content {
    /// The person spoke; the words are not there yet.
    Awaited {
        start_ms: u64,
        end_ms: u64,
    },
    /// The interviewer is speaking.
    Speaking,
    Said(Settled),
    /// There was nothing.
    Empty,
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
    pub(super) fn person_spoke(&mut self, item_id: ItemId, start_ms: u64, end_ms: u64) {
        self.keep(item_id, Content::Awaited { start_ms, end_ms });
    }

    pub(super) fn interviewer_began(&mut self, item_id: ItemId) {
        self.keep(item_id, Content::Speaking);
    }

    /// The same item twice keeps its first place.
    fn keep(&mut self, item_id: ItemId, content: Content) {
        if self.0.iter().any(|place| place.item_id == item_id) {
            return;
        }
        if self.0.len() == PLACES_MAX {
            // The oldest is given up: nobody waits for a word for ever.
            self.0.pop_front();
        }
        self.0.push_back(Place { item_id, content });
    }

    pub(super) fn transcribed(&mut self, item_id: &ItemId, text: &str) {
        if let Some(place) = self.place(item_id)
            && let Content::Awaited { start_ms, end_ms } = place.content
        {
            place.content = Content::Said(Settled::Person {
                item_id: item_id.clone(),
                text: text.to_owned(),
                start_ms,
                end_ms,
            });
        }
    }

    pub(super) fn was_nothing(&mut self, item_id: &ItemId) {
        if let Some(place) = self.place(item_id) {
            place.content = Content::Empty;
        }
    }

    pub(super) fn interviewer_spoke(&mut self, item_id: &ItemId, spoke: Spoke) {
        self.keep(item_id.clone(), Content::Speaking);
        if let Some(place) = self.place(item_id) {
            let heard_nothing = spoke.text.as_str().trim().is_empty();
            place.content = if heard_nothing {
                Content::Empty
            } else {
                Content::Said(Settled::Interviewer(spoke))
            };
        }
    }

    fn place(&mut self, item_id: &ItemId) -> Option<&mut Place> {
        self.0.iter_mut().find(|place| place.item_id == *item_id)
    }

    /// The next thing that was said, if everything before it is known.
    pub(super) fn next_settled(&mut self) -> Option<Settled> {
        loop {
            match &self.0.front()?.content {
                Content::Awaited { .. } | Content::Speaking => return None,
                Content::Empty => {
                    self.0.pop_front();
                }
                Content::Said(_) => {
                    let Content::Said(settled) = self.0.pop_front()?.content else {
                        return None;
                    };
                    return Some(settled);
                }
            }
        }
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
        order.person_spoke(item("a"), 0, 900);
        order.interviewer_began(item("b"));
        order.interviewer_spoke(&item("b"), said("And then?"));
        assert!(told(&mut order).is_empty());
        order.transcribed(&item("a"), "It began in a garage.");
        assert_eq!(
            told(&mut order),
            ["person: It began in a garage.", "interviewer: And then?"]
        );
    }

    #[test]
    fn a_failed_transcription_does_not_hold_up_the_rest() {
        let mut order = TalkOrder::default();
        order.person_spoke(item("a"), 0, 900);
        order.interviewer_spoke(&item("b"), said("And then?"));
        order.was_nothing(&item("a"));
        assert_eq!(told(&mut order), ["interviewer: And then?"]);
    }

    #[test]
    fn the_same_words_twice_are_told_once() {
        let mut order = TalkOrder::default();
        order.person_spoke(item("a"), 0, 900);
        order.person_spoke(item("a"), 0, 900);
        order.transcribed(&item("a"), "Hello.");
        order.transcribed(&item("a"), "Hello.");
        assert_eq!(told(&mut order), ["person: Hello."]);
        order.transcribed(&item("a"), "Hello.");
        assert!(told(&mut order).is_empty());
    }

    #[test]
    fn a_reply_of_which_nothing_was_heard_leaves_no_turn() {
        let mut order = TalkOrder::default();
        order.interviewer_began(item("b"));
        order.interviewer_spoke(&item("b"), said("  "));
        assert!(told(&mut order).is_empty());
        assert!(order.0.is_empty());
    }
}
