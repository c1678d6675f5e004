//! `viva export`: everything of a session as files, with a manifest of their checksums.

use std::path::Path;

use anyhow::Context;
use coordinator::{load, now};
use documents::bundle::{MANIFEST_NAME, manifest_json};
use documents::{TranscriptDocument, essay_to_markdown};
use interview::{
    Format, Recorded, State, Style, View, evaluation_bundle, ops_replay_bundle, section_artifacts,
};
use serde::Serialize;

use crate::config::Config;
use crate::console;
use crate::desk::{self, Desk};

pub(super) async fn run(config: &Config, named: &str, out: &Path) -> anyhow::Result<()> {
    let desk = Desk::open(config).await?;
    let session = desk.find(named).await?;
    let spinner = console::spinner("exporting");
    // An unfinished session is exported as it is; a finished one with its analysis and essay.
    let before = desk.state(session.as_str()).await?;
    let essay = if before.status.is_over() && before.last_candidate_turn().is_some() {
        Some(super::essay::write(&desk, &session, Style::Standard).await?)
    } else {
        None
    };
    let events = load(&desk.store, &session, None)
        .await
        .map_err(desk::with_remedy)?;
    desk.close().await?;
    let state =
        State::replay(&events).context("the log does not begin with a session's creation")?;
    let mut log = String::new();
    for recorded in &events {
        log.push_str(&recorded.to_line()?);
        log.push('\n');
    }
    let mut files = files_of(&state, &events)?;
    files.extend(essay.map(|essay| ("essay.md", essay_to_markdown(&essay))));
    files.push(("log.jsonl", log));
    std::fs::create_dir_all(out).with_context(|| format!("cannot make {}", out.display()))?;
    for (name, content) in &files {
        console::write_file(&out.join(name), content.as_bytes())?;
    }
    let manifest = manifest_json(
        session,
        now(),
        env!("CARGO_PKG_VERSION"),
        files
            .iter()
            .map(|(name, content)| (*name, content.as_bytes())),
    );
    console::write_file(&out.join(MANIFEST_NAME), manifest.as_bytes())?;
    spinner.finish_and_clear();
    console::say(&format!(
        "wrote {} files to {}",
        files.len() + 1,
        out.display()
    ));
    Ok(())
}

fn files_of(state: &State, events: &[Recorded]) -> anyhow::Result<Vec<(&'static str, String)>> {
    let transcript = TranscriptDocument {
        title: state.plan.topic.clone(),
        session_id: state.session_id.clone(),
        turns: state.transcript.iter().cloned().collect(),
    };
    let mut files = vec![
        ("transcript.md", transcript.to_markdown()),
        ("transcript.json", transcript.to_json()),
        ("transcript.srt", transcript.to_srt()),
        ("transcript.vtt", transcript.to_vtt()),
        ("notes.json", json(&*state.notes)?),
    ];
    match state.plan.format {
        Format::Exploratory => files.push((
            "sections.json",
            json(&View::of(state, state.last_at).coverage)?,
        )),
        Format::Structured => {
            files.push(("sections.json", json(&section_artifacts(state))?));
            files.push(("evaluation.json", json(&evaluation_bundle(state))?));
            files.push(("replay.json", json(&ops_replay_bundle(events))?));
        }
    }
    if let Some(analysis) = &state.analysis {
        files.push(("analysis.json", json(&**analysis)?));
    }
    Ok(files)
}

fn json(value: &impl Serialize) -> anyhow::Result<String> {
    Ok(serde_json::to_string_pretty(value)? + "\n")
}
