//! The log over HTTP: a page of it, or a stream that stays open.

use std::convert::Infallible;
use std::future::ready;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self as streams, BoxStream, Stream, StreamExt as _};
use interview::{EventId, SessionId};
use serde::Deserialize;

use crate::asked::Asked;
use crate::desk::Desk;
use crate::problem::Problem;
use crate::{captions, stream};

const PAGE_DEFAULT: usize = 500;
const PAGE_MAX: usize = 5_000;
/// Proxies give up on connections that are silent for longer.
const SIGN_OF_LIFE_EVERY: Duration = Duration::from_secs(15);

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EventPage {
    after: Option<u64>,
    limit: Option<usize>,
    /// With the stream: also `captions`, what is being said before it is a turn. They carry no id.
    captions: Option<bool>,
}

pub(crate) fn wants_stream(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT).and_then(|it| it.to_str().ok());
    accepted.is_some_and(|it| it.contains("text/event-stream"))
}

/// The log; as `text/event-stream` it stays open and resumes after `Last-Event-ID`
#[utoipa::path(get, path = "/v1/sessions/{id}/events", tag = "sessions", params(("id" = String, Path), ("after" = Option<u64>, Query), ("limit" = Option<usize>, Query), ("captions" = Option<bool>, Query)), responses((status = 200, description = "`{events,cursor}`, or the stream", body = serde_json::Value), (status = 404, body = Problem)))]
pub(crate) async fn events(
    State(desk): State<Desk>,
    Path(id): Path<String>,
    Asked(page): Asked<EventPage>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let session = SessionId::new(id);
    let Some(head) = desk.store().session(&session).await? else {
        return Err(Problem::not_found(format!("there is no session {session}")));
    };
    // Nobody has seen events that are not there: counting from behind the end would skip those that are to come.
    let after = page.after.unwrap_or(0).min(head.cursor.0);
    if wants_stream(&headers) {
        // A browser that reconnects sends the address it was given first, and how far it got.
        let last = match headers.get("last-event-id") {
            Some(value) => value
                .to_str()
                .ok()
                .and_then(|it| it.parse::<u64>().ok())
                .ok_or_else(|| Problem::bad_field("Last-Event-ID", "an event's number"))?,
            None => after,
        };
        let last = EventId(last.min(head.cursor.0));
        let captions = page
            .captions
            .unwrap_or(false)
            .then(|| captions::stream(desk.clone(), session.clone()).boxed());
        let events = stream::events(desk, session, last);
        let events = with_captions(events, captions);
        let alive = KeepAlive::new().interval(SIGN_OF_LIFE_EVERY);
        return Ok(Sse::new(events).keep_alive(alive).into_response());
    }
    let limit = page.limit.unwrap_or(PAGE_DEFAULT).clamp(1, PAGE_MAX);
    let entries = stream::page(&desk, &session, EventId(after), limit).await?;
    let cursor = entries.last().map_or(after, |entry| entry.event_id.0);
    let lines: Vec<&str> = entries.iter().map(|entry| entry.json.as_str()).collect();
    // The lines are JSON already, and are shown as they were written.
    let body = format!("{{\"events\":[{}],\"cursor\":{cursor}}}", lines.join(","));
    Ok(([(header::CONTENT_TYPE, "application/json")], body).into_response())
}

type Told = Result<Event, Infallible>;

/// Both at once, for as long as there are events.
fn with_captions(
    events: impl Stream<Item = Told> + Send + 'static,
    captions: Option<BoxStream<'static, Told>>,
) -> BoxStream<'static, Told> {
    let Some(captions) = captions else {
        return events.boxed();
    };
    let events = events.map(Some).chain(streams::once(ready(None)));
    streams::select(events, captions.map(Some))
        .take_while(|told| ready(told.is_some()))
        .filter_map(ready)
        .boxed()
}
