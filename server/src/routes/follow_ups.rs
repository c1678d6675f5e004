//! Follow-ups: three ways to go on, and the session that goes one of them.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use interview::SessionId;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::afterwards;
use crate::body::Body;
use crate::desk::Desk;
use crate::problem::Problem;
use crate::routes::sessions::begin;
use crate::work::{self, FollowUpChoice};

const DIRECTION_CHARS_MAX: usize = 2_000;

/// Three ways to go on: those that were made, and before anyone asked for them what the built-in agent would suggest
#[utoipa::path(get, path = "/v1/sessions/{id}/follow-ups", tag = "after", params(("id" = String, Path)), responses((status = 200, body = serde_json::Value), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub(crate) async fn suggestions(
    State(desk): State<Desk>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let state = desk.state(&SessionId::new(id)).await?;
    let found = match state.follow_ups.clone() {
        Some(found) => found,
        None => work::suggested(desk.store(), state).await?,
    };
    Ok(Json(found).into_response())
}

/// Which way to go on; nothing makes the suggestions.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Choice {
    /// One of the three, from 1.
    pick: Option<u8>,
    direction: Option<String>,
}

/// Makes the session that goes on with `{pick}` or `{direction}`; with `{}`, the suggestions
#[utoipa::path(post, path = "/v1/sessions/{id}/follow-ups", tag = "after", params(("id" = String, Path)), request_body = Choice, responses((status = 201, description = "`{id,join_url,join_token,follow_up_of}`", body = serde_json::Value), (status = 200, description = "the suggestions", body = serde_json::Value), (status = 409, body = Problem)))]
pub(crate) async fn go_on(
    State(desk): State<Desk>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Body(choice): Body<Choice>,
) -> Result<Response, Problem> {
    let chosen = match (choice.pick, choice.direction) {
        (Some(_), Some(_)) => {
            return Err(Problem::bad_field(
                "direction",
                "give pick or direction, not both",
            ));
        }
        (Some(pick), None) => Some(FollowUpChoice::Pick(pick)),
        (None, Some(direction)) => {
            let n = direction.trim().chars().count();
            if !(1..=DIRECTION_CHARS_MAX).contains(&n) {
                return Err(Problem::bad_field(
                    "direction",
                    "from 1 to 2,000 characters",
                ));
            }
            Some(FollowUpChoice::Direction(direction))
        }
        (None, None) => None,
    };
    let live = desk.session(&SessionId::new(id)).await?;
    let state = live.session().look().await?;
    let seen = matches!(chosen, Some(FollowUpChoice::Pick(_)));
    let found = match &state.follow_ups {
        // Who picks a number without having asked for suggestions has seen the built-in ones.
        None if seen && desk.connected().model.is_some() => {
            work::suggested(desk.store(), state).await?
        }
        Some(_) | None => afterwards::follow_ups(&live).await?,
    };
    let Some(chosen) = chosen else {
        return Ok(Json(found).into_response());
    };
    let earlier = live.session().look().await?;
    let new = work::new_session_id().map_err(|error| Problem::internal(&error))?;
    let creation = work::follow_up_creation(new, &earlier, &found, chosen, desk.cost_cap())
        .map_err(|error| Problem::bad_field("pick", error.to_string()))?;
    begin(&desk, &headers, creation, None).await
}
