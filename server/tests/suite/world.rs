//! A server on a socket of its own, and calls to it.

use std::path::PathBuf;

use realtime::OpenAi;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use server::{Config, Connected, Limits, VoiceSettings};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

pub(crate) const TOKEN: &str = "an-owners-token-for-tests";

pub(crate) struct World {
    pub(crate) base: String,
    pub(crate) http: reqwest::Client,
    data: tempfile::TempDir,
    stop: Option<oneshot::Sender<()>>,
    running: Option<JoinHandle<()>>,
    far: Option<OpenAi>,
}

/// A session that was made, and the key of its participant.
pub(crate) struct Made {
    pub(crate) id: String,
    pub(crate) join: String,
}

impl World {
    pub(crate) async fn start() -> World {
        World::with_voice(None).await
    }

    pub(crate) async fn with_voice(far: Option<OpenAi>) -> World {
        let mut world = World {
            base: String::new(),
            http: reqwest::Client::new(),
            data: tempfile::tempdir().unwrap(),
            stop: None,
            running: None,
            far,
        };
        world.serve().await;
        world
    }

    async fn serve(&mut self) {
        let config = Config {
            data: self.data.path().to_owned(),
            database: store::DatabaseUrl::sqlite(self.data.path().join("viva.db")),
            token: Some(TOKEN.to_owned()),
            staff: agents::Staff::builtin(),
            cost_cap: None,
            connected: Connected::default(),
            voice: VoiceSettings {
                far: self.far.clone(),
                ..VoiceSettings::text_only()
            },
            limits: Limits::USUAL,
        };
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        self.base = format!("http://{}", listener.local_addr().unwrap());
        let (ready, is_ready) = oneshot::channel();
        let (stop, stopped) = oneshot::channel::<()>();
        let running = server::run(
            listener,
            config,
            move |address| ready.send(address).unwrap(),
            async move { stopped.await.unwrap() },
        );
        self.running = Some(tokio::spawn(async move { running.await.unwrap() }));
        self.stop = Some(stop);
        is_ready.await.unwrap();
    }

    /// Stops in order.
    pub(crate) async fn stop(&mut self) {
        self.stop.take().unwrap().send(()).unwrap();
        self.running.take().unwrap().await.unwrap();
    }

    /// Stops and starts again on the same data.
    pub(crate) async fn restart(&mut self) {
        self.stop().await;
        self.serve().await;
    }

    pub(crate) fn recording(&self, session: &str) -> PathBuf {
        self.data.path().join(format!("recordings/{session}.opus"))
    }

    pub(crate) async fn call(
        &self,
        method: Method,
        path: &str,
        token: &str,
        body: Option<Value>,
    ) -> (StatusCode, Value) {
        let mut request = self
            .http
            .request(method, format!("{}{path}", self.base))
            .bearer_auth(token);
        if let Some(body) = body {
            request = request.json(&body);
        }
        let answer = request.send().await.unwrap();
        let status = answer.status();
        let text = answer.text().await.unwrap();
        let value = serde_json::from_str(&text).unwrap_or(Value::String(text));
        (status, value)
    }

    /// What the owner gets; anything but success fails the test.
    pub(crate) async fn get(&self, path: &str) -> Value {
        let (status, value) = self.call(Method::GET, path, TOKEN, None).await;
        assert!(status.is_success(), "GET {path}: {status} {value}");
        value
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Value {
        let (status, value) = self.call(Method::POST, path, TOKEN, Some(body)).await;
        assert!(status.is_success(), "POST {path}: {status} {value}");
        value
    }

    pub(crate) async fn session(&self, plan: Value) -> Made {
        let made = self.post("/v1/sessions", json!({ "plan": plan })).await;
        Made {
            id: made["id"].as_str().unwrap().to_owned(),
            join: made["join_token"].as_str().unwrap().to_owned(),
        }
    }
}

/// A plan file as the JSON that the API takes.
pub(crate) fn plan(toml: &str) -> Value {
    let plan: toml::Table = toml.parse().unwrap();
    serde_json::to_value(plan).unwrap()
}
