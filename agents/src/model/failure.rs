//! What can go wrong with a model, and which of it is worth another attempt.
//!
//! A server's own words may repeat what was asked, so only its codes are kept.

use std::time::Duration;

use reqwest::StatusCode;
use reqwest::header::HeaderMap;
use serde::Deserialize;

const CODE_CHARS_MAX: usize = 64;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    #[error("the model server does not accept the key; check OPENAI_API_KEY and the organisation")]
    KeyRefused,
    #[error("the account of the key has no credit left; add some, or unset OPENAI_API_KEY")]
    NoCredit,
    #[error("the server has no model “{model}”; choose one with VIVA_MODEL")]
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
    /// It may work again in a moment.
    Ailing,
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

    pub(super) fn verdict(&self) -> Verdict {
        match self {
            ModelError::KeyRefused | ModelError::NoCredit => Verdict::Fatal,
            ModelError::NoModel { .. } => Verdict::WithoutModel,
            ModelError::ServerFailed { .. }
            | ModelError::Unreachable
            | ModelError::Broken
            | ModelError::TooLate => Verdict::Ailing,
            ModelError::NotAccepted { .. }
            | ModelError::RateLimited { .. }
            | ModelError::Resting
            | ModelError::Declined
            | ModelError::CutOff
            | ModelError::TooLarge
            | ModelError::WrongAnswer => Verdict::Alive,
        }
    }
}

/// An answer that is not one: the error, and whether it is about how we asked for structure.
#[derive(Debug)]
pub(super) struct Refused {
    pub(super) error: ModelError,
    pub(super) about_structure: bool,
}

impl From<ModelError> for Refused {
    fn from(error: ModelError) -> Self {
        Self {
            error,
            about_structure: false,
        }
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
    let wait = wanted_wait(headers);
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
    let about_structure = matches!(number, 400 | 422 | 500 | 501)
        && [message, param].iter().any(|said| names_structure(said));
    Refused {
        error,
        about_structure,
    }
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

/// `retry-after-ms`, or `retry-after` in seconds. A date is not read: clocks differ.
fn wanted_wait(headers: &HeaderMap) -> Option<Duration> {
    let number = |name: &str| -> Option<f64> {
        let written = headers.get(name)?.to_str().ok()?;
        written.trim().parse().ok()
    };
    let seconds = number("retry-after-ms")
        .map(|ms| ms / 1_000.0)
        .or_else(|| number("retry-after"))?;
    Duration::try_from_secs_f64(seconds).ok()
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
    fn a_server_that_cannot_do_structure_is_recognised() {
        assert!(
            read(
                400,
                r#"{"error":{"message":"'response_format' is not supported"}}"#
            )
            .about_structure
        );
        assert!(read(500, r#"{"error":"failed to parse grammar"}"#).about_structure);
        assert!(!read(400, r#"{"error":{"message":"too long"}}"#).about_structure);
        assert!(!read(429, r#"{"error":{"message":"response_format"}}"#).about_structure);
    }

    #[test]
    fn the_wait_is_read_in_seconds_and_milliseconds() {
        let mut headers = HeaderMap::new();
        headers.insert("retry-after", "2".parse().unwrap());
        assert_eq!(wanted_wait(&headers), Some(Duration::from_secs(2)));
        headers.insert("retry-after-ms", "150".parse().unwrap());
        assert_eq!(wanted_wait(&headers), Some(Duration::from_millis(150)));
        for nonsense in ["-1", "NaN", "Wed, 21 Oct 2026 07:28:00 GMT", "1e400"] {
            let mut headers = HeaderMap::new();
            headers.insert("retry-after", nonsense.parse().unwrap());
            assert_eq!(wanted_wait(&headers), None, "{nonsense}");
        }
    }
}
