//! What can go wrong with a model, and which of it is worth another attempt.
//!
//! A server's own words may repeat what was asked, so only its codes are kept.

use std::time::{Duration, SystemTime};

use reqwest::StatusCode;
use reqwest::header::HeaderMap;
use serde::Deserialize;

use super::manners::Part;
use super::pause::wanted_wait;

const CODE_CHARS_MAX: usize = 64;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    #[error("the model server does not accept the key; check OPENAI_API_KEY and the organisation")]
    KeyRefused,
    #[error("the account of the key has no credit left; add some, or unset OPENAI_API_KEY")]
    NoCredit,
    #[error(
        "the server has no model “{model}”; check VIVA_MODEL, and that OPENAI_BASE_URL is right"
    )]
    NoModel { model: String },
    #[error("the server did not accept the request ({status} {code})")]
    NotAccepted { status: u16, code: String },
    #[error("the server wants a pause")]
    RateLimited { wait: Option<Duration> },
    #[error("the server failed ({status})")]
    ServerFailed { status: u16, wait: Option<Duration> },
    #[error("the server cannot be reached; check OPENAI_BASE_URL and that it runs")]
    Unreachable,
    #[error("the connection broke in the middle of the answer")]
    Broken,
    #[error("the answer did not come in time")]
    TooLate,
    #[error("the server failed before and is left alone for a while")]
    Resting,
    #[error("the model declined to answer")]
    Declined,
    #[error("the answer was cut off at its longest")]
    CutOff,
    #[error("the answer is larger than any right one can be")]
    TooLarge,
    #[error("the answer was wrong twice")]
    WrongAnswer,
}

/// What an error says about the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It works, whatever it thinks of this request.
    Alive,
    /// It is there, and has no time for us.
    Busy,
    /// It may work again in a moment.
    Ailing,
    /// It was given up. Whether that says much depends on how long it had.
    Slow,
    /// It works, but not for this model.
    WithoutModel,
    /// It will not work before somebody changes something.
    Fatal,
}

impl ModelError {
    /// Whether the same request may succeed a moment later.
    #[must_use]
    pub fn is_worth_another_attempt(&self) -> bool {
        match self {
            ModelError::RateLimited { .. }
            | ModelError::ServerFailed { .. }
            | ModelError::Unreachable
            | ModelError::Broken => true,
            ModelError::KeyRefused
            | ModelError::NoCredit
            | ModelError::NoModel { .. }
            | ModelError::NotAccepted { .. }
            | ModelError::TooLate
            | ModelError::Resting
            | ModelError::Declined
            | ModelError::CutOff
            | ModelError::TooLarge
            | ModelError::WrongAnswer => false,
        }
    }

    /// How long the server asked us to wait.
    pub(super) fn wanted_wait(&self) -> Option<Duration> {
        match self {
            ModelError::RateLimited { wait } | ModelError::ServerFailed { wait, .. } => *wait,
            ModelError::KeyRefused
            | ModelError::NoCredit
            | ModelError::NoModel { .. }
            | ModelError::NotAccepted { .. }
            | ModelError::Unreachable
            | ModelError::Broken
            | ModelError::TooLate
            | ModelError::Resting
            | ModelError::Declined
            | ModelError::CutOff
            | ModelError::TooLarge
            | ModelError::WrongAnswer => None,
        }
    }

    /// How long a server is left alone that was tried for the last time: as it wished, or as we think when it only said
    /// that it has no time.
    pub(super) fn wanted_rest(&self, ours: Duration) -> Option<Duration> {
        let is_busy = self.verdict() == Verdict::Busy;
        self.wanted_wait().or_else(|| is_busy.then_some(ours))
    }

    pub(super) fn verdict(&self) -> Verdict {
        match self {
            ModelError::KeyRefused | ModelError::NoCredit => Verdict::Fatal,
            ModelError::NoModel { .. } => Verdict::WithoutModel,
            ModelError::ServerFailed { .. } | ModelError::Unreachable | ModelError::Broken => {
                Verdict::Ailing
            }
            ModelError::TooLate => Verdict::Slow,
            ModelError::RateLimited { .. } => Verdict::Busy,
            ModelError::NotAccepted { .. }
            | ModelError::Resting
            | ModelError::Declined
            | ModelError::CutOff
            | ModelError::TooLarge
            | ModelError::WrongAnswer => Verdict::Alive,
        }
    }
}

/// An answer that is not one: the error, and which part of the request the server does not take, if it says so.
#[derive(Debug)]
pub(super) struct Refused {
    pub(super) error: ModelError,
    pub(super) about: Option<Part>,
}

impl From<ModelError> for Refused {
    fn from(error: ModelError) -> Self {
        Self { error, about: None }
    }
}

#[derive(Debug, Default, Deserialize)]
struct Wrapped {
    #[serde(default)]
    error: serde_json::Value,
}

/// Reads an HTTP error. The body may be JSON of several kinds, a page of a proxy, or nothing.
pub(super) fn refused(
    status: StatusCode,
    headers: &HeaderMap,
    body: &[u8],
    model: &str,
) -> Refused {
    let error = serde_json::from_slice::<Wrapped>(body)
        .unwrap_or_default()
        .error;
    let field = |name: &str| error.get(name).and_then(|it| it.as_str()).unwrap_or("");
    let (kind, code, param) = (field("type"), field("code"), field("param"));
    let message = error.as_str().unwrap_or_else(|| field("message"));
    let wait = wanted_wait(headers, SystemTime::now());
    let number = status.as_u16();
    let no_credit = kind == "insufficient_quota"
        || matches!(
            code,
            "insufficient_quota" | "credit_balance_exhausted" | "billing_hard_limit_reached"
        );
    let kept = if code.is_empty() { kind } else { code };
    let not_accepted = || ModelError::NotAccepted {
        status: number,
        code: sanitised(kept),
    };
    let error = match number {
        401 | 403 => ModelError::KeyRefused,
        402 => ModelError::NoCredit,
        429 if no_credit => ModelError::NoCredit,
        429 => ModelError::RateLimited { wait },
        404 => ModelError::NoModel {
            model: model.to_owned(),
        },
        408 | 409 => ModelError::ServerFailed {
            status: number,
            wait,
        },
        400 if code == "model_not_found" => ModelError::NoModel {
            model: model.to_owned(),
        },
        400..=499 => not_accepted(),
        500..=599 => ModelError::ServerFailed {
            status: number,
            wait,
        },
        _ => not_accepted(),
    };
    let about = about(number, [message, param], body);
    Refused { error, about }
}

/// The part of our request that a complaint names. Structure is also what a server may break over.
fn about(status: u16, said: [&str; 2], body: &[u8]) -> Option<Part> {
    let structure = said.iter().any(|said| names_structure(said));
    if structure && matches!(status, 400 | 422 | 500 | 501) {
        return Some(Part::Structure);
    }
    if !matches!(status, 400 | 422) {
        return None;
    }
    let body = String::from_utf8_lossy(body);
    Part::ALL
        .into_iter()
        .find(|part| part.names().iter().any(|name| body.contains(name)))
}

fn names_structure(said: &str) -> bool {
    ["response_format", "json_schema", "grammar", "schema"]
        .iter()
        .any(|name| said.contains(name))
}

fn sanitised(code: &str) -> String {
    code.chars()
        .filter(|it| it.is_ascii_alphanumeric() || matches!(it, '_' | '-' | '.'))
        .take(CODE_CHARS_MAX)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(status: u16, body: &str) -> Refused {
        refused(
            StatusCode::from_u16(status).unwrap(),
            &HeaderMap::new(),
            body.as_bytes(),
            "m",
        )
    }

    #[test]
    fn what_money_or_a_key_must_fix_is_not_tried_again() {
        for (status, body) in [
            (401, ""),
            (403, "<html>no</html>"),
            (
                429,
                r#"{"error":{"type":"insufficient_quota","code":"insufficient_quota"}}"#,
            ),
            (429, r#"{"error":{"code":"credit_balance_exhausted"}}"#),
            (404, r#"{"error":{"code":"model_not_found"}}"#),
            (400, r#"{"error":{"code":"context_length_exceeded"}}"#),
            (422, "[]"),
            (413, ""),
        ] {
            assert!(
                !read(status, body).error.is_worth_another_attempt(),
                "{status} {body}"
            );
        }
        for (status, body) in [
            (429, "slow down"),
            (500, ""),
            (503, "{}"),
            (408, ""),
            (409, "null"),
        ] {
            assert!(
                read(status, body).error.is_worth_another_attempt(),
                "{status}"
            );
        }
    }

    #[test]
    fn a_servers_own_words_are_not_kept() {
        let body = r#"{"error":{"message":"bad: my secret words","code":"bad \n code!"}}"#;
        let error = read(400, body).error;
        assert_eq!(
            error,
            ModelError::NotAccepted {
                status: 400,
                code: "badcode".to_owned()
            }
        );
    }

    #[test]
    fn the_part_of_a_request_that_a_server_does_not_take_is_recognised() {
        let structure = [
            (
                400,
                r#"{"error":{"message":"'response_format' is not supported"}}"#,
            ),
            (500, r#"{"error":"failed to parse grammar"}"#),
        ];
        for (status, body) in structure {
            assert_eq!(read(status, body).about, Some(Part::Structure), "{body}");
        }
        let parts = [
            (
                r#"{"error":{"message":"Unrecognized request argument supplied: reasoning_effort"}}"#,
                Part::Effort,
            ),
            (
                r#"{"error":{"param":"prompt_cache_key","code":"unknown_parameter"}}"#,
                Part::CacheKey,
            ),
            (
                r#"{"detail":[{"type":"extra_forbidden","loc":["body","max_completion_tokens"]}]}"#,
                Part::Limit,
            ),
            (
                r#"{"message":{"detail":[{"loc":["body","stream_options"]}]}}"#,
                Part::Usage,
            ),
        ];
        for (body, part) in parts {
            assert_eq!(read(422, body).about, Some(part), "{body}");
        }
        for (status, body) in [
            (400, r#"{"error":{"message":"too long"}}"#),
            (429, r#"{"error":{"message":"response_format"}}"#),
            (500, "max_completion_tokens"),
        ] {
            assert_eq!(read(status, body).about, None, "{body}");
        }
    }
}
