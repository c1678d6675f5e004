//! Asks a model and comes back with a checked answer or a reason, by the deadline.
//!
//! `reqwest` is used directly: answers are bounded while they are read, a server's wish for a pause is seen, and no
//! library logs a body that it cannot read.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::time::Duration;

use backon::BackoffBuilder;
use schemars::JsonSchema;
use secrecy::ExposeSecret;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use tokio::time::{Instant, timeout_at};

use super::breaker::Breaker;
use super::call::{Message, Request, Role, Spent};
use super::config::ModelConfig;
use super::failure::{ModelError, Refused, Verdict, refused};
use super::price::Prices;
use super::public_web::PublicWeb;
use super::reading::{Shape, Shapes, read, text_of};
use super::search_server::SearchServer;
use super::wire::{Body, Completion, Format, NamedSchema};

/// No right answer is longer: the longest essay has some 60 KB.
pub(super) const ANSWER_BYTES_MAX: usize = 4 << 20;
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
    structure: AtomicU8,
    lacks_web_search: AtomicBool,
    search_server: Option<SearchServer>,
    public_web: PublicWeb,
}

/// How a server is asked for structure: the best that it has not refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Structure {
    Schema,
    Object,
    Plain,
}

impl Structure {
    fn from_code(code: u8) -> Self {
        match code {
            0 => Structure::Schema,
            1 => Structure::Object,
            _ => Structure::Plain,
        }
    }

    fn code(self) -> u8 {
        match self {
            Structure::Schema => 0,
            Structure::Object => 1,
            Structure::Plain => 2,
        }
    }

    fn next(self) -> Option<Self> {
        match self {
            Structure::Schema => Some(Structure::Object),
            Structure::Object => Some(Structure::Plain),
            Structure::Plain => None,
        }
    }
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
            config,
            http,
            prices: Prices::bundled(),
            shapes: Shapes::default(),
            structure: AtomicU8::new(Structure::Schema.code()),
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
        self.structure() == Structure::Schema
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
        let mut messages = request.messages.clone();
        messages.push(Message {
            role: Role::Assistant,
            content: first,
        });
        messages.push(Message::user(format!(
            "That answer cannot be used:\n{wrong}\nGive the whole answer again, corrected, as one JSON object and nothing else."
        )));
        let second = self.structured(request, &messages, &shape, spent).await?;
        read_checked(&second).map_err(|_| ModelError::WrongAnswer)
    }

    fn structure(&self) -> Structure {
        Structure::from_code(self.0.structure.load(Ordering::Relaxed))
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
            let structure = self.structure();
            let with_schema =
                (structure != Structure::Schema).then(|| spelled_out(messages, &shape.text));
            let body = Body {
                response_format: format_of(structure, request.name, &shape.text),
                ..self.body(request, with_schema.as_deref().unwrap_or(messages))
            };
            match self.persist(request, &body, spent).await {
                Ok(text) => return Ok(text),
                Err(refused) if refused.about_structure => {
                    let Some(next) = structure.next() else {
                        return Err(refused.error);
                    };
                    tracing::info!(
                        ?next,
                        "the server does not take schemas; it is asked differently from now on"
                    );
                    self.0.structure.store(next.code(), Ordering::Relaxed);
                }
                Err(refused) => return Err(refused.error),
            }
        }
    }

    pub(super) fn body<'a>(&self, request: &'a Request, messages: &'a [Message]) -> Body<'a> {
        let is_openai = self.0.config.is_openai();
        Body {
            model: &request.model,
            messages,
            max_completion_tokens: request.tokens_max,
            response_format: None,
            stream: false,
            stream_options: None,
            reasoning_effort: is_openai.then_some("low"),
            prompt_cache_key: is_openai.then_some(request.name),
        }
    }

    /// Tries until there is an answer, a reason that time does not cure, or no time.
    async fn persist(
        &self,
        request: &Request,
        body: &Body<'_>,
        spent: &mut Spent,
    ) -> Result<String, Refused> {
        let mut waits = backoff();
        loop {
            let refused = match self.once(request, body, spent).await {
                Ok(completion) => return text_of(completion).map_err(Refused::from),
                Err(refused) => refused,
            };
            if refused.about_structure || !refused.error.is_worth_another_attempt() {
                return Err(refused);
            }
            let Some(wait) = waits.next() else {
                return Err(refused);
            };
            self.wait(request.deadline, wait, &refused.error).await?;
        }
    }

    /// Waits as long as the server wants, or as long as we think; not at all if the deadline would pass meanwhile.
    pub(super) async fn wait(
        &self,
        deadline: Instant,
        ours: Duration,
        error: &ModelError,
    ) -> Result<(), ModelError> {
        let wait = error.wanted_wait().unwrap_or(ours);
        // A pause that ends beyond the deadline is not begun.
        let until = Instant::now()
            .checked_add(wait)
            .filter(|until| *until < deadline);
        let Some(until) = until else {
            if let Some(wanted) = error.wanted_wait() {
                self.0.breaker.leave_alone(wanted, Instant::now());
            }
            return Err(error.clone());
        };
        tokio::time::sleep_until(until).await;
        Ok(())
    }

    async fn once(
        &self,
        request: &Request,
        body: &Body<'_>,
        spent: &mut Spent,
    ) -> Result<Completion, Refused> {
        let deadline = self.call_deadline(request);
        let answered = async {
            let response = self.send(request, body, deadline).await?;
            let bytes = read_bounded(response, ANSWER_BYTES_MAX).await?;
            serde_json::from_slice::<Completion>(&bytes).map_err(|_| ModelError::Broken.into())
        };
        let outcome = match timeout_at(deadline, answered).await {
            Ok(outcome) => outcome,
            Err(_) => Err(ModelError::TooLate.into()),
        };
        self.note(&request.model, &outcome);
        let completion = outcome?;
        if let Some(count) = &completion.usage {
            spent.add(count, self.0.prices.of(&request.model));
        }
        Ok(completion)
    }

    pub(super) fn call_deadline(&self, request: &Request) -> Instant {
        request
            .deadline
            .min(Instant::now() + self.0.config.timeouts.call)
    }

    /// Remembers what a call has shown about the server.
    pub(super) fn note<T>(&self, model: &str, outcome: &Result<T, Refused>) {
        match outcome {
            Ok(_) => self.0.breaker.note(model, Verdict::Alive, Instant::now()),
            Err(refused) if refused.error == ModelError::Resting => {}
            Err(refused) if refused.about_structure => {}
            Err(refused) => {
                tracing::info!(error = %refused.error, "a call of a model failed");
                self.0
                    .breaker
                    .note(model, refused.error.verdict(), Instant::now());
            }
        }
    }

    /// Sends a request and sees to it that something good begins to come back.
    pub(super) async fn send(
        &self,
        request: &Request,
        body: &Body<'_>,
        deadline: Instant,
    ) -> Result<reqwest::Response, Refused> {
        self.post("/chat/completions", &request.model, body, deadline)
            .await
    }

    pub(super) async fn post(
        &self,
        path: &str,
        model: &str,
        body: &impl serde::Serialize,
        deadline: Instant,
    ) -> Result<reqwest::Response, Refused> {
        if !self.0.breaker.admits(model, Instant::now()) {
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
        Err(refused(status, &headers, &complaint, model))
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
