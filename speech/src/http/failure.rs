//! What goes wrong, in the shape that clients of the OpenAI API expect.

use axum::Json;
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::line::Full;

/// A turn of a conversation is recognised in about that time.
const RETRY_SECONDS: HeaderValue = HeaderValue::from_static("2");

#[derive(Debug)]
pub(crate) enum Failure {
    /// The client can mend it; the parameter at fault, if it is one.
    Invalid(Option<&'static str>, String),
    NoSuchModel(String),
    TooLarge(usize),
    TooSlow,
    Busy,
    NoSuchRoute,
    WrongMethod,
    WebPage,
    /// Our fault or the model's; the reason is in the log.
    Broken,
}

impl Failure {
    pub(super) fn invalid(param: &'static str, message: impl Into<String>) -> Failure {
        Failure::Invalid(Some(param), message.into())
    }

    /// The reason stays here: it may name files of this machine.
    pub(super) fn broken(error: &anyhow::Error) -> Failure {
        tracing::error!("{error:#}");
        Failure::Broken
    }

    fn status(&self) -> StatusCode {
        match self {
            Failure::Invalid(..) => StatusCode::BAD_REQUEST,
            Failure::NoSuchModel(_) | Failure::NoSuchRoute => StatusCode::NOT_FOUND,
            Failure::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Failure::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Failure::Busy => StatusCode::TOO_MANY_REQUESTS,
            Failure::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
            Failure::WebPage => StatusCode::FORBIDDEN,
            Failure::Broken => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn message(&self) -> String {
        match self {
            Failure::Invalid(_, message) => message.clone(),
            Failure::NoSuchModel(name) => {
                format!("no model “{name}” is installed; GET /v1/models lists what is")
            }
            Failure::TooLarge(max) => format!("the body is larger than {max} bytes; send less"),
            Failure::TooSlow => "the body did not arrive in time".to_owned(),
            Failure::Busy => "too many requests are waiting; try again in a moment".to_owned(),
            Failure::NoSuchRoute => {
                "there is nothing here; try /v1/audio/transcriptions, /v1/audio/speech, /v1/models or /healthz"
                    .to_owned()
            }
            Failure::WrongMethod => "this address takes another method".to_owned(),
            Failure::WebPage => "web pages may not use this server".to_owned(),
            Failure::Broken => "the model failed; the server's log says why".to_owned(),
        }
    }

    fn kind(&self) -> &'static str {
        match self {
            Failure::Invalid(..)
            | Failure::NoSuchModel(_)
            | Failure::TooLarge(_)
            | Failure::TooSlow
            | Failure::NoSuchRoute
            | Failure::WrongMethod
            | Failure::WebPage => "invalid_request_error",
            Failure::Busy => "rate_limit_error",
            Failure::Broken => "server_error",
        }
    }

    fn code(&self) -> Option<&'static str> {
        match self {
            Failure::NoSuchModel(_) => Some("model_not_found"),
            Failure::Busy => Some("rate_limit_exceeded"),
            Failure::WebPage => Some("not_allowed"),
            Failure::Invalid(..)
            | Failure::TooLarge(_)
            | Failure::TooSlow
            | Failure::NoSuchRoute
            | Failure::WrongMethod
            | Failure::Broken => None,
        }
    }

    fn param(&self) -> Option<&'static str> {
        match self {
            Failure::Invalid(param, _) => *param,
            Failure::NoSuchModel(_) => Some("model"),
            Failure::TooLarge(_)
            | Failure::TooSlow
            | Failure::Busy
            | Failure::NoSuchRoute
            | Failure::WrongMethod
            | Failure::WebPage
            | Failure::Broken => None,
        }
    }
}

impl From<Full> for Failure {
    fn from(_: Full) -> Failure {
        Failure::Busy
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let error = json!({"error": {
            "message": self.message(),
            "type": self.kind(),
            "param": self.param(),
            "code": self.code(),
        }});
        let mut response = (self.status(), Json(error)).into_response();
        if matches!(self, Failure::Busy) {
            response.headers_mut().insert(RETRY_AFTER, RETRY_SECONDS);
        }
        response
    }
}
