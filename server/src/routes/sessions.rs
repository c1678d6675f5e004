//! Sessions: made, listed, looked at, imported.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use coordinator::now;
use documents::{TranscriptKind, read_transcript};
use interview::{Creation, EventId, Plan, SessionId, Style, View};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::access::{Access, new_join_token};
use crate::asked::Asked;
use crate::body::Body;
use crate::desk::Desk;
use crate::origin;
use crate::plan_shelf;
use crate::present::{self, Row};
use crate::problem::Problem;
use crate::work;

const PAGE_DEFAULT: usize = 50;
const PAGE_MAX: usize = 200;
const SETTINGS_KIND: &str = "session";

/// Of what a session is made: `plan_id` or `plan`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewSession {
    plan_id: Option<String>,
    #[schema(value_type = Option<Object>)]
    plan: Option<Value>,
    /// `standard`, `punchy` or `reflective`: the essay's, unless another is asked for
    #[schema(value_type = Option<String>)]
    style: Option<Style>,
}

/// Makes a session; its join link opens the room for one participant
#[utoipa::path(post, path = "/v1/sessions", tag = "sessions", request_body = NewSession, responses((status = 201, description = "`{id,join_url,join_token}`", body = Value), (status = 422, body = Problem)))]
pub(crate) async fn create(
    State(desk): State<Desk>,
    headers: HeaderMap,
    Body(wanted): Body<NewSession>,
) -> Result<Response, Problem> {
    let plan: Arc<Plan> = match (&wanted.plan_id, &wanted.plan) {
        (Some(id), None) => plan_shelf::get(&desk, id).await?.plan,
        (None, Some(plan)) => Plan::from_json(plan)?,
        (None, None) => return Err(Problem::bad_field("plan_id", "give plan_id or plan")),
        (Some(_), Some(_)) => {
            return Err(Problem::bad_field("plan", "give plan_id or plan, not both"));
        }
    };
    let creation = Creation {
        session_id: work::new_session_id().map_err(|error| Problem::internal(&error))?,
        plan,
        follow_up_of: None,
        earlier: None,
        imported: false,
        cost_cap: desk.cost_cap(),
    };
    begin(&desk, &headers, creation, wanted.style).await
}

/// Creates a session and answers with its join link.
pub(crate) async fn begin(
    desk: &Desk,
    headers: &HeaderMap,
    creation: Creation,
    style: Option<Style>,
) -> Result<Response, Problem> {
    let id = creation.session_id.clone();
    let follow_up_of = creation.follow_up_of.clone();
    desk.create(creation).await?;
    if let Some(style) = style {
        let settings = json!({ "style": style }).to_string();
        desk.store()
            .put_document(SETTINGS_KIND, id.as_str(), settings)
            .await?;
    }
    let token = new_join_token(desk.store(), &id, now()).await?;
    let base = origin::base(headers);
    let mut answer = json!({
        "id": id,
        // Browsers keep what follows the # to themselves: the token reaches no log on its way.
        "join_url": format!("{base}/room/{id}#{token}"),
        "join_token": token,
    });
    if let Some(earlier) = follow_up_of {
        answer["follow_up_of"] = json!(earlier);
    }
    let place = [(header::LOCATION, format!("/v1/sessions/{id}"))];
    Ok((StatusCode::CREATED, place, Json(answer)).into_response())
}

/// The style that was wished for when the session was made.
pub(crate) async fn style_of(desk: &Desk, id: &SessionId) -> Result<Style, Problem> {
    #[derive(Deserialize)]
    struct Settings {
        style: Style,
    }
    let document = desk
        .store()
        .get_document(SETTINGS_KIND, id.as_str())
        .await?;
    let settings: Option<Settings> =
        document.and_then(|document| serde_json::from_str(&document.json).ok());
    Ok(settings.map_or(Style::Standard, |it| it.style))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SessionPage {
    before: Option<String>,
    limit: Option<usize>,
}

/// The sessions, newest first
#[utoipa::path(get, path = "/v1/sessions", tag = "sessions", params(("before" = Option<String>, Query), ("limit" = Option<usize>, Query)), responses((status = 200, description = "`{sessions,next}`", body = Value)))]
pub(crate) async fn list(
    State(desk): State<Desk>,
    Asked(page): Asked<SessionPage>,
) -> Result<Json<Value>, Problem> {
    let before = page.before.map(SessionId::new);
    let limit = page.limit.unwrap_or(PAGE_DEFAULT).clamp(1, PAGE_MAX);
    let heads = desk.store().sessions(before.as_ref(), limit).await?;
    let mut rows = Vec::with_capacity(heads.len());
    for head in heads {
        rows.push(match desk.state(&head.id).await {
            Ok(state) => Row::of(&state),
            Err(problem) => Row::unreadable(head.id, &problem),
        });
    }
    let next = (rows.len() == limit).then(|| rows.last().map(|row| row.id.clone()));
    Ok(Json(json!({ "sessions": rows, "next": next.flatten() })))
}

/// The view of a session; a participant's lacks what is the writer's alone
#[utoipa::path(get, path = "/v1/sessions/{id}", tag = "sessions", params(("id" = String, Path)), responses((status = 200, body = Value), (status = 404, body = Problem)))]
pub(crate) async fn show(
    State(desk): State<Desk>,
    Extension(access): Extension<Access>,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    let state = desk.state(&SessionId::new(id)).await?;
    Ok(Json(present::view(&desk, &state, &access).await?))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Moment {
    at: Option<u64>,
}

/// The view as it was right after an event, folded from the log
#[utoipa::path(get, path = "/v1/sessions/{id}/state", tag = "sessions", params(("id" = String, Path), ("at" = Option<u64>, Query)), responses((status = 200, body = Value), (status = 404, body = Problem)))]
pub(crate) async fn state_at(
    State(desk): State<Desk>,
    Path(id): Path<String>,
    Asked(moment): Asked<Moment>,
) -> Result<Response, Problem> {
    let id = SessionId::new(id);
    let state = desk.state_at(&id, moment.at.map(EventId)).await?;
    if let Some(at) = moment.at.filter(|at| state.cursor != EventId(*at)) {
        let last = state.cursor;
        return Err(Problem::not_found(format!(
            "there is no event {at}: the log has {last}"
        )));
    }
    Ok(Json(View::of(&state, state.last_at)).into_response())
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ImportName {
    /// The file's name; its ending says what it is.
    name: String,
}

/// A transcript file (.md .txt .json .srt .vtt) as the body becomes a finished session
#[utoipa::path(post, path = "/v1/import", tag = "sessions", params(("name" = String, Query, description = "the file's name, for its ending and title")), request_body(content = String, content_type = "application/octet-stream"), responses((status = 201, description = "`{id,topic,turns}`", body = Value), (status = 422, body = Problem)))]
pub(crate) async fn import(
    State(desk): State<Desk>,
    Asked(file): Asked<ImportName>,
    bytes: Bytes,
) -> Result<Response, Problem> {
    let name = std::path::PathBuf::from(&file.name);
    let kind = TranscriptKind::from_path_extension(&name).ok_or_else(|| {
        Problem::bad_field("name", "the ending must be .md, .txt, .json, .srt or .vtt")
    })?;
    let imported = tokio::task::spawn_blocking(move || read_transcript(kind, &bytes))
        .await
        .map_err(|error| Problem::internal(&error))?
        .map_err(|error| Problem::bad_field("", error.to_string()))?;
    let stem = name.file_stem().unwrap_or_default().to_string_lossy();
    let plan = work::plan_for(&imported, &stem)?;
    let topic = plan.topic.clone();
    let turns = imported.timed();
    let n = turns.len();
    let id = work::import(desk.store(), plan, turns, desk.cost_cap())
        .await
        .map_err(|error| match error {
            work::ImportFailed::Store(error) => error.into(),
            work::ImportFailed::Load(error) => error.into(),
            work::ImportFailed::Rejected(_) => Problem::bad_field("", error.to_string()),
            work::ImportFailed::Chance(_) | work::ImportFailed::Unwritable(_) => {
                Problem::internal(&error)
            }
        })?;
    let place = [(header::LOCATION, format!("/v1/sessions/{id}"))];
    let answer = Json(json!({ "id": id, "topic": topic, "turns": n }));
    Ok((StatusCode::CREATED, place, answer).into_response())
}
