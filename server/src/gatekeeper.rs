//! The gate before `/v1`: origin, token, and what a participant may do.

use std::net::SocketAddr;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use interview::SessionId;

use crate::access::{Access, bearer};
use crate::bucket::WRONG_TOKEN_COST;
use crate::cookie;
use crate::desk::Desk;
use crate::origin;
use crate::problem::Problem;

const HEALTH: &str = "/v1/health";

pub(crate) async fn let_in(
    State(desk): State<Desk>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    // A request may not be looked at from two threads; its parts may.
    let (parts, body) = request.into_parts();
    let admission = admitted(&desk, peer, &parts).await;
    let mut request = Request::from_parts(parts, body);
    match admission {
        Ok(Some(access)) => {
            request.extensions_mut().insert(access);
            next.run(request).await
        }
        Ok(None) => next.run(request).await,
        Err(refusal) => refusal,
    }
}

async fn admitted(
    desk: &Desk,
    peer: SocketAddr,
    request: &Parts,
) -> Result<Option<Access>, Response> {
    let (method, path) = (&request.method, request.uri.path());
    let claim = claim(desk, method, &request.headers);
    let address = peer.ip();
    // Before anything is looked up: guessing must not cost the store anything.
    if claim != Claim::Owner {
        desk.buckets().take(address).map_err(too_many)?;
    }
    let access = match claim {
        Claim::Owner => Ok(Access::Owner),
        Claim::Nobody => Err(Problem::unauthorized()),
        Claim::Token(token) => match desk.holder(token).await {
            Err(problem) if problem.status() != StatusCode::UNAUTHORIZED => {
                return Err(problem.into_response());
            }
            Err(problem) => {
                desk.buckets().charge(address, WRONG_TOKEN_COST);
                Err(problem)
            }
            Ok(access) => Ok(access),
        },
    };
    let upgrades = origin::upgrades(&request.headers);
    if (!origin::reads(method) || upgrades) && origin::is_own_page(&request.headers) == Some(false)
    {
        return Err(Problem::forbidden("this page is not one of ours").into_response());
    }
    if path == HEALTH && origin::reads(method) {
        return Ok(access.ok());
    }
    let access = access.map_err(IntoResponse::into_response)?;
    if let Access::Participant(own) = &access {
        may_participant(method, path, own).map_err(IntoResponse::into_response)?;
    }
    Ok(Some(access))
}

/// What a request says about its sender.
#[derive(Debug, PartialEq, Eq)]
enum Claim<'a> {
    /// Proven.
    Owner,
    /// Somebody's token, or nobody's.
    Token(&'a str),
    Nobody,
}

/// Who sent this request. A cookie counts only if our own page asked.
fn claim<'a>(desk: &Desk, method: &Method, headers: &'a HeaderMap) -> Claim<'a> {
    if let Some(token) = bearer(headers).or_else(|| protocol_token(headers)) {
        return match desk.keys().is_owner(token) {
            true => Claim::Owner,
            false => Claim::Token(token),
        };
    }
    let cookie = cookie::given(headers).is_some_and(|cookie| desk.keys().is_cookie(cookie));
    match cookie && origin::backs_a_cookie(method, headers) {
        true => Claim::Owner,
        false => Claim::Nobody,
    }
}

/// Browsers cannot send a header with a WebSocket; they name the token as a subprotocol.
fn protocol_token(headers: &HeaderMap) -> Option<&str> {
    headers
        .get_all(header::SEC_WEBSOCKET_PROTOCOL)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|line| line.split(','))
        .find_map(|name| name.trim().strip_prefix("openai-insecure-api-key."))
}

/// Everything a participant may do is listed here; nothing else is allowed.
fn may_participant(method: &Method, path: &str, own: &SessionId) -> Result<(), Problem> {
    let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
    let get = origin::reads(method);
    let post = *method == Method::POST;
    let allowed = match parts.as_slice() {
        ["v1", "realtime"] => get,
        ["v1", "sessions", id, rest @ ..] => {
            Access::Participant(own.clone()).may_join(&SessionId::new((*id).to_owned()))?;
            match rest {
                [] | ["realtime"] => get,
                [
                    "start" | "pause" | "resume" | "end" | "done" | "skip" | "turns" | "assistant"
                    | "code" | "consent",
                ]
                | ["turns", _, "withdraw"] => post,
                _ => false,
            }
        }
        _ => false,
    };
    if allowed {
        Ok(())
    } else {
        Access::Participant(own.clone()).must_own()
    }
}

fn too_many(seconds: u64) -> Response {
    let mut response = Problem::new(
        StatusCode::TOO_MANY_REQUESTS,
        format!("too many requests from this address: try again in {seconds} s"),
    )
    .into_response();
    response
        .headers_mut()
        .insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    response
}
