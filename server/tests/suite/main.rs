//! The server from outside, through real sockets.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

mod gate;
mod stream;
mod structured;
mod voice;
mod world;

use serde_json::{Value, json};
use server::{Config, Connected, Limits, VoiceSettings};
use tokio::sync::oneshot;

const TOKEN: &str = "an-owners-token-for-tests";

#[tokio::test(flavor = "multi_thread")]
async fn an_interview_goes_from_a_topic_to_an_essay_and_a_follow_up() {
    let data = tempfile::tempdir().unwrap();
    let config = Config {
        data: data.path().to_owned(),
        database: store::DatabaseUrl::sqlite(data.path().join("viva.db")),
        token: Some(TOKEN.to_owned()),
        staff: agents::Staff::builtin(),
        cost_cap: None,
        connected: Connected::default(),
        voice: VoiceSettings::text_only(),
        limits: Limits::USUAL,
    };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let (ready, is_ready) = oneshot::channel();
    let (stop, stopped) = oneshot::channel::<()>();
    let running = tokio::spawn(server::run(
        listener,
        config,
        move |address| ready.send(address).unwrap(),
        async move { stopped.await.unwrap() },
    ));
    is_ready.await.unwrap();
    let client = reqwest::Client::new();
    let call = async |method: &str, path: &str, token: &str, body: Value| {
        let method: reqwest::Method = method.parse().unwrap();
        let request = client
            .request(method, format!("{base}{path}"))
            .bearer_auth(token);
        let answer = request.json(&body).send().await.unwrap();
        let status = answer.status().as_u16();
        let text = answer.text().await.unwrap();
        (
            status,
            serde_json::from_str::<Value>(&text).unwrap_or(Value::String(text)),
        )
    };

    let (status, plan) = call(
        "POST",
        "/v1/plans",
        TOKEN,
        json!({ "topic": "keeping bees" }),
    )
    .await;
    assert_eq!(status, 201, "{plan}");
    let (status, made) = call(
        "POST",
        "/v1/sessions",
        TOKEN,
        json!({ "plan_id": plan["id"] }),
    )
    .await;
    assert_eq!(status, 201, "{made}");
    let id = made["id"].as_str().unwrap();
    let join = made["join_token"].as_str().unwrap();
    let at = |rest: &str| format!("/v1/sessions/{id}{rest}");

    assert_eq!(
        call("POST", &at("/start"), "not-a-token-of-ours", json!({}))
            .await
            .0,
        401
    );
    assert_eq!(call("GET", &at("/events"), join, json!({})).await.0, 403);
    assert_eq!(
        call(
            "POST",
            &at("/turns"),
            join,
            json!({ "text": "x", "loud": 1 })
        )
        .await
        .0,
        422
    );
    assert_eq!(call("POST", &at("/start"), join, json!({})).await.0, 200);
    let said = json!({ "text": "I keep forty hives, and I lost ten of them in one winter.", "client_id": "m1" });
    let first = call("POST", &at("/turns"), join, said.clone()).await;
    assert_eq!(first.0, 201, "{}", first.1);
    assert_eq!(call("POST", &at("/turns"), join, said).await, first);
    let (_, view) = call("GET", &at(""), join, json!({})).await;
    assert!(
        view.get("notes").is_none() && view.get("transcript").is_some(),
        "{view}"
    );
    assert_eq!(call("POST", &at("/end"), join, json!({})).await.0, 200);

    let (status, essay) = call("POST", &at("/essays"), TOKEN, json!({ "style": "punchy" })).await;
    assert_eq!(status, 201, "{essay}");
    let (status, text) = call("GET", &at("/essays/1.md"), TOKEN, json!({})).await;
    assert_eq!(status, 200, "{text}");
    let edited = json!({ "markdown": "# Mine\n\nI keep bees. <script>x</script>" });
    let (status, kept) = call("PUT", &at("/essays/1"), TOKEN, edited).await;
    assert_eq!((status, &kept["version"]), (200, &json!(2)), "{kept}");
    let (_, html) = call("GET", &at("/essays/1.html"), TOKEN, json!({})).await;
    assert!(!html.as_str().unwrap().contains("<script"), "{html}");
    let (status, next) = call("POST", &at("/follow-ups"), TOKEN, json!({ "pick": 1 })).await;
    assert_eq!(status, 201, "{next}");
    let (status, log) = call("GET", &at("/events?limit=1"), TOKEN, json!({})).await;
    assert_eq!((status, &log["cursor"]), (200, &json!(1)), "{log}");
    assert_eq!(
        call("GET", "/v1/sessions/nobody", TOKEN, json!({})).await.0,
        404
    );

    stop.send(()).unwrap();
    running.await.unwrap().unwrap();
}
