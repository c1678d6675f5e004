//! Which agents this process employs, as the configuration says.

use agents::Staff;
use agents::model::{ModelConfig, OPENAI_URL, Prices, WebSearch};
use anyhow::Context;
use interview::AgentKind;
use prompts::Prompts;

use crate::config::Config;

/// The agents that may have a model of their own. The Writer's has a meaning of its own, and is no part of these.
pub(crate) const AGENT_MODELS: [(&str, AgentKind); 7] = [
    ("VIVA_PLANNER_MODEL", AgentKind::Planner),
    ("VIVA_NOTE_TAKER_MODEL", AgentKind::NoteTaker),
    ("VIVA_RESEARCHER_MODEL", AgentKind::Researcher),
    ("VIVA_ORCHESTRATOR_MODEL", AgentKind::Orchestrator),
    ("VIVA_ANALYSIS_MODEL", AgentKind::Analysis),
    ("VIVA_FOLLOW_UP_MODEL", AgentKind::FollowUp),
    ("VIVA_JUDGE_MODEL", AgentKind::Judge),
];

/// The agents that are configured; models only where a server is named and nothing forbids it.
pub(crate) fn staff(config: &Config) -> anyhow::Result<Staff> {
    // Also where no model will read them: a mistake in them is told to whoever makes it.
    let prompts = prompts(config)?;
    let Some(models) = models(config) else {
        return Ok(Staff::builtin());
    };
    if config.cost_cap.is_some() {
        warn_of_unknown_prices(&models);
    }
    Staff::with_models(models, prompts).context("the language models cannot be set up")
}

/// A cap is believed in, so that one which cannot hold must say so.
fn warn_of_unknown_prices(models: &ModelConfig) {
    let prices = Prices::bundled();
    for model in models.models() {
        if !prices.knows(model) {
            tracing::warn!(
                model,
                "no price of this model is known; VIVA_COST_CAP does not hold it back"
            );
        }
    }
}

/// The prompts in use, tried with every field they get.
pub(crate) fn prompts(config: &Config) -> anyhow::Result<Prompts> {
    match config.setting("VIVA_PROMPTS") {
        Some(directory) => Prompts::with_overrides(directory.as_ref()),
        None => Prompts::bundled(),
    }
    .context("the prompts cannot be used")
}

/// How models are reached; none when only the built-in agents are to work.
pub(crate) fn models(config: &Config) -> Option<ModelConfig> {
    let named = |name: &str| config.setting(name).map(str::to_owned);
    let base_url = named("OPENAI_BASE_URL");
    let has_server = config.key.is_some() || base_url.is_some();
    if !has_server || config.setting("VIVA_AGENTS") == Some("builtin") {
        return None;
    }
    let mut models = ModelConfig::new(base_url.unwrap_or_else(|| OPENAI_URL.to_owned()));
    models.key.clone_from(&config.key);
    models.organisation = named("OPENAI_ORG_ID");
    if let Some(model) = named("VIVA_MODEL") {
        models.small_model.clone_from(&model);
        models.writer_model.clone_from(&model);
        models.model = model;
    }
    if let Some(model) = named("VIVA_SMALL_MODEL") {
        models.small_model = model;
    }
    if let Some(model) = named("VIVA_WRITER_MODEL") {
        models.writer_model = model;
    }
    for (name, agent) in AGENT_MODELS {
        models
            .per_agent
            .extend(named(name).map(|model| (agent, model)));
    }
    models.search_url = named("VIVA_SEARCH_URL");
    models.web_search = match config.setting("VIVA_WEB_SEARCH") {
        Some("on") => WebSearch::On,
        Some("off") => WebSearch::Off,
        Some(_) | None => WebSearch::Auto,
    };
    let timeouts = &mut models.timeouts;
    for (name, time) in [
        ("VIVA_MODEL_TIMEOUT_S", &mut timeouts.call),
        ("VIVA_MODEL_CONNECT_S", &mut timeouts.connect),
        ("VIVA_MODEL_SILENCE_S", &mut timeouts.silence),
        ("VIVA_MODEL_REST_S", &mut timeouts.rest),
    ] {
        *time = config.duration(name).unwrap_or(*time);
    }
    Some(models)
}
