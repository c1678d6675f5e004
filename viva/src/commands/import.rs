//! `viva import`: a transcript from elsewhere becomes a finished session.

use std::path::Path;

use anyhow::Context;
use documents::{Imported, TranscriptKind, read_transcript};
use serde_json::json;
use server::work;

use crate::cli::ImportArgs;
use crate::config::Config;
use crate::console;
use crate::desk::{self, Desk};

pub(super) async fn run(config: &Config, args: &ImportArgs) -> anyhow::Result<()> {
    let imported = read(&args.file)?;
    let plan = match &args.plan {
        Some(path) => desk::read_plan(path)?,
        None => work::plan_for(&imported, &stem(&args.file))
            .context("the transcript's title cannot be used as a topic")?,
    };
    let topic = plan.topic.clone();
    let desk = Desk::open(config).await?;
    let spinner = console::spinner("reading the conversation");
    let talk = imported.timed();
    let turns = talk.len();
    let stored = work::import(&desk.store, plan, talk, desk.cost_cap).await;
    spinner.finish_and_clear();
    let id = stored?;
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
    work::topic_of(imported, &stem(file))
}

fn stem(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}
