//! The HTTP side: the audio endpoints of the OpenAI API, and nothing that a web page could use.

mod failure;
mod speech;
mod transcriptions;

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::ORIGIN;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};
use tower_http::catch_panic::CatchPanicLayer;

use crate::engines::Engines;
use crate::line::Line;
use failure::Failure;

#[derive(Debug)]
pub(crate) struct Desk {
    pub(crate) engines: Engines,
    pub(crate) listening: Line,
    pub(crate) speaking: Line,
}

pub(crate) fn router(desk: Arc<Desk>) -> Router {
    Router::new()
        .route("/healthz", get(health))
        .route("/v1/models", get(models))
        .route("/v1/audio/transcriptions", post(transcriptions::answer))
        .route("/v1/audio/speech", post(speech::answer))
        .fallback(|| async { Failure::NoSuchRoute })
        .method_not_allowed_fallback(|| async { Failure::WrongMethod })
        .layer(middleware::from_fn(no_web_pages))
        .layer(CatchPanicLayer::custom(|_| Failure::Broken.into_response()))
        .with_state(desk)
}

/// A page of some web site may send a form to an address on this machine. Programs send no `Origin`.
async fn no_web_pages(request: Request, next: Next) -> Response {
    if request.headers().contains_key(ORIGIN) {
        return Failure::WebPage.into_response();
    }
    next.run(request).await
}

async fn health(State(desk): State<Arc<Desk>>) -> Json<Value> {
    Json(json!({
        "status": "ok",
        "version": env!("CARGO_PKG_VERSION"),
        "transcribers": desk.engines.transcribers.names(),
        "voices": desk.engines.voices.names(),
        "at_work": {"listening": desk.listening.n_served(), "speaking": desk.speaking.n_served()},
    }))
}

async fn models(State(desk): State<Arc<Desk>>) -> Json<Value> {
    let transcribers = desk.engines.transcribers.names();
    let names = transcribers.into_iter().chain(desk.engines.voices.names());
    let row = |name| json!({"id": name, "object": "model", "created": 0, "owned_by": "local"});
    Json(json!({"object": "list", "data": names.map(row).collect::<Vec<_>>()}))
}
