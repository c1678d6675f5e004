//! Asks a server one thing, within the time and the length that a person who runs a check would put up with.

use std::time::Duration;

use reqwest::{Client, RequestBuilder, StatusCode};

/// A server that needs longer to say what it has is not fit for a conversation.
const PATIENCE: Duration = Duration::from_secs(10);
const CONNECT: Duration = Duration::from_secs(5);
/// The longest list of models in use has some hundred KB.
const ANSWER_BYTES_MAX: usize = 4 << 20;

#[derive(Debug)]
pub(super) struct Answered {
    pub(super) status: StatusCode,
    pub(super) body: Vec<u8>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum Unanswered {
    #[error("is not an address")]
    NoAddress,
    #[error("cannot be reached")]
    Unreachable,
    #[error("did not answer within {} s", PATIENCE.as_secs())]
    TooSlow,
    #[error("broke off in the middle of its answer")]
    Broken,
}

/// A client that follows nobody elsewhere: a key is for the server it was given for.
pub(super) fn client() -> Result<Client, Unanswered> {
    Client::builder()
        .connect_timeout(CONNECT)
        .timeout(PATIENCE)
        .redirect(reqwest::redirect::Policy::none())
        .user_agent(concat!("viva/", env!("CARGO_PKG_VERSION")))
        .build()
        .map_err(|_| Unanswered::Unreachable)
}

pub(super) async fn ask(request: RequestBuilder) -> Result<Answered, Unanswered> {
    let mut response = request.send().await.map_err(|error| why(&error))?;
    let status = response.status();
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| why(&error))? {
        if body.len() + chunk.len() > ANSWER_BYTES_MAX {
            return Err(Unanswered::Broken);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(Answered { status, body })
}

fn why(error: &reqwest::Error) -> Unanswered {
    if error.is_builder() {
        Unanswered::NoAddress
    } else if error.is_timeout() {
        Unanswered::TooSlow
    } else if error.is_connect() {
        Unanswered::Unreachable
    } else {
        Unanswered::Broken
    }
}
