//! From a topic to an essay and a follow-up, as a writer and an expert see it over HTTP.

use reqwest::Method;
use serde_json::{Value, json};

use crate::world::{Made, TOKEN, World};

/// A session out of a topic that nobody wrote a plan for.
async fn made_of_a_topic(world: &World) -> Made {
    let plan = world
        .post("/v1/plans", json!({ "topic": "keeping bees" }))
        .await;
    let made = world
        .post("/v1/sessions", json!({ "plan_id": plan["id"] }))
        .await;
    Made {
        id: made["id"].as_str().unwrap().to_owned(),
        join: made["join_token"].as_str().unwrap().to_owned(),
    }
}

/// The interview as the person holds it, with nothing but the link.
async fn told(world: &World, made: &Made) {
    let post = async |rest: &str, body: Value| {
        let path = format!("/v1/sessions/{}{rest}", made.id);
        world
            .call(Method::POST, &path, &made.join, Some(body))
            .await
    };
    assert_eq!(post("/start", json!({})).await.0, 200);
    let said = json!({ "text": "I keep forty hives, and I lost ten of them in one winter.", "client_id": "m1" });
    let first = post("/turns", said.clone()).await;
    assert_eq!(first.0, 201, "{}", first.1);
    assert_eq!(post("/turns", said).await, first);
    assert_eq!(post("/end", json!({})).await.0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_opens_the_talk_and_nothing_else() {
    let mut world = World::start().await;
    let made = made_of_a_topic(&world).await;
    let at = |rest: &str| format!("/v1/sessions/{}{rest}", made.id);
    let call = async |method: Method, path: &str, token: &str, body: Option<Value>| {
        world.call(method, path, token, body).await.0
    };

    let (start, turns) = (at("/start"), at("/turns"));
    let stranger = call(Method::POST, &start, "not-a-token-of-ours", Some(json!({})));
    assert_eq!(stranger.await, 401);
    assert_eq!(
        call(Method::GET, &at("/events"), &made.join, None).await,
        403
    );
    assert_eq!(
        call(Method::GET, "/v1/sessions/nobody", TOKEN, None).await,
        404
    );
    let odd = json!({ "text": "x", "loud": 1 });
    assert_eq!(call(Method::POST, &turns, &made.join, Some(odd)).await, 422);

    told(&world, &made).await;
    let (_, view) = world.call(Method::GET, &at(""), &made.join, None).await;
    assert!(
        view.get("notes").is_none() && view.get("transcript").is_some(),
        "{view}"
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_topic_becomes_an_essay_that_can_be_edited_and_a_follow_up() {
    let mut world = World::start().await;
    let made = made_of_a_topic(&world).await;
    told(&world, &made).await;
    let at = |rest: &str| format!("/v1/sessions/{}{rest}", made.id);

    world
        .post(&at("/essays"), json!({ "style": "punchy" }))
        .await;
    world.get(&at("/essays/1.md")).await;
    let edited = json!({ "markdown": "# Mine\n\nI keep bees. <script>x</script>" });
    let first = at("/essays/1");
    let put = world.call(Method::PUT, &first, TOKEN, Some(edited));
    let (status, kept) = put.await;
    assert_eq!(
        (status.as_u16(), &kept["version"]),
        (200, &json!(2)),
        "{kept}"
    );
    let html = world.get(&at("/essays/1.html")).await;
    assert!(!html.as_str().unwrap().contains("<script"), "{html}");

    world.post(&at("/follow-ups"), json!({ "pick": 1 })).await;
    let log = world.get(&at("/events?limit=1")).await;
    assert_eq!(log["cursor"], 1, "{log}");
    world.stop().await;
}
