//! The readable page of the API, made of its OpenAPI description.

use std::fmt::Write;

use serde_json::{Map, Value};
use utoipa::openapi::OpenApi;

const METHODS: [&str; 4] = ["get", "post", "put", "delete"];

pub(crate) const STYLE: &str = "\
body { max-width: 56rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; color-scheme: light dark }
code { font-family: ui-monospace, monospace }
h2 { margin-top: 2.5rem; border-bottom: 1px solid; text-transform: capitalize }
h3 { margin: 2rem 0 .25rem }
table { border-collapse: collapse; width: 100% }
td { border-top: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: .2rem .5rem; vertical-align: top }
td:first-child { width: 14rem; overflow-wrap: anywhere }
nav { columns: 18rem }
nav a { display: block; text-decoration: none }
";

/// One page, without script; its style is a file of its own.
pub(crate) fn html(api: &OpenApi) -> String {
    let api = serde_json::to_value(api).unwrap_or_default();
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>Vivavoce: HTTP API</title><link rel=\"stylesheet\" href=\"/docs.css\"></head>\n<body>\n\
         <h1>Vivavoce {}: HTTP API</h1>\n<p>Calls carry <code>Authorization: Bearer TOKEN</code>: the owner's token, which lies \
         in the file <code>token</code> of the data directory unless <code>VIVA_TOKEN</code> is set, or the join token of one \
         session. Errors are <code>application/problem+json</code>. Every POST takes an <code>Idempotency-Key</code>. \
         The same for programs: <a href=\"/openapi.json\">openapi.json</a></p>\n\
         <pre><code>curl -H \"Authorization: Bearer TOKEN\" -d '{{\"topic\":\"keeping bees\"}}' http://127.0.0.1:7373/v1/plans</code></pre>\n<nav>\n",
        escaped(text(&api["info"]["version"]))
    );
    let calls = calls(&api);
    for (_, name, _) in &calls {
        line(
            &mut out,
            &format!("<a href=\"#{}\">{}</a>", anchor(name), escaped(name)),
        );
    }
    line(&mut out, "</nav>");
    let mut under = "";
    for (tag, name, call) in &calls {
        if under != *tag {
            under = tag;
            line(&mut out, &format!("<h2>{}</h2>", escaped(tag)));
        }
        one(&mut out, name, call, &api);
    }
    line(&mut out, "</body>\n</html>");
    out
}

/// Every call with its tag and its name, by tag.
fn calls(api: &Value) -> Vec<(&str, String, &Value)> {
    let mut calls = Vec::new();
    for (path, item) in entries(&api["paths"]) {
        for method in METHODS {
            if let Some(call) = item.get(method) {
                let name = format!("{} {path}", method.to_uppercase());
                calls.push((text(&call["tags"][0]), name, call));
            }
        }
    }
    calls.sort_by_key(|(tag, _, _)| *tag);
    calls
}

fn one(out: &mut String, name: &str, call: &Value, api: &Value) {
    let heading = format!(
        "<h3 id=\"{}\"><code>{}</code></h3>",
        anchor(name),
        escaped(name)
    );
    line(out, &heading);
    for words in [&call["summary"], &call["description"]] {
        if let Some(words) = words.as_str() {
            line(out, &format!("<p>{}</p>", escaped(words)));
        }
    }
    line(out, "<table>");
    for parameter in call["parameters"].as_array().into_iter().flatten() {
        let place = text(&parameter["in"]);
        row(
            out,
            &format!("{} ({place})", text(&parameter["name"])),
            text(&parameter["description"]),
        );
    }
    for (media, content) in entries(&call["requestBody"]["content"]) {
        let named = text(&content["schema"]["$ref"])
            .rsplit('/')
            .next()
            .unwrap_or_default();
        let schema = &api["components"]["schemas"][named];
        row(out, "body", media);
        let required = schema["required"].as_array();
        for (field, of) in entries(&schema["properties"]) {
            let needed = required.is_some_and(|all| all.iter().any(|it| it == field));
            let name = if needed {
                field.clone()
            } else {
                format!("{field}?")
            };
            row(out, &format!("· {name}"), text(&of["description"]));
        }
    }
    for (status, answer) in entries(&call["responses"]) {
        row(out, status, text(&answer["description"]));
    }
    line(out, "</table>");
}

fn row(out: &mut String, what: &str, words: &str) {
    line(
        out,
        &format!(
            "<tr><td><code>{}</code></td><td>{}</td></tr>",
            escaped(what),
            escaped(words)
        ),
    );
}

fn line(out: &mut String, text: &str) {
    // Writing into memory cannot fail.
    if writeln!(out, "{text}").is_err() {
        tracing::error!("no memory for a page");
    }
}

fn entries(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flat_map(Map::iter)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn anchor(name: &str) -> String {
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() {
            c.to_ascii_lowercase()
        } else {
            '-'
        }
    };
    name.chars().map(plain).collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
