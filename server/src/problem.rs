//! Errors as `application/problem+json` (RFC 9457): what went wrong and how to mend it.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use coordinator::{LoadError, SessionError};
use interview::{PlanProblems, Rejection};
use serde::Serialize;
use utoipa::ToSchema;

/// What an error looks like to a client.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Problem {
    /// Always `about:blank`: the status says what kind of problem it is.
    #[serde(rename = "type")]
    kind: &'static str,
    title: &'static str,
    status: u16,
    detail: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<FieldProblem>,
}

/// One thing that is wrong with a body.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct FieldProblem {
    /// Such as `sections[1].questions[0].priority`.
    pub path: String,
    pub message: String,
}

pub(crate) const CONTENT_TYPE: &str = "application/problem+json";

impl Problem {
    pub fn new(status: StatusCode, detail: impl Into<String>) -> Problem {
        Problem {
            kind: "about:blank",
            title: status.canonical_reason().unwrap_or("Error"),
            status: status.as_u16(),
            detail: detail.into(),
            errors: Vec::new(),
        }
    }

    pub(crate) fn bad_field(path: impl Into<String>, message: impl Into<String>) -> Problem {
        Problem::bad_fields(vec![FieldProblem {
            path: path.into(),
            message: message.into(),
        }])
    }

    pub(crate) fn bad_fields(errors: Vec<FieldProblem>) -> Problem {
        let n = errors.len();
        let detail = format!("{n} thing{} to mend", if n == 1 { "" } else { "s" });
        Problem {
            errors,
            ..Problem::new(StatusCode::UNPROCESSABLE_ENTITY, detail)
        }
    }

    pub(crate) fn unauthorized() -> Problem {
        Problem::new(
            StatusCode::UNAUTHORIZED,
            "send `Authorization: Bearer` with the owner's token or a join token",
        )
    }

    pub(crate) fn forbidden(detail: &str) -> Problem {
        Problem::new(StatusCode::FORBIDDEN, detail)
    }

    pub(crate) fn not_found(what: impl Into<String>) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, what)
    }

    pub(crate) fn conflict(detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::CONFLICT, detail)
    }

    /// Our fault. What exactly is for the log, not for the client.
    pub(crate) fn internal(error: &dyn std::fmt::Display) -> Problem {
        tracing::error!(%error, "a request failed");
        Problem::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "something failed here; the server's log says more. Everything acknowledged is kept",
        )
    }

    pub(crate) fn status(&self) -> StatusCode {
        StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = self.status();
        let body = serde_json::to_vec(&self).unwrap_or_default();
        let mut response = (status, body).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(CONTENT_TYPE));
        if status == StatusCode::UNAUTHORIZED {
            headers.insert(
                header::WWW_AUTHENTICATE,
                HeaderValue::from_static("Bearer realm=\"viva\""),
            );
        }
        response
    }
}

impl From<store::Error> for Problem {
    fn from(error: store::Error) -> Problem {
        use store::{Error, Invalid};
        match &error {
            Error::NoSuchSession(_) | Error::NoSuchEntry { .. } => {
                Problem::not_found(error.to_string())
            }
            Error::LeaseHeld { .. } | Error::LeaseLost { .. } | Error::Conflict { .. } => {
                Problem::conflict(error.to_string())
            }
            Error::Damaged { .. } => Problem::new(
                StatusCode::INTERNAL_SERVER_ERROR,
                format!("{error}; /state?at=N shows the state there"),
            ),
            Error::DiskFull { .. } => {
                Problem::new(StatusCode::INSUFFICIENT_STORAGE, error.to_string())
            }
            Error::Busy { .. } | Error::Unreachable { .. } | Error::Stopped => {
                Problem::new(StatusCode::SERVICE_UNAVAILABLE, error.to_string())
            }
            // Nothing has a name that the store would not take.
            Error::Invalid(Invalid::BadName { .. }) => {
                Problem::not_found("there is nothing of that name")
            }
            Error::Invalid(Invalid::TooLarge { .. } | Invalid::TooMany { .. }) => {
                Problem::new(StatusCode::PAYLOAD_TOO_LARGE, error.to_string())
            }
            Error::Invalid(
                Invalid::Gap { .. } | Invalid::Nothing | Invalid::BareNul | Invalid::NotUtf8,
            )
            | Error::CannotOpen { .. }
            | Error::NotOurs { .. }
            | Error::Corrupt { .. }
            | Error::Newer { .. }
            | Error::Sqlite(_)
            | Error::Postgres(_) => Problem::internal(&error),
        }
    }
}

impl From<LoadError> for Problem {
    fn from(error: LoadError) -> Problem {
        match error {
            LoadError::Store(error) => error.into(),
            LoadError::BadEvent { .. } | LoadError::NoBeginning(_) => Problem::internal(&error),
        }
    }
}

impl From<SessionError> for Problem {
    fn from(error: SessionError) -> Problem {
        match error {
            SessionError::Load(error) => error.into(),
            SessionError::Rejected(rejection) => rejection.into(),
            SessionError::Stopped => {
                Problem::new(StatusCode::SERVICE_UNAVAILABLE, error.to_string())
            }
        }
    }
}

impl From<Rejection> for Problem {
    fn from(rejection: Rejection) -> Problem {
        let words = rejection.to_string();
        match rejection {
            Rejection::Empty => Problem::bad_field("text", words),
            Rejection::TooLong { .. }
            | Rejection::CodeTooLong { .. }
            | Rejection::QueryTooLong { .. }
            | Rejection::EssayTooLong { .. } => Problem::new(StatusCode::PAYLOAD_TOO_LARGE, words),
            Rejection::NoSuchQuestion(_) | Rejection::NoSuchEssay { .. } => {
                Problem::not_found(words)
            }
            Rejection::ExtensionOutOfRange { .. } => Problem::bad_field("minutes", words),
            Rejection::NotStarted
            | Rejection::AlreadyStarted
            | Rejection::Over
            | Rejection::NotOver
            | Rejection::Paused
            | Rejection::NotPaused
            | Rejection::HeardBefore(_)
            | Rejection::NothingToWithdraw
            | Rejection::NothingAsked
            | Rejection::NoSuchJob(_)
            | Rejection::ReportedBefore(_)
            | Rejection::UnderWay(_)
            | Rejection::NothingDue
            | Rejection::NotTheDecision(_)
            | Rejection::NoConversation
            | Rejection::MoreNeeded { .. }
            | Rejection::NothingToSay
            | Rejection::SubmittedBefore
            | Rejection::NoMoreQueries { .. }
            | Rejection::NoSuchQuery { .. }
            | Rejection::OnlyAcknowledged
            | Rejection::AlreadySo
            | Rejection::NoVoice
            | Rejection::QuestionIsSettled(_)
            | Rejection::NotInThisFormat => Problem::conflict(words),
        }
    }
}

impl From<PlanProblems> for Problem {
    fn from(PlanProblems(problems): PlanProblems) -> Problem {
        Problem::bad_fields(
            problems
                .into_iter()
                .map(|problem| FieldProblem {
                    path: problem.path,
                    message: problem.message,
                })
                .collect(),
        )
    }
}
