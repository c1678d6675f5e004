//! A running session's essays follow what was learned from the writer's edits.

use std::sync::Arc;

use coordinator::{Session, Sessions, relearn_style, style_guide};
use documents::essay_to_markdown;
use interview::event::{Channel, EndReason, EssayWritten};
use interview::{Creation, Heard, Input, Plan, SessionId, State, Style};
use store::Store;

use crate::world::EXPLORATORY;

const SAID: [&str; 3] = [
    "My father built boats, and his father built boats. I held the lamp when I was six, and I held the plane when I was nine.",
    "The first one sank. I had simply trusted the drawing and not the wood, and I learned that wood does not read drawings.",
    "People simply come for the smell and they stay for the work. We simply let them work beside us until the evening.",
];

/// A session in which all that was said, and that is over.
async fn talk(sessions: &Sessions, id: &str) -> Session {
    let session = sessions
        .create(Creation {
            session_id: SessionId::new(id),
            plan: Plan::from_toml(EXPLORATORY).unwrap(),
            follow_up_of: None,
            earlier: None,
            imported: false,
            cost_cap: None,
        })
        .await
        .unwrap();
    session.take(Input::Start).await.unwrap();
    for text in SAID {
        let heard = Heard {
            text: text.into(),
            client_id: None,
            channel: Channel::Text,
            start_ms: None,
            end_ms: None,
        };
        session.take(Input::Heard(heard)).await.unwrap();
    }
    let reason = EndReason::Ended;
    session.take(Input::End { reason }).await.unwrap();
    session
}

/// Asks for something, and waits until it stands in the state.
async fn made<T>(session: &Session, wanted: Input, standing: impl Fn(&State) -> Option<T>) -> T {
    let mut feed = session.subscribe().await.unwrap();
    session.take(wanted).await.unwrap();
    loop {
        if let Some(result) = standing(&session.look().await.unwrap()) {
            return result;
        }
        feed.recv().await.unwrap();
    }
}

async fn essay(session: &Session) -> Arc<EssayWritten> {
    made(session, Input::AnalysisWanted, |state| {
        state.analysis.clone()
    })
    .await;
    let style = Style::Standard;
    made(session, Input::EssayWanted { style }, |state| {
        state.essays.last().cloned()
    })
    .await
}

#[tokio::test]
async fn what_the_writer_strikes_is_not_in_the_next_essay() {
    let store = Store::open_in_memory().await.unwrap();
    let sessions = Sessions::start(store.clone(), agents::Staff::builtin())
        .await
        .unwrap();
    assert_eq!(style_guide(&store).await.unwrap(), None);

    let first = talk(&sessions, "first").await;
    let written = essay(&first).await;
    let markdown = essay_to_markdown(&written.essay);
    assert!(markdown.contains("simply"), "{markdown}");
    first
        .take(Input::EditEssay {
            of: written.number,
            markdown: markdown.replace("simply ", "").into(),
        })
        .await
        .unwrap();
    let guide = relearn_style(&store).await.unwrap().unwrap();
    assert_eq!(guide.struck, ["simply"]);
    assert_eq!(style_guide(&store).await.unwrap(), Some(guide));

    let second = talk(&sessions, "second").await;
    let markdown = essay_to_markdown(&essay(&second).await.essay);
    assert!(!markdown.contains("simply"), "{markdown}");
    assert!(
        markdown.contains("wood does not read drawings"),
        "{markdown}"
    );
    sessions.stop().await;
}
