//! `Idempotency-Key`: a call that is sent again gets the first answer again, also after a restart.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::{Body, to_bytes};
use axum::extract::{FromRequestParts, MatchedPath, RawPathParams, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use coordinator::now;
use interview::{Millis, SessionId};
use serde::{Deserialize, Serialize};

use crate::access::{Access, digest, hex};
use crate::body::{bytes_max, whole};
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
/// How often, counted in answers, the old ones are looked for.
const TIDY_EVERY: u64 = 1_000;
/// Answers read at once when the old ones are looked for.
const PAGE: usize = 100;
/// Our own ids are much shorter.
const SESSION_BYTES_MAX: usize = 128;

/// Calls that are being answered, so that their repetition waits.
#[derive(Debug, Default)]
pub(crate) struct InFlight {
    calls: Mutex<BTreeMap<String, Arc<tokio::sync::Mutex<()>>>>,
    kept: AtomicU64,
}

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
    let (mut parts, body) = request.into_parts();
    let bytes = whole(body, bytes_max(parts.uri.path()), desk.limits().patience).await?;
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
    let session = session_of(&mut parts).await;
    let said = hex(&digest(&[&bytes]));
    let request = Request::from_parts(parts, Body::from(bytes));
    let Some(key) = key else {
        return Ok(next.run(request).await);
    };
    let key = digest(&[caller.as_bytes(), path.as_bytes(), key.as_bytes()]);
    let id = format!("{session}:{}", hex(&key));
    // Whoever hangs up in the middle will ask again: the call goes on to its end, and its answer is kept.
    let desk = desk.clone();
    let call = tokio::spawn(async move { once_only(&desk, &id, said, request, next).await });
    call.await.map_err(|error| Problem::internal(&error))?
}

async fn once_only(
    desk: &Desk,
    id: &str,
    said: String,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    let turn = desk.in_flight().turn(id);
    let mine = turn.lock().await;
    let outcome = match kept(desk, id).await {
        Ok(Some(kept)) if kept.body == said => kept.into_response(),
        Ok(Some(_)) => Err(Problem::bad_field(
            "Idempotency-Key",
            "this key came with another body before: use a new one",
        )),
        Ok(None) => keep(desk, id, said, next.run(request).await).await,
        Err(problem) => Err(problem),
    };
    drop(mine);
    drop(turn);
    desk.in_flight().tidy(id);
    outcome
}

/// The session that a call is about, so that its answers can be found when words are struck. In its own spelling: an
/// address may spell the same id in many ways.
async fn session_of(parts: &mut Parts) -> String {
    let of_a_session = parts
        .extensions
        .get::<MatchedPath>()
        .is_some_and(|path| path.as_str().starts_with("/v1/sessions/{id}"));
    let Ok(named) = RawPathParams::from_request_parts(parts, &()).await else {
        return String::new();
    };
    let id = named.iter().find(|(name, _)| of_a_session && *name == "id");
    // Nothing is kept under a name that no session can have.
    id.map(|(_, id)| id.to_owned())
        .filter(|id| id.len() <= SESSION_BYTES_MAX && !id.contains('\0'))
        .unwrap_or_default()
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
        let mut calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(calls.entry(id.to_owned()).or_default())
    }

    /// After each so many answers that were kept.
    fn is_time_to_tidy(&self) -> bool {
        (self.kept.fetch_add(1, Ordering::Relaxed) + 1).is_multiple_of(TIDY_EVERY)
    }

    fn tidy(&self, id: &str) {
        let mut calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
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
    if desk.in_flight().is_time_to_tidy() {
        forget_old(desk).await?;
    }
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
            .list_documents(KIND, after.as_deref(), PAGE)
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
