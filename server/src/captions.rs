//! What is being said at this moment, before it is a turn: for whoever watches, never kept.

use std::convert::Infallible;
use std::time::Duration;

use axum::response::sse::Event;
use futures_util::Stream;
use interview::{SessionId, Spoken};
use realtime::{ItemId, VoiceEvent};
use serde::Serialize;
use tokio::sync::watch;

use crate::desk::Desk;
use crate::stream::ELSEWHERE_EVERY;

/// A reader takes in no more; the newest words are what is worth showing.
const CHARS_MAX: usize = 1_000;
/// Faster than this nobody reads.
const EVERY: Duration = Duration::from_millis(120);

/// `None`: that side is silent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Captions {
    interviewer: Option<Spoken>,
    candidate: Option<Spoken>,
    #[serde(skip)]
    item: Option<ItemId>,
}

impl Captions {
    /// What a voice's event changes.
    pub(crate) fn after(&self, event: &VoiceEvent) -> Captions {
        let mut next = self.clone();
        match event {
            VoiceEvent::SpeechStarted { item_id, .. } if next.item.as_ref() != Some(item_id) => {
                next.item = Some(item_id.clone());
                next.candidate = Some(Spoken::default());
            }
            VoiceEvent::Transcribing { item_id, delta } => {
                let begun = next
                    .candidate
                    .filter(|_| next.item.as_ref() == Some(item_id));
                next.item = Some(item_id.clone());
                next.candidate = Some(longer(begun, delta.as_str()));
            }
            VoiceEvent::Transcribed { item_id, .. }
            | VoiceEvent::TranscriptionFailed { item_id }
                if next.item.as_ref() == Some(item_id) =>
            {
                next.item = None;
                next.candidate = None;
            }
            VoiceEvent::ReplyStarted { .. } => next.interviewer = Some(Spoken::default()),
            VoiceEvent::ReplyWords { delta, .. } => {
                next.interviewer = Some(longer(next.interviewer, delta.as_str()));
            }
            VoiceEvent::ReplyEnded(_) | VoiceEvent::ReplyFailed { .. } => next.interviewer = None,
            VoiceEvent::Lost { .. } | VoiceEvent::Unusable { .. } => next = Captions::default(),
            VoiceEvent::SpeechStarted { .. }
            | VoiceEvent::Transcribed { .. }
            | VoiceEvent::TranscriptionFailed { .. }
            | VoiceEvent::Connected
            | VoiceEvent::RolledOver
            | VoiceEvent::SpeechStopped { .. }
            | VoiceEvent::TurnCommitted { .. }
            | VoiceEvent::ReplyGenerated { .. }
            | VoiceEvent::Guided { .. }
            | VoiceEvent::GuideFailed { .. }
            | VoiceEvent::Typed { .. }
            | VoiceEvent::Silent { .. }
            | VoiceEvent::Usage(_) => {}
        }
        next
    }
}

fn longer(begun: Option<Spoken>, delta: &str) -> Spoken {
    let before = begun.unwrap_or_default();
    let whole = format!("{}{delta}", before.as_str());
    let excess = whole.chars().count().saturating_sub(CHARS_MAX);
    Spoken::from(whole.chars().skip(excess).collect::<String>())
}

/// Whoever watches what is being said in a session, whether it runs here yet or not.
struct Watcher {
    desk: Desk,
    session: SessionId,
    captions: Option<watch::Receiver<Captions>>,
}

/// `event: captions` without an id: they are no part of the log, and nothing resumes after them. Watching wakes no session.
pub(crate) fn stream(
    desk: Desk,
    session: SessionId,
) -> impl Stream<Item = Result<Event, Infallible>> + use<> {
    let watcher = Watcher {
        desk,
        session,
        captions: None,
    };
    futures_util::stream::unfold(watcher, async |mut watcher| {
        let event = watcher.next().await?;
        Some((Ok(event), watcher))
    })
}

impl Watcher {
    async fn next(&mut self) -> Option<Event> {
        loop {
            let Some(captions) = &mut self.captions else {
                self.captions = self.tune_in().await;
                continue;
            };
            if captions.changed().await.is_err() {
                self.captions = None;
                continue;
            }
            tokio::time::sleep(EVERY).await;
            let event = Event::default().event("captions");
            return event.json_data(&*captions.borrow_and_update()).ok();
        }
    }

    async fn tune_in(&self) -> Option<watch::Receiver<Captions>> {
        if let Some(live) = self.desk.awake(&self.session).await {
            return Some(live.captions());
        }
        tokio::select! {
            () = self.desk.awakening() => {}
            () = tokio::time::sleep(ELSEWHERE_EVERY) => {}
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(events: &[VoiceEvent]) -> serde_json::Value {
        let captions = events
            .iter()
            .fold(Captions::default(), |captions, event| captions.after(event));
        serde_json::to_value(captions).unwrap()
    }

    fn began(name: &str) -> VoiceEvent {
        VoiceEvent::SpeechStarted {
            item_id: name.into(),
            audio_ms: 0,
        }
    }

    fn heard(name: &str, words: &str) -> VoiceEvent {
        VoiceEvent::Transcribing {
            item_id: name.into(),
            delta: words.into(),
        }
    }

    fn understood(name: &str) -> VoiceEvent {
        VoiceEvent::Transcribed {
            item_id: name.into(),
            text: "It is a turn.".into(),
        }
    }

    #[test]
    fn words_are_shown_as_they_are_recognised_until_they_are_a_turn() {
        let begun = [began("a"), heard("a", "I keep "), heard("a", "bees")];
        assert_eq!(after(&begun[..1])["candidate"], "");
        assert_eq!(after(&begun)["candidate"], "I keep bees");
        let whole = [&begun[..], &[understood("a")]].concat();
        assert_eq!(after(&whole)["candidate"], serde_json::Value::Null);
    }

    #[test]
    fn words_that_come_late_do_not_hide_what_is_being_said() {
        let events = [began("a"), heard("a", "Yes."), began("b"), understood("a")];
        assert_eq!(after(&events)["candidate"], "");
    }

    #[test]
    fn only_the_newest_words_of_a_long_speech_are_shown() {
        let events = [heard("a", &"a".repeat(CHARS_MAX)), heard("a", "b")];
        let shown = after(&events);
        let words = shown["candidate"].as_str().unwrap();
        assert_eq!(words.chars().count(), CHARS_MAX);
        assert!(words.ends_with('b'));
    }
}
