//! `viva essay`: the essay of a finished session, in a style and a form.

use std::sync::Arc;

use agents::prose::strictly;
use anyhow::bail;
use documents::{essay_to_docx, essay_to_epub, essay_to_html, essay_to_markdown, essay_to_pdf};
use interview::{Essay, Input, SessionId, Style};

use crate::cli::{EssayArgs, EssayFormat, Wish};
use crate::config::Config;
use crate::console;
use crate::desk::{self, Desk};
use crate::growing::Growing;

pub(super) async fn run(config: &Config, args: &EssayArgs) -> anyhow::Result<()> {
    if args.out.is_none() && is_binary(args.format()) && console::shows_output() {
        bail!("this format is not text for a terminal; name a file with --out FILE");
    }
    let desk = Desk::open(config).await?;
    if args.compare {
        return super::compare::run(desk, args).await;
    }
    let session = desk.find(&args.session.session).await?;
    if let Some(file) = &args.edited {
        return super::edited::run(desk, &session, args.style.into(), file).await;
    }
    let written = write(&desk, &session, args.style.into(), args.wish()).await?;
    let essay = finish(&written, args);
    desk.close().await?;
    console::deliver(&rendered(&essay, args.format())?, args.out.as_deref())
}

fn is_binary(format: EssayFormat) -> bool {
    match format {
        EssayFormat::Docx | EssayFormat::Pdf | EssayFormat::Epub => true,
        EssayFormat::Md | EssayFormat::Html | EssayFormat::Json => false,
    }
}

fn rendered(essay: &Essay, format: EssayFormat) -> anyhow::Result<Vec<u8>> {
    Ok(match format {
        EssayFormat::Md => essay_to_markdown(essay).into_bytes(),
        EssayFormat::Html => essay_to_html(essay).into_bytes(),
        EssayFormat::Docx => essay_to_docx(essay)?,
        EssayFormat::Pdf => essay_to_pdf(essay)?,
        EssayFormat::Epub => essay_to_epub(essay)?,
        EssayFormat::Json => (serde_json::to_string_pretty(essay)? + "\n").into_bytes(),
    })
}

/// The essay as it was asked for; what became of its quotations and facts is said beside it.
pub(super) fn finish(essay: &Essay, args: &EssayArgs) -> Essay {
    if args.compare {
        let n =
            essay.unsupported.len() as u32 + essay.quotations.repaired + essay.quotations.removed;
        if n > 0 {
            console::say(&format!("{}:", essay.style.as_str()));
        }
    }
    report_quotations(essay);
    if args.strict {
        strictly(essay)
    } else {
        essay.clone()
    }
}

/// The essay in this style: the one that was written before if nothing has changed since and it will do, else a new one.
pub(super) async fn write(
    desk: &Desk,
    session: &SessionId,
    style: Style,
    wish: Wish,
) -> anyhow::Result<Arc<Essay>> {
    let (mut stage, lease) = desk.stage(session).await?;
    stage.follow(coordinator::style_guide(&desk.store).await?);
    let growing = Growing::begin("writing the essay");
    stage.employ(desk.staff.watched_by(growing.watcher()));
    let outcome = write_on(&mut stage, style, wish).await;
    drop(growing);
    lease.let_go().await;
    outcome
}

pub(super) async fn write_on(
    stage: &mut coordinator::Stage,
    style: Style,
    wish: Wish,
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
    if let (Wish::Standing, Some(essay)) = (wish, standing(stage)) {
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
    let quotations = &essay.quotations;
    if quotations.repaired + quotations.removed > 0 {
        console::say(&format!(
            "quotations: {} kept, {} repaired, {} removed",
            quotations.kept, quotations.repaired, quotations.removed
        ));
    }
    for changed in &quotations.changed {
        console::say(&match &changed.printed {
            Some(printed) => format!("- repaired: “{}” was said as “{printed}”", changed.drafted),
            None => format!("- removed: nobody said “{}”", changed.drafted),
        });
    }
    if !essay.unsupported.is_empty() {
        console::say("nobody said this (--strict leaves it out):");
    }
    for sentence in &essay.unsupported {
        console::say(&format!("- {sentence}"));
    }
}
