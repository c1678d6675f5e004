//! A place for each thing said, by its predecessor and not by when its words arrive.

use crate::{ItemId, Words};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Far beyond the longest session; a provider that invents more items than this is not listened to.
pub const SLOTS_MAX: usize = 4_096;

#[derive(Clone, Debug, PartialEq)]
pub struct Slot {
    pub item_id: ItemId,
    pub state: SlotState,
    after: Option<ItemId>,
    arrived: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub enum SlotState {
    /// Said, and its words not known yet.
    Awaited,
    Said(Words),
    /// No words came, or none that are speech.
    Empty,
}

#[derive(Clone, Debug, Default)]
pub struct Slots {
    slots: Vec<Slot>,
    n_released: usize,
}

impl Slots {
    /// Gives the item its place behind `after`; one whose predecessor is not known yet waits at the end and moves when it is.
    pub fn place(&mut self, item_id: &ItemId, after: Option<&ItemId>) {
        match self.position(item_id) {
            // Placed early by its words; a released slot stays where the reader has seen it.
            Some(at)
                if self.slots[at].after.is_none() && after.is_some() && at >= self.n_released =>
            {
                self.slots[at].after = after.cloned();
                self.arrange();
            }
            Some(_) => {}
            None if self.slots.len() >= SLOTS_MAX => {}
            None => {
                let arrived = self.slots.len();
                self.slots.push(Slot {
                    item_id: item_id.clone(),
                    state: SlotState::Awaited,
                    after: after.cloned(),
                    arrived,
                });
                self.arrange();
            }
        }
    }

    /// The words of an item, early or late. Words win over a failure; the first words win over any later ones.
    pub fn fill(&mut self, item_id: &ItemId, words: Words) {
        self.place(item_id, None);
        let state = match words.is_speech() {
            true => SlotState::Said(words),
            false => SlotState::Empty,
        };
        if let Some(at) = self.position(item_id)
            && !matches!(self.slots[at].state, SlotState::Said(_))
        {
            self.slots[at].state = state;
        }
    }

    pub fn fail(&mut self, item_id: &ItemId) {
        self.place(item_id, None);
        if let Some(at) = self.position(item_id)
            && self.slots[at].state == SlotState::Awaited
        {
            self.slots[at].state = SlotState::Empty;
        }
    }

    /// In talk order.
    pub fn all(&self) -> &[Slot] {
        &self.slots
    }

    /// Settled slots from the front that were not given out before: a line is shown once everything before it is known.
    pub fn release(&mut self) -> &[Slot] {
        let from = self.n_released;
        let settled = self.slots[from..]
            .iter()
            .take_while(|it| it.state != SlotState::Awaited)
            .count();
        self.n_released += settled;
        &self.slots[from..self.n_released]
    }

    fn position(&self, item_id: &ItemId) -> Option<usize> {
        // Nearly always one of the newest.
        self.slots.iter().rposition(|it| it.item_id == *item_id)
    }

    /// Followers behind their predecessor; what has none here, by arrival. What was given out is not moved.
    fn arrange(&mut self) {
        let mut open = self.slots.split_off(self.n_released);
        open.sort_by_key(|it| it.arrived);
        let here: BTreeSet<ItemId> = open.iter().map(|it| it.item_id.clone()).collect();
        let mut followers: BTreeMap<Option<ItemId>, VecDeque<Slot>> = BTreeMap::new();
        for slot in open {
            let behind = slot.after.clone().filter(|it| here.contains(it));
            followers.entry(behind).or_default().push_back(slot);
        }
        let mut path = vec![None];
        while let Some(behind) = path.last() {
            match followers.get_mut(behind).and_then(VecDeque::pop_front) {
                Some(slot) => {
                    path.push(Some(slot.item_id.clone()));
                    self.slots.push(slot);
                }
                None => drop(path.pop()),
            }
        }
        // Items that name each other in a circle have no order; they are kept, by arrival.
        let mut circle: Vec<Slot> = followers.into_values().flatten().collect();
        circle.sort_by_key(|it| it.arrived);
        self.slots.append(&mut circle);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn id(n: usize) -> ItemId {
        ItemId::new(format!("item_{n}"))
    }

    fn order(slots: &Slots) -> Vec<&str> {
        slots.all().iter().map(|it| it.item_id.as_str()).collect()
    }

    #[test]
    fn a_late_transcription_fills_its_slot_and_frees_those_behind_it() {
        let mut slots = Slots::default();
        slots.place(&id(1), None);
        slots.place(&id(2), Some(&id(1)));
        slots.fill(&id(2), "second".into());
        assert_eq!(slots.release(), []);
        slots.fill(&id(1), "first".into());
        let released: Vec<_> = slots.release().iter().map(|it| it.state.clone()).collect();
        assert_eq!(
            released,
            [
                SlotState::Said("first".into()),
                SlotState::Said("second".into())
            ]
        );
        assert_eq!(slots.release(), []);
    }

    #[test]
    fn a_failed_transcription_settles_and_words_that_come_after_all_still_count() {
        let mut slots = Slots::default();
        slots.place(&id(1), None);
        slots.fail(&id(1));
        assert_eq!(slots.all()[0].state, SlotState::Empty);
        slots.fill(&id(1), "after all".into());
        slots.fail(&id(1));
        assert_eq!(slots.all()[0].state, SlotState::Said("after all".into()));
    }

    #[test]
    fn a_lone_full_stop_is_not_speech() {
        let mut slots = Slots::default();
        slots.fill(&id(1), " . ".into());
        assert_eq!(slots.all()[0].state, SlotState::Empty);
    }

    #[derive(Clone, Debug)]
    enum Step {
        Place(usize),
        Fill(usize),
        Fail(usize),
    }

    proptest! {
        #[test]
        fn neither_order_nor_repetition_of_arrival_changes_the_talk(
            mut steps in Just((1..=6).flat_map(|it| [Step::Place(it), Step::Fill(it), Step::Place(it), Step::Fail(it)]).collect::<Vec<_>>()).prop_shuffle()
        ) {
            steps.extend((1..=6).map(Step::Fill));
            let mut slots = Slots::default();
            for step in steps {
                match step {
                    Step::Place(1) => slots.place(&id(1), None),
                    Step::Place(n) => slots.place(&id(n), Some(&id(n - 1))),
                    Step::Fill(n) => slots.fill(&id(n), format!("words {n}").into()),
                    Step::Fail(n) => slots.fail(&id(n)),
                }
            }
            prop_assert_eq!(slots.all().len(), 6);
            prop_assert!(slots.all().iter().all(|it| matches!(it.state, SlotState::Said(_))));
            prop_assert_eq!(order(&slots), ["item_1", "item_2", "item_3", "item_4", "item_5", "item_6"]);
        }
    }
}
