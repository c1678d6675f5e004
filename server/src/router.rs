//! Every route, and what surrounds it: limits, headers, measures, the gate.

use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{DefaultBodyLimit, MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};
use tracing::Instrument;
use utoipa::openapi::{InfoBuilder, OpenApiBuilder};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::desk::Desk;
use crate::problem::{self, Problem};
use crate::routes::{about, after, control, events, files, follow_ups, plans, sessions, writer};
use crate::{
    afterwards, cookie, description, docs_page, gatekeeper, idempotency, measures, studio, voice,
    work,
};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const REQUEST_ID_BYTES_MAX: usize = 128;
/// Smaller answers are not worth packing.
const PACKED_FROM_BYTES: u64 = 1_024;

const HEADERS: &[(&str, &str)] = &[
    (
        "content-security-policy",
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self' blob:; \
         connect-src 'self' ws: wss:; worker-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'self'; \
         frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    (
        "permissions-policy",
        "microphone=(self), camera=(), geolocation=()",
    ),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

pub(crate) fn router(desk: &Desk) -> Router {
    let (api, description) = calls().split_for_parts();
    let api = api
        .route("/v1/realtime", get(voice::by_query))
        .route("/v1/sessions/{id}/realtime", get(voice::by_path));
    let description = description::complete(description);
    let page = docs_page::html(&description);
    let json = description.to_json().unwrap_or_default();
    let api = api
        // Bodies are read, within limits of their own, before any handler sees them.
        .layer(DefaultBodyLimit::disable())
        .route_layer(middleware::from_fn_with_state(
            desk.clone(),
            idempotency::once,
        ))
        .route_layer(middleware::from_fn_with_state(
            desk.clone(),
            gatekeeper::let_in,
        ));
    let studio = studio::router().layer(middleware::from_fn_with_state(
        desk.clone(),
        cookie::hand_out,
    ));
    let open = Router::new()
        .route("/docs", get(async move || Html(page)))
        .route(
            "/docs.css",
            get(async || ([(header::CONTENT_TYPE, "text/css")], docs_page::STYLE)),
        )
        .route(
            "/openapi.json",
            get(async move || ([(header::CONTENT_TYPE, "application/json")], json)),
        )
        .route("/metrics", get(about::metrics));
    let packed = SizeAbove::new(PACKED_FROM_BYTES)
        .and(NotForContentType::const_new("text/event-stream"))
        .and(NotForContentType::const_new("audio/"))
        .and(NotForContentType::const_new("application/zip"));
    Router::new()
        .merge(api)
        .merge(studio)
        .merge(open)
        .layer(middleware::from_fn_with_state(desk.clone(), in_time))
        .layer(CompressionLayer::new().compress_when(packed))
        .layer(CatchPanicLayer::custom(|_| {
            Problem::internal(&"a handler panicked").into_response()
        }))
        .layer(middleware::from_fn(surroundings))
        .with_state(desk.clone())
}

fn calls() -> OpenApiRouter<Desk> {
    let info = InfoBuilder::new()
        .title("Vivavoce")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some("Interviews that become essays"))
        .build();
    OpenApiRouter::with_openapi(OpenApiBuilder::new().info(info).build())
        .routes(routes!(about::health))
        .routes(routes!(about::config))
        .routes(routes!(plans::create, plans::list))
        .routes(routes!(plans::check))
        .routes(routes!(plans::show, plans::replace, plans::remove))
        .routes(routes!(plans::rehearse))
        .routes(routes!(sessions::create, sessions::list))
        .routes(routes!(sessions::import))
        .routes(routes!(sessions::show))
        .routes(routes!(sessions::state_at))
        .routes(routes!(control::start))
        .routes(routes!(control::pause))
        .routes(routes!(control::resume))
        .routes(routes!(control::end))
        .routes(routes!(control::done))
        .routes(routes!(control::skip))
        .routes(routes!(control::answer))
        .routes(routes!(control::withdraw))
        .routes(routes!(control::assistant))
        .routes(routes!(control::code))
        .routes(routes!(control::consent))
        .routes(routes!(writer::pin))
        .routes(routes!(writer::withdraw_question))
        .routes(routes!(writer::extend))
        .routes(routes!(events::events))
        .routes(routes!(files::transcript))
        .routes(routes!(files::recording))
        .routes(routes!(files::bundle))
        .routes(routes!(files::evaluation))
        .routes(routes!(files::replay))
        .routes(routes!(after::analyse, after::analysis))
        .routes(routes!(after::write, after::essays))
        .routes(routes!(after::essay_file, after::edit))
        .routes(routes!(follow_ups::suggestions, follow_ups::go_on))
}

/// Requests that take too long are given up. A stream has begun to answer in time; how long it lasts is its own affair.
async fn in_time(State(desk): State<Desk>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let slow = [
        "/plans",
        "/analysis",
        "/essays",
        "/follow-ups",
        "/rehearse",
        "/import",
        "/bundle.zip",
    ];
    let patience = match slow.iter().any(|end| path.ends_with(end)) {
        true => afterwards::PATIENCE,
        false => desk.limits().patience,
    };
    match tokio::time::timeout(patience, next.run(request)).await {
        Ok(response) => response,
        Err(_) => Problem::new(
            StatusCode::REQUEST_TIMEOUT,
            format!("not finished within {} s", patience.as_secs()),
        )
        .into_response(),
    }
}

/// Measures, writes a line for the log, sets the headers, and makes every error a problem.
async fn surroundings(request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let method = request.method().clone();
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or_else(|| "none".to_owned(), |path| path.as_str().to_owned());
    let id = request_id(request.headers());
    let span = tracing::info_span!("call", request_id = id.to_str().ok());
    let mut response = next.run(request).instrument(span).await;
    let status = response.status();
    let took: Duration = begun.elapsed();
    measures::request(&method, &route, status.as_u16(), took);
    tracing::info!(
        %method,
        route,
        status = status.as_u16(),
        ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX),
        request_id = id.to_str().ok(),
        "request"
    );
    let kind = response.headers().get(header::CONTENT_TYPE);
    let told = kind.is_some_and(|kind| kind == problem::CONTENT_TYPE);
    if (status.is_client_error() || status.is_server_error()) && !told {
        let detail = match status {
            StatusCode::NOT_FOUND => "there is nothing here; /docs lists every call",
            StatusCode::METHOD_NOT_ALLOWED => {
                "this call has another method; /docs lists every call"
            }
            StatusCode::BAD_REQUEST => "the address is not right; /docs lists every parameter",
            _ => "the request cannot be answered",
        };
        let old = std::mem::replace(&mut response, Problem::new(status, detail).into_response());
        for name in [header::ALLOW, header::CONTENT_RANGE] {
            if let Some(value) = old.headers().get(&name) {
                response.headers_mut().insert(name, value.clone());
            }
        }
    }
    for (name, value) in HEADERS {
        response.headers_mut().insert(
            HeaderName::from_static(name),
            HeaderValue::from_static(value),
        );
    }
    let headers = response.headers_mut();
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    headers.insert(REQUEST_ID, id);
    response
}

/// The caller's own id of this call, if it can stand in a log; else a new one.
fn request_id(headers: &HeaderMap) -> HeaderValue {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.:".contains(byte);
    headers
        .get(REQUEST_ID)
        .filter(|id| (1..=REQUEST_ID_BYTES_MAX).contains(&id.len()))
        .filter(|id| id.as_bytes().iter().all(plain))
        .cloned()
        .or_else(|| HeaderValue::from_str(&work::new_id().ok()?).ok())
        .unwrap_or(HeaderValue::from_static("none"))
}
