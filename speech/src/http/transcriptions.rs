//! `POST /v1/audio/transcriptions`: a WAV file in a form, its words as the answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::Json;
use axum::body::Bytes;
use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{DefaultBodyLimit, FromRequest as _, Multipart, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use serde_json::{Value, json};

use super::Desk;
use super::failure::Failure;
use crate::recogniser::{Heard, Hint, Language};
use crate::sound;

/// As much as the OpenAI API takes.
const FILE_BYTES_MAX: usize = 25 << 20;
/// The form around the file.
const FORM_BYTES_MAX: usize = 64 << 10;
const FIELDS_MAX: usize = 32;
const FIELD_CHARS_MAX: usize = 8_192;
/// From the first byte of the form to its last.
const UPLOAD_PATIENCE: Duration = Duration::from_secs(60);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Format {
    #[default]
    Json,
    Text,
    VerboseJson,
}

#[derive(Debug, Default)]
struct Form {
    file: Option<Bytes>,
    model: String,
    format: Format,
    hint: Hint,
}

/// Tells the recogniser when the client has gone, and it has all been for nothing.
struct Waiting(Arc<AtomicBool>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

pub(super) async fn answer(
    State(desk): State<Arc<Desk>>,
    mut request: Request,
) -> Result<Response, Failure> {
    let place = desk.listening.join()?;
    DefaultBodyLimit::max(FILE_BYTES_MAX + FORM_BYTES_MAX).apply(&mut request);
    let form = tokio::time::timeout(UPLOAD_PATIENCE, read(request))
        .await
        .map_err(|_| Failure::TooSlow)??;
    let file = form
        .file
        .filter(|it| !it.is_empty())
        .ok_or_else(|| Failure::invalid("file", "the form has no file, or an empty one"))?;
    if file.len() > FILE_BYTES_MAX {
        return Err(Failure::TooLarge(FILE_BYTES_MAX));
    }
    if desk.engines.transcriber(&form.model).is_none() {
        return Err(Failure::NoSuchModel(form.model));
    }
    let (model, format, hint) = (form.model, form.format, form.hint);
    let temperature = hint.temperature;
    let served = place.served().await?;
    let waiting = Waiting(Arc::default());
    let given_up = Arc::clone(&waiting.0);
    let work = tokio::task::spawn_blocking(move || {
        let heard = listen(&desk, &file, &model, &hint, given_up);
        drop(served);
        heard
    });
    let heard = work
        .await
        .map_err(|error| Failure::broken(&error.into()))??;
    drop(waiting);
    Ok(match format {
        Format::Json => Json(json!({"text": heard.text()})).into_response(),
        Format::Text => format!("{}\n", heard.text()).into_response(),
        Format::VerboseJson => Json(verbose(&heard, temperature)).into_response(),
    })
}

fn listen(
    desk: &Desk,
    file: &[u8],
    model: &str,
    hint: &Hint,
    given_up: Arc<AtomicBool>,
) -> Result<Heard, Failure> {
    let start = Instant::now();
    let samples = sound::read_wav(file).map_err(|bad| Failure::invalid("file", bad.to_string()))?;
    let slot = desk
        .engines
        .transcriber(model)
        .ok_or_else(|| Failure::NoSuchModel(model.to_owned()))?;
    let recogniser = desk
        .engines
        .load_transcriber(slot)
        .map_err(|error| Failure::broken(&error))?;
    if let Some(language) = hint.language
        && !recogniser.knows(language)
    {
        let name = &slot.model.name;
        return Err(Failure::invalid(
            "language",
            format!("“{name}” knows English only; install a model for more languages"),
        ));
    }
    let heard = match recogniser.listen(&samples, hint, &given_up) {
        Ok(heard) => heard,
        Err(_) if given_up.load(Ordering::Relaxed) => {
            tracing::info!("gave up: the client has gone");
            return Err(Failure::Broken);
        }
        Err(error) => return Err(Failure::broken(&error)),
    };
    tracing::info!(
        seconds = heard.seconds,
        n_segments = heard.segments.len(),
        ms = start.elapsed().as_millis(),
        "recognised"
    );
    Ok(heard)
}

fn verbose(heard: &Heard, temperature: f32) -> Value {
    let segment = |(id, it): (usize, &crate::recogniser::Segment)| {
        json!({
            "id": id, "seek": 0, "start": rounded(it.start_s), "end": rounded(it.end_s),
            "text": it.text, "temperature": rounded(temperature),
            "avg_logprob": rounded(it.log_probability), "no_speech_prob": rounded(it.no_speech),
        })
    };
    json!({
        "task": "transcribe",
        "language": heard.language,
        "duration": rounded(heard.seconds),
        "text": heard.text(),
        "segments": heard.segments.iter().enumerate().map(segment).collect::<Vec<_>>(),
    })
}

/// More digits than that are an accident of the number's binary form.
fn rounded(value: f32) -> f64 {
    (f64::from(value) * 1_000.0).round() / 1_000.0
}

async fn read(request: Request) -> Result<Form, Failure> {
    let mut multipart = Multipart::from_request(request, &())
        .await
        .map_err(|refused| Failure::Invalid(None, refused.body_text()))?;
    let mut form = Form::default();
    for _ in 0..FIELDS_MAX {
        match multipart.next_field().await.map_err(cut_short)? {
            Some(field) => take(&mut form, field).await?,
            None => return Ok(form),
        }
    }
    Err(Failure::Invalid(
        None,
        format!("the form has more than {FIELDS_MAX} fields"),
    ))
}

async fn take(form: &mut Form, field: Field<'_>) -> Result<(), Failure> {
    let name = field.name().unwrap_or_default().to_owned();
    if name == "file" {
        form.file = Some(field.bytes().await.map_err(cut_short)?);
        return Ok(());
    }
    let value = field.text().await.map_err(cut_short)?;
    if value.len() > FIELD_CHARS_MAX {
        let message = format!("a field is longer than {FIELD_CHARS_MAX} characters");
        return Err(Failure::Invalid(None, message));
    }
    match name.as_str() {
        "model" => form.model = value,
        "language" if value.is_empty() => {}
        "language" => {
            let unknown = || {
                Failure::invalid(
                    "language",
                    format!("“{value}” is no language code such as “en”"),
                )
            };
            form.hint.language = Some(Language::read(&value).ok_or_else(unknown)?);
        }
        "prompt" => form.hint.prompt = Some(value).filter(|it| !it.trim().is_empty()),
        "temperature" => {
            let parsed: Option<f32> = value.trim().parse().ok();
            form.hint.temperature = parsed
                .filter(|it| (0.0..=1.0).contains(it))
                .ok_or_else(|| Failure::invalid("temperature", "temperature goes from 0 to 1"))?;
        }
        "response_format" => form.format = format(&value)?,
        "timestamp_granularities[]" | "timestamp_granularities" if value != "segment" => {
            let message = "only the granularity “segment” is known";
            return Err(Failure::invalid("timestamp_granularities", message));
        }
        // The API grows; what is new is no reason to fail.
        _ => {}
    }
    Ok(())
}

fn format(written: &str) -> Result<Format, Failure> {
    match written {
        "" | "json" => Ok(Format::Json),
        "text" => Ok(Format::Text),
        "verbose_json" => Ok(Format::VerboseJson),
        other => Err(Failure::invalid(
            "response_format",
            format!("“{other}” is not known; use json, verbose_json or text"),
        )),
    }
}

fn cut_short(error: MultipartError) -> Failure {
    match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Failure::TooLarge(FILE_BYTES_MAX),
        _ => Failure::Invalid(None, error.body_text()),
    }
}
