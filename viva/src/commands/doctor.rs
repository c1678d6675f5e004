//! `viva doctor`: what is configured, reachable and missing, with the remedy for each.

mod far_end;
mod finding;
mod model_server;
mod schema_trial;
mod side_servers;

use prompts::Prompts;
use store::Store;

use crate::cli::Place;
use crate::config::Config;
use crate::console;
use finding::Finding;

pub(super) async fn run(place: &Place) -> anyhow::Result<()> {
    let config = Config::read(place)?;
    let spinner = console::spinner("asking the servers that are configured");
    let mut findings = vec![check_store(&config).await, check_prompts(&config)];
    findings.extend(model_server::check(&config).await);
    findings.extend(side_servers::check(&config).await);
    spinner.finish_and_clear();
    if !findings[0].is_missing() {
        findings.push(Finding::Fine(
            "typed interviews, rehearsals, analysis and essays work on this machine".to_owned(),
        ));
    }
    let mut text = settings(&config);
    text.push_str("\nChecks\n");
    for finding in &findings {
        text.push_str(&finding.to_string());
    }
    console::print(&text)?;
    match findings.iter().filter(|it| it.is_missing()).count() {
        0 => Ok(()),
        1 => anyhow::bail!("one check failed; the line marked MISSING says what to do"),
        n => anyhow::bail!("{n} checks failed; each line marked MISSING says what to do"),
    }
}

fn settings(config: &Config) -> String {
    let mut text = format!("viva {}\n\nConfiguration\n", env!("CARGO_PKG_VERSION"));
    for setting in &config.settings {
        let value = setting.value.as_deref().unwrap_or("(not set)");
        text.push_str(&format!(
            "  {:<20} {value}  ({})\n",
            setting.name, setting.origin
        ));
    }
    text
}

async fn check_store(config: &Config) -> Finding {
    match open_store(config).await {
        Ok(found) => Finding::Fine(found),
        Err(error) => Finding::Missing {
            found: format!("the store cannot be used: {}", console::described(&error)),
            remedy: "choose another place with --data DIR or VIVA_DATA, or another database with --database URL"
                .to_owned(),
        },
    }
}

async fn open_store(config: &Config) -> anyhow::Result<String> {
    let store = Store::open(&config.database).await?;
    let newest = store.sessions(None, 1).await?;
    let name = store.name();
    store.close().await?;
    let have = if newest.is_empty() {
        "no sessions yet"
    } else {
        "sessions are there"
    };
    Ok(format!(
        "the store ({name}) can be written; {have}; data directory {}",
        config.data.display()
    ))
}

fn check_prompts(config: &Config) -> Finding {
    let Some(directory) = config.setting("VIVA_PROMPTS") else {
        return Finding::Fine("the prompts are the bundled ones".to_owned());
    };
    match Prompts::with_overrides(directory.as_ref()) {
        Ok(_) => Finding::Fine(format!(
            "the prompts in {directory} can be filled in and go before the bundled ones"
        )),
        Err(error) => Finding::Missing {
            found: format!("the prompts in {directory} cannot be used: {error}"),
            remedy: "correct the file, or take the directory out of VIVA_PROMPTS".to_owned(),
        },
    }
}
