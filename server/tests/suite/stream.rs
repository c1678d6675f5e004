//! The event stream: nothing is missed and nothing comes twice, also across a restart.

use futures_util::StreamExt;
use serde_json::json;

use crate::world::{TOKEN, World, plan};

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

#[tokio::test(flavor = "multi_thread")]
async fn a_viewer_that_comes_back_goes_on_where_it_was_also_after_a_restart() {
    let mut world = World::start().await;
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
