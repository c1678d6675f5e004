//! The far end of the model client: an OpenAI-compatible server that follows a script, over real sockets.
//!
//! It does what servers do when they are tired, wrong or dying. What it was asked is kept, to be looked at.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio::time::{Instant, interval, interval_at};

/// No request of ours is larger.
const REQUEST_BYTES_MAX: usize = 16 << 20;

/// What the server does with one request.
#[derive(Debug, Clone)]
pub enum Act {
    /// A whole answer.
    Says(String),
    /// The beginning of an answer, and that it was cut off at its longest.
    CutOff(String),
    /// The model does not want to.
    Refuses,
    /// An answer in pieces.
    Writes(Vec<String>),
    /// 200 with this body, whatever it is.
    Body(String),
    /// An HTTP error.
    Fails {
        status: u16,
        headers: Vec<(&'static str, String)>,
        body: &'static str,
    },
    /// The first half of a whole answer; then the connection is closed.
    Breaks(String),
    /// Some pieces, then the connection is torn down.
    Resets(Vec<String>),
    /// Takes the request and never says anything.
    Hangs,
    /// A byte now and then, for ever: never silent, never done.
    Drips { every: Duration },
    /// The same, later.
    After(Duration, Box<Act>),
}

impl Act {
    #[must_use]
    pub fn fails(status: u16) -> Act {
        Act::Fails {
            status,
            headers: Vec::new(),
            body: "",
        }
    }
}

/// How long the server had a request: what is before and after it is the other side's.
#[derive(Debug, Clone, Copy)]
pub struct Held {
    pub got: Instant,
    pub answered: Instant,
}

/// One request, as the server got it.
#[derive(Debug, Clone)]
pub struct Asked {
    pub path: String,
    /// Lower case, one header to a line.
    pub head: String,
    pub body: Value,
}

impl Asked {
    /// What kind of answer is wanted: the name of the schema, or `essay` for a text in pieces.
    #[must_use]
    pub fn wants(&self) -> &str {
        let chat = &self.body["response_format"]["json_schema"]["name"];
        let responses = &self.body["text"]["format"]["name"];
        let name = chat.as_str().or_else(|| responses.as_str());
        name.unwrap_or(if self.body["stream"] == true {
            "essay"
        } else {
            ""
        })
    }

    /// The words of every message, in order.
    #[must_use]
    pub fn messages(&self) -> Vec<&str> {
        let list = self.body["messages"].as_array();
        let list = list.or_else(|| self.body["input"].as_array());
        list.into_iter()
            .flatten()
            .filter_map(|message| message["content"].as_str())
            .collect()
    }

    /// Everything that the model reads.
    #[must_use]
    pub fn prompt(&self) -> String {
        let rules = self.body["instructions"].as_str().unwrap_or_default();
        format!("{rules}\n{}", self.messages().join("\n"))
    }
}

type Script = dyn Fn(usize, &Asked) -> Act + Send + Sync;

/// A running server. It stops when this is dropped.
pub struct FarModel {
    address: String,
    kept: Arc<Kept>,
    serving: JoinHandle<()>,
}

#[derive(Debug, Default)]
struct Kept {
    asked: Mutex<Vec<Asked>>,
    held: Mutex<Vec<Held>>,
}

fn locked<T>(list: &Mutex<Vec<T>>) -> MutexGuard<'_, Vec<T>> {
    list.lock().unwrap_or_else(PoisonError::into_inner)
}

impl std::fmt::Debug for FarModel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "FarModel({}, {} asked)", self.address, self.n_asked())
    }
}

impl Drop for FarModel {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

impl FarModel {
    /// Starts a server. The script gets the number of each request, from 0, and the request.
    pub async fn start(
        script: impl Fn(usize, &Asked) -> Act + Send + Sync + 'static,
    ) -> std::io::Result<FarModel> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = format!("http://{}", listener.local_addr()?);
        let kept: Arc<Kept> = Arc::default();
        let script: Arc<Script> = Arc::new(script);
        let keeping = Arc::clone(&kept);
        let serving = tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                tokio::spawn(serve(socket, Arc::clone(&keeping), Arc::clone(&script)));
            }
        });
        Ok(FarModel {
            address,
            kept,
            serving,
        })
    }

    /// Nobody listens any more.
    pub async fn stop(&mut self) {
        self.serving.abort();
        drop((&mut self.serving).await);
    }

    /// For `OPENAI_BASE_URL`.
    #[must_use]
    pub fn base_url(&self) -> String {
        format!("{}/v1", self.address)
    }

    /// Without a path.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.address
    }

    #[must_use]
    pub fn asked(&self) -> Vec<Asked> {
        locked(&self.kept.asked).clone()
    }

    /// How long each request that was answered was held, in the order of the answers.
    #[must_use]
    pub fn held(&self) -> Vec<Held> {
        locked(&self.kept.held).clone()
    }

    #[must_use]
    pub fn n_asked(&self) -> usize {
        locked(&self.kept.asked).len()
    }
}

/// A client that hangs up in the middle is what some tests are about, so that errors of the socket end it quietly.
async fn serve(mut socket: TcpStream, kept: Arc<Kept>, script: Arc<Script>) {
    let Ok(Some((got, asked))) = read_request(&mut socket).await else {
        return;
    };
    let number = {
        let mut all = locked(&kept.asked);
        all.push(asked.clone());
        all.len() - 1
    };
    let mut act = script(number, &asked);
    while let Act::After(wait, then) = act {
        interval_at(got + wait, wait).tick().await;
        act = *then;
    }
    locked(&kept.held).push(Held {
        got,
        answered: Instant::now(),
    });
    if let Err(error) = perform(&mut socket, act).await {
        tracing::debug!(%error, "a client of the scripted server went away");
    }
}

async fn perform(socket: &mut TcpStream, act: Act) -> std::io::Result<()> {
    match act {
        Act::Says(content) => send(socket, JSON, &completion(&content, "stop")).await,
        Act::CutOff(content) => send(socket, JSON, &completion(&content, "length")).await,
        Act::Refuses => {
            let message =
                json!({"role": "assistant", "content": null, "refusal": "I can't help with that."});
            let body =
                json!({"choices": [{"index": 0, "finish_reason": "stop", "message": message}]});
            send(socket, JSON, &body.to_string()).await
        }
        Act::Writes(pieces) => {
            let text = format!("{}{ENDING}", events(&pieces));
            send(socket, EVENTS, &text).await
        }
        Act::Body(body) => send(socket, JSON, &body).await,
        Act::Fails {
            status,
            headers,
            body,
        } => {
            let headers: String = headers
                .iter()
                .map(|(name, value)| format!("{name}: {value}\r\n"))
                .collect();
            let head = format!(
                "HTTP/1.1 {status} no\r\n{headers}content-length: {}\r\nconnection: close\r\n\r\n",
                body.len()
            );
            socket.write_all(head.as_bytes()).await?;
            socket.write_all(body.as_bytes()).await?;
            socket.shutdown().await
        }
        Act::Breaks(content) => {
            let body = completion(&content, "stop");
            let head = head(JSON, Some(body.len()));
            socket.write_all(head.as_bytes()).await?;
            socket.write_all(&body.as_bytes()[..body.len() / 2]).await?;
            socket.shutdown().await
        }
        Act::Resets(pieces) => {
            socket.write_all(head(EVENTS, None).as_bytes()).await?;
            socket.write_all(events(&pieces).as_bytes()).await?;
            socket.flush().await?;
            socket.set_zero_linger()
        }
        Act::Hangs => std::future::pending().await,
        Act::Drips { every } => {
            socket.write_all(head(JSON, None).as_bytes()).await?;
            let mut clock = interval(every);
            loop {
                clock.tick().await;
                socket.write_all(b" ").await?;
            }
        }
        Act::After(..) => Ok(()),
    }
}

const JSON: &str = "application/json";
const EVENTS: &str = "text/event-stream";
const ENDING: &str = concat!(
    r#"data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}"#,
    "\n\n",
    r#"data: {"choices":[],"usage":{"prompt_tokens":200,"completion_tokens":50}}"#,
    "\n\ndata: [DONE]\n\n",
);

fn head(kind: &str, length: Option<usize>) -> String {
    let length = length.map_or(String::new(), |length| {
        format!("content-length: {length}\r\n")
    });
    format!("HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\n{length}connection: close\r\n\r\n")
}

async fn send(socket: &mut TcpStream, kind: &str, body: &str) -> std::io::Result<()> {
    let whole = head(kind, Some(body.len())) + body;
    socket.write_all(whole.as_bytes()).await?;
    socket.shutdown().await
}

fn completion(content: &str, finish: &str) -> String {
    json!({
        "choices": [{"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": content}}],
        "usage": {
            "prompt_tokens": 100,
            "completion_tokens": 10,
            "prompt_tokens_details": {"cached_tokens": 40},
        },
    })
    .to_string()
}

/// Pieces of a text, without a word on whether it is finished.
fn events(pieces: &[String]) -> String {
    let event = |piece: &String| {
        let choice = json!({"index": 0, "delta": {"content": piece}, "finish_reason": null});
        format!("data: {}\n\n", json!({"choices": [choice]}))
    };
    pieces.iter().map(event).collect()
}

async fn read_request(socket: &mut TcpStream) -> std::io::Result<Option<(Instant, Asked)>> {
    let mut bytes = Vec::new();
    let mut chunk = vec![0; 64 << 10];
    loop {
        let n = socket.read(&mut chunk).await?;
        if n == 0 || bytes.len() > REQUEST_BYTES_MAX {
            return Ok(None);
        }
        bytes.extend_from_slice(&chunk[..n]);
        let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") else {
            continue;
        };
        let whole = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let head = whole.to_lowercase();
        let length = head
            .lines()
            .find_map(|line| line.strip_prefix("content-length:"))
            .and_then(|length| length.trim().parse().ok())
            .unwrap_or(0);
        if bytes.len() < end + 4 + length {
            continue;
        }
        let got = Instant::now();
        let path = whole.split_whitespace().nth(1).unwrap_or_default();
        let asked = Asked {
            path: path.to_owned(),
            head,
            body: serde_json::from_slice(&bytes[end + 4..]).unwrap_or_default(),
        };
        return Ok(Some((got, asked)));
    }
}
