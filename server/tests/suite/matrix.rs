//! Who may call what: every call of the description against every kind of caller.

use reqwest::Method;
use serde_json::{Value, json};
use server::Limits;

use crate::world::{TOKEN, Wishes, World, plan};

/// What a join token opens in its own session. Everything else is the owner's.
const PARTICIPANTS: &[(&str, &str)] = &[
    ("get", "/v1/sessions/{id}"),
    ("get", "/v1/sessions/{id}/realtime"),
    ("get", "/v1/realtime"),
    ("post", "/v1/sessions/{id}/start"),
    ("post", "/v1/sessions/{id}/pause"),
    ("post", "/v1/sessions/{id}/resume"),
    ("post", "/v1/sessions/{id}/end"),
    ("post", "/v1/sessions/{id}/done"),
    ("post", "/v1/sessions/{id}/turns"),
    ("post", "/v1/sessions/{id}/turns/{turn_id}/withdraw"),
    // What a person does in a room beside talking.
    ("post", "/v1/sessions/{id}/skip"),
    ("post", "/v1/sessions/{id}/consent"),
    ("post", "/v1/sessions/{id}/assistant"),
    ("post", "/v1/sessions/{id}/code"),
];

struct Caller<'a> {
    token: &'a str,
    /// Whether this is the session that the token was made for.
    at_home: bool,
}

fn expected(caller: &Caller, method: &str, path: &str) -> &'static [u16] {
    let open = path == "/v1/health";
    let takes_part = PARTICIPANTS.contains(&(method, path));
    let named = path.contains("/sessions/{id}");
    match caller.token {
        _ if open => &[200],
        TOKEN => &[],
        "" | "nobodys-token-1234" => &[401],
        _ if takes_part && (caller.at_home || !named) => &[],
        _ => &[403],
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_call_opens_to_whom_it_should_and_to_nobody_else() {
    // Wrong tokens are dear.
    let limits = Limits {
        reserve: 100_000,
        ..Limits::USUAL
    };
    let world = World::with(Wishes {
        limits,
        ..Wishes::NONE
    })
    .await;
    let essay = plan(include_str!("../../../plans/expert-essay.toml"));
    let own = world.session(essay.clone()).await;
    let other = world.session(essay).await;
    let described = world.get("/openapi.json").await;
    let mut n_calls = 0;
    for (path, item) in described["paths"].as_object().unwrap() {
        for (method, _) in item.as_object().unwrap() {
            n_calls += 1;
            for token in ["", "nobodys-token-1234", &own.join, TOKEN] {
                for (session, at_home) in [(&own, true), (&other, false)] {
                    let caller = Caller { token, at_home };
                    let place = path.replace("{id}", &session.id);
                    let status = status(&world, method, &place, token).await;
                    let right = match expected(&caller, method, path) {
                        [] => ![401, 403].contains(&status) && status < 500,
                        expected => expected.contains(&status),
                    };
                    assert!(
                        right,
                        "{method} {path} by {token:?}, at home: {at_home}: {status}"
                    );
                }
            }
        }
    }
    assert!(n_calls > 40, "{n_calls}");
}

async fn status(world: &World, method: &str, path: &str, token: &str) -> u16 {
    let path = path
        .replace("{turn_id}", "turn_999")
        .replace("{question}", "q-none")
        .replace("{file}", "transcript.md");
    let method: Method = method.to_uppercase().parse().unwrap();
    let body = (method == Method::POST || method == Method::PUT).then(|| json!({ "not": "known" }));
    let mut request = world
        .http
        .request(method, format!("{}{path}", world.base))
        .header("accept", "application/json");
    if !token.is_empty() {
        request = request.bearer_auth(token);
    }
    if let Some(body) = body {
        request = request.json(&body);
    }
    request.send().await.unwrap().status().as_u16()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_there_is_told_apart_from_what_is_not_allowed() {
    let world = World::start().await;
    let made = world
        .session(plan(include_str!("../../../plans/expert-essay.toml")))
        .await;
    let rows: &[(&str, Method, &str, u16)] = &[
        (TOKEN, Method::GET, "/v1/sessions/none", 404),
        (TOKEN, Method::GET, "/v1/sessions/none/events", 404),
        (TOKEN, Method::GET, "/v1/sessions/none/analysis", 404),
        (TOKEN, Method::GET, "/v1/sessions/none/follow-ups", 404),
        (TOKEN, Method::GET, "/v1/sessions/none/essays/1.md", 404),
        (TOKEN, Method::GET, "/v1/sessions/none/recording", 404),
        (TOKEN, Method::GET, "/v1/sessions/none/bundle.zip", 404),
        (TOKEN, Method::POST, "/v1/sessions/none/start", 404),
        (TOKEN, Method::GET, "/v1/plans/none", 404),
        (TOKEN, Method::DELETE, "/v1/plans/none", 404),
        (TOKEN, Method::GET, "/v1/nothing", 404),
        (TOKEN, Method::DELETE, "/v1/sessions", 405),
        // Of other sessions a participant does not even learn whether they are there.
        (&made.join, Method::GET, "/v1/sessions/none", 403),
        (&made.join, Method::GET, "/v1/plans/none", 403),
        ("nobodys-token-1234", Method::GET, "/v1/sessions/none", 401),
    ];
    for (token, method, path, expected) in rows {
        let (status, problem) = world.call(method.clone(), path, token, None).await;
        assert_eq!(status, *expected, "{method} {path}: {problem}");
        assert_eq!(problem["status"], *expected, "{problem}");
        assert!(problem["detail"].is_string(), "{problem}");
    }
    // A token that is not ours says so, and how to bring one.
    let nobody = world.http.get(format!("{}/v1/plans", world.base)).send();
    let nobody = nobody.await.unwrap();
    assert!(nobody.headers().contains_key("www-authenticate"));
    assert_eq!(nobody.headers()["content-type"], "application/problem+json");
    assert_eq!(nobody.json::<Value>().await.unwrap()["type"], "about:blank");
}

/// A foreign name that was made to point at this machine, and a proxy that speaks for others, are not the owner at home.
#[tokio::test(flavor = "multi_thread")]
async fn only_who_sits_here_gets_the_cookie_and_the_figures() {
    let world = World::start().await;
    let own = world.address().to_owned();
    let rows = [
        (format!("host: {own}\r\n"), "1.1", true),
        ("host: localhost:1\r\n".to_owned(), "1.1", true),
        ("host: rebound.example\r\n".to_owned(), "1.1", false),
        (
            format!("host: {own}\r\nx-forwarded-for: 192.0.2.1\r\n"),
            "1.1",
            false,
        ),
        (format!("host: {own}\r\nvia: 1.1 proxy\r\n"), "1.1", false),
        (format!("host: {own}\r\n"), "1.0", false),
    ];
    for (headers, version, at_home) in rows {
        let ask =
            |path: &str| format!("GET {path} HTTP/{version}\r\n{headers}connection: close\r\n\r\n");
        let page = world.raw(ask("/").as_bytes()).await;
        assert_eq!(
            page.contains("set-cookie: viva_owner="),
            at_home,
            "{headers}"
        );
        let figures = world.raw(ask("/metrics").as_bytes()).await;
        let expected = if at_home { "200" } else { "401" };
        assert!(
            figures.contains(&format!(" {expected} ")),
            "{headers}: {figures}"
        );
    }
}

/// A page of another port of this machine is not ours, although browsers send it our cookie.
#[tokio::test(flavor = "multi_thread")]
async fn a_cookie_is_nothing_without_our_own_page_behind_it() {
    let world = World::start().await;
    let made = world
        .session(plan(include_str!("../../../plans/expert-essay.toml")))
        .await;
    let page = world
        .http
        .get(format!("{}/", world.base))
        .send()
        .await
        .unwrap();
    let cookie = page.headers()["set-cookie"].to_str().unwrap().to_owned();
    let cookie = cookie.split(';').next().unwrap();
    let own = format!("origin: {}\r\n", world.base);
    let same = "sec-fetch-site: same-origin\r\n";
    let near = "sec-fetch-site: same-site\r\norigin: http://127.0.0.1:1\r\n";
    let upgrade = "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";
    let socket = format!("/v1/realtime?session={}", made.id);
    let rows: &[(&str, &str, String, &str)] = &[
        ("GET", "/v1/plans", own.clone(), "200"),
        ("GET", "/v1/plans", same.to_owned(), "200"),
        ("GET", "/v1/plans", near.to_owned(), "401"),
        ("GET", "/v1/plans", String::new(), "401"),
        ("POST", "/v1/plans/check", own.clone(), "200"),
        ("POST", "/v1/plans/check", same.to_owned(), "401"),
        ("POST", "/v1/plans/check", near.to_owned(), "403"),
        (
            "POST",
            "/v1/plans/check",
            "origin: null\r\n".to_owned(),
            "403",
        ),
        ("GET", &socket, format!("{upgrade}{own}"), "101"),
        ("GET", &socket, format!("{upgrade}{same}"), "401"),
        ("GET", &socket, format!("{upgrade}{near}"), "403"),
    ];
    for (method, path, headers, expected) in rows {
        let ask = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\ncookie: {cookie}\r\ncontent-length: 0\r\n{headers}\r\n",
            world.address()
        );
        let line = world.first_line(ask.as_bytes()).await;
        assert!(
            line.contains(&format!(" {expected} ")),
            "{method} {path} {headers}: {line}"
        );
    }
}
