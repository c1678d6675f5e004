//! `viva essay --edited`: the writer's own version is kept, and the next essay learns from it.

use std::path::Path;

use agents::style_guide::StyleGuide;
use anyhow::Context;
use coordinator::relearn_style;
use interview::{Input, SessionId, Style};

use super::essay::write_on;
use crate::cli::Wish;
use crate::console;
use crate::desk::{self, Desk};

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
    let guide = relearn_style(&desk.store)
        .await
        .map_err(desk::with_remedy)?;
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
    write_on(stage, style, Wish::Standing).await?;
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
