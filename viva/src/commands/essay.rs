//! `viva essay`: the essay of a finished session, in a style and a form.

use std::sync::Arc;

use documents::{essay_to_html, essay_to_markdown};
use interview::{Essay, Input, SessionId, Style};

use crate::cli::{EssayArgs, EssayFormat};
use crate::config::Config;
use crate::console;
use crate::desk::{self, Desk};

pub(super) async fn run(config: &Config, args: &EssayArgs) -> anyhow::Result<()> {
    let desk = Desk::open(config).await?;
    let session = desk.find(&args.session.session).await?;
    let spinner = console::spinner("writing");
    let written = write(&desk, &session, args.style.into()).await;
    spinner.finish_and_clear();
    let essay = written?;
    desk.close().await?;
    let text = match args.format {
        EssayFormat::Md => essay_to_markdown(&essay),
        EssayFormat::Html => essay_to_html(&essay),
        EssayFormat::Json => serde_json::to_string_pretty(&*essay)? + "\n",
    };
    report_quotations(&essay);
    match &args.out {
        Some(path) => {
            console::write_file(path, text.as_bytes())?;
            console::say(&format!("wrote {}", path.display()));
            Ok(())
        }
        None => console::print(&text),
    }
}

/// The essay in this style: the one that was written before if nothing has changed since, else a new one.
pub(super) async fn write(
    desk: &Desk,
    session: &SessionId,
    style: Style,
) -> anyhow::Result<Arc<Essay>> {
    let (mut stage, lease) = desk.stage(session).await?;
    let outcome = write_on(&mut stage, style).await;
    lease.let_go().await;
    outcome
}

pub(super) async fn write_on(
    stage: &mut coordinator::Stage,
    style: Style,
) -> anyhow::Result<Arc<Essay>> {
    desk::analyse(stage).await?;
    let standing = |stage: &coordinator::Stage| {
        stage
            .state()
            .essays
            .iter()
            .rev()
            .find(|written| written.essay.style == style)
            .map(|written| written.essay.clone())
    };
    if let Some(essay) = standing(stage) {
        return Ok(essay);
    }
    desk::ask_for(stage, Input::EssayWanted { style }).await?;
    standing(stage).ok_or_else(|| {
        anyhow::anyhow!(
            "the essay could not be written; `viva log {}` says why",
            stage.state().session_id
        )
    })
}

pub(super) fn report_quotations(essay: &Essay) {
    let quotations = essay.quotations;
    if quotations.repaired + quotations.removed > 0 {
        console::say(&format!(
            "quotations: {} kept, {} repaired, {} removed",
            quotations.kept, quotations.repaired, quotations.removed
        ));
    }
    for sentence in &essay.unsupported {
        console::say(&format!("no turn supports: {sentence}"));
    }
}
