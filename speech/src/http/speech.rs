//! `POST /v1/audio/speech`: words in, a voice out; sentence by sentence, so that the first is heard early.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::HeaderValue;
use axum::http::header::CONTENT_TYPE;
use axum::response::Response;
use futures_util::stream;
use serde::Deserialize;
use tokio::sync::mpsc;

use super::Desk;
use super::failure::Failure;
use crate::engines::NoSuch;
use crate::line::Served;
use crate::sound::{self, SPOKEN_RATE};
use crate::text::sentences;

const BODY_BYTES_MAX: usize = 64 << 10;
/// As much as the OpenAI API takes.
const INPUT_CHARS_MAX: usize = 4_096;
const SPEED_MIN: f32 = 0.25;
const SPEED_MAX: f32 = 4.0;
const UPLOAD_PATIENCE: Duration = Duration::from_secs(10);
/// Sentences that are made but not sent: whoever listens slowly does not make us work ahead of them.
const AHEAD_MAX: usize = 2;
/// Between two sentences, as long as a breath.
const PAUSE_SAMPLES: usize = SPOKEN_RATE as usize * 15 / 100;

#[derive(Debug, Deserialize)]
struct Wish {
    input: String,
    #[serde(default)]
    model: String,
    #[serde(default)]
    voice: String,
    #[serde(default)]
    response_format: Option<String>,
    #[serde(default = "usual")]
    speed: f32,
    #[serde(default)]
    stream_format: Option<String>,
}

fn usual() -> f32 {
    1.0
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Wav,
    Pcm,
}

pub(super) async fn answer(
    State(desk): State<Arc<Desk>>,
    request: Request,
) -> Result<Response, Failure> {
    let place = desk.speaking.join()?;
    let wish = tokio::time::timeout(UPLOAD_PATIENCE, read(request))
        .await
        .map_err(|_| Failure::TooSlow)??;
    let format = check(&wish)?;
    find(&desk, &wish)?;
    let served = place.served().await?;
    let (send, mut made) = mpsc::channel(AHEAD_MAX);
    tokio::task::spawn_blocking(move || speak(&desk, &wish, &send, served));
    match format {
        Format::Wav => {
            let mut samples = Vec::new();
            while let Some(sentence) = made.recv().await {
                samples.extend(sentence?);
            }
            let bytes =
                sound::wav(&samples, SPOKEN_RATE).map_err(|bad| Failure::broken(&bad.into()))?;
            Ok(sound_of("audio/wav", Body::from(bytes)))
        }
        Format::Pcm => {
            // A failure is told as one only while nothing has been sent.
            let first = made.recv().await.ok_or(Failure::Broken)??;
            let rest = stream::unfold((Some(first), made), |(first, mut made)| async move {
                let sentence = match first {
                    Some(first) => Ok(first),
                    None => made.recv().await?,
                };
                let bytes = sentence
                    .map(|it| Bytes::from(sound::pcm(&it)))
                    .map_err(|_| std::io::Error::other("the voice failed"));
                Some((bytes, (None, made)))
            });
            Ok(sound_of("audio/pcm", Body::from_stream(rest)))
        }
    }
}

fn sound_of(kind: &'static str, body: Body) -> Response {
    let mut response = Response::new(body);
    let kind = HeaderValue::from_static(kind);
    response.headers_mut().insert(CONTENT_TYPE, kind);
    response
}

async fn read(request: Request) -> Result<Wish, Failure> {
    let body = axum::body::to_bytes(request.into_body(), BODY_BYTES_MAX)
        .await
        .map_err(|_| Failure::TooLarge(BODY_BYTES_MAX))?;
    serde_json::from_slice(&body).map_err(|error| {
        Failure::Invalid(None, format!("the body is not what it should be: {error}"))
    })
}

fn check(wish: &Wish) -> Result<Format, Failure> {
    if wish.input.trim().is_empty() {
        return Err(Failure::invalid("input", "there is nothing to say"));
    }
    if wish.input.chars().count() > INPUT_CHARS_MAX {
        let message =
            format!("the input is longer than {INPUT_CHARS_MAX} characters; send it in parts");
        return Err(Failure::invalid("input", message));
    }
    if !(SPEED_MIN..=SPEED_MAX).contains(&wish.speed) {
        let message = format!("speed goes from {SPEED_MIN} to {SPEED_MAX}");
        return Err(Failure::invalid("speed", message));
    }
    if wish
        .stream_format
        .as_deref()
        .is_some_and(|it| it != "audio")
    {
        return Err(Failure::invalid("stream_format", "only “audio” is known"));
    }
    match wish.response_format.as_deref() {
        None | Some("wav") => Ok(Format::Wav),
        Some("pcm") => Ok(Format::Pcm),
        Some(other) => Err(Failure::invalid(
            "response_format",
            format!("“{other}” cannot be made here; use wav or pcm"),
        )),
    }
}

fn find<'a>(
    desk: &'a Desk,
    wish: &Wish,
) -> Result<&'a crate::engines::Slot<crate::voice::Voice>, Failure> {
    desk.engines
        .voice(&wish.model, &wish.voice)
        .map_err(|no| match no {
            NoSuch::Model => Failure::NoSuchModel(wish.model.clone()),
            NoSuch::Voice => {
                let message = format!("no voice “{}” is installed", wish.voice);
                Failure::invalid("voice", message)
            }
        })
}

/// On a thread of its own; ends when all is said, when it fails, or when nobody listens.
fn speak(desk: &Desk, wish: &Wish, send: &mpsc::Sender<Result<Vec<f32>, Failure>>, served: Served) {
    let start = Instant::now();
    let voice = find(desk, wish).and_then(|slot| {
        let loaded = desk.engines.load_voice(slot);
        loaded.map_err(|error| Failure::broken(&error))
    });
    let voice = match voice {
        Ok(voice) => voice,
        Err(failure) => return tell(send, Err(failure)),
    };
    let mut n_samples = 0;
    for (at, sentence) in sentences(&wish.input).into_iter().enumerate() {
        let phonemes = desk.engines.reader.phonemes(sentence);
        let said = voice.say(&phonemes, wish.speed).map(|said| {
            let pause = if at > 0 { PAUSE_SAMPLES } else { 0 };
            let mut samples = vec![0.0; pause];
            samples.extend(said);
            samples
        });
        n_samples += said.as_ref().map_or(0, Vec::len);
        let failed = said.is_err();
        tell(send, said.map_err(|error| Failure::broken(&error)));
        if failed || send.is_closed() {
            return;
        }
    }
    if n_samples == 0 {
        let nothing = "there is nothing in it that can be said";
        tell(send, Err(Failure::invalid("input", nothing)));
    }
    tracing::info!(n_samples, ms = start.elapsed().as_millis(), "spoke");
    drop(served);
}

fn tell(send: &mpsc::Sender<Result<Vec<f32>, Failure>>, made: Result<Vec<f32>, Failure>) {
    if send.blocking_send(made).is_err() {
        tracing::debug!("nobody listens to the voice any longer");
    }
}
