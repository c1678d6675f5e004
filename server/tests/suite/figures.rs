//! What the server says of itself: its description, its figures.

use std::collections::BTreeSet;

use serde_json::json;

use crate::world::{World, plan};

#[tokio::test(flavor = "multi_thread")]
async fn the_description_has_every_call_with_its_key_its_guards_and_its_problems() {
    let world = World::start().await;
    let described = world.get("/openapi.json").await;
    assert!(
        described["openapi"].as_str().unwrap().starts_with("3.1"),
        "{described}"
    );
    let mut ids = BTreeSet::new();
    for (path, item) in described["paths"].as_object().unwrap() {
        for (method, call) in item.as_object().unwrap() {
            let id = call["operationId"].as_str().unwrap_or_default();
            assert!(
                ids.insert(id.to_owned()),
                "{method} {path}: {id} is there twice"
            );
            let named = |name: &str| {
                let parameters = call["parameters"].as_array();
                parameters.is_some_and(|all| all.iter().any(|it| it["name"] == name))
            };
            assert_eq!(
                named("Idempotency-Key"),
                method == "post",
                "{method} {path}"
            );
            for part in path.split('/').filter_map(|part| part.strip_prefix('{')) {
                assert!(named(part.trim_end_matches('}')), "{method} {path}: {part}");
            }
            let responses = call["responses"].as_object().unwrap();
            assert_eq!(
                responses.contains_key("401"),
                path != "/v1/health",
                "{path}"
            );
            for (status, answer) in responses {
                assert_ne!(answer["description"], "", "{method} {path} {status}");
                if status.starts_with(['4', '5']) {
                    let problem = &answer["content"]["application/problem+json"];
                    assert!(problem.is_object(), "{method} {path} {status}");
                }
            }
        }
    }
    let page = world.get("/docs").await;
    let page = page.as_str().unwrap();
    for path in [
        "/v1/sessions/{id}/turns",
        "/v1/realtime",
        "Idempotency-Key",
        "client_id",
    ] {
        assert!(page.contains(path), "{path}");
    }
    // Nothing from elsewhere, nothing that the policy would forbid.
    assert!(!page.contains("<script") && !page.contains("<style") && !page.contains("//cdn"));
    assert!(
        world
            .get("/docs.css")
            .await
            .as_str()
            .unwrap()
            .contains("body {")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_happens_is_counted_and_nothing_said_is_in_it() {
    let world = World::start().await;
    let made = world
        .session(plan(include_str!("../../../plans/expert-essay.toml")))
        .await;
    let at = |rest: &str| format!("/v1/sessions/{}{rest}", made.id);
    world.post(&at("/start"), json!({})).await;
    let said = json!({ "text": "My grandmother kept ostriches.", "client_id": "a" });
    world.post(&at("/turns"), said).await;
    world.until(&made.id, "DECISION_MADE").await;
    world.post(&at("/end"), json!({})).await;
    world.post(&at("/essays"), json!({})).await;
    let figures = world.get("/metrics").await;
    let figures = figures.as_str().unwrap();
    for name in [
        "viva_sessions{status=\"COMPLETED\"}",
        "viva_agent_reports_total{agent=\"writer\"",
        "viva_agent_seconds",
        "viva_store_seconds_bucket{call=\"write\"",
        "viva_input_seconds_count",
        "viva_http_request_seconds_count{method=\"POST\",route=\"/v1/sessions/{id}/turns\"",
        "viva_cycle_seconds_count",
    ] {
        assert!(figures.contains(name), "{name} is not in\n{figures}");
    }
    assert!(!figures.contains("ostrich") && !figures.contains(&made.id));
}
