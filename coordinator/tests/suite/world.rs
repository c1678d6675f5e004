//! A session in a store of its own, and what it writes down.

use std::sync::Arc;

use coordinator::{FeedItem, Session, Sessions, VoiceCommand};
use interview::event::Event;
use interview::{Creation, Plan, Recorded, SessionId};
use store::Store;
use tokio::sync::{broadcast, mpsc};

pub(crate) const EXPLORATORY: &str = r#"
topic = "Small teams"
minutes = 10

[[sections]]
id = "start"
title = "The start"

[[sections.questions]]
id = "q1"
text = "How did the company begin in those first weeks?"
priority = 1
expected_s = 60

[[sections.questions]]
id = "q2"
text = "Which customers believed in you before anyone else?"
priority = 2
expected_s = 60
"#;

pub(crate) const STRUCTURED: &str = r#"
format = "structured"
topic = "Baker"
minutes = 5

[[sections]]
id = "bread"
title = "Bread"
goal = "Tell us about bread."
minutes = 5
followup_cap = 2

[[sections.questions]]
id = "b1"
text = "How do you bake a loaf?"

[[sections.dimensions]]
id = "oven"
cues = ["oven", "steam"]
followups = ["How hot is it?"]
"#;

pub(crate) struct World {
    pub(crate) sessions: Sessions,
    pub(crate) session: Session,
    feed: broadcast::Receiver<FeedItem>,
}

impl World {
    pub(crate) async fn with(plan: &str) -> World {
        let store = Store::open_in_memory().await.unwrap();
        let sessions = Sessions::start(store, agents::Staff::builtin())
            .await
            .unwrap();
        let session = sessions
            .create(Creation {
                session_id: SessionId::new("talk"),
                plan: Plan::from_toml(plan).unwrap(),
                follow_up_of: None,
                earlier: None,
                imported: false,
                cost_cap: None,
            })
            .await
            .unwrap();
        let feed = session.subscribe().await.unwrap();
        World {
            sessions,
            session,
            feed,
        }
    }

    /// Whoever speaks for the interviewer in this session.
    pub(crate) fn voice(&self) -> mpsc::Receiver<VoiceCommand> {
        let (sender, receiver) = mpsc::channel(16);
        self.session.attach(sender).unwrap();
        receiver
    }

    /// The next event of this name. What comes before it is passed over.
    pub(crate) async fn event(&mut self, name: &str) -> Arc<Recorded> {
        loop {
            let item = self.feed.recv().await.unwrap();
            if item.recorded.event.name() == name {
                return item.recorded;
            }
        }
    }
}

/// The newest turn's words and times.
pub(crate) fn said(recorded: &Recorded) -> (String, u64, u64) {
    match &recorded.event {
        Event::CandidateMessage(it) => (it.text.as_str().to_owned(), it.start_ms, it.end_ms),
        Event::InterviewerMessage(it) => (it.text.as_str().to_owned(), it.start_ms, it.end_ms),
        other => panic!("{} is no turn", other.name()),
    }
}
