//! `Idempotency-Key`: a call that is sent again gets the first answer again, also after a restart.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use coordinator::now;
use interview::{Millis, SessionId};
use serde::{Deserialize, Serialize};

use crate::access::{Access, digest, hex};
use crate::body::bytes_max;
use crate::desk::Desk;
use crate::problem::Problem;

const HEADER: &str = "idempotency-key";
const KEY_CHARS_MAX: usize = 255;
const KIND: &str = "idempotency";
const KEPT_MS: u64 = 24 * 60 * 60 * 1_000;
/// Longer answers are not kept; no call that changes something gives one.
const ANSWER_BYTES_MAX: usize = 4 * 1024 * 1024;
/// Answers kept at once, beyond which the oldest are dropped.
const ANSWERS_MAX: usize = 10_000;

/// Calls that are being answered, so that their repetition waits.
#[derive(Debug, Default)]
pub(crate) struct InFlight(Mutex<BTreeMap<String, Arc<tokio::sync::Mutex<()>>>>);

#[derive(Serialize, Deserialize)]
struct Kept {
    at: Millis,
    body: String,
    status: u16,
    content_type: Option<String>,
    location: Option<String>,
    answer: String,
}

/// Reads the body within its limit; answers a repeated call with the first answer.
pub(crate) async fn once(State(desk): State<Desk>, request: Request, next: Next) -> Response {
    if !matches!(*request.method(), Method::POST | Method::PUT) {
        return next.run(request).await;
    }
    match answer(&desk, request, next).await {
        Ok(response) => response,
        Err(problem) => problem.into_response(),
    }
}

async fn answer(desk: &Desk, request: Request, next: Next) -> Result<Response, Problem> {
    let (parts, body) = request.into_parts();
    let limit = bytes_max(parts.uri.path());
    let bytes = to_bytes(body, limit).await.map_err(|_| {
        Problem::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            format!("the body must not have more than {limit} bytes"),
        )
    })?;
    let key = match parts.headers.get(HEADER) {
        Some(key) if parts.method == Method::POST => Some(checked(key)?),
        Some(_) | None => None,
    };
    let caller = match parts.extensions.get::<Access>() {
        Some(Access::Owner) => String::new(),
        Some(Access::Participant(session)) => session.to_string(),
        None => return Err(Problem::unauthorized()),
    };
    let path = parts.uri.to_string();
    let said = hex(&digest(&[&bytes]));
    let request = Request::from_parts(parts, Body::from(bytes));
    let Some(key) = key else {
        return Ok(next.run(request).await);
    };
    let id = format!(
        "{}:{}",
        session_of(&path),
        hex(&digest(&[
            caller.as_bytes(),
            path.as_bytes(),
            key.as_bytes()
        ]))
    );
    let turn = desk.in_flight().turn(&id);
    let mine = turn.lock().await;
    let outcome = match kept(desk, &id).await? {
        Some(kept) if kept.body == said => kept.into_response(),
        Some(_) => Err(Problem::bad_field(
            "Idempotency-Key",
            "this key came with another body before: use a new one",
        )),
        None => keep(desk, &id, said, next.run(request).await).await,
    };
    drop(mine);
    drop(turn);
    desk.in_flight().tidy(&id);
    outcome
}

/// The session that a path is about, so that its answers can be found when words are struck.
fn session_of(path: &str) -> &str {
    let rest = path.strip_prefix("/v1/sessions/").unwrap_or_default();
    rest.split(['/', '?']).next().unwrap_or_default()
}

/// Answers may repeat what was said: they go when words are struck.
pub(crate) async fn forget_session(desk: &Desk, session: &SessionId) -> Result<(), store::Error> {
    let prefix = format!("{session}:");
    let mut after = prefix.clone();
    loop {
        let page = desk.store().list_documents(KIND, Some(&after), 100).await?;
        for document in &page {
            if !document.id.starts_with(&prefix) {
                return Ok(());
            }
            desk.store().delete_document(KIND, &document.id).await?;
        }
        match page.last() {
            Some(last) => after = last.id.clone(),
            None => return Ok(()),
        }
    }
}

fn checked(key: &HeaderValue) -> Result<String, Problem> {
    key.to_str()
        .ok()
        .filter(|key| (1..=KEY_CHARS_MAX).contains(&key.len()))
        .map(str::to_owned)
        .ok_or_else(|| {
            Problem::bad_field(
                "Idempotency-Key",
                format!("a key has from 1 to {KEY_CHARS_MAX} visible characters"),
            )
        })
}

impl InFlight {
    fn turn(&self, id: &str) -> Arc<tokio::sync::Mutex<()>> {
        let mut calls = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(calls.entry(id.to_owned()).or_default())
    }

    fn tidy(&self, id: &str) {
        let mut calls = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if calls
            .get(id)
            .is_some_and(|turn| Arc::strong_count(turn) == 1)
        {
            calls.remove(id);
        }
    }
}

async fn kept(desk: &Desk, id: &str) -> Result<Option<Kept>, Problem> {
    let Some(document) = desk.store().get_document(KIND, id).await? else {
        return Ok(None);
    };
    let kept: Kept =
        serde_json::from_str(&document.json).map_err(|error| Problem::internal(&error))?;
    Ok((now().since(kept.at) < KEPT_MS).then_some(kept))
}

impl Kept {
    fn into_response(self) -> Result<Response, Problem> {
        let status =
            StatusCode::from_u16(self.status).map_err(|error| Problem::internal(&error))?;
        let mut response = (status, self.answer).into_response();
        let headers = response.headers_mut();
        headers.remove(header::CONTENT_TYPE);
        let fields = [
            (header::CONTENT_TYPE, self.content_type),
            (header::LOCATION, self.location),
        ];
        for (name, value) in fields {
            if let Some(value) = value.and_then(|value| HeaderValue::from_str(&value).ok()) {
                headers.insert(name, value);
            }
        }
        Ok(response)
    }
}

/// Keeps an answer that will not change by asking again. A stream is no answer to keep.
async fn keep(
    desk: &Desk,
    id: &str,
    said: String,
    response: Response,
) -> Result<Response, Problem> {
    let status = response.status();
    let content_type = text(response.headers(), &header::CONTENT_TYPE);
    let location = text(response.headers(), &header::LOCATION);
    let streams = content_type
        .as_deref()
        .is_some_and(|kind| kind.starts_with("text/event-stream"));
    let passing = status.is_server_error()
        || matches!(
            status,
            StatusCode::UNAUTHORIZED | StatusCode::TOO_MANY_REQUESTS
        );
    if streams || passing {
        return Ok(response);
    }
    let (parts, body) = response.into_parts();
    let bytes = to_bytes(body, ANSWER_BYTES_MAX)
        .await
        .map_err(|error| Problem::internal(&error))?;
    let kept = Kept {
        at: now(),
        body: said,
        status: status.as_u16(),
        content_type,
        location,
        answer: String::from_utf8_lossy(&bytes).into_owned(),
    };
    let json = serde_json::to_string(&kept).map_err(|error| Problem::internal(&error))?;
    desk.store().put_document(KIND, id, json).await?;
    Ok(Response::from_parts(parts, Body::from(bytes)))
}

fn text(headers: &HeaderMap, name: &HeaderName) -> Option<String> {
    headers.get(name)?.to_str().ok().map(str::to_owned)
}

/// Drops what is older than a day, and the oldest beyond the limit.
pub(crate) async fn forget_old(desk: &Desk) -> Result<(), store::Error> {
    let mut known = Vec::new();
    let mut after: Option<String> = None;
    loop {
        let page = desk
            .store()
            .list_documents(KIND, after.as_deref(), 1_000)
            .await?;
        let Some(last) = page.last() else { break };
        after = Some(last.id.clone());
        known.extend(page.into_iter().map(|it| (it.updated_at_ms, it.id)));
    }
    known.sort();
    let now_ms = u64::try_from(now().0).unwrap_or(0);
    let beyond = known.len().saturating_sub(ANSWERS_MAX);
    for (n, (at_ms, id)) in known.into_iter().enumerate() {
        if n < beyond || now_ms.saturating_sub(at_ms) >= KEPT_MS {
            desk.store().delete_document(KIND, &id).await?;
        }
    }
    Ok(())
}
