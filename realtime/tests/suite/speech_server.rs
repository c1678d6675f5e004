//! A small speech server on a real socket: it speaks with a recorded voice and understands what the test tells it to.

use crate::far_voice::guard;
use axum::body::Bytes;
use axum::extract::{Multipart, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex};
use tokio::net::TcpListener;
use tokio::sync::watch;

/// How long one character of a sentence sounds.
pub(crate) const MS_PER_CHAR: usize = 60;
/// What the server's voice is recorded at.
const RATE: u32 = 16_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mood {
    Well,
    /// Answers every request with this status.
    Answers(StatusCode),
    /// Takes every request and never answers.
    Hangs,
}

#[derive(Clone)]
pub(crate) struct SpeechServer {
    pub(crate) url: String,
    seen: Arc<Seen>,
}

struct Seen {
    mood: watch::Sender<Mood>,
    /// The sentences it was asked to say, in order.
    said: watch::Sender<Vec<Value>>,
    /// The fields of each upload, and the milliseconds of its sound.
    heard: watch::Sender<Vec<(BTreeMap<String, String>, u64)>>,
    understands: Mutex<VecDeque<&'static str>>,
}

impl SpeechServer {
    pub(crate) async fn start() -> SpeechServer {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        SpeechServer::on(listener)
    }

    pub(crate) fn on(listener: TcpListener) -> SpeechServer {
        let seen = Arc::new(Seen {
            mood: watch::Sender::new(Mood::Well),
            said: watch::Sender::new(Vec::new()),
            heard: watch::Sender::new(Vec::new()),
            understands: Mutex::new(VecDeque::new()),
        });
        let url = format!("http://{}", listener.local_addr().unwrap());
        let app = Router::new()
            .route("/v1/audio/speech", post(speak))
            .route("/v1/audio/transcriptions", post(transcribe))
            .route("/v1/models", get(models))
            .with_state(Arc::clone(&seen));
        tokio::spawn(async move { axum::serve(listener, app).await });
        SpeechServer { url, seen }
    }

    pub(crate) fn is(&self, mood: Mood) {
        self.seen.mood.send_replace(mood);
    }

    /// What it will understand, one entry for each upload; "Words." when there is none.
    pub(crate) fn understands(&self, words: &'static str) {
        self.seen.understands.lock().unwrap().push_back(words);
    }

    pub(crate) fn said(&self) -> Vec<String> {
        let said = self.seen.said.borrow();
        said.iter()
            .map(|it| it["input"].as_str().unwrap().to_owned())
            .collect()
    }

    pub(crate) fn requests(&self) -> Vec<Value> {
        self.seen.said.borrow().clone()
    }

    pub(crate) fn heard(&self) -> Vec<(BTreeMap<String, String>, u64)> {
        self.seen.heard.borrow().clone()
    }

    pub(crate) async fn has_said(&self, n: usize) {
        let mut said = self.seen.said.subscribe();
        let waits = said.wait_for(|it| it.len() >= n);
        drop(guard("sentences to be asked for", waits).await.unwrap());
    }
}

async fn behave(seen: &Seen) -> Option<Response> {
    let mood = *seen.mood.borrow();
    match mood {
        Mood::Well => None,
        Mood::Answers(status) => Some(status.into_response()),
        Mood::Hangs => {
            let mut changed = seen.mood.subscribe();
            drop(changed.wait_for(|it| *it != Mood::Hangs).await);
            Some(StatusCode::GATEWAY_TIMEOUT.into_response())
        }
    }
}

async fn models(State(seen): State<Arc<Seen>>) -> Response {
    match behave(&seen).await {
        Some(response) => response,
        None => Json(json!({"object": "list", "data": []})).into_response(),
    }
}

async fn speak(State(seen): State<Arc<Seen>>, body: Bytes) -> Response {
    let request: Value = serde_json::from_slice(&body).unwrap();
    let n_chars = request["input"].as_str().unwrap().len();
    seen.said.send_modify(|it| it.push(request));
    if let Some(response) = behave(&seen).await {
        return response;
    }
    let wav = realtime::write_wav(&voice(n_chars * MS_PER_CHAR), RATE).unwrap();
    ([(header::CONTENT_TYPE, "audio/wav")], wav).into_response()
}

async fn transcribe(State(seen): State<Arc<Seen>>, mut form: Multipart) -> Response {
    let mut fields = BTreeMap::new();
    let mut length = 0;
    while let Some(field) = form.next_field().await.unwrap() {
        let name = field.name().unwrap().to_owned();
        if name == "file" {
            let (samples, rate) = realtime::read_wav(&field.bytes().await.unwrap()).unwrap();
            length = samples.len() as u64 * 1_000 / u64::from(rate);
        } else {
            fields.insert(name, field.text().await.unwrap());
        }
    }
    seen.heard.send_modify(|it| it.push((fields, length)));
    if let Some(response) = behave(&seen).await {
        return response;
    }
    let words = seen.understands.lock().unwrap().pop_front();
    Json(json!({"text": words.unwrap_or("Words.")})).into_response()
}

/// The recorded voice, from its middle on, as long as is wanted.
fn voice(ms: usize) -> Vec<i16> {
    let recorded = recorded();
    let middle = recorded.len() / 2;
    let n_samples = ms * RATE as usize / 1_000;
    recorded
        .iter()
        .cycle()
        .skip(middle)
        .take(n_samples)
        .copied()
        .collect()
}

pub(crate) fn recorded() -> Vec<i16> {
    let (samples, rate) = realtime::read_wav(include_bytes!("../sounds/answer.wav")).unwrap();
    assert_eq!(rate, RATE);
    samples
}
