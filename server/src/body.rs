//! Bodies: read within their limit, then as JSON whose problems are named by their path.

use std::time::Duration;

use axum::body::{self, Bytes};
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, StatusCode, header};
use futures_util::StreamExt;
use serde::de::DeserializeOwned;

use crate::problem::Problem;

const USUAL_BYTES_MAX: usize = 2 * 1024 * 1024;
/// An hour's answer in any script.
const TURN_BYTES_MAX: usize = 8 * 1024 * 1024;

/// The most a request to this path may weigh.
pub(crate) fn bytes_max(path: &str) -> usize {
    if path == "/v1/import" {
        documents::MAX_BYTES
    } else if path.ends_with("/turns") {
        TURN_BYTES_MAX
    } else {
        USUAL_BYTES_MAX
    }
}

/// How much, and how long, a body that is too large is listened to: who is cut off in the middle of sending often never
/// reads why.
const OVERFLOW_BYTES_MAX: usize = 64 * 1024 * 1024;
const OVERFLOW_PATIENCE: Duration = Duration::from_secs(5);

/// Reads a body that may have up to `limit` bytes. Each part of the usual size may take as long as `patience`.
pub(crate) async fn whole(
    body: body::Body,
    limit: usize,
    patience: Duration,
) -> Result<Bytes, Problem> {
    let parts = u32::try_from(limit.div_ceil(USUAL_BYTES_MAX)).unwrap_or(u32::MAX);
    let patience = patience.saturating_mul(parts);
    match tokio::time::timeout(patience, read_up_to(body, limit)).await {
        Ok(read) => read,
        Err(_) => Err(Problem::new(
            StatusCode::REQUEST_TIMEOUT,
            format!("the body did not arrive within {} s", patience.as_secs()),
        )),
    }
}

async fn read_up_to(body: body::Body, limit: usize) -> Result<Bytes, Problem> {
    let mut parts = body.into_data_stream();
    let mut read: Vec<u8> = Vec::new();
    while let Some(part) = parts.next().await {
        let part = part.map_err(|_| {
            Problem::new(StatusCode::BAD_REQUEST, "the body broke off before its end")
        })?;
        if read.len() + part.len() > limit {
            drain(parts).await;
            return Err(Problem::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                format!("the body must not have more than {limit} bytes"),
            ));
        }
        read.extend_from_slice(&part);
    }
    Ok(read.into())
}

async fn drain(mut parts: body::BodyDataStream) {
    let rest = async {
        let mut n_bytes = 0;
        while let Some(Ok(part)) = parts.next().await {
            n_bytes += part.len();
            if n_bytes > OVERFLOW_BYTES_MAX {
                return;
            }
        }
    };
    if tokio::time::timeout(OVERFLOW_PATIENCE, rest).await.is_err() {
        tracing::debug!("a body that was too large did not end");
    }
}

/// Whether a body may be JSON. What no media type was given for may be, and what `curl -d` calls a form: forms of other
/// pages are kept out by their origin, not by this.
fn may_be_json(headers: &HeaderMap) -> bool {
    let Some(kind) = headers.get(header::CONTENT_TYPE) else {
        return true;
    };
    let kind = kind.to_str().unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    let kind = kind.to_ascii_lowercase();
    matches!(
        kind.as_str(),
        "application/json" | "application/x-www-form-urlencoded"
    ) || kind.starts_with("application/") && kind.ends_with("+json")
}

/// A JSON body. An empty one is `{}`.
#[derive(Debug)]
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let may_be_json = may_be_json(request.headers());
        let bytes = Bytes::from_request(request, state)
            .await
            .map_err(|error| Problem::new(error.status(), error.body_text()))?;
        if !may_be_json && !bytes.is_empty() {
            return Err(Problem::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "send JSON, with `Content-Type: application/json`",
            ));
        }
        read(&bytes).map(Body)
    }
}

pub(crate) fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    let bytes = if bytes.trim_ascii().is_empty() {
        b"{}"
    } else {
        bytes
    };
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        if !error.inner().is_data() {
            return not_json(error.inner());
        }
        let path = error.path().to_string();
        let path = if path == "." { String::new() } else { path };
        Problem::bad_field(path, in_words(error.inner()))
    })?;
    reader.end().map_err(|error| not_json(&error))?;
    Ok(value)
}

fn not_json(error: &serde_json::Error) -> Problem {
    Problem::new(
        StatusCode::BAD_REQUEST,
        format!("the body is not JSON: {error}"),
    )
}

/// serde's words, without the place in the text, which the path says better.
fn in_words(error: &serde_json::Error) -> String {
    let words = error.to_string();
    match words.rsplit_once(" at line ") {
        Some((words, _)) => words.to_owned(),
        None => words,
    }
}
