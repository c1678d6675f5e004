//! What comes in wrong, too large, too often or too slowly, and what is said to it.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use server::Limits;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::world::{TOKEN, Wishes, World, on_both, plan};

on_both! {
    every_bad_body_is_a_problem_that_says_what_is_wrong;
    names_that_nothing_can_have_are_not_found;
}

async fn posted(world: &World, path: &str, kind: &str, body: &[u8]) -> (u16, Value) {
    let answer = world
        .http
        .post(format!("{}{path}", world.base))
        .bearer_auth(TOKEN)
        .header("content-type", kind)
        .body(body.to_vec())
        .send()
        .await
        .unwrap();
    let status = answer.status().as_u16();
    if status >= 400 {
        assert_eq!(answer.headers()["content-type"], "application/problem+json");
    }
    (status, answer.json().await.unwrap())
}

async fn every_bad_body_is_a_problem_that_says_what_is_wrong(world: World) {
    let json = "application/json";
    let deep = "[".repeat(100_000);
    let rows: &[(&str, &[u8], u16, &str)] = &[
        (json, br#"{"topic":"bees","#, 400, ""),
        (json, b"\xff\xfe", 400, ""),
        (json, br#"{"topic":"\ud800"}"#, 400, ""),
        (json, deep.as_bytes(), 400, ""),
        (json, br#"{"topic":"bees"} {}"#, 400, ""),
        (json, br#"{"topic":"bees","minutes":1e999}"#, 400, ""),
        (json, b"", 422, ""),
        (json, b"[]", 422, ""),
        (json, br#"{"topic":7}"#, 422, "topic"),
        (json, br#"{"topic":"bees","minutes":-1}"#, 422, "minutes"),
        (
            json,
            br#"{"topic":"bees","minutes":99999999999999999999}"#,
            422,
            "minutes",
        ),
        (json, br#"{"topic":"bees","loud":true}"#, 422, "loud"),
        (json, br#"{"topic":" "}"#, 422, "topic"),
        (
            json,
            br#"{"topic":"x","sections":[{"id":"a","questions":[{"priority":"soon"}]}]}"#,
            422,
            "sections[0].questions[0].priority",
        ),
        ("text/plain", br#"{"topic":"bees"}"#, 415, ""),
        ("application/xml", b"<topic/>", 415, ""),
    ];
    for (kind, body, expected, path) in rows {
        let (status, problem) = posted(&world, "/v1/plans", kind, body).await;
        let sent = String::from_utf8_lossy(&body[..body.len().min(80)]);
        assert_eq!(status, *expected, "{sent}: {problem}");
        if status == 422 {
            let all = problem["errors"].as_array().unwrap();
            assert!(all.iter().all(|it| it["message"].is_string()), "{problem}");
            assert!(
                all.iter().any(|it| it["path"] == *path),
                "{sent}: {problem}"
            );
        }
    }
    // A NUL in words is a character like any other.
    let (status, plan) = posted(&world, "/v1/plans", json, br#"{"topic":"be\u0000es"}"#).await;
    assert!(status == 201 || status == 422, "{plan}");
    let (status, _) = posted(
        &world,
        "/v1/plans",
        "application/x-www-form-urlencoded",
        br#"{"topic":"bees"}"#,
    )
    .await;
    assert_eq!(status, 201, "what `curl -d` sends is read");
}

async fn names_that_nothing_can_have_are_not_found(world: World) {
    let long = "x".repeat(5_000);
    let odd = [
        "%00",
        "a%00b",
        "..%2f..%2fetc%2fpasswd",
        "%F0%9F%90%9D",
        &long,
        "'%20or%201=1",
    ];
    for name in odd {
        for path in [
            format!("/v1/sessions/{name}"),
            format!("/v1/sessions/{name}/events"),
            format!("/v1/sessions/{name}/recording"),
            format!("/v1/sessions/{name}/transcript.md"),
            format!("/v1/plans/{name}"),
        ] {
            let (status, problem) = world.call(Method::GET, &path, TOKEN, None).await;
            assert_eq!(status, 404, "{path}: {problem}");
        }
        for path in [
            format!("/v1/sessions/{name}/start"),
            format!("/v1/sessions/{name}/turns/{name}/withdraw"),
        ] {
            let answer = world
                .http
                .post(format!("{}{path}", world.base))
                .bearer_auth(TOKEN)
                .header("idempotency-key", "odd")
                .send()
                .await
                .unwrap();
            assert_eq!(answer.status(), 404, "{path}");
        }
    }
    let (status, problem) = world
        .call(Method::GET, "/v1/sessions/%ff", TOKEN, None)
        .await;
    assert_eq!(status, 400, "{problem}");
    for (query, path) in [
        ("/v1/sessions?limit=many", "limit"),
        ("/v1/sessions?limit=-1", "limit"),
        ("/v1/plans?size=1", "size"),
        ("/v1/plans?after=%00", "after"),
    ] {
        let (status, problem) = world.call(Method::GET, query, TOKEN, None).await;
        assert_eq!(status, 422, "{query}: {problem}");
        let message = problem["errors"][0].to_string();
        assert!(message.contains(path), "{query}: {problem}");
    }
    assert_eq!(
        world.get("/v1/sessions?before=%00").await["sessions"],
        json!([])
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_of_the_log_has_bounds_and_never_skips() {
    let world = World::start().await;
    let made = world
        .session(plan(include_str!("../../../plans/expert-essay.toml")))
        .await;
    let page = async |query: &str| {
        let path = format!("/v1/sessions/{}/events{query}", made.id);
        let page = world.get(&path).await;
        (
            page["events"].as_array().unwrap().len(),
            page["cursor"].as_u64().unwrap(),
        )
    };
    world
        .post(&format!("/v1/sessions/{}/start", made.id), json!({}))
        .await;
    // Until nothing more will happen.
    world.until(&made.id, "QUESTION_ASKED").await;
    world
        .post(&format!("/v1/sessions/{}/end", made.id), json!({}))
        .await;
    let last = world.get(&format!("/v1/sessions/{}", made.id)).await["cursor"]
        .as_u64()
        .unwrap();
    assert_eq!(page("?limit=0").await, (1, 1));
    assert_eq!(page("?limit=99999999").await.1, last);
    assert_eq!(page(&format!("?after={last}")).await, (0, last));
    // Who says to have seen what is not there yet is still shown what comes.
    assert_eq!(page("?after=18446744073709551615").await, (0, last));
}

#[tokio::test(flavor = "multi_thread")]
async fn large_bodies_are_taken_where_they_belong() {
    let world = World::start().await;
    let line =
        "Interviewer: What do you do?\n\nExpert: I keep bees in forty hives near the river.\n\n";
    let long = line.repeat(3 * 1024 * 1024 / line.len());
    let (status, problem) = posted(
        &world,
        "/v1/import?name=long.md",
        "text/markdown",
        long.as_bytes(),
    )
    .await;
    assert_ne!(status, 413, "{problem}");
    let (status, _) = posted(&world, "/v1/plans", "application/json", long.as_bytes()).await;
    assert_eq!(status, 413);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_asks_too_often_is_told_when_to_come_back_and_the_owner_never_is() {
    let limits = Limits {
        requests_per_second: 1,
        reserve: 3,
        ..Limits::USUAL
    };
    let world = World::with(Wishes {
        limits,
        ..Wishes::NONE
    })
    .await;
    let ask = async |token: &str| {
        let request = world.http.get(format!("{}/v1/plans", world.base));
        request.bearer_auth(token).send().await.unwrap()
    };
    assert_eq!(ask("not-a-token-of-ours").await.status(), 401);
    let refused = ask("not-a-token-of-ours").await;
    assert_eq!(refused.status(), 429);
    let wait: u64 = refused.headers()["retry-after"]
        .to_str()
        .unwrap()
        .parse()
        .unwrap();
    assert!((1..=30).contains(&wait), "{wait}");
    assert_eq!(refused.json::<Value>().await.unwrap()["status"], 429);
    for _ in 0..20 {
        assert_eq!(ask(TOKEN).await.status(), 200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_dawdles_is_let_go_and_others_are_served() {
    let limits = Limits {
        head: Duration::from_millis(200),
        patience: Duration::from_millis(200),
        connections: 2,
        ..Limits::USUAL
    };
    let world = World::with(Wishes {
        limits,
        ..Wishes::NONE
    })
    .await;
    // One sends half a head, one half a body. Both take up all the room there is.
    let mut half_a_head = TcpStream::connect(world.address()).await.unwrap();
    half_a_head
        .write_all(b"GET / HTTP/1.1\r\nhost:")
        .await
        .unwrap();
    let mut half_a_body = TcpStream::connect(world.address()).await.unwrap();
    let head = format!(
        "POST /v1/plans HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {TOKEN}\r\ncontent-length: 100\r\n\r\n{{"
    );
    half_a_body.write_all(head.as_bytes()).await.unwrap();
    // The third waits before the door until they are gone.
    world.get("/v1/health").await;
    let mut answer = String::new();
    half_a_head.read_to_string(&mut answer).await.unwrap();
    assert!(!answer.contains(" 200 "), "{answer}");
    half_a_body.read_to_string(&mut answer).await.unwrap();
    assert!(answer.contains(" 408 "), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_has_an_id_and_the_callers_own_if_it_can_stand_in_a_log() {
    let world = World::start().await;
    let id = async |own: Option<&str>| {
        let mut request = world.http.get(format!("{}/v1/nothing", world.base));
        if let Some(own) = own {
            request = request.header("x-request-id", own);
        }
        let answer = request.send().await.unwrap();
        answer.headers()["x-request-id"]
            .to_str()
            .unwrap()
            .to_owned()
    };
    assert_eq!(id(Some("call-17")).await, "call-17");
    let long = "x".repeat(1_000);
    for odd in [None, Some(long.as_str()), Some("a b=c")] {
        let given = id(odd).await;
        assert!(
            !given.is_empty() && Some(given.as_str()) != odd && given.len() < 100,
            "{given}"
        );
    }
}
