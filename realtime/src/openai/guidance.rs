//! What the voice should talk about: appended right before a response, only when it changed, the superseded one deleted.
//!
//! Behind the person's last words and not before them: the next response then finds everything up to those words as it was, and
//! only what came since has to be read anew.

use super::outcome::Outcome;
use super::talk::Talk;
use crate::wire::{Item, ToProvider};
use crate::{ItemId, VoiceEvent, Words};

#[derive(Debug, Default)]
pub(super) struct Guidance {
    /// The newest that was asked for, sent or not.
    wanted: Option<(u64, Words)>,
    unsent: bool,
    /// Sent on this connection and not yet confirmed.
    pushed: Option<Pushed>,
    /// Confirmed on this connection.
    in_force: Option<(ItemId, Words)>,
}

#[derive(Debug)]
struct Pushed {
    id: u64,
    item_id: ItemId,
    event_id: String,
    text: Words,
    /// What it replaces, to be put back if it is refused.
    before: Option<Words>,
}

impl Talk {
    pub(super) fn guide(&mut self, id: u64, text: Words) {
        let newest = match (&self.guidance.pushed, &self.guidance.in_force) {
            (Some(pushed), _) => Some(&pushed.text),
            (None, in_force) => in_force.as_ref().map(|(_, text)| text),
        };
        if newest == Some(&text) {
            self.guidance.unsent = false;
            self.guidance.wanted = Some((id, text));
            return self.report(VoiceEvent::Guided { id });
        }
        self.guidance.wanted = Some((id, text));
        self.guidance.unsent = true;
    }

    /// Must come before every response, so that it speaks on the newest there is.
    pub(super) fn push_guidance(&mut self) {
        if !self.guidance.unsent {
            return;
        }
        let Some((id, text)) = self.guidance.wanted.clone() else {
            return;
        };
        self.guidance.unsent = false;
        let before = self.withdraw_guidance();
        let (event_id, item_id) = self.send_guidance(&text);
        self.guidance.pushed = Some(Pushed {
            id,
            item_id,
            event_id,
            text,
            before,
        });
    }

    fn send_guidance(&mut self, text: &Words) -> (String, ItemId) {
        let event_id = self.event_id();
        let item_id = ItemId::new(format!("guide_{event_id}"));
        self.send(&ToProvider::CreateItem {
            event_id: event_id.clone(),
            item: Item::system(item_id.clone(), text.as_str()),
        });
        (event_id, item_id)
    }

    /// What is to be superseded, confirmed or not. Deleted before the response and not after it, which would read both.
    fn withdraw_guidance(&mut self) -> Option<Words> {
        let in_force = self.guidance.in_force.take();
        let before = match self.guidance.pushed.take() {
            Some(pushed) => {
                self.delete_item(pushed.item_id);
                pushed.before
            }
            None => None,
        };
        match in_force {
            Some((item_id, text)) => {
                self.delete_item(item_id);
                Some(text)
            }
            None => before,
        }
    }

    pub(super) fn guidance_added(&mut self, item_id: &ItemId) {
        if let Some(pushed) = self.guidance.pushed.take_if(|it| it.item_id == *item_id) {
            self.guidance.in_force = Some((pushed.item_id, pushed.text));
            self.report(VoiceEvent::Guided { id: pushed.id });
        }
    }

    /// The old guidance stays in force: it is put back.
    pub(super) fn guidance_refused(&mut self, event_id: &str, why: &str) -> bool {
        match self.guidance.pushed.take_if(|it| it.event_id == event_id) {
            Some(pushed) => {
                self.out.push_back(Outcome::Report(VoiceEvent::GuideFailed {
                    id: pushed.id,
                    why: why.to_owned(),
                }));
                if let Some(before) = pushed.before {
                    let (_, item_id) = self.send_guidance(&before);
                    self.guidance.in_force = Some((item_id, before));
                }
                true
            }
            None => false,
        }
    }

    /// A new connection knows nothing of it.
    pub(super) fn forget_sent_guidance(&mut self) {
        self.guidance.pushed = None;
        self.guidance.in_force = None;
        self.guidance.unsent = self.guidance.wanted.is_some();
    }
}
