//! Which agents this process employs, as the configuration says.

use agents::Staff;
use agents::model::{ModelConfig, OPENAI_URL};
use anyhow::Context;
use prompts::Prompts;

use crate::config::Config;

/// The agents that are configured; models only where a server is named and nothing forbids it.
pub(crate) fn staff(config: &Config) -> anyhow::Result<Staff> {
    let Some(models) = models(config) else {
        return Ok(Staff::builtin());
    };
    let prompts = match config.setting("VIVA_PROMPTS") {
        Some(directory) => Prompts::with_overrides(directory.as_ref()),
        None => Prompts::bundled(),
    };
    let prompts = prompts.context("the prompts cannot be used")?;
    Staff::with_models(models, prompts).context("the language models cannot be set up")
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
    Some(models)
}
