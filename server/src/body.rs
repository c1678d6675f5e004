//! Bodies: read within their limit, then as JSON whose problems are named by their path.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
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

/// A JSON body. An empty one is `{}`.
#[derive(Debug)]
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let bytes = Bytes::from_request(request, state)
            .await
            .map_err(|error| Problem::new(error.status(), error.body_text()))?;
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
        let path = error.path().to_string();
        let path = if path == "." { String::new() } else { path };
        Problem::bad_field(path, in_words(error.inner()))
    })?;
    reader
        .end()
        .map_err(|error| Problem::bad_field("", in_words(&error)))?;
    Ok(value)
}

/// serde's words, without the place in the text, which the path says better.
fn in_words(error: &serde_json::Error) -> String {
    let words = error.to_string();
    match words.rsplit_once(" at line ") {
        Some((words, _)) => words.to_owned(),
        None => words,
    }
}
