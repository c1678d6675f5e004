//! A transcript from elsewhere becomes a finished session.

use std::sync::Arc;

use coordinator::{Books, Journal, LoadError, SpeakingTime, Stage, now};
use documents::{Imported, TimedTurn};
use interview::event::{Channel, EndReason};
use interview::{
    Creation, EventId, Heard, Input, Plan, PlanProblems, Rejection, SessionId, Speaker, Spoke,
};
use serde_json::json;
use store::Store;

use super::ids::{NoChance, new_session_id};

/// Events written at once.
const PART: usize = 5_000;
const TOPIC_CHARS_MAX: usize = 400;

#[derive(Debug, thiserror::Error)]
pub enum ImportFailed {
    #[error(transparent)]
    Chance(#[from] NoChance),
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error(transparent)]
    Store(#[from] store::Error),
    #[error("the transcript does not fit: {0}")]
    Rejected(#[from] Rejection),
    #[error("an event cannot be written: {0}")]
    Unwritable(#[from] serde_json::Error),
}

/// What a transcript is about: its title, or else the file's name, which is given without its ending.
#[must_use]
pub fn topic_of(imported: &Imported, name: &str) -> String {
    let topic = imported
        .title
        .clone()
        .filter(|title| !title.trim().is_empty())
        .unwrap_or_else(|| name.replace(['-', '_'], " "));
    topic
        .chars()
        .filter(|c| !c.is_control())
        .take(TOPIC_CHARS_MAX)
        .collect()
}

/// A plan for a talk that followed none of ours.
pub fn plan_for(imported: &Imported, name: &str) -> Result<Arc<Plan>, PlanProblems> {
    let topic = topic_of(imported, name);
    Plan::from_json(&json!({
        "topic": topic,
        "minutes": 60,
        "sections": [{ "id": "conversation", "title": "Conversation", "questions": [
            { "id": "anything-else", "text": interview::ANYTHING_ELSE, "priority": 3 }
        ] }],
    }))
}

/// Replays the talk into a log in memory, then writes the log: a talk that does not fit leaves nothing behind.
pub async fn import(
    store: &Store,
    plan: Arc<Plan>,
    turns: Vec<TimedTurn>,
    cost_cap: Option<f64>,
) -> Result<SessionId, ImportFailed> {
    let id = new_session_id()?;
    let length_ms = turns.last().map_or(0, |turn| turn.end_ms);
    let end = now();
    let start = interview::Millis(end.0.saturating_sub(i64::try_from(length_ms).unwrap_or(0)));
    let creation = Creation {
        session_id: id.clone(),
        plan,
        follow_up_of: None,
        earlier: None,
        imported: true,
        cost_cap,
    };
    let books = Books::create(Journal::Memory(Vec::new()), start, creation, Arc::default()).await?;
    let mut stage = Stage::new(books, start, SpeakingTime::None);
    stage.take(Input::Start).await??;
    for turn in turns {
        stage.advance_to(start.plus(turn.end_ms)).await?;
        stage.take(said(turn)).await??;
    }
    let ended = Input::End {
        reason: EndReason::Imported,
    };
    stage.take(ended).await??;
    if stage.state().owes_notes() {
        match stage.take(Input::NotesWanted).await? {
            Ok(()) | Err(Rejection::NothingDue) => {}
            Err(rejection) => return Err(rejection.into()),
        }
    }
    keep(store, stage.into_books()).await?;
    Ok(id)
}

fn said(turn: TimedTurn) -> Input {
    match turn.speaker {
        Speaker::Candidate => Input::Heard(Heard {
            text: turn.text.into(),
            client_id: None,
            channel: Channel::Text,
            start_ms: Some(turn.start_ms),
            end_ms: None,
        }),
        Speaker::Interviewer => Input::Spoke(Spoke {
            text: turn.text.into(),
            interrupted: false,
            aside: false,
            question_id: None,
            refers_to: None,
            took_ms: turn.end_ms.saturating_sub(turn.start_ms),
            end_ms: None,
        }),
    }
}

/// Writes a log that was made in memory into the store.
pub async fn keep(store: &Store, books: Books) -> Result<(), ImportFailed> {
    let Journal::Memory(events) = books.journal else {
        return Ok(());
    };
    let mut cursor = EventId(0);
    for part in events.chunks(PART) {
        let entries = part
            .iter()
            .map(|recorded| {
                Ok(store::Entry {
                    event_id: recorded.event_id,
                    json: recorded.to_line()?,
                })
            })
            .collect::<Result<Vec<_>, serde_json::Error>>()?;
        cursor = store
            .append(&books.state.session_id, cursor, entries)
            .await?;
    }
    Ok(())
}
