//! The studio: the web client's files, carried in the binary and served with their compressed copies.

use axum::Router;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use crate::desk::Desk;

/// One file of the built web client.
#[derive(Debug)]
struct StudioFile {
    /// Relative, with `/`.
    path: &'static str,
    /// With its quotation marks.
    etag: &'static str,
    plain: &'static [u8],
    brotli: Option<&'static [u8]>,
    gzip: Option<&'static [u8]>,
}

const FILES: &[StudioFile] = include!(concat!(env!("OUT_DIR"), "/studio_files.rs"));

/// Names under this folder carry a hash of their content, so what a name stands for never changes.
const HASHED: &str = "assets/";
const INDEX: &str = "index.html";

/// Serves the web client on every path that no other route takes. An address that is not a file is a page of the
/// client, which reads it itself; an address of the API is never a page.
pub(crate) fn router() -> Router<Desk> {
    Router::new().fallback(serve)
}

async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path == "v1" || path.starts_with("v1/") {
        return StatusCode::NOT_FOUND.into_response();
    }
    if method != Method::GET && method != Method::HEAD {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    match find(path) {
        Some(file) => answer(file, &headers),
        // A missing script answered with a page would be run as one.
        None if path.starts_with(HASHED) => StatusCode::NOT_FOUND.into_response(),
        None => find(INDEX).map_or_else(
            || StatusCode::NOT_FOUND.into_response(),
            |index| answer(index, &headers),
        ),
    }
}

fn find(path: &str) -> Option<&'static StudioFile> {
    FILES.iter().find(|file| file.path == path)
}

fn answer(file: &'static StudioFile, asked: &HeaderMap) -> Response {
    let cache = if file.path.starts_with(HASHED) {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let mut headers = HeaderMap::new();
    let mut set = |name, value| headers.insert(name, HeaderValue::from_static(value));
    set(header::CACHE_CONTROL, cache);
    set(header::ETAG, file.etag);
    set(header::VARY, "accept-encoding");
    if is_known(file, asked) {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    let mut set = |name, value| headers.insert(name, HeaderValue::from_static(value));
    set(header::CONTENT_TYPE, content_type(file.path));
    let body = match (file.brotli, file.gzip) {
        (Some(brotli), _) if accepts(asked, "br") => {
            set(header::CONTENT_ENCODING, "br");
            brotli
        }
        (_, Some(gzip)) if accepts(asked, "gzip") => {
            set(header::CONTENT_ENCODING, "gzip");
            gzip
        }
        (Some(_) | None, Some(_) | None) => file.plain,
    };
    (headers, body).into_response()
}

fn is_known(file: &StudioFile, asked: &HeaderMap) -> bool {
    let tags = asked.get(header::IF_NONE_MATCH);
    tags.and_then(|tags| tags.to_str().ok())
        .is_some_and(|tags| tags.split(',').any(|tag| tag.trim() == file.etag))
}

/// Whether the browser takes this encoding; a weight of zero is a refusal.
fn accepts(asked: &HeaderMap, encoding: &str) -> bool {
    asked
        .get_all(header::ACCEPT_ENCODING)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|offer| {
            let (name, weight) = offer.split_once(';').unwrap_or((offer, ""));
            let weight = weight.trim().trim_start_matches("q=").parse::<f32>();
            name.trim().eq_ignore_ascii_case(encoding) && !weight.is_ok_and(|weight| weight <= 0.0)
        })
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" => "application/json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn get(path: &str, headers: &[(header::HeaderName, &'static str)]) -> Response {
        let headers = headers
            .iter()
            .map(|(name, value)| (name.clone(), HeaderValue::from_static(value)))
            .collect();
        serve(Method::GET, path.parse().unwrap(), headers).await
    }

    fn header_of(response: &Response, name: header::HeaderName) -> &str {
        response
            .headers()
            .get(name)
            .map_or("", |value| value.to_str().unwrap())
    }

    fn script() -> String {
        let script = FILES
            .iter()
            .find(|file| file.path.ends_with(".js") && file.brotli.is_some());
        format!("/{}", script.unwrap().path)
    }

    #[tokio::test]
    async fn every_address_of_the_client_is_its_page() {
        for path in ["/", "/plans/new", "/room/s1", "/sessions/s1/essay"] {
            let page = get(path, &[]).await;
            assert_eq!(page.status(), StatusCode::OK, "{path}");
            assert!(header_of(&page, header::CONTENT_TYPE).starts_with("text/html"));
            assert_eq!(header_of(&page, header::CACHE_CONTROL), "no-cache");
        }
    }

    #[tokio::test]
    async fn an_address_of_the_api_is_never_a_page() {
        assert_eq!(
            get("/v1/nothing", &[]).await.status(),
            StatusCode::NOT_FOUND
        );
        assert_eq!(
            get("/assets/gone.js", &[]).await.status(),
            StatusCode::NOT_FOUND
        );
    }

    #[tokio::test]
    async fn a_script_is_kept_for_good_and_sent_compressed() {
        let path = script();
        let encoded = |offer| [(header::ACCEPT_ENCODING, offer)];
        let brotli = get(&path, &encoded("gzip, br")).await;
        assert_eq!(header_of(&brotli, header::CONTENT_ENCODING), "br");
        assert!(header_of(&brotli, header::CACHE_CONTROL).contains("immutable"));
        let gzip = get(&path, &encoded("br;q=0, gzip")).await;
        assert_eq!(header_of(&gzip, header::CONTENT_ENCODING), "gzip");
        let plain = get(&path, &[]).await;
        assert_eq!(header_of(&plain, header::CONTENT_ENCODING), "");
    }

    #[tokio::test]
    async fn what_the_browser_has_is_not_sent_again() {
        let etag = find(INDEX).unwrap().etag;
        let again = get("/", &[(header::IF_NONE_MATCH, etag)]).await;
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
        assert_eq!(header_of(&again, header::ETAG), etag);
    }

    #[test]
    fn the_page_has_nothing_inline() {
        let page = String::from_utf8_lossy(find(INDEX).unwrap().plain);
        assert!(
            !page.contains("<style") && !page.contains("style="),
            "{page}"
        );
        assert!(
            page.split("<script").skip(1).all(|it| it.contains("src=")),
            "{page}"
        );
    }
}
