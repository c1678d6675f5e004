//! Which server, which models, how long to wait. Configuration, never code.

use std::collections::BTreeMap;
use std::time::Duration;

use interview::AgentKind;
use secrecy::SecretString;

/// Where OpenAI itself answers.
pub const OPENAI_URL: &str = "https://api.openai.com/v1";
const DEFAULT_MODEL: &str = "gpt-6.1-terra";
const DEFAULT_SMALL_MODEL: &str = "gpt-6-luna";
const DEFAULT_WRITER_MODEL: &str = "gpt-6.1-sol";

/// How to reach language models. `Debug` shows no secret.
#[derive(Debug, Clone)]
pub struct ModelConfig {
    /// With the version, without a slash at the end: `https://api.openai.com/v1`.
    pub base_url: String,
    pub key: Option<SecretString>,
    pub organisation: Option<String>,
    pub model: String,
    /// Takes over when money gets short.
    pub small_model: String,
    pub writer_model: String,
    /// Goes before the three above.
    pub per_agent: BTreeMap<AgentKind, String>,
    pub timeouts: Timeouts,
    /// A search server that answers in SearXNG's JSON format.
    pub search_url: Option<String>,
    pub web_search: WebSearch,
}

/// Whether the model server is to search the web for the Researcher.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WebSearch {
    /// Where the server is OpenAI's own.
    #[default]
    Auto,
    On,
    Off,
}

#[derive(Debug, Clone, Copy)]
pub struct Timeouts {
    pub connect: Duration,
    /// The longest silence in the middle of an answer.
    pub silence: Duration,
    /// The longest one call may take, whatever the job allows.
    pub call: Duration,
    /// How long a server that failed is left alone, the first time. Doubles while it stays dead.
    pub rest: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(5),
            silence: Duration::from_secs(60),
            call: Duration::from_secs(300),
            rest: Duration::from_secs(15),
        }
    }
}

/// Which of the configured models a job deserves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Size {
    Usual,
    Small,
}

impl ModelConfig {
    /// The models that are current; everything else unset.
    #[must_use]
    pub fn new(base_url: impl Into<String>) -> Self {
        let base_url: String = base_url.into();
        Self {
            base_url: base_url.trim_end_matches('/').to_owned(),
            key: None,
            organisation: None,
            model: DEFAULT_MODEL.to_owned(),
            small_model: DEFAULT_SMALL_MODEL.to_owned(),
            writer_model: DEFAULT_WRITER_MODEL.to_owned(),
            per_agent: BTreeMap::new(),
            timeouts: Timeouts::default(),
            search_url: None,
            web_search: WebSearch::Auto,
        }
    }

    /// The model for an agent's job.
    #[must_use]
    pub fn model_for(&self, agent: AgentKind, size: Size) -> &str {
        if size == Size::Small {
            return &self.small_model;
        }
        if let Some(named) = self.per_agent.get(&agent) {
            return named;
        }
        match agent {
            AgentKind::Writer => &self.writer_model,
            AgentKind::Planner
            | AgentKind::NoteTaker
            | AgentKind::Researcher
            | AgentKind::Orchestrator
            | AgentKind::Analysis
            | AgentKind::FollowUp
            | AgentKind::Judge => &self.model,
        }
    }

    /// Every model that may be asked, each once.
    #[must_use]
    pub fn models(&self) -> Vec<&str> {
        let mut names: Vec<&str> = [&self.model, &self.small_model, &self.writer_model]
            .into_iter()
            .chain(self.per_agent.values())
            .map(String::as_str)
            .collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Whether the server is asked to search the web.
    #[must_use]
    pub fn searches_the_web(&self) -> bool {
        match self.web_search {
            WebSearch::Auto => self.is_openai(),
            WebSearch::On => true,
            WebSearch::Off => false,
        }
    }

    /// Whether the server is OpenAI's own, which knows fields that others refuse.
    #[must_use]
    pub fn is_openai(&self) -> bool {
        reqwest::Url::parse(&self.base_url).is_ok_and(|url| {
            url.host_str()
                .is_some_and(|host| host == "api.openai.com" || host.ends_with(".api.openai.com"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_agents_own_model_goes_before_the_general_one_and_thrift_before_both() {
        let mut config = ModelConfig::new("http://127.0.0.1:9/v1/");
        config
            .per_agent
            .insert(AgentKind::NoteTaker, "notes".to_owned());
        assert_eq!(config.base_url, "http://127.0.0.1:9/v1");
        assert_eq!(config.model_for(AgentKind::NoteTaker, Size::Usual), "notes");
        assert_eq!(
            config.model_for(AgentKind::NoteTaker, Size::Small),
            DEFAULT_SMALL_MODEL
        );
        assert_eq!(
            config.model_for(AgentKind::Writer, Size::Usual),
            DEFAULT_WRITER_MODEL
        );
        assert_eq!(
            config.model_for(AgentKind::Judge, Size::Usual),
            DEFAULT_MODEL
        );
    }

    #[test]
    fn only_openais_own_host_is_openai() {
        assert!(ModelConfig::new(OPENAI_URL).is_openai());
        assert!(ModelConfig::new("https://eu.api.openai.com/v1").is_openai());
        for other in [
            "http://127.0.0.1:8080/v1",
            "https://api.openai.com.example.org/v1",
            "https://notapi.openai.com.evil/v1",
            "nonsense",
        ] {
            assert!(!ModelConfig::new(other).is_openai(), "{other}");
        }
    }
}
