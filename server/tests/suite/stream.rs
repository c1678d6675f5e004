//! The event stream: nothing is missed and nothing comes twice, also across a restart.

use futures_util::StreamExt;
use serde_json::json;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

use crate::world::{TOKEN, World, on_both, plan};

on_both! {
    a_viewer_that_comes_back_goes_on_where_it_was_also_after_a_restart;
}

/// The ids of the next `n` events of the stream after `last`.
async fn ids(world: &World, session: &str, last: u64, n: usize) -> Vec<u64> {
    let answer = world
        .http
        .get(format!("{}/v1/sessions/{session}/events", world.base))
        .bearer_auth(TOKEN)
        .header("accept", "text/event-stream")
        .header("last-event-id", last)
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status(), 200);
    let mut chunks = answer.bytes_stream();
    let mut text = String::new();
    loop {
        let ids: Vec<u64> = text
            .split_inclusive('\n')
            .filter(|line| line.ends_with('\n'))
            .filter_map(|line| line.strip_prefix("id:")?.trim().parse().ok())
            .collect();
        if ids.len() >= n {
            return ids[..n].to_vec();
        }
        let chunk = chunks.next().await.unwrap().unwrap();
        text.push_str(std::str::from_utf8(&chunk).unwrap());
    }
}

async fn a_viewer_that_comes_back_goes_on_where_it_was_also_after_a_restart(mut world: World) {
    let made = world
        .session(plan(include_str!("../../../plans/expert-essay.toml")))
        .await;
    let at = |rest: &str| format!("/v1/sessions/{}{rest}", made.id);
    world.post(&at("/start"), json!({})).await;
    assert_eq!(ids(&world, &made.id, 0, 3).await, [1, 2, 3]);
    world
        .post(
            &at("/turns"),
            json!({ "text": "I keep bees in forty hives.", "client_id": "a" }),
        )
        .await;
    world.restart().await;
    let after: Vec<u64> = ids(&world, &made.id, 3, 4).await;
    assert_eq!(after, [4, 5, 6, 7]);
    world.post(&at("/end"), json!({})).await;
    let page = world.get(&at("/events?limit=5000")).await;
    let events = page["events"].as_array().unwrap();
    let all: Vec<u64> = events
        .iter()
        .map(|it| it["event_id"].as_u64().unwrap())
        .collect();
    let last = u64::try_from(all.len()).unwrap();
    assert_eq!(all, (1..=last).collect::<Vec<u64>>());
    assert_eq!(ids(&world, &made.id, 0, all.len()).await, all);
}

#[tokio::test(flavor = "multi_thread")]
async fn watching_and_looking_write_nothing() {
    let world = World::start().await;
    let made = world
        .session(plan(include_str!("../../../plans/expert-essay.toml")))
        .await;
    let at = |rest: &str| format!("/v1/sessions/{}{rest}", made.id);
    world.post(&at("/start"), json!({})).await;
    let said = json!({ "text": "I keep forty hives and lost ten of them in one winter.", "client_id": "a" });
    world.post(&at("/turns"), said).await;
    world.post(&at("/end"), json!({})).await;
    let cursor = async || world.get(&at("")).await["cursor"].as_u64().unwrap();
    let before = cursor().await;
    let found = world.get(&at("/follow-ups")).await;
    let topics = found["suggested_topics"].as_array().unwrap();
    assert_eq!(topics.len(), 3, "{found}");
    ids(&world, &made.id, 0, 3).await;
    assert_eq!(cursor().await, before);
    // What was shown is what is picked.
    let made = world.post(&at("/follow-ups"), json!({ "pick": 2 })).await;
    let path = format!(
        "/v1/sessions/{}/events?limit=1",
        made["id"].as_str().unwrap()
    );
    let log = world.get(&path).await;
    let text = log["events"][0].to_string();
    assert!(
        text.contains(topics[1]["title"].as_str().unwrap()),
        "{text}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_viewer_who_reads_slowly_misses_nothing() {
    let world = World::start().await;
    let made = world
        .session(plan(include_str!("../../../plans/expert-essay.toml")))
        .await;
    let at = |rest: &str| format!("/v1/sessions/{}{rest}", made.id);
    let mut slow = TcpStream::connect(world.address()).await.unwrap();
    let ask = format!(
        "GET {} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {TOKEN}\r\naccept: text/event-stream\r\n\r\n",
        at("/events")
    );
    slow.write_all(ask.as_bytes()).await.unwrap();
    world.post(&at("/start"), json!({})).await;
    // More than a feed remembers and more than sockets hold.
    let long = "I keep bees, and the bees keep me. ".repeat(1_000);
    for n in 0..150 {
        let turn = json!({ "text": format!("{n} {long}"), "client_id": format!("c{n}") });
        world.post(&at("/turns"), turn).await;
    }
    world.post(&at("/end"), json!({})).await;
    let last = world.get(&at("")).await["cursor"].as_u64().unwrap();
    let mut lines = BufReader::new(slow).lines();
    let mut seen = 0;
    while seen < last {
        let line = lines.next_line().await.unwrap().unwrap();
        if let Some(id) = line.strip_prefix("id: ") {
            seen += 1;
            assert_eq!(id, seen.to_string());
        }
    }
}
