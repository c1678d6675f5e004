//! A place for each thing said, by its predecessor and not by when its words arrive.

use crate::ItemId;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Far beyond the longest session; a provider that invents more items than this is not listened to.
pub const SLOTS_MAX: usize = 4_096;
/// Slots that wait at the same time. A talk has one or two; more means a recogniser that has stopped answering.
const WAITING_MAX: usize = 64;

#[derive(Clone, Debug)]
struct Slot<T> {
    item_id: ItemId,
    state: SlotState<T>,
    after: Option<ItemId>,
    arrived: usize,
}

#[derive(Clone, Debug)]
enum SlotState<T> {
    /// Said, and its content not known yet.
    Awaited,
    Said(T),
    /// No words came, or none that are speech.
    Empty,
    /// Its content was given out.
    Told,
}

/// What became of content that has arrived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Filled<T> {
    InItsPlace,
    /// Its slot was passed as empty and what followed it was given out: here it is back, to be told late.
    TooLate(T),
    /// The slot has its content; the first one counts.
    Before,
}

#[derive(Clone, Debug)]
pub struct Slots<T> {
    slots: Vec<Slot<T>>,
    n_released: usize,
}

impl<T> Default for Slots<T> {
    fn default() -> Slots<T> {
        Slots {
            slots: Vec::new(),
            n_released: 0,
        }
    }
}

impl<T> Slots<T> {
    /// Gives the item its place behind `after`; one whose predecessor is not known yet waits at the end and moves when it is.
    pub fn place(&mut self, item_id: &ItemId, after: Option<&ItemId>) {
        match self.position(item_id) {
            // Placed early by its content; a released slot stays where the reader has seen it.
            Some(at)
                if self.slots[at].after.is_none() && after.is_some() && at >= self.n_released =>
            {
                self.slots[at].after = after.cloned();
                self.arrange();
            }
            Some(_) => {}
            None if self.slots.len() >= SLOTS_MAX => {}
            None => {
                self.give_up_the_oldest();
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

    /// Nobody waits for a word for ever.
    fn give_up_the_oldest(&mut self) {
        let waiting = self.slots.len() - self.n_released;
        if let Some(oldest) = self
            .slots
            .get_mut(self.n_released)
            .filter(|_| waiting >= WAITING_MAX)
            && matches!(oldest.state, SlotState::Awaited)
        {
            oldest.state = SlotState::Empty;
        }
    }

    /// The content of an item, early or late. It wins over a failure; the first wins over any later one.
    pub fn fill(&mut self, item_id: &ItemId, content: T) -> Filled<T> {
        self.place(item_id, None);
        let Some(at) = self.position(item_id) else {
            return Filled::TooLate(content);
        };
        match self.slots[at].state {
            SlotState::Said(_) | SlotState::Told => Filled::Before,
            SlotState::Empty if at < self.n_released => {
                self.slots[at].state = SlotState::Told;
                Filled::TooLate(content)
            }
            SlotState::Awaited | SlotState::Empty => {
                self.slots[at].state = SlotState::Said(content);
                Filled::InItsPlace
            }
        }
    }

    /// Nothing came, or nothing that counts.
    pub fn fail(&mut self, item_id: &ItemId) {
        self.place(item_id, None);
        if let Some(at) = self.position(item_id)
            && matches!(self.slots[at].state, SlotState::Awaited)
        {
            self.slots[at].state = SlotState::Empty;
        }
    }

    /// The next content in talk order: a thing is told once everything before it is known.
    pub fn next_settled(&mut self) -> Option<T> {
        while let Some(slot) = self.slots.get_mut(self.n_released) {
            match slot.state {
                SlotState::Awaited => return None,
                SlotState::Empty | SlotState::Told => self.n_released += 1,
                SlotState::Said(_) => {
                    self.n_released += 1;
                    let SlotState::Said(content) =
                        std::mem::replace(&mut slot.state, SlotState::Told)
                    else {
                        return None;
                    };
                    return Some(content);
                }
            }
        }
        None
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
        let mut followers: BTreeMap<Option<ItemId>, VecDeque<Slot<T>>> = BTreeMap::new();
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
        let mut circle: Vec<Slot<T>> = followers.into_values().flatten().collect();
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

    fn told<T>(slots: &mut Slots<T>) -> Vec<T> {
        std::iter::from_fn(|| slots.next_settled()).collect()
    }

    #[test]
    fn a_late_transcription_fills_its_slot_and_frees_those_behind_it() {
        let mut slots = Slots::default();
        slots.place(&id(1), None);
        slots.place(&id(2), Some(&id(1)));
        slots.fill(&id(2), "second");
        assert!(told(&mut slots).is_empty());
        slots.fill(&id(1), "first");
        assert_eq!(told(&mut slots), ["first", "second"]);
        assert!(told(&mut slots).is_empty());
    }

    #[test]
    fn a_failed_transcription_settles_and_words_that_come_after_all_still_count() {
        let mut slots = Slots::default();
        slots.place(&id(1), None);
        slots.fail(&id(1));
        assert_eq!(slots.fill(&id(1), "after all"), Filled::InItsPlace);
        slots.fail(&id(1));
        assert_eq!(told(&mut slots), ["after all"]);
    }

    #[test]
    fn words_that_come_when_their_slot_was_passed_are_handed_back_once() {
        let mut slots = Slots::default();
        slots.fail(&id(1));
        slots.fill(&id(2), "second");
        assert_eq!(told(&mut slots), ["second"]);
        assert_eq!(slots.fill(&id(1), "first"), Filled::TooLate("first"));
        assert_eq!(slots.fill(&id(1), "first"), Filled::Before);
        assert!(told(&mut slots).is_empty());
    }

    #[test]
    fn a_thing_for_which_nothing_ever_comes_is_given_up_when_many_wait_behind_it() {
        let mut slots = Slots::default();
        slots.place(&id(0), None);
        for n in 1..=WAITING_MAX {
            slots.fill(&id(n), n);
        }
        assert_eq!(told(&mut slots).len(), WAITING_MAX);
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
                    Step::Fill(n) => drop(slots.fill(&id(n), n)),
                    Step::Fail(n) => slots.fail(&id(n)),
                }
            }
            prop_assert_eq!(told(&mut slots), [1, 2, 3, 4, 5, 6]);
        }
    }
}
