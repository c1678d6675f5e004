//! `viva analyze`, and what of it other commands share.

use interview::{AnalysedQuote, Analysis};

use crate::config::Config;
use crate::console;
use crate::desk::{self, Desk};

pub(super) async fn analyze(config: &Config, named: &str, json: bool) -> anyhow::Result<()> {
    let desk = Desk::open(config).await?;
    let session = desk.find(named).await?;
    let (mut stage, lease) = desk.stage(&session).await?;
    let spinner = console::spinner("reading the conversation");
    let outcome = desk::analyse(&mut stage).await;
    spinner.finish_and_clear();
    lease.let_go().await;
    outcome?;
    let analysis = stage.state().analysis.clone();
    drop(stage);
    desk.close().await?;
    let Some(analysis) = analysis else {
        anyhow::bail!("the analysis failed; `viva log {session}` says why");
    };
    if json {
        console::print_json(&*analysis)
    } else {
        console::print(&in_words(&analysis))
    }
}

pub(super) fn in_words(analysis: &Analysis) -> String {
    let mut text = format!("# {}\n\n## Main claims\n\n", analysis.title);
    for claim in &analysis.main_claims {
        text.push_str(&format!("- {} ({})\n", claim.text, listed(&claim.turns)));
    }
    text.push_str("\n## Themes\n\n");
    for theme in &analysis.themes {
        text.push_str(&format!(
            "- **{}**: {} ({})\n",
            theme.name,
            theme.description,
            listed(&theme.turns)
        ));
    }
    if !analysis.tensions.is_empty() {
        text.push_str("\n## Tensions\n\n");
        for tension in &analysis.tensions {
            text.push_str(&format!(
                "- {} ({})\n",
                tension.text,
                listed(&tension.turns)
            ));
        }
    }
    text.push_str("\n## Quotes\n\n");
    for AnalysedQuote {
        text: words, turn, ..
    } in &analysis.quotes
    {
        text.push_str(&format!("- “{words}” ({turn})\n"));
    }
    text
}

fn listed(turns: &[interview::TurnRef]) -> String {
    turns
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(", ")
}
