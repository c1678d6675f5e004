//! What is told to a running session: control, answers, withdrawals, the candidate's assistant, code.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use coordinator::SessionError;
use interview::event::{Channel, EndReason, PauseReason};
use interview::{ClientId, Heard, Input, Rejection, SessionId, TurnId, Withdrawn};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::body::Body;
use crate::desk::Desk;
use crate::idempotency;
use crate::problem::Problem;

const CLIENT_ID_CHARS_MAX: usize = 128;

/// Nothing has to be said with this call.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nothing {}

pub(crate) async fn told(desk: &Desk, id: String, input: Input) -> Result<Json<Value>, Problem> {
    let live = desk.session(&SessionId::new(id)).await?;
    live.take(input).await?;
    let state = live.session().look().await?;
    Ok(Json(
        json!({ "id": state.session_id, "status": state.status, "cursor": state.cursor }),
    ))
}

macro_rules! controls {
    ($($(#[doc = $doc:literal])* $name:ident $path:literal => $input:expr;)*) => {$(
        $(#[doc = $doc])*
        #[utoipa::path(post, path = $path, tag = "talk", params(("id" = String, Path)), responses((status = 200, description = "`{id,status,cursor}`", body = Value), (status = 409, body = Problem)))]
        pub(crate) async fn $name(
            State(desk): State<Desk>,
            Path(id): Path<String>,
            Body(Nothing {}): Body<Nothing>,
        ) -> Result<Json<Value>, Problem> {
            told(&desk, id, $input).await
        }
    )*};
}

controls! {
    /// The interview begins
    start "/v1/sessions/{id}/start" => Input::Start;
    /// A break
    pause "/v1/sessions/{id}/pause" => Input::Pause { reason: PauseReason::Requested };
    /// After a break
    resume "/v1/sessions/{id}/resume" => Input::Resume;
    /// The interview ends
    end "/v1/sessions/{id}/end" => Input::End { reason: EndReason::Ended };
    /// "I'm done" with this section
    done "/v1/sessions/{id}/done" => Input::Done;
    /// The person does not want to answer this question
    skip "/v1/sessions/{id}/skip" => Input::Skip;
}

/// A typed answer.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewTurn {
    text: String,
    /// The client's own name for this answer: sending it again changes nothing.
    client_id: Option<String>,
}

/// A typed answer; the same `client_id` again returns the first result
#[utoipa::path(post, path = "/v1/sessions/{id}/turns", tag = "talk", params(("id" = String, Path)), request_body = NewTurn, responses((status = 201, description = "`{turn_id,client_id}`", body = Value), (status = 409, body = Problem)))]
pub(crate) async fn answer(
    State(desk): State<Desk>,
    Path(id): Path<String>,
    Body(turn): Body<NewTurn>,
) -> Result<Response, Problem> {
    let client_id = turn.client_id.map(ClientId::new);
    if client_id
        .as_ref()
        .is_some_and(|it| !(1..=CLIENT_ID_CHARS_MAX).contains(&it.as_str().chars().count()))
    {
        return Err(Problem::bad_field("client_id", "from 1 to 128 characters"));
    }
    let live = desk.session(&SessionId::new(id)).await?;
    let heard = Heard {
        text: turn.text.into(),
        client_id: client_id.clone(),
        channel: Channel::Text,
        start_ms: None,
        end_ms: None,
    };
    let turn_id = match live.take(Input::Heard(heard)).await {
        Ok(_) => {
            let state = live.session().look().await?;
            match &client_id {
                Some(client) => state.clients.get(client).copied(),
                None => state.last_candidate_turn().map(|turn| turn.id),
            }
        }
        Err(SessionError::Rejected(Rejection::HeardBefore(turn))) => Some(turn),
        Err(
            error @ (SessionError::Rejected(_) | SessionError::Load(_) | SessionError::Stopped),
        ) => {
            return Err(error.into());
        }
    };
    let answer = json!({ "turn_id": turn_id, "client_id": client_id });
    Ok((StatusCode::CREATED, Json(answer)).into_response())
}

/// "Strike that": the words are gone from transcript, notes, analysis and essay
#[utoipa::path(post, path = "/v1/sessions/{id}/turns/{turn_id}/withdraw", tag = "talk", params(("id" = String, Path), ("turn_id" = String, Path)), responses((status = 200, description = "`{id,status,cursor}`", body = Value), (status = 404, body = Problem)))]
pub(crate) async fn withdraw(
    State(desk): State<Desk>,
    Path((id, turn)): Path<(String, String)>,
    Body(Nothing {}): Body<Nothing>,
) -> Result<Json<Value>, Problem> {
    let session = SessionId::new(id);
    let missing = || Problem::not_found(format!("there is no {turn} of this session"));
    let turn_id: TurnId = turn.parse().map_err(|_| missing())?;
    let live = desk.session(&session).await?;
    let state = live.session().look().await?;
    let known = state.turn(turn_id).ok_or_else(missing)?;
    if !known.withdrawn {
        live.take(Input::Withdraw(Withdrawn::Turn(turn_id))).await?;
        idempotency::forget_session(&desk, &session).await?;
    }
    let state = live.session().look().await?;
    Ok(Json(
        json!({ "id": session, "status": state.status, "cursor": state.cursor }),
    ))
}

/// Whether the talk may be recorded.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Consent {
    granted: bool,
}

/// The person agrees to be recorded, or takes that back
#[utoipa::path(post, path = "/v1/sessions/{id}/consent", tag = "talk", params(("id" = String, Path)), request_body = Consent, responses((status = 200, description = "`{id,status,cursor}`", body = Value), (status = 409, body = Problem)))]
pub(crate) async fn consent(
    State(desk): State<Desk>,
    Path(id): Path<String>,
    Body(Consent { granted }): Body<Consent>,
) -> Result<Json<Value>, Problem> {
    told(&desk, id, Input::Consent { granted }).await
}

/// A question to the candidate's assistant.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Query {
    text: String,
}

/// Asks the candidate's own assistant; the view has its answer
#[utoipa::path(post, path = "/v1/sessions/{id}/assistant", tag = "talk", params(("id" = String, Path)), request_body = Query, responses((status = 200, body = Value), (status = 409, body = Problem)))]
pub(crate) async fn assistant(
    State(desk): State<Desk>,
    Path(id): Path<String>,
    Body(query): Body<Query>,
) -> Result<Json<Value>, Problem> {
    let live = desk.session(&SessionId::new(id)).await?;
    live.take(Input::AskAssistant {
        text: query.text.into(),
    })
    .await?;
    let state = live.session().look().await?;
    let exchange = interview::evaluation_bundle(&state).assistant.pop();
    Ok(Json(
        json!({ "id": state.session_id, "cursor": state.cursor, "exchange": exchange }),
    ))
}

/// Code that the candidate submits.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Code {
    source: String,
}

/// Submits code
#[utoipa::path(post, path = "/v1/sessions/{id}/code", tag = "talk", params(("id" = String, Path)), request_body = Code, responses((status = 200, body = Value), (status = 409, body = Problem)))]
pub(crate) async fn code(
    State(desk): State<Desk>,
    Path(id): Path<String>,
    Body(code): Body<Code>,
) -> Result<Json<Value>, Problem> {
    let source = code.source.into();
    told(&desk, id, Input::CodeSubmitted { source }).await
}
