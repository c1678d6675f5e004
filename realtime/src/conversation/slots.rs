//! A place for each thing said, by its predecessor and not by when its words arrive.

use crate::{ItemId, Words};

/// Far beyond the longest session; a provider that invents more items than this is not listened to.
pub const SLOTS_MAX: usize = 4_096;

#[derive(Clone, Debug, PartialEq)]
pub struct Slot {
    pub item_id: ItemId,
    pub state: SlotState,
    after: Option<ItemId>,
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
    /// Gives the item its place behind `after`; one whose predecessor is not known yet goes to the end and moves when it is.
    pub fn place(&mut self, item_id: &ItemId, after: Option<&ItemId>) {
        match self.position(item_id) {
            // Placed early by its words; a released slot stays where the reader has seen it.
            Some(at)
                if self.slots[at].after.is_none() && after.is_some() && at >= self.n_released =>
            {
                let mut slot = self.slots.remove(at);
                slot.after = after.cloned();
                self.insert(slot);
            }
            Some(_) => {}
            None if self.slots.len() >= SLOTS_MAX => {}
            None => {
                let slot = Slot {
                    item_id: item_id.clone(),
                    state: SlotState::Awaited,
                    after: after.cloned(),
                };
                self.insert(slot);
                self.gather_followers(item_id);
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

    fn insert(&mut self, slot: Slot) {
        let at = match slot.after.as_ref().and_then(|it| self.position(it)) {
            Some(before) => (before + 1).max(self.n_released),
            None => self.slots.len(),
        };
        self.slots.insert(at, slot);
    }

    /// Items that named this one as their predecessor before it was here.
    fn gather_followers(&mut self, item_id: &ItemId) {
        let waiting = self.slots[self.n_released..]
            .iter()
            .position(|it| it.after.as_ref() == Some(item_id))
            .map(|it| it + self.n_released);
        if let (Some(follower), Some(here)) = (waiting, self.position(item_id))
            && follower < here
        {
            let slot = self.slots.remove(here);
            self.slots.insert(follower, slot);
        }
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
            for n in 3..=6 {
                let names = order(&slots);
                let at = |n: usize| names.iter().position(|it| *it == id(n).as_str()).unwrap();
                prop_assert!(at(n) > at(n - 1), "{:?}", names);
            }
        }
    }
}
