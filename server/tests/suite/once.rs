//! `Idempotency-Key`: a call that is sent again gets the first answer, whatever happened in between.

use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use crate::world::{TOKEN, World, on_both};

on_both! {
    the_same_call_twice_is_one_call_also_after_a_restart;
    calls_at_the_same_moment_are_one_call;
}

async fn made(world: &World, key: &str, topic: &str) -> (u16, Value) {
    let answer = world
        .http
        .post(format!("{}/v1/plans", world.base))
        .bearer_auth(TOKEN)
        .header("idempotency-key", key)
        .json(&json!({ "topic": topic }))
        .send()
        .await
        .unwrap();
    (answer.status().as_u16(), answer.json().await.unwrap())
}

async fn n_plans(world: &World) -> usize {
    world.get("/v1/plans").await["plans"]
        .as_array()
        .unwrap()
        .len()
}

async fn the_same_call_twice_is_one_call_also_after_a_restart(mut world: World) {
    let first = made(&world, "k", "bees").await;
    assert_eq!(first.0, 201);
    assert_eq!(made(&world, "k", "bees").await, first);
    world.restart().await;
    assert_eq!(made(&world, "k", "bees").await, first);
    let (status, problem) = made(&world, "k", "wasps").await;
    assert_eq!(status, 422, "{problem}");
    assert_eq!(problem["errors"][0]["path"], "Idempotency-Key", "{problem}");
    assert_eq!(n_plans(&world).await, 1);
    let (status, _) = made(&world, &"k".repeat(256), "bees").await;
    assert_eq!(status, 422);
    // A refusal is an answer too.
    let refused = made(&world, "r", " ").await;
    assert_eq!((refused.0, made(&world, "r", " ").await), (422, refused));
}

async fn calls_at_the_same_moment_are_one_call(world: World) {
    let (a, b, c, d) = tokio::join!(
        made(&world, "k", "bees"),
        made(&world, "k", "bees"),
        made(&world, "k", "bees"),
        made(&world, "k", "bees"),
    );
    assert_eq!(a.0, 201);
    assert!(a == b && b == c && c == d);
    assert_eq!(n_plans(&world).await, 1);
}

/// The connection breaks before the answer comes: the call is finished, and asking again finds its answer.
#[tokio::test(flavor = "multi_thread")]
async fn who_hangs_up_and_asks_again_gets_what_the_first_call_made() {
    let world = World::start().await;
    let body = json!({ "topic": "bees", "context": "We keep bees. ".repeat(20_000) }).to_string();
    let head = format!(
        "POST /v1/plans HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {TOKEN}\r\nidempotency-key: k\r\n\
         content-length: {}\r\n\r\n",
        body.len()
    );
    let mut socket = TcpStream::connect(world.address()).await.unwrap();
    socket.write_all(head.as_bytes()).await.unwrap();
    socket.write_all(body.as_bytes()).await.unwrap();
    drop(socket);
    let again = world
        .http
        .post(format!("{}/v1/plans", world.base))
        .bearer_auth(TOKEN)
        .header("idempotency-key", "k")
        .body(body)
        .send()
        .await
        .unwrap();
    assert_eq!(again.status(), 201);
    assert_eq!(n_plans(&world).await, 1);
}

/// Two clients type at the same time: both are heard once, whoever repeats themselves too.
#[tokio::test(flavor = "multi_thread")]
async fn two_clients_may_answer_at_the_same_moment() {
    let world = World::start().await;
    let made = world
        .session(crate::world::plan(include_str!(
            "../../../plans/expert-essay.toml"
        )))
        .await;
    let path = format!("/v1/sessions/{}/turns", made.id);
    world
        .post(&format!("/v1/sessions/{}/start", made.id), json!({}))
        .await;
    let say = |client: String| {
        let body =
            json!({ "text": format!("I am {client} and I keep bees."), "client_id": client });
        world.call(Method::POST, &path, &made.join, Some(body))
    };
    let mut both = Vec::new();
    for n in 0..10 {
        both.push(say(format!("a{n}")));
        both.push(say(format!("b{n}")));
        both.push(say(format!("a{n}")));
    }
    let answers = futures_util::future::join_all(both).await;
    assert!(
        answers.iter().all(|(status, _)| *status == 201),
        "{answers:?}"
    );
    let view = world.get(&format!("/v1/sessions/{}", made.id)).await;
    let turns = view["transcript"].as_array().unwrap();
    let heard = turns.iter().filter(|turn| turn["speaker"] == "candidate");
    assert_eq!(heard.count(), 20, "{view}");
}
