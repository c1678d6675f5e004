//! What this server is: health, configuration, metrics.

use std::net::SocketAddr;

use axum::Json;
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, Version, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::access::bearer;
use crate::desk::Desk;
use crate::measures;
use crate::origin;
use crate::problem::Problem;

fn agents(desk: &Desk) -> &'static str {
    match desk.connected().model {
        Some(_) => "model",
        None => "builtin",
    }
}

fn voice(desk: &Desk) -> String {
    let connected = desk.connected().voice.clone();
    connected.unwrap_or_else(|| "builtin".to_owned())
}

/// Whether the server and its store answer
#[utoipa::path(get, path = "/v1/health", tag = "about", responses((status = 200, description = "`{status,version,store,agents,voice}`", body = Value)))]
pub(crate) async fn health(State(desk): State<Desk>) -> Result<Json<Value>, Problem> {
    desk.store().sessions(None, 1).await?;
    Ok(Json(json!({
        "status": "ok",
        "version": env!("CARGO_PKG_VERSION"),
        "store": desk.store().name(),
        "agents": agents(&desk),
        "voice": voice(&desk),
    })))
}

/// What is built in and what is connected; no secrets
#[utoipa::path(get, path = "/v1/config", tag = "about", responses((status = 200, description = "the configuration", body = Value)))]
pub(crate) async fn config(State(desk): State<Desk>) -> Json<Value> {
    let connected = desk.connected();
    Json(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "store": desk.store().name(),
        "agents": agents(&desk),
        "model": connected.model,
        "voice": voice(&desk),
        "search": connected.search,
        "live_sessions": desk.n_live().await,
        "hint": match connected.model {
            Some(_) => Value::Null,
            None => json!("the built-in agents are at work; set OPENAI_API_KEY or OPENAI_BASE_URL to connect a model"),
        },
    }))
}

/// For Prometheus: the owner's, or whoever asks at this machine
pub(crate) async fn metrics(
    State(desk): State<Desk>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    version: Version,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    if !origin::is_at_home(peer, version, &headers) {
        let token = bearer(&headers).ok_or_else(Problem::unauthorized)?;
        desk.holder(token).await?.must_own()?;
    }
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4")];
    Ok((kind, measures::text(&desk).await).into_response())
}
