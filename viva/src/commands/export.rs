//! `viva export`: everything of a session as files, with a manifest of their checksums.

use std::path::Path;

use anyhow::Context;
use coordinator::load;
use interview::{State, Style};
use server::work::bundle_files;

use crate::cli::Wish;
use crate::config::Config;
use crate::console;
use crate::desk::{self, Desk};

pub(super) async fn run(config: &Config, named: &str, out: &Path) -> anyhow::Result<()> {
    let desk = Desk::open(config).await?;
    let session = desk.find(named).await?;
    let spinner = console::spinner("exporting");
    // An unfinished session is exported as it is; a finished one with its analysis and essay.
    let before = desk.state(session.as_str()).await?;
    if before.status.is_over()
        && before.last_candidate_turn().is_some()
        && let Err(error) =
            super::essay::write(&desk, &session, Style::Standard, Wish::Standing).await
    {
        // Such as while a server has the session in hand: what there is can be exported all the same.
        console::say(&format!("no new essay: {}", console::described(&error)));
    }
    let events = load(&desk.store, &session, None)
        .await
        .map_err(desk::with_remedy)?;
    desk.close().await?;
    let state =
        State::replay(&events).context("the log does not begin with a session's creation")?;
    let files = bundle_files(&state, &events, env!("CARGO_PKG_VERSION"))?;
    std::fs::create_dir_all(out).with_context(|| format!("cannot make {}", out.display()))?;
    for file in &files {
        console::write_file(&out.join(file.name), file.content.as_bytes())?;
    }
    let recording = config.data.join(format!("recordings/{session}.opus"));
    let recorded = recording.is_file();
    if recorded {
        let copy = out.join("recording.opus");
        std::fs::copy(&recording, &copy)
            .with_context(|| format!("cannot write {}", copy.display()))?;
    }
    spinner.finish_and_clear();
    console::say(&format!(
        "wrote {} files to {}",
        files.len() + usize::from(recorded),
        out.display()
    ));
    Ok(())
}
