//! A server on a socket of its own, and calls to it.

use std::path::PathBuf;

use futures_util::StreamExt;
use realtime::OpenAi;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use server::{Config, Connected, Limits, VoiceSettings};
use store::DatabaseUrl;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

pub(crate) const TOKEN: &str = "an-owners-token-for-tests";

pub(crate) struct World {
    pub(crate) base: String,
    pub(crate) http: reqwest::Client,
    data: tempfile::TempDir,
    stop: Option<oneshot::Sender<()>>,
    running: Option<JoinHandle<()>>,
    wishes: Wishes,
}

/// What a world may have beside the usual.
pub(crate) struct Wishes {
    pub(crate) far: Option<OpenAi>,
    pub(crate) limits: Limits,
    /// A file in the data directory, unless it says otherwise.
    pub(crate) database: Option<DatabaseUrl>,
}

impl Wishes {
    pub(crate) const NONE: Wishes = Wishes {
        far: None,
        limits: Limits::USUAL,
        database: None,
    };
}

/// Runs each named function against a fresh SQLite file and in a fresh PostgreSQL schema.
macro_rules! on_both {
    ($($name:ident;)*) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $name() {
                super::$name(crate::world::World::start().await).await;
            })*
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $name() {
                super::$name(crate::world::World::on_postgres().await).await;
            })*
        }
    };
}
pub(crate) use on_both;

/// A session that was made, and the key of its participant.
pub(crate) struct Made {
    pub(crate) id: String,
    pub(crate) join: String,
}

impl World {
    pub(crate) async fn start() -> World {
        World::with(Wishes::NONE).await
    }

    pub(crate) async fn with_voice(far: Option<OpenAi>) -> World {
        World::with(Wishes {
            far,
            ..Wishes::NONE
        })
        .await
    }

    pub(crate) async fn on_postgres() -> World {
        World::with(Wishes {
            database: Some(fresh_schema().await),
            ..Wishes::NONE
        })
        .await
    }

    pub(crate) async fn with(wishes: Wishes) -> World {
        let mut world = World {
            base: String::new(),
            http: reqwest::Client::new(),
            data: tempfile::tempdir().unwrap(),
            stop: None,
            running: None,
            wishes,
        };
        world.serve().await;
        world
    }

    fn database(&self) -> DatabaseUrl {
        let file = || DatabaseUrl::sqlite(self.data.path().join("viva.db"));
        self.wishes.database.clone().unwrap_or_else(file)
    }

    pub(crate) fn address(&self) -> &str {
        self.base.strip_prefix("http://").unwrap()
    }

    /// Speaks bytes, and gives the first line of what comes back.
    pub(crate) async fn first_line(&self, bytes: &[u8]) -> String {
        let mut socket = TcpStream::connect(self.address()).await.unwrap();
        socket.write_all(bytes).await.unwrap();
        let mut lines = BufReader::new(socket).lines();
        lines.next_line().await.unwrap().unwrap_or_default()
    }

    /// Speaks bytes, and gives everything that comes back until the server hangs up.
    pub(crate) async fn raw(&self, bytes: &[u8]) -> String {
        let mut socket = TcpStream::connect(self.address()).await.unwrap();
        socket.write_all(bytes).await.unwrap();
        let mut answer = Vec::new();
        socket.read_to_end(&mut answer).await.unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    async fn serve(&mut self) {
        let config = Config {
            data: self.data.path().to_owned(),
            database: self.database(),
            token: Some(TOKEN.to_owned()),
            staff: agents::Staff::builtin(),
            cost_cap: None,
            connected: Connected::default(),
            voice: VoiceSettings {
                far: self.wishes.far.clone(),
                ..VoiceSettings::text_only()
            },
            limits: self.wishes.limits,
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

    /// Watches a session until an event of this type has come.
    pub(crate) async fn until(&self, session: &str, kind: &str) {
        let answer = self
            .http
            .get(format!("{}/v1/sessions/{session}/events", self.base))
            .bearer_auth(TOKEN)
            .header("accept", "text/event-stream");
        let mut chunks = answer.send().await.unwrap().bytes_stream();
        let mut text = String::new();
        while !text.contains(&format!("\"type\":\"{kind}\"")) {
            let chunk = chunks.next().await.unwrap().unwrap();
            text.push_str(&String::from_utf8_lossy(&chunk));
        }
    }

    pub(crate) async fn session(&self, plan: Value) -> Made {
        let made = self.post("/v1/sessions", json!({ "plan": plan })).await;
        Made {
            id: made["id"].as_str().unwrap().to_owned(),
            join: made["join_token"].as_str().unwrap().to_owned(),
        }
    }
}

/// An address whose search path is a schema of its own.
async fn fresh_schema() -> DatabaseUrl {
    let Ok(server) = std::env::var("VIVA_TEST_POSTGRES_URL") else {
        panic!("VIVA_TEST_POSTGRES_URL is not set: run `cargo xtask test`");
    };
    let since = std::time::UNIX_EPOCH.elapsed().unwrap().as_nanos();
    let schema = format!("s_{}_{since}", std::process::id());
    let (client, connection) = tokio_postgres::connect(&server, tokio_postgres::NoTls)
        .await
        .unwrap();
    let driving = tokio::spawn(connection);
    let create = format!("CREATE SCHEMA {schema}");
    client.batch_execute(&create).await.unwrap();
    drop(client);
    driving.await.unwrap().unwrap();
    let joint = if server.contains('?') { '&' } else { '?' };
    format!("{server}{joint}options=-c%20search_path%3D{schema}")
        .parse()
        .unwrap()
}

/// A plan file as the JSON that the API takes.
pub(crate) fn plan(toml: &str) -> Value {
    let plan: toml::Table = toml.parse().unwrap();
    serde_json::to_value(plan).unwrap()
}
