//! After the talk: analysis, essays and the writer's versions of them.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use interview::event::EssayWritten;
use interview::{Input, SessionId, Style};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::afterwards;
use crate::asked::Asked;
use crate::body::Body;
use crate::desk::Desk;
use crate::essays::{self, Form};
use crate::problem::Problem;
use crate::progress::{Progress, streamed};
use crate::routes::control::Nothing;
use crate::routes::events::wants_stream;
use crate::routes::sessions::style_of;

/// Makes the analysis of a finished session, unless it is there
#[utoipa::path(post, path = "/v1/sessions/{id}/analysis", tag = "after", params(("id" = String, Path)), responses((status = 200, body = Value), (status = 409, body = Problem)))]
pub(crate) async fn analyse(
    State(desk): State<Desk>,
    Path(id): Path<String>,
    Body(Nothing {}): Body<Nothing>,
) -> Result<Response, Problem> {
    let live = desk.session(&SessionId::new(id)).await?;
    let analysis = afterwards::analysis(&live, &Progress::default()).await?;
    Ok(Json(analysis).into_response())
}

/// The analysis
#[utoipa::path(get, path = "/v1/sessions/{id}/analysis", tag = "after", params(("id" = String, Path)), responses((status = 200, body = Value), (status = 404, body = Problem)))]
pub(crate) async fn analysis(
    State(desk): State<Desk>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let state = desk.state(&SessionId::new(id)).await?;
    let analysis = state
        .analysis
        .ok_or_else(|| Problem::not_found("there is no analysis yet: POST here makes it"))?;
    Ok(Json(analysis).into_response())
}

/// In which style to write.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewEssay {
    /// `standard`, `punchy` or `reflective`
    #[schema(value_type = Option<String>)]
    style: Option<Style>,
}

/// Writes the essay in a style, unless it is there; with `Accept: text/event-stream` the progress is streamed
#[utoipa::path(post, path = "/v1/sessions/{id}/essays", tag = "after", params(("id" = String, Path)), request_body = NewEssay, responses((status = 201, description = "`{number,version,essay}`, or a stream of `progress` and one `essay` or `problem`", body = Value), (status = 409, body = Problem)))]
pub(crate) async fn write(
    State(desk): State<Desk>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Body(wanted): Body<NewEssay>,
) -> Result<Response, Problem> {
    let session = SessionId::new(id);
    let live = desk.session(&session).await?;
    let style = match wanted.style {
        Some(style) => style,
        None => style_of(&desk, &session).await?,
    };
    if !wants_stream(&headers) {
        let written = afterwards::essay(&live, style, &Progress::default()).await?;
        let place = format!("/v1/sessions/{session}/essays/{}.json", written.number);
        let place = [(header::LOCATION, place)];
        return Ok((StatusCode::CREATED, place, Json(shown(&written))).into_response());
    }
    Ok(streamed("essay", async move |progress: Progress| {
        let written = afterwards::essay(&live, style, &progress).await?;
        Ok(shown(&written))
    }))
}

fn shown(written: &EssayWritten) -> Value {
    json!({ "number": written.number, "version": 1, "essay": written.essay })
}

/// The essays of a session and their versions
#[utoipa::path(get, path = "/v1/sessions/{id}/essays", tag = "after", params(("id" = String, Path)), responses((status = 200, description = "`{essays}`", body = Value), (status = 404, body = Problem)))]
pub(crate) async fn essays(
    State(desk): State<Desk>,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    let state = desk.state(&SessionId::new(id)).await?;
    let mut listed = Vec::new();
    for written in &state.essays {
        let mut versions = vec![json!({ "version": 1, "number": written.number })];
        for (edit, version) in essays::edits(&state, written).zip(2_u32..) {
            versions.push(json!({ "version": version, "number": edit.number }));
        }
        listed.push(json!({
            "number": written.number,
            "style": written.essay.style,
            "title": essays::version(&state, written.number, None)?.essay.title,
            "versions": versions,
        }));
    }
    Ok(Json(json!({ "essays": listed })))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WhichVersion {
    version: Option<u32>,
}

/// An essay as a file: `md`, `html`, `docx`, `pdf`, `epub` or `json`, where `json` has each sentence's grade and sources
#[utoipa::path(get, path = "/v1/sessions/{id}/essays/{file}", tag = "after", params(("id" = String, Path), ("file" = String, Path, description = "such as `1.md`"), ("version" = Option<u32>, Query)), responses((status = 200, description = "the file"), (status = 404, body = Problem)))]
pub(crate) async fn essay_file(
    State(desk): State<Desk>,
    Path((id, file)): Path<(String, String)>,
    Asked(which): Asked<WhichVersion>,
) -> Result<Response, Problem> {
    let unknown = || {
        Problem::not_found(
            "an essay is named by its number and .md, .html, .docx, .pdf, .epub or .json",
        )
    };
    let (number, ending) = file.split_once('.').ok_or_else(unknown)?;
    let number: u32 = number.parse().map_err(|_| unknown())?;
    let form = Form::by_ending(ending).ok_or_else(unknown)?;
    let session = SessionId::new(id);
    let state = desk.state(&session).await?;
    let version = essays::version(&state, number, which.version)?;
    // Laying out a book takes a while.
    let bytes = tokio::task::spawn_blocking(move || version.in_form(form))
        .await
        .map_err(|error| Problem::internal(&error))??;
    let name = format!("inline; filename=\"viva-{session}-{number}.{ending}\"");
    let headers = [
        (header::CONTENT_TYPE, form.content_type().to_owned()),
        (header::CONTENT_DISPOSITION, name),
    ];
    Ok((headers, bytes).into_response())
}

/// The writer's edits.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Edited {
    /// The whole essay as Markdown.
    markdown: String,
}

/// Keeps the writer's edits as a new version
#[utoipa::path(put, path = "/v1/sessions/{id}/essays/{file}", tag = "after", params(("id" = String, Path), ("file" = u32, Path, description = "the essay's number")), request_body = Edited, responses((status = 200, description = "`{number,version,essay}`", body = Value), (status = 404, body = Problem)))]
pub(crate) async fn edit(
    State(desk): State<Desk>,
    Path((id, number)): Path<(String, String)>,
    Body(edited): Body<Edited>,
) -> Result<Json<Value>, Problem> {
    let number: u32 = number
        .parse()
        .map_err(|_| Problem::not_found("an essay is named by its number"))?;
    if edited.markdown.trim().is_empty() {
        return Err(Problem::bad_field("markdown", "the essay is empty"));
    }
    let live = desk.session(&SessionId::new(id)).await?;
    let markdown = edited.markdown.into();
    live.take(Input::EditEssay {
        of: number,
        markdown,
    })
    .await?;
    let state = live.session().look().await?;
    let kept = state.edits.last().map_or(number, |edit| edit.number);
    Ok(Json(essays::version(&state, kept, None)?.json()))
}
