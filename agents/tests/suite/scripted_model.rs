//! A model server that answers from a script, over a real socket.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// What the server does with one request.
#[derive(Debug, Clone)]
pub(crate) enum Reply {
    /// A whole answer.
    Says(String),
    /// An answer in pieces.
    Streams(Vec<String>),
    /// Some pieces, then the connection is gone.
    BreaksAfter(Vec<String>),
}

#[derive(Debug, Clone)]
pub(crate) struct ScriptedModel {
    pub(crate) base_url: String,
    asked: Arc<Mutex<Vec<Value>>>,
}

impl ScriptedModel {
    pub(crate) async fn start(replies: Vec<Reply>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let model = Self {
            base_url: format!("http://{}/v1", listener.local_addr().unwrap()),
            asked: Arc::default(),
        };
        let (asked, mut replies) = (model.asked.clone(), VecDeque::from(replies));
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                serve(socket, &asked, replies.pop_front()).await;
            }
        });
        model
    }

    /// The text of every message of a request.
    pub(crate) fn messages(&self, request: usize) -> Vec<String> {
        let asked = self.asked.lock().unwrap();
        let messages = asked[request]["messages"].as_array().unwrap();
        let text = |message: &Value| message["content"].as_str().unwrap().to_owned();
        messages.iter().map(text).collect()
    }

    pub(crate) fn requests(&self) -> usize {
        self.asked.lock().unwrap().len()
    }
}

async fn serve(mut socket: TcpStream, asked: &Mutex<Vec<Value>>, reply: Option<Reply>) {
    let body = read_body(&mut socket).await;
    asked.lock().unwrap().push(body);
    let (kind, text, whole) = match reply {
        Some(Reply::Says(content)) => (
            "application/json",
            json!({
                "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": content}}],
                "usage": {"prompt_tokens": 100, "completion_tokens": 10},
            })
            .to_string(),
            true,
        ),
        Some(Reply::Streams(pieces)) => ("text/event-stream", events(&pieces) + "data: [DONE]\n\n", true),
        Some(Reply::BreaksAfter(pieces)) => ("text/event-stream", events(&pieces), false),
        None => ("application/json", "{}".to_owned(), true),
    };
    // One that breaks promises more than it sends.
    let length = text.len() + if whole { 0 } else { 1_000 };
    let head = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n"
    );
    socket.write_all(head.as_bytes()).await.unwrap();
    socket.write_all(text.as_bytes()).await.unwrap();
    socket.shutdown().await.unwrap();
}

fn events(pieces: &[String]) -> String {
    let last = pieces.len().saturating_sub(1);
    let event = |(at, piece): (usize, &String)| {
        let finish = (at == last).then_some("stop");
        let delta = json!({"choices": [{"index": 0, "delta": {"content": piece}, "finish_reason": finish}]});
        format!("data: {delta}\n\n")
    };
    pieces.iter().enumerate().map(event).collect()
}

async fn read_body(socket: &mut TcpStream) -> Value {
    let mut bytes = Vec::new();
    loop {
        let mut chunk = [0; 16 << 10];
        let n = socket.read(&mut chunk).await.unwrap();
        bytes.extend_from_slice(&chunk[..n]);
        let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") else {
            continue;
        };
        let head = String::from_utf8_lossy(&bytes[..end]).to_lowercase();
        let length: usize = head
            .lines()
            .find_map(|line| line.strip_prefix("content-length: "))
            .unwrap()
            .trim()
            .parse()
            .unwrap();
        if bytes.len() >= end + 4 + length {
            return serde_json::from_slice(&bytes[end + 4..]).unwrap();
        }
        assert!(n > 0, "the request broke off");
    }
}
