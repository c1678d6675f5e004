//! Who gets in, what is refused, and that nothing happens twice.

use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::world::{TOKEN, World, plan};

#[tokio::test(flavor = "multi_thread")]
async fn a_participant_may_take_part_and_nothing_else() {
    let world = World::start().await;
    let essay = plan(include_str!("../../../plans/expert-essay.toml"));
    let made = world.session(essay.clone()).await;
    let other = world.session(essay).await;
    let own = |rest: &str| format!("/v1/sessions/{}{rest}", made.id);
    let refused = [
        (Method::GET, "/v1/sessions".to_owned()),
        (Method::GET, "/v1/plans".to_owned()),
        (Method::GET, "/v1/config".to_owned()),
        (Method::GET, own("/events")),
        (Method::GET, own("/transcript.md")),
        (Method::GET, own("/bundle.zip")),
        (Method::POST, own("/analysis")),
        (Method::POST, own("/essays")),
        (Method::POST, own("/extend")),
        (Method::GET, format!("/v1/sessions/{}", other.id)),
    ];
    for (method, path) in refused {
        let body = (method == Method::POST).then(|| json!({}));
        let (status, problem) = world.call(method, &path, &made.join, body).await;
        assert_eq!(status, StatusCode::FORBIDDEN, "{path}: {problem}");
    }
    let (status, problem) = world
        .call(Method::GET, &own(""), "a-token-nobody-gave-out", None)
        .await;
    assert_eq!(status, StatusCode::UNAUTHORIZED);
    assert_eq!(problem["status"], 401);
    assert!(problem["title"].is_string() && problem["detail"].is_string());
}

#[tokio::test(flavor = "multi_thread")]
async fn another_sites_page_cannot_act_with_the_owners_cookie() {
    let world = World::start().await;
    let page = world
        .http
        .get(format!("{}/", world.base))
        .send()
        .await
        .unwrap();
    let cookie = page.headers()["set-cookie"].to_str().unwrap().to_owned();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"));
    assert!(
        page.headers()["content-security-policy"]
            .to_str()
            .unwrap()
            .contains("script-src 'self'")
    );
    let cookie = cookie.split(';').next().unwrap().to_owned();
    let post = |origin: Option<String>| {
        let request = world.http.post(format!("{}/v1/plans", world.base));
        let request = request
            .header("cookie", &cookie)
            .json(&json!({ "topic": "bees" }));
        match origin {
            Some(origin) => request.header("origin", origin),
            None => request,
        }
    };
    let own = post(Some(world.base.clone())).send().await.unwrap();
    assert_eq!(own.status(), StatusCode::CREATED);
    let foreign = post(Some("https://elsewhere.example".to_owned()))
        .send()
        .await
        .unwrap();
    assert_eq!(foreign.status(), StatusCode::FORBIDDEN);
    let nowhere = post(None).send().await.unwrap();
    assert_eq!(nowhere.status(), StatusCode::UNAUTHORIZED);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_idempotency_key_makes_one_plan() {
    let world = World::start().await;
    let ask = |topic: &'static str| {
        world
            .http
            .post(format!("{}/v1/plans", world.base))
            .bearer_auth(TOKEN)
            .header("idempotency-key", "k-1")
            .json(&json!({ "topic": topic }))
            .send()
    };
    let first: serde_json::Value = ask("bees").await.unwrap().json().await.unwrap();
    let again: serde_json::Value = ask("bees").await.unwrap().json().await.unwrap();
    assert_eq!(first["id"], again["id"]);
    let other = ask("wasps").await.unwrap();
    assert!(other.status().is_client_error(), "{}", other.status());
    let plans = world.get("/v1/plans").await;
    assert_eq!(plans["plans"].as_array().unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_requests_are_told_what_is_wrong() {
    let world = World::start().await;
    let wrong = json!({ "plan": { "topic": "x", "sections": [] } });
    let (status, problem) = world
        .call(Method::POST, "/v1/sessions", TOKEN, Some(wrong))
        .await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(problem["errors"][0]["path"].is_string(), "{problem}");
    let huge = json!({ "topic": "x", "context": "y".repeat(40 * 1024 * 1024) });
    let (status, _) = world
        .call(Method::POST, "/v1/plans", TOKEN, Some(huge))
        .await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
    let (status, _) = world.call(Method::GET, "/v1/nothing", TOKEN, None).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}
