//! `viva essay --edited`: the writer's own version is kept, and the next essay learns from it.

use std::path::Path;

use agents::style_guide::{REVISIONS_MAX, Revision, StyleGuide, learn};
use anyhow::Context;
use documents::essay_to_markdown;
use interview::{Input, SessionId, State, Style};

use super::essay::write_on;
use crate::console;
use crate::desk::{self, Desk};

/// How far back sessions are looked through for edits.
const SESSIONS_MAX: usize = 100;
const KIND: &str = "style_guide";
const ID: &str = "default";

pub(super) async fn run(
    desk: Desk,
    session: &SessionId,
    style: Style,
    file: &Path,
) -> anyhow::Result<()> {
    let markdown = String::from_utf8(console::read_file(file)?)
        .with_context(|| format!("{} is not text", file.display()))?;
    let (mut stage, lease) = desk.stage(session).await?;
    let outcome = keep(&mut stage, style, markdown).await;
    lease.let_go().await;
    drop(stage);
    let number = outcome?;
    let guide = relearn(&desk).await?;
    desk.close().await?;
    console::say(&format!("kept as version {number} of session {session}"));
    if let Some(guide) = guide {
        console::say(&in_words(&guide));
    }
    Ok(())
}

/// Keeps the edited text as a version of the newest essay in this style.
async fn keep(
    stage: &mut coordinator::Stage,
    style: Style,
    markdown: String,
) -> anyhow::Result<u32> {
    write_on(stage, style).await?;
    let written = stage
        .state()
        .essays
        .iter()
        .rev()
        .find(|written| written.essay.style == style)
        .map(|written| written.number)
        .context("there is no essay in this style")?;
    desk::ask_for(
        stage,
        Input::EditEssay {
            of: written,
            markdown: markdown.into(),
        },
    )
    .await?;
    let newest = stage.state().edits.last().map(|edit| edit.number);
    newest.context("the edited essay was not kept")
}

/// Learns the style guide anew from the newest edits of all sessions.
async fn relearn(desk: &Desk) -> anyhow::Result<Option<StyleGuide>> {
    let mut revisions: Vec<Revision> = Vec::new();
    for head in desk.store.sessions(None, SESSIONS_MAX).await? {
        if revisions.len() >= REVISIONS_MAX {
            break;
        }
        let mut own = revisions_of(&desk.state(head.id.as_str()).await?);
        own.append(&mut revisions);
        revisions = own;
    }
    let guide = learn(&revisions);
    if let Some(guide) = &guide {
        let json = serde_json::to_string(guide)?;
        desk.store.put_document(KIND, ID, json).await?;
    }
    Ok(guide)
}

/// Each edited version with the essay that it goes back to.
fn revisions_of(state: &State) -> Vec<Revision> {
    let mut revisions = Vec::new();
    for edit in &state.edits {
        let mut of = edit.of;
        // A version of a version goes back to what was written in the first place.
        while let Some(earlier) = state.edits.iter().find(|earlier| earlier.number == of) {
            of = earlier.of;
        }
        let superseded = state.edits.iter().any(|later| later.of == edit.number);
        let written = state.essays.iter().find(|essay| essay.number == of);
        if let Some(written) = written.filter(|_| !superseded && !edit.markdown.as_str().is_empty())
        {
            revisions.push(Revision {
                written: essay_to_markdown(&written.essay),
                edited: edit.markdown.as_str().to_owned(),
            });
        }
    }
    revisions
}

/// The guide that was learned, if there is one.
pub(super) async fn guide(desk: &Desk) -> anyhow::Result<Option<StyleGuide>> {
    let Some(document) = desk.store.get_document(KIND, ID).await? else {
        return Ok(None);
    };
    // A guide of another version is learned again at the next edit.
    Ok(serde_json::from_str(&document.json).ok())
}

fn in_words(guide: &StyleGuide) -> String {
    let mut text = format!(
        "learned from {} edited essay{}: {} words to a sentence, {} sentences to a paragraph",
        guide.revisions,
        if guide.revisions == 1 { "" } else { "s" },
        guide.sentence_words,
        guide.paragraph_sentences
    );
    if !guide.struck.is_empty() {
        text.push_str(&format!("; struck: {}", guide.struck.join(", ")));
    }
    for replacement in &guide.replaced {
        text.push_str(&format!(
            "; {} → {}",
            replacement.instead_of, replacement.preferred
        ));
    }
    text
}
