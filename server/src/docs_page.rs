//! The readable page of the API, made of its OpenAPI description.

use utoipa::openapi::OpenApi;

/// One page, without script or style of its own.
pub(crate) fn html(api: &OpenApi) -> String {
    let api = serde_json::to_value(api).unwrap_or_default();
    let mut out = String::from(
        "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>Vivavoce: HTTP API</title></head>\n<body>\n\
         <h1>Vivavoce: HTTP API</h1>\n<p>Calls carry <code>Authorization: Bearer</code>. Errors are \
         <code>application/problem+json</code>. Every POST takes an <code>Idempotency-Key</code>. \
         <a href=\"/openapi.json\">OpenAPI</a></p>\n",
    );
    let paths = api["paths"].as_object().cloned().unwrap_or_default();
    for (path, calls) in &paths {
        for (method, call) in calls.as_object().cloned().unwrap_or_default() {
            let text = |value: &serde_json::Value| escaped(value.as_str().unwrap_or_default());
            out.push_str(&format!(
                "<h2><code>{} {}</code></h2>\n<p>{}</p>\n<ul>\n",
                method.to_uppercase(),
                escaped(path),
                text(&call["summary"])
            ));
            for (status, answer) in call["responses"].as_object().cloned().unwrap_or_default() {
                out.push_str(&format!(
                    "<li>{} {}</li>\n",
                    escaped(&status),
                    text(&answer["description"])
                ));
            }
            out.push_str("</ul>\n");
        }
    }
    out.push_str("</body>\n</html>\n");
    out
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
