//! `viva import`: a transcript from elsewhere becomes a finished session.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use coordinator::{Books, Journal, SpeakingTime, Stage, now};
use documents::{Imported, TimedTurn, TranscriptKind, read_transcript};
use interview::event::{Channel, EndReason};
use interview::{Creation, EventId, Heard, Input, Plan, Speaker, Spoke};
use serde_json::json;

use crate::cli::ImportArgs;
use crate::config::Config;
use crate::desk::{self, Desk};
use crate::{console, ids};

pub(super) async fn run(config: &Config, args: &ImportArgs) -> anyhow::Result<()> {
    let imported = read(&args.file)?;
    let plan = match &args.plan {
        Some(path) => desk::read_plan(path)?,
        None => plan_for(&imported, &args.file)?,
    };
    let topic = plan.topic.clone();
    let desk = Desk::open(config).await?;
    let spinner = console::spinner("reading the conversation");
    let stored = store_session(&desk, plan, imported.timed()).await;
    spinner.finish_and_clear();
    let (id, turns) = stored?;
    desk.close().await?;
    if args.json {
        return console::print_json(&json!({ "session_id": id, "topic": topic, "turns": turns }));
    }
    console::print(id.as_str())?;
    console::say(&format!(
        "imported {turns} turns as session {id}: {topic}\nnow: viva essay {id}"
    ));
    Ok(())
}

/// Reads a transcript of any kind that we know.
pub(super) fn read(file: &Path) -> anyhow::Result<Imported> {
    let kind = TranscriptKind::from_path_extension(file).with_context(|| {
        format!(
            "{}: the ending must be .md, .txt, .json, .srt or .vtt",
            file.display()
        )
    })?;
    let size = std::fs::metadata(file)
        .with_context(|| format!("cannot read {}", file.display()))?
        .len();
    if size > documents::MAX_BYTES as u64 {
        anyhow::bail!(
            "{} has {} MB, the limit is {} MB: import it in parts",
            file.display(),
            size / 1_000_000,
            documents::MAX_BYTES / 1_048_576
        );
    }
    let bytes = console::read_file(file)?;
    read_transcript(kind, &bytes).with_context(|| format!("cannot import {}", file.display()))
}

/// What a transcript is about: its title, or else the file's name.
pub(super) fn topic_of(imported: &Imported, file: &Path) -> String {
    let name = file
        .file_stem()
        .map(|stem| stem.to_string_lossy().replace(['-', '_'], " "))
        .unwrap_or_default();
    let topic = imported
        .title
        .clone()
        .filter(|title| !title.trim().is_empty())
        .unwrap_or(name);
    topic
        .chars()
        .filter(|c| !c.is_control())
        .take(400)
        .collect()
}

/// A plan for a talk that followed none of ours.
fn plan_for(imported: &Imported, file: &Path) -> anyhow::Result<Arc<Plan>> {
    let topic = topic_of(imported, file);
    let plan = json!({
        "topic": topic,
        "minutes": 60,
        "sections": [{ "id": "conversation", "title": "Conversation", "questions": [
            { "id": "anything-else", "text": interview::ANYTHING_ELSE, "priority": 3 }
        ] }],
    });
    Plan::from_json(&plan).context("the transcript's title cannot be used as a topic")
}

/// Replays the talk into a log in memory, then writes the log at once: a crash leaves all of it or nothing.
async fn store_session(
    desk: &Desk,
    plan: Arc<Plan>,
    turns: Vec<TimedTurn>,
) -> anyhow::Result<(interview::SessionId, usize)> {
    let id = ids::new_session_id()?;
    let length_ms = turns.last().map_or(0, |turn| turn.end_ms);
    let end = now();
    let start = interview::Millis(end.0.saturating_sub(i64::try_from(length_ms).unwrap_or(0)));
    let creation = Creation {
        session_id: id.clone(),
        plan,
        follow_up_of: None,
        earlier: None,
        imported: true,
        cost_cap: desk.cost_cap,
    };
    let books = Books::create(Journal::Memory(Vec::new()), start, creation, Arc::default()).await?;
    // The first event went into the journal that the books were made with.
    let mut stage = Stage::new(books, start, SpeakingTime::None);
    stage.take(Input::Start).await??;
    let n = turns.len();
    for turn in turns {
        stage.advance_to(start.plus(turn.end_ms)).await?;
        let said = match turn.speaker {
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
        };
        stage.take(said).await??;
    }
    stage
        .take(Input::End {
            reason: EndReason::Imported,
        })
        .await??;
    desk::settle(&mut stage).await?;
    keep(desk, stage.into_books()).await?;
    Ok((id, n))
}

/// Writes a log that was made in memory into the store.
pub(super) async fn keep(desk: &Desk, books: Books) -> anyhow::Result<()> {
    let Journal::Memory(events) = books.journal else {
        return Ok(());
    };
    let mut cursor = EventId(0);
    for part in events.chunks(5_000) {
        let entries = part
            .iter()
            .map(|recorded| {
                Ok(store::Entry {
                    event_id: recorded.event_id,
                    json: recorded.to_line()?,
                })
            })
            .collect::<anyhow::Result<Vec<_>>>()?;
        cursor = desk
            .store
            .append(&books.state.session_id, cursor, entries)
            .await?;
    }
    Ok(())
}
