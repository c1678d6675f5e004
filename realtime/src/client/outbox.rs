//! What waits to be sent to a client. Only sound may be dropped, the oldest first, and it is counted.

use crate::{Frame, ItemId};
use serde_json::Value;
use std::collections::VecDeque;

/// A whole long reply: clients get sound faster than they play it.
pub const AUDIO_MS_MAX: u64 = 180_000;
/// A client that leaves this many unread is gone.
pub const EVENTS_WAITING_MAX: usize = 2_048;

#[derive(Debug, Default)]
pub(super) struct Outbox {
    waiting: VecDeque<Waiting>,
    audio_ms: u64,
    n_events: usize,
    n_sent: u64,
    n_audio_dropped: u64,
}

#[derive(Debug)]
enum Waiting {
    Event(Value),
    Audio { response_id: String, frame: Frame },
}

impl Outbox {
    pub(super) fn push(&mut self, kind: &str, mut body: Value) {
        body["type"] = kind.into();
        self.n_events += 1;
        self.waiting.push_back(Waiting::Event(body));
    }

    pub(super) fn push_audio(&mut self, response_id: String, frame: &Frame) {
        self.audio_ms += frame.ms();
        self.waiting.push_back(Waiting::Audio {
            response_id,
            frame: frame.clone(),
        });
        while self.audio_ms > AUDIO_MS_MAX {
            let Some(oldest) = self
                .waiting
                .iter()
                .position(|it| matches!(it, Waiting::Audio { .. }))
            else {
                break;
            };
            if let Some(Waiting::Audio { frame, .. }) = self.waiting.remove(oldest) {
                self.audio_ms -= frame.ms();
                self.n_audio_dropped += 1;
            }
        }
    }

    /// Not dropped but unwanted: the person interrupted.
    pub(super) fn forget_audio(&mut self, item_id: &ItemId) {
        self.waiting.retain(|it| !matches!(it, Waiting::Audio { frame, .. } if frame.item_id.as_ref() == Some(item_id)));
        self.audio_ms = self
            .waiting
            .iter()
            .map(|it| {
                if let Waiting::Audio { frame, .. } = it {
                    frame.ms()
                } else {
                    0
                }
            })
            .sum();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    pub(super) fn next(&mut self) -> Option<String> {
        let waiting = self.waiting.pop_front()?;
        self.n_sent += 1;
        let event_id = format!("event_{}", self.n_sent);
        Some(match waiting {
            Waiting::Event(mut body) => {
                self.n_events -= 1;
                body["event_id"] = event_id.into();
                body.to_string()
            }
            Waiting::Audio { response_id, frame } => {
                self.audio_ms -= frame.ms();
                audio_delta(&event_id, &response_id, &frame)
            }
        })
    }

    pub(super) fn is_overflowing(&self) -> bool {
        self.n_events > EVENTS_WAITING_MAX
    }

    pub(super) fn n_audio_dropped(&self) -> u64 {
        self.n_audio_dropped
    }
}

/// By hand, because it is nearly all of the traffic. Base64 needs no escaping; ids get it.
fn audio_delta(event_id: &str, response_id: &str, frame: &Frame) -> String {
    let item_id = frame.item_id.as_ref().map_or("", ItemId::as_str);
    format!(
        r#"{{"type":"response.output_audio.delta","event_id":"{event_id}","response_id":{},"item_id":{},"output_index":0,"content_index":0,"delta":"{}"}}"#,
        Value::from(response_id),
        Value::from(item_id),
        frame.base64()
    )
}
