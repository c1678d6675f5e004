//! The server of the language models: whether it takes the key, has the models, and for how long.

use agents::model::{ModelConfig, Prices};
use reqwest::StatusCode;
use secrecy::ExposeSecret;
use serde::Deserialize;

use super::far_end::{self, Answered, Unanswered};
use super::finding::Finding;
use super::schema_trial;
use crate::config::Config;
use crate::staffing;

/// Of a server with hundreds of models a few names are enough to see what it is.
const NAMES_SHOWN_MAX: usize = 8;
/// Settings that name a model of the voice, which is not tried here.
const VOICE_MODELS: [&str; 2] = ["VIVA_REALTIME_MODEL", "VIVA_TRANSCRIBE_MODEL"];

/// A model as the server lists it.
#[derive(Debug, Clone, Deserialize)]
struct Listed {
    id: String,
    /// OpenAI's own server says when a model ends.
    shutdown_date: Option<String>,
}

#[derive(Debug, Deserialize)]
struct List {
    data: Vec<Listed>,
}

/// What is known before any model is asked.
#[derive(Debug)]
struct Server<'a> {
    models: &'a ModelConfig,
    /// None when the server keeps no list.
    list: Option<Vec<Listed>>,
    prices: Prices,
    /// `YYYY-MM-DD`.
    today: String,
    has_cap: bool,
}

pub(super) async fn check(config: &Config) -> Vec<Finding> {
    let Some(models) = staffing::models(config) else {
        return vec![without_models(config)];
    };
    let list = match list(&models).await {
        Ok(list) => list,
        Err(finding) => return vec![finding],
    };
    let mut findings = vec![Finding::Fine(match &list {
        Some(list) => format!(
            "the model server {} answers; {} in its list",
            models.base_url,
            counted(list.len())
        ),
        None => format!(
            "the model server {} answers; it keeps no list of models",
            models.base_url
        ),
    })];
    let server = Server {
        models: &models,
        list,
        prices: Prices::bundled(),
        today: coordinator::now().to_string().chars().take(10).collect(),
        has_cap: config.cost_cap.is_some(),
    };
    for model in models.models() {
        findings.push(server.try_out(model).await);
        findings.extend(server.ending(model));
        findings.extend(server.unpriced(model));
    }
    for name in VOICE_MODELS {
        findings.extend(config.setting(name).and_then(|model| server.ending(model)));
    }
    findings
}

fn counted(n: usize) -> String {
    match n {
        1 => "1 model is".to_owned(),
        n => format!("{n} models are"),
    }
}

fn without_models(config: &Config) -> Finding {
    let is_builtin = config.setting("VIVA_AGENTS") == Some("builtin");
    let has_server = config.key.is_some() || config.setting("OPENAI_BASE_URL").is_some();
    if is_builtin && has_server {
        Finding::Fine(
            "VIVA_AGENTS=builtin: the built-in agents work, and the configured server is not asked"
                .to_owned(),
        )
    } else if config.setting("VIVA_AGENTS") == Some("model") {
        Finding::Missing {
            found: "VIVA_AGENTS=model, but no server is configured; the built-in agents work instead".to_owned(),
            remedy: "set OPENAI_API_KEY, or OPENAI_BASE_URL for a server of your own such as http://127.0.0.1:8080/v1"
                .to_owned(),
        }
    } else {
        Finding::Fine("all agents are the built-in ones; no key is needed".to_owned())
    }
}

/// The models that the server has; nothing if it keeps no list.
async fn list(models: &ModelConfig) -> Result<Option<Vec<Listed>>, Finding> {
    let url = &models.base_url;
    let answered = match ask_for_list(models).await {
        Ok(answered) => answered,
        Err(why) => {
            return Err(Finding::Missing {
                found: format!("the model server {url} {why}; the built-in agents stand in"),
                remedy: "start it, or correct OPENAI_BASE_URL".to_owned(),
            });
        }
    };
    let status = answered.status;
    if status.is_success() {
        return match serde_json::from_slice::<List>(&answered.body) {
            Ok(list) => Ok(Some(list.data)),
            Err(_) => Err(Finding::Missing {
                found: format!("what answers at {url} is not a model server"),
                remedy: "correct OPENAI_BASE_URL; it usually ends in /v1".to_owned(),
            }),
        };
    }
    match status {
        StatusCode::NOT_FOUND | StatusCode::METHOD_NOT_ALLOWED | StatusCode::NOT_IMPLEMENTED => {
            Ok(None)
        }
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => Err(refused_key(models, status)),
        StatusCode::TOO_MANY_REQUESTS => Err(Finding::Missing {
            found: format!(
                "the model server {url} wants a pause, or the account has no credit (429)"
            ),
            remedy: "wait a minute and run `viva doctor` again; if it stays, look at the account"
                .to_owned(),
        }),
        StatusCode::SERVICE_UNAVAILABLE => Err(Finding::Missing {
            found: format!("the model server {url} is not ready (503)"),
            remedy: "it may still be loading its model: run `viva doctor` again in a moment"
                .to_owned(),
        }),
        other => Err(Finding::Missing {
            found: format!("the model server {url} answers {other}"),
            remedy:
                "correct OPENAI_BASE_URL (it usually ends in /v1), or look at the server's own log"
                    .to_owned(),
        }),
    }
}

async fn ask_for_list(models: &ModelConfig) -> Result<Answered, Unanswered> {
    let mut request = far_end::client()?.get(format!("{}/models", models.base_url));
    if let Some(key) = &models.key {
        request = request.bearer_auth(key.expose_secret());
    }
    if let Some(organisation) = &models.organisation {
        request = request.header("OpenAI-Organization", organisation);
    }
    far_end::ask(request).await
}

fn refused_key(models: &ModelConfig, status: StatusCode) -> Finding {
    let number = status.as_u16();
    let url = &models.base_url;
    match &models.key {
        Some(_) => Finding::Missing {
            found: format!("the model server {url} does not accept the key ({number})"),
            remedy: "correct OPENAI_API_KEY (and OPENAI_ORG_ID, if it is set), or unset it to work with the built-in agents"
                .to_owned(),
        },
        None => Finding::Missing {
            found: format!("the model server {url} wants a key ({number})"),
            remedy: "set OPENAI_API_KEY".to_owned(),
        },
    }
}

impl Server<'_> {
    fn listed(&self, model: &str) -> Option<&Listed> {
        self.list.as_ref()?.iter().find(|it| it.id == model)
    }

    /// One real question, whose answer must have a shape.
    async fn try_out(&self, model: &str) -> Finding {
        let unlisted = self.list.is_some() && self.listed(model).is_none();
        let settings = self.settings_of(model);
        schema_trial::run(self.models, model).await.finding(
            model,
            &settings,
            unlisted,
            &self.names(),
        )
    }

    /// The settings that name this model.
    fn settings_of(&self, model: &str) -> String {
        let named = [
            ("VIVA_MODEL", Some(&self.models.model)),
            ("VIVA_SMALL_MODEL", Some(&self.models.small_model)),
            ("VIVA_WRITER_MODEL", Some(&self.models.writer_model)),
        ];
        let own =
            staffing::AGENT_MODELS.map(|(name, agent)| (name, self.models.per_agent.get(&agent)));
        let names: Vec<&str> = named
            .iter()
            .chain(&own)
            .filter(|(_, it)| it.is_some_and(|it| it == model))
            .map(|(name, _)| *name)
            .collect();
        names.join(", ")
    }

    fn names(&self) -> String {
        let list = self.list.as_deref().unwrap_or_default();
        let shown: Vec<&str> = list
            .iter()
            .take(NAMES_SHOWN_MAX)
            .map(|it| it.id.as_str())
            .collect();
        let more = if list.len() > shown.len() {
            ", …"
        } else {
            ""
        };
        format!("{}{more}", shown.join(", "))
    }

    /// Whether the model's last day is known. What the server says goes before the list that came with this version.
    fn ending(&self, model: &str) -> Option<Finding> {
        let (date, source) = match self
            .listed(model)
            .and_then(|it| it.shutdown_date.as_deref())
        {
            Some(date) => (date, "the server says".to_owned()),
            None => {
                let date = self.prices.of(model)?.shutdown.as_deref()?;
                (date, format!("announced, as of {}", self.prices.as_of))
            }
        };
        let remedy = "choose a successor with VIVA_MODEL, VIVA_SMALL_MODEL, VIVA_WRITER_MODEL, VIVA_REALTIME_MODEL or VIVA_TRANSCRIBE_MODEL".to_owned();
        Some(if date <= self.today.as_str() {
            Finding::Missing {
                found: format!("the model “{model}” ended on {date} ({source})"),
                remedy,
            }
        } else {
            Finding::Note {
                found: format!("the model “{model}” ends on {date} ({source})"),
                remedy,
            }
        })
    }

    /// A cap that cannot see what a model costs must say so. Models on one's own machine cost nothing.
    fn unpriced(&self, model: &str) -> Option<Finding> {
        (!self.prices.knows(model) && (self.has_cap || self.models.is_openai())).then(|| Finding::Note {
            found: format!("no price of “{model}” is known; its cost counts as zero"),
            remedy: "VIVA_COST_CAP does not hold it back; choose a model with a known price, or leave the cap out of account"
                .to_owned(),
        })
    }
}
