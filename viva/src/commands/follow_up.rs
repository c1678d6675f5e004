//! `viva follow-up`: three ways to go on, and the session that goes one of them.

use std::sync::Arc;

use coordinator::{Books, Journal, now};
use interview::{FollowUps, Input, SessionId, State};
use serde_json::json;
use server::work::{FollowUpChoice, follow_up_creation, new_session_id};

use crate::cli::FollowUpArgs;
use crate::config::Config;
use crate::console;
use crate::desk::{self, Desk};

pub(super) async fn run(config: &Config, args: &FollowUpArgs) -> anyhow::Result<()> {
    let desk = Desk::open(config).await?;
    let session = desk.find(&args.session.session).await?;
    let (state, follow_ups) = suggestions(&desk, &session).await?;
    let choice = match (args.pick, &args.direction) {
        (None, None) => {
            desk.close().await?;
            return show(&session, &follow_ups, args.json);
        }
        (Some(pick), _) => FollowUpChoice::Pick(pick),
        (None, Some(direction)) if direction.trim().is_empty() => {
            anyhow::bail!("the direction is empty")
        }
        (None, Some(direction)) => FollowUpChoice::Direction(direction.clone()),
    };
    let id = new_session_id()?;
    let creation = follow_up_creation(id.clone(), &state, &follow_ups, choice, desk.cost_cap)?;
    let journal = Journal::Stored {
        store: desk.store.clone(),
        session: id.clone(),
        fence: None,
    };
    Books::create(journal, now(), creation, Arc::default()).await?;
    desk.close().await?;
    if args.json {
        return console::print_json(&json!({ "session_id": id, "follow_up_of": session }));
    }
    console::print(id.as_str())?;
    console::say(&format!(
        "made the follow-up session {id}; now: viva interview {id}"
    ));
    Ok(())
}

async fn suggestions(desk: &Desk, session: &SessionId) -> anyhow::Result<(State, Arc<FollowUps>)> {
    let (mut stage, lease) = desk.stage(session).await?;
    let spinner = console::spinner("looking for open threads");
    let outcome = async {
        desk::analyse(&mut stage).await?;
        if stage.state().follow_ups.is_none() {
            desk::ask_for(&mut stage, Input::FollowUpsWanted).await?;
        }
        anyhow::Ok(())
    }
    .await;
    spinner.finish_and_clear();
    lease.let_go().await;
    outcome?;
    let state = stage.state().clone();
    let follow_ups = state.follow_ups.clone().ok_or_else(|| {
        anyhow::anyhow!("no follow-ups were found; `viva log {session}` says why")
    })?;
    Ok((state, follow_ups))
}

fn show(session: &SessionId, follow_ups: &FollowUps, json: bool) -> anyhow::Result<()> {
    if json {
        return console::print_json(follow_ups);
    }
    let mut text = format!("{}\n", follow_ups.summary);
    for (n, topic) in follow_ups.suggested_topics.iter().enumerate() {
        text.push_str(&format!(
            "\n{}. {}\n   {}\n",
            n + 1,
            topic.title,
            topic.description
        ));
        for question in &topic.suggested_questions {
            text.push_str(&format!("   - {question}\n"));
        }
    }
    if !follow_ups.unexplored_gaps.is_empty() {
        text.push_str("\nTouched, but not explored:\n");
        for gap in &follow_ups.unexplored_gaps {
            text.push_str(&format!("- {gap}\n"));
        }
    }
    if !follow_ups.strengthen_areas.is_empty() {
        text.push_str("\nCould be stronger:\n");
        for area in &follow_ups.strengthen_areas {
            text.push_str(&format!("- {area}\n"));
        }
    }
    console::print(&text)?;
    console::say(&format!(
        "go on with: viva follow-up {session} --pick 1   (or --direction \"…\")"
    ));
    Ok(())
}
