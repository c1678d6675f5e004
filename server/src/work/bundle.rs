//! Everything of a session as files, with a manifest of their checksums.

use coordinator::now;
use documents::bundle::{MANIFEST_NAME, manifest_json};
use documents::{TranscriptDocument, essay_to_markdown};
use interview::{
    Format, Recorded, State, View, evaluation_bundle, ops_replay_bundle, section_artifacts,
};
use serde::Serialize;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BundleFile {
    pub name: &'static str,
    pub content: String,
}

/// The files of a session, the manifest last.
pub fn bundle_files(
    state: &State,
    events: &[Recorded],
    version: &str,
) -> serde_json::Result<Vec<BundleFile>> {
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
    files.extend(newest_essay(state).map(|essay| ("essay.md", essay)));
    let mut log = String::new();
    for recorded in events {
        log.push_str(&recorded.to_line()?);
        log.push('\n');
    }
    files.push(("log.jsonl", log));
    let manifest = manifest_json(
        state.session_id.clone(),
        now(),
        version,
        files
            .iter()
            .map(|(name, content)| (*name, content.as_bytes())),
    );
    files.push((MANIFEST_NAME, manifest));
    Ok(files
        .into_iter()
        .map(|(name, content)| BundleFile { name, content })
        .collect())
}

/// The newest essay, or what the writer made of it since.
fn newest_essay(state: &State) -> Option<String> {
    let written = state.essays.last()?;
    let edited = state.edits.last();
    Some(match edited.filter(|edit| edit.number > written.number) {
        Some(edit) => edit.markdown.as_str().to_owned(),
        None => essay_to_markdown(&written.essay),
    })
}

fn json(value: &impl Serialize) -> serde_json::Result<String> {
    Ok(serde_json::to_string_pretty(value)? + "\n")
}
