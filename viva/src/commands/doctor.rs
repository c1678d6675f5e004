//! `viva doctor`: what is configured, reachable and missing, with the remedy for each.

use crate::cli::Place;
use crate::config::Config;
use crate::console;
use crate::desk::Desk;

pub(super) async fn run(place: &Place) -> anyhow::Result<()> {
    let config = Config::read(place)?;
    let mut text = format!("viva {}\n\nConfiguration\n", env!("CARGO_PKG_VERSION"));
    for setting in &config.settings {
        let value = setting.value.as_deref().unwrap_or("(not set)");
        text.push_str(&format!(
            "  {:<20} {value}  ({})\n",
            setting.name, setting.origin
        ));
    }
    text.push_str("\nChecks\n");
    let store = check_store(&config).await;
    let sound = store.is_ok();
    match store {
        Ok(found) => text.push_str(&format!("  ok       {found}\n")),
        Err(error) => text.push_str(&format!(
            "  MISSING  the store cannot be used: {}\n           choose another place with --data DIR or VIVA_DATA, or another \
             database with --database URL\n",
            console::described(&error)
        )),
    }
    text.push_str(&agents(&config));
    text.push_str(
        "  ok       typed interviews, rehearsals, analysis and essays work on this machine\n",
    );
    console::print(&text)?;
    if sound {
        Ok(())
    } else {
        anyhow::bail!("the store cannot be used")
    }
}

async fn check_store(config: &Config) -> anyhow::Result<String> {
    let desk = Desk::open(config).await?;
    let newest = desk.store.sessions(None, 1).await?;
    let name = desk.store.name();
    desk.close().await?;
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

fn agents(config: &Config) -> String {
    let wants_model = config.setting("VIVA_AGENTS") == Some("model");
    let has_server =
        config.setting("OPENAI_API_KEY").is_some() || config.setting("OPENAI_BASE_URL").is_some();
    match (wants_model, has_server) {
        (false, false) => "  ok       all agents are the built-in ones; no key is needed\n".to_owned(),
        (_, true) => match crate::staffing::models(config) {
            Some(models) => format!(
                "  ok       models at {} do the work of NoteTaker, Researcher, Orchestrator, Judge, Analysis, Writer and FollowUp ({}); \
                 the built-in agents stand in when they fail\n",
                models.base_url,
                models.models().join(", ")
            ),
            None => "  ok       VIVA_AGENTS=builtin: the built-in agents work, and the configured server is not asked\n"
                .to_owned(),
        },
        (true, false) => {
            "  MISSING  VIVA_AGENTS=model, but no OPENAI_API_KEY or OPENAI_BASE_URL is set; the built-in agents work instead\n"
                .to_owned()
        }
    }
}
