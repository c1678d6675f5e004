//! One job of an agent on a model: which prompts, which model, until when, and what it costs.

use prompts::{Prompt, Prompts};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use tokio::time::Instant;

use super::call::{Message, Request, Spent};
use super::client::ModelClient;
use super::failure::ModelError;
use super::web_search::Consulted;

/// Thoughts of a model included.
const TOKENS_MAX: u32 = 6_000;

#[derive(Debug)]
pub(super) struct Work<'a> {
    pub(super) client: &'a ModelClient,
    pub(super) prompts: &'a Prompts,
    pub(super) model: String,
    pub(super) deadline: Instant,
    pub(super) spent: &'a mut Spent,
}

impl Work<'_> {
    fn request(
        &self,
        name: &'static str,
        system: &impl Prompt,
        user: &impl Prompt,
    ) -> Result<Request, ModelError> {
        let unfilled = |error: prompts::PromptError| {
            tracing::error!(%error, "a prompt cannot be filled");
            ModelError::NotAccepted {
                status: 0,
                code: name.to_owned(),
            }
        };
        Ok(Request {
            name,
            model: self.model.clone(),
            messages: vec![
                Message::system(self.prompts.render(system).map_err(unfilled)?),
                Message::user(self.prompts.render(user).map_err(unfilled)?),
            ],
            tokens_max: TOKENS_MAX,
            deadline: self.deadline,
        })
    }

    /// A structured answer to two prompts.
    pub(super) async fn ask<A>(
        &mut self,
        name: &'static str,
        system: &impl Prompt,
        user: &impl Prompt,
        check: impl FnMut(&mut A) -> Result<(), String>,
    ) -> Result<A, ModelError>
    where
        A: JsonSchema + DeserializeOwned + 'static,
    {
        let request = self.request(name, system, user)?;
        self.client.ask(&request, self.spent, check).await
    }

    /// The same from a server that searches the web, with the pages it consulted.
    pub(super) async fn ask_with_web<A>(
        &mut self,
        name: &'static str,
        system: &impl Prompt,
        user: &impl Prompt,
        check: impl FnMut(&mut A) -> Result<(), String>,
    ) -> Result<(A, Consulted), ModelError>
    where
        A: JsonSchema + DeserializeOwned + 'static,
    {
        let request = self.request(name, system, user)?;
        self.client.ask_with_web(&request, self.spent, check).await
    }
}
