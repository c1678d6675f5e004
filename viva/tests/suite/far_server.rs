//! A server at the far end that answers as a test says, over a real socket.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

/// What was asked.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    /// `GET /v1/models`.
    pub(crate) line: String,
    pub(crate) authorization: Option<String>,
    pub(crate) body: Value,
}

/// What is answered.
#[derive(Debug, Clone)]
pub(crate) struct Reply {
    status: u16,
    kind: &'static str,
    body: String,
}

impl Reply {
    pub(crate) fn json(status: u16, body: &Value) -> Reply {
        Reply {
            status,
            kind: "application/json",
            body: body.to_string(),
        }
    }

    /// A whole completion.
    pub(crate) fn says(content: &str) -> Reply {
        Reply::json(
            200,
            &json!({
                "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": content}}],
                "usage": {"prompt_tokens": 100, "completion_tokens": 10},
            }),
        )
    }

    /// A completion a word at a time.
    pub(crate) fn streams(content: &str) -> Reply {
        let event = |delta: Value, finish: Option<&str>| {
            let chunk = json!({"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]});
            format!("data: {chunk}\n\n")
        };
        let mut body: String = content
            .split_inclusive(' ')
            .map(|word| event(json!({"content": word}), None))
            .collect();
        body.push_str(&event(json!({}), Some("stop")));
        body.push_str("data: [DONE]\n\n");
        Reply {
            status: 200,
            kind: "text/event-stream",
            body,
        }
    }

    pub(crate) fn list(models: &Value) -> Reply {
        Reply::json(200, &json!({"object": "list", "data": models}))
    }

    pub(crate) fn error(status: u16, code: &str) -> Reply {
        Reply::json(status, &json!({"error": {"message": "no", "code": code}}))
    }
}

pub(crate) struct FarServer {
    /// Without a path.
    pub(crate) origin: String,
    asked: Arc<Mutex<Vec<Asked>>>,
}

impl FarServer {
    /// Every request is answered by `script`. The thread ends with the test's process.
    pub(crate) fn start(script: impl Fn(&Asked) -> Reply + Send + 'static) -> FarServer {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let server = FarServer {
            origin: format!("http://{}", listener.local_addr().unwrap()),
            asked: Arc::default(),
        };
        let asked = server.asked.clone();
        std::thread::spawn(move || {
            for socket in listener.incoming() {
                let mut socket = socket.unwrap();
                let request = read(&mut socket);
                let reply = script(&request);
                asked.lock().unwrap().push(request);
                let head = format!(
                    "HTTP/1.1 {} Said\r\ncontent-type: {}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                    reply.status,
                    reply.kind,
                    reply.body.len()
                );
                socket.write_all(head.as_bytes()).unwrap();
                socket.write_all(reply.body.as_bytes()).unwrap();
            }
        });
        server
    }

    pub(crate) fn base_url(&self) -> String {
        format!("{}/v1", self.origin)
    }

    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }
}

/// The address of a server that has gone.
pub(crate) fn nobody() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    format!("http://{}/v1", listener.local_addr().unwrap())
}

fn read(socket: &mut TcpStream) -> Asked {
    let mut bytes = Vec::new();
    let end = loop {
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break end;
        }
        more(socket, &mut bytes);
    };
    let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
    let field = |name: &str| {
        head.lines().find_map(|line| {
            let (key, value) = line.split_once(": ")?;
            key.eq_ignore_ascii_case(name).then(|| value.to_owned())
        })
    };
    let length: usize = field("content-length").map_or(0, |it| it.parse().unwrap());
    while bytes.len() < end + 4 + length {
        more(socket, &mut bytes);
    }
    let line = head.lines().next().unwrap();
    Asked {
        line: line.trim_end_matches(" HTTP/1.1").to_owned(),
        authorization: field("authorization"),
        body: serde_json::from_slice(&bytes[end + 4..]).unwrap_or_default(),
    }
}

fn more(socket: &mut TcpStream, bytes: &mut Vec<u8>) {
    let mut chunk = [0; 16 << 10];
    let n = socket.read(&mut chunk).unwrap();
    assert!(n > 0, "the request broke off");
    bytes.extend_from_slice(&chunk[..n]);
}
