//! Our side of a client's socket, without the socket: text in, wishes and text out.
//!
//! A client never learns which provider is behind: every frame it gets is made here from what the voice reports.

mod ask;
mod outbox;
mod present;
mod session;

pub use ask::Asked;
pub use outbox::{AUDIO_MS_MAX, EVENTS_WAITING_MAX};
pub use session::ClientSession;

use crate::{Frame, ItemId};
use outbox::Outbox;
use present::OpenReply;
use serde_json::{Value, json};
use std::collections::VecDeque;

/// A frame from a client is at most this long; it carries a piece of sound or a typed answer.
pub const TEXT_BYTES_MAX: usize = 1024 * 1024;
/// Items a client can still ask about.
const ITEMS_MAX: usize = 512;
/// At most four a second.
const STATE_EVERY_MS: u64 = 250;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoticeLevel {
    Info,
    Warning,
    Error,
}

impl NoticeLevel {
    fn as_str(self) -> &'static str {
        match self {
            NoticeLevel::Info => "info",
            NoticeLevel::Warning => "warning",
            NoticeLevel::Error => "error",
        }
    }
}

#[derive(Debug)]
pub struct Client {
    session: ClientSession,
    outbox: Outbox,
    items: VecDeque<Value>,
    open: Option<OpenReply>,
    /// Sound of this item that is still on its way was not heard and must not be.
    cut: Option<ItemId>,
    state_sent_at: Option<u64>,
    state_waiting: Option<Value>,
    n_refused: u64,
    n_typed: u64,
}

impl Client {
    /// Begins with `session.created`.
    pub fn new(session: ClientSession) -> Client {
        let mut client = Client {
            outbox: Outbox::default(),
            items: VecDeque::new(),
            open: None,
            cut: None,
            state_sent_at: None,
            state_waiting: None,
            n_refused: 0,
            n_typed: 0,
            session,
        };
        let effective = client.session.to_json();
        client.tell("session.created", json!({"session": effective}));
        client
    }

    pub fn has_frames(&self) -> bool {
        !self.outbox.is_empty()
    }

    /// The next frame for the socket.
    pub fn next_frame(&mut self) -> Option<String> {
        self.outbox.next()
    }

    /// The client does not read; the socket should be closed.
    pub fn is_overflowing(&self) -> bool {
        self.outbox.is_overflowing()
    }

    pub fn n_audio_dropped(&self) -> u64 {
        self.outbox.n_audio_dropped()
    }

    pub fn n_refused(&self) -> u64 {
        self.n_refused
    }

    /// The view of the session. Of several in a quarter of a second only the newest is sent; see [`Client::deadline`].
    pub fn state(&mut self, view: Value, now_ms: u64) {
        self.state_waiting = Some(view);
        self.tick(now_ms);
    }

    /// When [`Client::tick`] has something to do.
    pub fn deadline(&self) -> Option<u64> {
        self.state_waiting
            .as_ref()
            .map(|_| self.state_sent_at.map_or(0, |it| it + STATE_EVERY_MS))
    }

    pub fn tick(&mut self, now_ms: u64) {
        if self.deadline().is_some_and(|it| it <= now_ms)
            && let Some(view) = self.state_waiting.take()
        {
            self.state_sent_at = Some(now_ms);
            self.tell("viva.state", json!({"view": view}));
        }
    }

    pub fn notice(&mut self, level: NoticeLevel, message: &str) {
        self.tell(
            "viva.notice",
            json!({"level": level.as_str(), "message": message}),
        );
    }

    /// Sound of a reply, passed on as the text it came as.
    pub fn audio(&mut self, frame: Frame) {
        let Some(item_id) = frame.item_id.clone() else {
            return;
        };
        if self.cut.as_ref() == Some(&item_id) {
            return;
        }
        self.open_reply(&item_id);
        if let Some(open) = &mut self.open {
            open.n_samples += frame.n_samples();
            self.outbox.push_audio(open.response_id(), &frame);
        }
        self.close_when_all_is_sent();
    }

    fn tell(&mut self, kind: &str, body: Value) {
        self.outbox.push(kind, body);
    }

    fn keep_item(&mut self, item: Value) {
        if self.items.len() == ITEMS_MAX {
            self.items.pop_front();
        }
        self.items.push_back(item);
    }

    fn item(&mut self, item_id: &str) -> Option<&mut Value> {
        self.items.iter_mut().rev().find(|it| it["id"] == item_id)
    }
}
