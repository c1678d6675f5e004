//! `viva interview`: finds or makes the session, then talks through a terminal, a pipe or sound files.

use std::path::Path;
use std::sync::Arc;

use coordinator::{Books, Journal, now};
use documents::essay_to_markdown;
use interview::{Analysis, Creation, Essay, SessionId, State, View};
use realtime::builtin::Clock;
use serde_json::json;
use server::work::new_session_id;

use super::{piped, spoken, terminal};
use crate::cli::{InterviewArgs, Wish};
use crate::config::Config;
use crate::console;
use crate::desk::{self, Desk};

pub(super) async fn run(args: &InterviewArgs, config: &Config) -> anyhow::Result<()> {
    let files = match (&args.sound.recording, &args.sound.out) {
        (Some(recording), Some(out)) => Some(spoken::Files {
            recording,
            out,
            clock: match args.sound.fast {
                true => Clock::Sound,
                false => Clock::Live,
            },
            shown: !args.json,
        }),
        (Some(_) | None, _) => None,
    };
    // What is missing is said before a session is made of it.
    let spoken = match &files {
        Some(files) => Some(spoken::Ready::new(config, files).await?),
        None => None,
    };
    let desk = Desk::open(config).await?;
    let session = find_or_make(&desk, &args.plan).await?;
    if let Some(spoken) = spoken {
        spoken.talk(&desk, &session).await?;
    } else if console::is_interactive() {
        terminal::talk(&desk, &session).await?;
    } else {
        piped::talk(&desk, &session, args.json).await?;
    }
    finish(desk, &session, args).await
}

/// A plan file makes a new session; anything else must be a session that is not over.
async fn find_or_make(desk: &Desk, named: &str) -> anyhow::Result<SessionId> {
    let path = Path::new(named);
    if path.is_file()
        || path
            .extension()
            .is_some_and(|extension| extension == "toml")
    {
        let plan = desk::read_plan(path)?;
        let id = new_session_id()?;
        let creation = Creation {
            session_id: id.clone(),
            plan,
            follow_up_of: None,
            earlier: None,
            imported: false,
            cost_cap: desk.cost_cap,
        };
        let journal = Journal::Stored {
            store: desk.store.clone(),
            session: id.clone(),
            fence: None,
        };
        Books::create(journal, now(), creation, Arc::default()).await?;
        return Ok(id);
    }
    let session = desk.find(named).await?;
    if desk.state(session.as_str()).await?.status.is_over() {
        anyhow::bail!(
            "session {session} is over: `viva essay {session}` shows its essay, `viva follow-up {session}` goes on"
        );
    }
    Ok(session)
}

/// Analysis and essay, as far as there is something to work on.
async fn finish(desk: Desk, session: &SessionId, args: &InterviewArgs) -> anyhow::Result<()> {
    let state = desk.state(session.as_str()).await?;
    if !state.status.is_over() {
        console::say(&format!(
            "session {session} is kept; go on with: viva interview {session}"
        ));
        desk.close().await?;
        return if args.json {
            console::print_json(&summary(&state, None, None))
        } else {
            Ok(())
        };
    }
    if state.last_candidate_turn().is_none() {
        console::say(&format!(
            "session {session} ended without an answer: there is nothing to write about"
        ));
        desk.close().await?;
        return if args.json {
            console::print_json(&summary(&state, None, None))
        } else {
            Ok(())
        };
    }
    let essay = super::essay::write(&desk, session, args.style.into(), Wish::Standing).await?;
    let state = desk.state(session.as_str()).await?;
    desk.close().await?;
    if args.json {
        return console::print_json(&summary(&state, state.analysis.as_deref(), Some(&essay)));
    }
    console::print(&format!("\n---\n\n{}", essay_to_markdown(&essay)))?;
    super::essay::report_quotations(&essay);
    console::say(&format!(
        "session {session}; more: viva show {session}, viva analyze {session}, viva follow-up {session}"
    ));
    Ok(())
}

fn summary(state: &State, analysis: Option<&Analysis>, essay: Option<&Essay>) -> serde_json::Value {
    json!({
        "session_id": state.session_id,
        "session": View::of(state, state.last_at),
        "analysis": analysis,
        "essay": essay,
    })
}
