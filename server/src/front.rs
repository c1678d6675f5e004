//! The page at `/`.

use axum::Router;
use axum::response::Html;
use axum::routing::get;

use crate::desk::Desk;

const PAGE: &str = "<!doctype html>
<html lang=\"en\">
<head><meta charset=\"utf-8\"><title>Vivavoce</title></head>
<body>
<h1>Vivavoce</h1>
<p>The server is running. <a href=\"/docs\">The calls it answers</a> · <a href=\"/openapi.json\">OpenAPI</a></p>
</body>
</html>
";

pub(crate) fn router() -> Router<Desk> {
    Router::new().route("/", get(async || Html(PAGE)))
}
