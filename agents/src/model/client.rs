//! Asks a model and comes back with a checked answer or a reason, by the deadline.
//!
//! `reqwest` is used directly: answers are bounded while they are read, a server's wish for a pause is seen, and no
//! library logs a body that it cannot read.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use backon::BackoffBuilder;
use schemars::JsonSchema;
use secrecy::ExposeSecret;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use tokio::time::{Instant, timeout_at};

use super::breaker::{Breaker, Pace};
use super::call::{Message, Request, Role, Spent};
use super::config::ModelConfig;
use super::failure::{ModelError, Refused, Verdict, refused};
use super::manners::{Asking, Manners, Structure};
use super::price::Prices;
use super::public_web::PublicWeb;
use super::reading::{Shape, Shapes, read, text_of};
use super::search_server::SearchServer;
use super::wire::{Body, Completion, Format, NamedSchema};

/// No right answer is longer: the longest essay has some 60 KB.
pub(super) const ANSWER_BYTES_MAX: usize = 4 << 20;
/// A wrong answer is shown to the model again up to here.
const ANSWER_SHOWN_CHARS_MAX: usize = 12_000;
pub(super) const CHAT: &str = "/chat/completions";
/// Of a server's complaint the beginning is enough.
const COMPLAINT_BYTES_MAX: usize = 16 << 10;
/// The first attempt and two more.
const ATTEMPTS_MAX: usize = 3;
const BACKOFF_MIN: Duration = Duration::from_millis(250);
const BACKOFF_MAX: Duration = Duration::from_secs(4);

/// One server with its models. Clones share everything, also what was learned about the server.
#[derive(Debug, Clone)]
pub struct ModelClient(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    config: ModelConfig,
    http: reqwest::Client,
    breaker: Breaker,
    prices: Prices,
    shapes: Shapes,
    manners: Manners,
    lacks_web_search: AtomicBool,
    search_server: Option<SearchServer>,
    public_web: PublicWeb,
}

impl ModelClient {
    /// Fails only if this machine cannot set up TLS.
    pub fn new(config: ModelConfig) -> Result<Self, ModelError> {
        let http = reqwest::Client::builder()
            .connect_timeout(config.timeouts.connect)
            .redirect(reqwest::redirect::Policy::none())
            .user_agent(concat!("viva/", env!("CARGO_PKG_VERSION")))
            .build()
            .map_err(|_| ModelError::Unreachable)?;
        let public_web = PublicWeb::new().map_err(|_| ModelError::Unreachable)?;
        let search_server = config.search_url.as_deref();
        let search_server =
            search_server.map(|url| SearchServer::new(url, http.clone(), &config.timeouts));
        Ok(Self(Arc::new(Inner {
            breaker: Breaker::new(config.timeouts.rest),
            manners: Manners::towards(config.is_openai()),
            config,
            http,
            prices: Prices::bundled(),
            shapes: Shapes::default(),
            lacks_web_search: AtomicBool::new(false),
            search_server,
            public_web,
        })))
    }

    pub(super) fn search_server(&self) -> Option<&SearchServer> {
        self.0.search_server.as_ref()
    }

    pub(super) fn lacks_web_search(&self) -> &AtomicBool {
        &self.0.lacks_web_search
    }

    /// The title of a page that an answer names; only of the public web.
    pub(super) async fn page_title(&self, url: &str, deadline: Instant) -> Option<String> {
        self.0.public_web.title(url, deadline).await
    }

    pub(super) fn shape_of<A: JsonSchema + 'static>(&self) -> Arc<Shape> {
        self.0.shapes.of::<A>()
    }

    #[must_use]
    pub fn config(&self) -> &ModelConfig {
        &self.0.config
    }

    #[must_use]
    pub fn prices(&self) -> &Prices {
        &self.0.prices
    }

    /// Whether the server failed and is being left alone.
    #[must_use]
    pub fn rests(&self) -> bool {
        self.0.breaker.rests(Instant::now())
    }

    /// Whether the server takes schemas, as far as calls have shown.
    #[must_use]
    pub fn takes_schemas(&self) -> bool {
        self.asking().structure == Structure::Schema
    }

    /// Asks for an answer of type `A`. It fits its schema, and `check` found nothing wrong with it. A wrong answer is
    /// asked for once more, with what was wrong; `check` says it in words that a model understands.
    pub async fn ask<A>(
        &self,
        request: &Request,
        spent: &mut Spent,
        mut check: impl FnMut(&mut A) -> Result<(), String>,
    ) -> Result<A, ModelError>
    where
        A: JsonSchema + DeserializeOwned + 'static,
    {
        let shape = self.shape_of::<A>();
        let mut read_checked = |text: &str| -> Result<A, String> {
            let mut answer = read::<A>(text, &shape)?;
            check(&mut answer)?;
            Ok(answer)
        };
        let first = self
            .structured(request, &request.messages, &shape, spent)
            .await?;
        let wrong = match read_checked(&first) {
            Ok(answer) => return Ok(answer),
            Err(wrong) => wrong,
        };
        tracing::info!(
            agent = request.name,
            "a model's answer was wrong; it is asked once more"
        );
        let messages = asked_again(&request.messages, &first, &wrong);
        let second = self.structured(request, &messages, &shape, spent).await?;
        read_checked(&second).map_err(|_| ModelError::WrongAnswer)
    }

    pub(super) fn asking(&self) -> Asking {
        self.0.manners.asking()
    }

    /// Whether what was refused can be asked in another way.
    pub(super) fn learns(&self, asked: Asking, refused: &Refused) -> bool {
        refused
            .about
            .is_some_and(|part| self.0.manners.learn(asked, part))
    }

    /// The text of a structured answer, asked for in the best way that the server has not refused.
    async fn structured(
        &self,
        request: &Request,
        messages: &[Message],
        shape: &Shape,
        spent: &mut Spent,
    ) -> Result<String, ModelError> {
        loop {
            let asking = self.asking();
            let with_schema =
                (asking.structure != Structure::Schema).then(|| spelled_out(messages, &shape.text));
            let body = Body {
                response_format: format_of(asking.structure, request.name, &shape.text),
                ..body(request, with_schema.as_deref().unwrap_or(messages), asking)
            };
            match self.persist::<_, Completion>(CHAT, request, &body).await {
                Ok(completion) => {
                    if let Some(count) = &completion.usage {
                        spent.add(count, self.0.prices.of(&request.model));
                    }
                    return text_of(completion);
                }
                Err(refused) if self.learns(asking, &refused) => {}
                Err(refused) => return Err(refused.error),
            }
        }
    }

    /// Tries until there is an answer, a reason that time does not cure, or no time.
    pub(super) async fn persist<B: Serialize + Sync, A: DeserializeOwned>(
        &self,
        path: &str,
        request: &Request,
        body: &B,
    ) -> Result<A, Refused> {
        let mut waits = backoff();
        loop {
            let refused = match self.once(path, request, body).await {
                Ok(answer) => return Ok(answer),
                Err(refused) => refused,
            };
            if refused.about.is_some() || !refused.error.is_worth_another_attempt() {
                return Err(refused);
            }
            self.wait(request.deadline, waits.next(), &refused.error)
                .await?;
        }
    }

    /// Waits as long as the server wants, or as long as we think; not at all if the deadline would pass meanwhile, or if
    /// we have tried often enough. A server that wants a pause then has it from everybody.
    pub(super) async fn wait(
        &self,
        deadline: Instant,
        ours: Option<Duration>,
        error: &ModelError,
    ) -> Result<(), ModelError> {
        let wait = ours.map(|ours| error.wanted_wait().unwrap_or(ours));
        let until = wait
            .and_then(|wait| Instant::now().checked_add(wait))
            .filter(|until| *until < deadline);
        let Some(until) = until else {
            if let Some(rest) = error.wanted_rest(self.0.config.timeouts.rest) {
                self.0.breaker.leave_alone(rest, Instant::now());
            }
            return Err(error.clone());
        };
        tokio::time::sleep_until(until).await;
        Ok(())
    }

    async fn once<B: Serialize + Sync, A: DeserializeOwned>(
        &self,
        path: &str,
        request: &Request,
        body: &B,
    ) -> Result<A, Refused> {
        let deadline = self.call_deadline(request);
        let pace = Pace::of(Instant::now(), deadline);
        let answered = async {
            let response = self.post(path, &request.model, body, deadline).await?;
            let bytes = read_bounded(response, ANSWER_BYTES_MAX).await?;
            serde_json::from_slice::<A>(&bytes).map_err(|_| ModelError::Broken.into())
        };
        let outcome = match timeout_at(deadline, answered).await {
            Ok(outcome) => outcome,
            Err(_) => Err(ModelError::TooLate.into()),
        };
        self.note(&request.model, pace, &outcome);
        outcome
    }

    pub(super) fn call_deadline(&self, request: &Request) -> Instant {
        request
            .deadline
            .min(Instant::now() + self.0.config.timeouts.call)
    }

    /// Remembers what a call has shown about the server.
    pub(super) fn note<T>(&self, model: &str, pace: Pace, outcome: &Result<T, Refused>) {
        let now = Instant::now();
        match outcome {
            Ok(_) => self.0.breaker.note(model, pace, Verdict::Alive, now),
            Err(refused) if refused.error == ModelError::Resting => {}
            Err(refused) if refused.about.is_some() => {}
            Err(refused) => {
                tracing::info!(error = %refused.error, "a call of a model failed");
                self.0
                    .breaker
                    .note(model, pace, refused.error.verdict(), now);
            }
        }
    }

    /// Sends a request and sees to it that something good begins to come back.
    pub(super) async fn post(
        &self,
        path: &str,
        model: &str,
        body: &impl Serialize,
        deadline: Instant,
    ) -> Result<reqwest::Response, Refused> {
        let now = Instant::now();
        let pace = Pace::of(now, deadline);
        if !self.0.breaker.admits(model, pace, now) {
            return Err(ModelError::Resting.into());
        }
        let sending = self
            .authorised(self.0.http.post(self.url(path)))
            .json(body)
            .send();
        let response = match timeout_at(deadline, sending).await {
            Ok(Ok(response)) => response,
            Ok(Err(error)) if error.is_connect() || error.is_builder() => {
                return Err(ModelError::Unreachable.into());
            }
            Ok(Err(_)) => return Err(ModelError::Broken.into()),
            Err(_) => return Err(ModelError::TooLate.into()),
        };
        if response.status().is_success() {
            return Ok(response);
        }
        let (status, headers) = (response.status(), response.headers().clone());
        let complaint = timeout_at(deadline, beginning_of(response))
            .await
            .unwrap_or_default();
        let refused = refused(status, &headers, &complaint, model);
        if path != CHAT
            && let ModelError::NoModel { .. } = refused.error
        {
            // Without this path there is nothing to be said about the model.
            let status = status.as_u16();
            let code = String::new();
            return Err(ModelError::NotAccepted { status, code }.into());
        }
        Err(refused)
    }

    pub(super) fn url(&self, path: &str) -> String {
        format!("{}{path}", self.0.config.base_url)
    }

    pub(super) fn authorised(&self, request: reqwest::RequestBuilder) -> reqwest::RequestBuilder {
        let mut request = request;
        if let Some(key) = &self.0.config.key {
            request = request.bearer_auth(key.expose_secret());
        }
        if let Some(organisation) = &self.0.config.organisation {
            request = request.header("OpenAI-Organization", organisation);
        }
        request
    }
}

pub(super) fn body<'a>(request: &'a Request, messages: &'a [Message], asking: Asking) -> Body<'a> {
    let limit = request.tokens_max;
    Body {
        model: &request.model,
        messages,
        max_completion_tokens: asking.new_limit.then_some(limit),
        max_tokens: (!asking.new_limit).then_some(limit),
        response_format: None,
        stream: false,
        stream_options: None,
        reasoning_effort: asking.effort.then_some("low"),
        prompt_cache_key: asking.cache_key.then_some(request.name),
    }
}

/// The same question after a wrong answer. Of a long one the beginning shows what is wrong with it.
pub(super) fn asked_again(messages: &[Message], answer: &str, wrong: &str) -> Vec<Message> {
    let shown: String = answer.chars().take(ANSWER_SHOWN_CHARS_MAX).collect();
    let shown = match shown.trim() {
        // Some servers take no empty message.
        "" => "(nothing)".to_owned(),
        _ => shown,
    };
    let mut messages = messages.to_vec();
    messages.push(Message {
        role: Role::Assistant,
        content: shown,
    });
    messages.push(Message::user(format!(
        "That answer cannot be used:\n{wrong}\nGive the whole answer again, corrected, as one JSON object and nothing else."
    )));
    messages
}

pub(super) fn backoff() -> impl Iterator<Item = Duration> {
    backon::ExponentialBuilder::default()
        .with_min_delay(BACKOFF_MIN)
        .with_max_delay(BACKOFF_MAX)
        .with_max_times(ATTEMPTS_MAX - 1)
        .with_jitter()
        .build()
}

fn format_of<'a>(structure: Structure, name: &'a str, schema: &'a RawValue) -> Option<Format<'a>> {
    match structure {
        Structure::Schema => Some(Format::JsonSchema {
            json_schema: NamedSchema::strict(name, schema),
        }),
        Structure::Object => Some(Format::JsonObject),
        Structure::Plain => None,
    }
}

/// For a server that takes no schema: the schema is part of the first message, which stays the same from call to call.
fn spelled_out(messages: &[Message], schema: &RawValue) -> Vec<Message> {
    let mut messages = messages.to_vec();
    let said = format!(
        "\n\nAnswer with one JSON object that fits this JSON schema, and nothing else:\n{schema}"
    );
    match messages.first_mut() {
        Some(first) => first.content.push_str(&said),
        None => messages.push(Message::user(said)),
    }
    messages
}

pub(super) async fn read_bounded(
    mut response: reqwest::Response,
    bytes_max: usize,
) -> Result<Vec<u8>, ModelError> {
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|_| ModelError::Broken)? {
        if bytes.len() + chunk.len() > bytes_max {
            return Err(ModelError::TooLarge);
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

async fn beginning_of(mut response: reqwest::Response) -> Vec<u8> {
    let mut bytes = Vec::new();
    while let Ok(Some(chunk)) = response.chunk().await {
        let room = COMPLAINT_BYTES_MAX.saturating_sub(bytes.len());
        bytes.extend_from_slice(&chunk[..chunk.len().min(room)]);
        if chunk.len() >= room {
            break;
        }
    }
    bytes
}
