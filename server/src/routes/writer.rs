//! What the writer tells a running session from the desk: ask this next, do not ask that, take more time.

use axum::Json;
use axum::extract::{Path, State};
use interview::{Input, QuestionId};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::body::Body;
use crate::desk::Desk;
use crate::problem::Problem;
use crate::routes::control::{Nothing, told};

/// The interviewer asks this question next
#[utoipa::path(post, path = "/v1/sessions/{id}/questions/{question}/pin", tag = "desk", params(("id" = String, Path), ("question" = String, Path)), responses((status = 200, description = "`{id,status,cursor}`", body = Value), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub(crate) async fn pin(
    State(desk): State<Desk>,
    Path((id, question)): Path<(String, String)>,
    Body(Nothing {}): Body<Nothing>,
) -> Result<Json<Value>, Problem> {
    let question = QuestionId::new(question);
    told(&desk, id, Input::Pin { question }).await
}

/// The interviewer does not ask this question
#[utoipa::path(post, path = "/v1/sessions/{id}/questions/{question}/withdraw", tag = "desk", params(("id" = String, Path), ("question" = String, Path)), responses((status = 200, description = "`{id,status,cursor}`", body = Value), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub(crate) async fn withdraw_question(
    State(desk): State<Desk>,
    Path((id, question)): Path<(String, String)>,
    Body(Nothing {}): Body<Nothing>,
) -> Result<Json<Value>, Problem> {
    let question = QuestionId::new(question);
    told(&desk, id, Input::WithdrawQuestion { question }).await
}

/// How much longer the interview may take.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Extension {
    minutes: u32,
}

/// The interview gets more time
#[utoipa::path(post, path = "/v1/sessions/{id}/extend", tag = "desk", params(("id" = String, Path)), request_body = Extension, responses((status = 200, description = "`{id,status,cursor}`", body = Value), (status = 409, body = Problem), (status = 422, body = Problem)))]
pub(crate) async fn extend(
    State(desk): State<Desk>,
    Path(id): Path<String>,
    Body(extension): Body<Extension>,
) -> Result<Json<Value>, Problem> {
    let minutes = extension.minutes;
    told(&desk, id, Input::Extend { minutes }).await
}
