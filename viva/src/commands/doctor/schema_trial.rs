//! One tiny real call: does the model answer, and does the server hold it to a schema?

use std::time::Duration;

use agents::model::{Message, ModelClient, ModelConfig, ModelError, Request, Spent};
use schemars::JsonSchema;
use serde::Deserialize;

use super::finding::Finding;

/// A model on one's own machine may have to be loaded first.
const PATIENCE: Duration = Duration::from_secs(60);
/// Enough for a model that thinks before it answers.
const TOKENS_MAX: u32 = 2_000;

/// Nobody guesses these words: an answer that has them was held to the schema.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Form {
    #[serde(rename = "mark")]
    _mark: Mark,
}

#[derive(Debug, Deserialize, JsonSchema)]
enum Mark {
    #[serde(rename = "ochre-17")]
    Ochre,
    #[serde(rename = "teal-42")]
    Teal,
}

/// What became of the trial.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Trial {
    HeldToSchema,
    /// The server refused the schema, and the model did it from a description.
    Described,
    Failed(ModelError),
}

pub(super) async fn run(config: &ModelConfig, model: &str) -> Trial {
    // A client of its own: what another model could not do says nothing about this one.
    let client = match ModelClient::new(config.clone()) {
        Ok(client) => client,
        Err(error) => return Trial::Failed(error),
    };
    let request = Request {
        name: "trial",
        model: model.to_owned(),
        messages: vec![Message::user("Fill in the form.")],
        tokens_max: TOKENS_MAX,
        deadline: Request::within(PATIENCE),
    };
    let answer = client
        .ask::<Form>(&request, &mut Spent::default(), |_| Ok(()))
        .await;
    match answer {
        Ok(_) if client.takes_schemas() => Trial::HeldToSchema,
        Ok(_) => Trial::Described,
        Err(error) => Trial::Failed(error),
    }
}

impl Trial {
    pub(super) fn finding(
        self,
        model: &str,
        settings: &str,
        unlisted: bool,
        names: &str,
    ) -> Finding {
        let aside = if unlisted {
            "; it is not in the server's list"
        } else {
            ""
        };
        let stand_in = "the built-in agents stand in until then";
        let missing = |found: String, remedy: String| Finding::Missing { found, remedy };
        match self {
            Trial::HeldToSchema => Finding::Fine(format!(
                "the model “{model}” ({settings}) answers and keeps to schemas{aside}"
            )),
            Trial::Described => Finding::Note {
                found: format!("the model “{model}” ({settings}) answers, but the server takes no schemas{aside}"),
                remedy: "answers are asked for in words and checked; a server with json_schema makes fewer mistakes"
                    .to_owned(),
            },
            Trial::Failed(ModelError::WrongAnswer) => Finding::Note {
                found: format!("the model “{model}” ({settings}) answers, but not in the shape that was asked for{aside}"),
                remedy: "the server does not hold it to schemas; where an answer does not fit, the built-in agent stands in"
                    .to_owned(),
            },
            Trial::Failed(ModelError::NoModel { .. }) => missing(
                format!("the server has no model “{model}” ({settings})"),
                match names {
                    "" => format!(
                        "choose another with {settings}, or correct OPENAI_BASE_URL (it usually ends in /v1); {stand_in}"
                    ),
                    names => format!("choose another with {settings}; it has {names}; {stand_in}"),
                },
            ),
            Trial::Failed(error @ (ModelError::KeyRefused | ModelError::NoCredit)) => missing(
                format!("the model “{model}” ({settings}) may not be used"),
                format!("{error}; {stand_in}"),
            ),
            Trial::Failed(
                error @ (ModelError::NotAccepted { .. }
                | ModelError::RateLimited { .. }
                | ModelError::ServerFailed { .. }
                | ModelError::Unreachable
                | ModelError::Broken
                | ModelError::TooLate
                | ModelError::Resting
                | ModelError::Declined
                | ModelError::CutOff
                | ModelError::TooLarge),
            ) => missing(
                format!("the model “{model}” ({settings}) does not answer: {error}{aside}"),
                format!("run `viva doctor` again, or choose another with {settings}; {stand_in}"),
            ),
        }
    }
}
