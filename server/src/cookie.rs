//! The owner's cookie: handed out when the studio is opened at this machine itself.

use std::net::SocketAddr;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::desk::Desk;
use crate::origin;

const NAME: &str = "viva_owner";

pub(crate) fn given(headers: &HeaderMap) -> Option<&str> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(name, _)| *name == NAME)
        .map(|(_, value)| value)
}

/// Around the studio's pages: whoever opens one at home is the owner.
pub(crate) async fn hand_out(
    State(desk): State<Desk>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    let at_home = request.method() == Method::GET
        && origin::is_at_home(peer, request.version(), request.headers());
    let has_it = given(request.headers()).is_some_and(|cookie| desk.keys().is_cookie(cookie));
    // A guest who follows a link on this machine, or in a borrowed browser, is a guest.
    let is_room = request.uri().path().starts_with("/room/");
    let mut response = next.run(request).await;
    let is_page = response
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    if at_home && is_page && !is_room && !has_it {
        let cookie = format!(
            "{NAME}={}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000",
            desk.keys().cookie()
        );
        if let Ok(value) = HeaderValue::from_str(&cookie) {
            response.headers_mut().insert(header::SET_COOKIE, value);
        }
    }
    response
}
