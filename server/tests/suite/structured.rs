//! A structured interview over HTTP: the candidate's screen, the assistant, code, and the two bundles afterwards.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::world::{TOKEN, World, plan};

fn engineer() -> Value {
    plan(include_str!("../../../plans/ml-engineer.toml"))
}

#[tokio::test(flavor = "multi_thread")]
async fn the_candidate_sees_the_section_its_goal_the_clock_and_what_may_be_done() {
    let world = World::start().await;
    let made = world.session(engineer()).await;
    let at = format!("/v1/sessions/{}", made.id);
    let start = format!("{at}/start");
    let (status, _) = world
        .call(Method::POST, &start, &made.join, Some(json!({})))
        .await;
    assert_eq!(status, StatusCode::OK);
    let (_, screen) = world.call(Method::GET, &at, &made.join, None).await;
    assert_eq!(screen["status"], "IN_PROGRESS");
    assert_eq!(screen["section"], "experience");
    assert!(
        screen["section_goal"]
            .as_str()
            .unwrap()
            .contains("production")
    );
    let left = screen["time_remaining_ms"].as_u64().unwrap();
    assert!((1..=600_000).contains(&left), "{left}");
    assert_eq!(screen["upcoming_sections"].as_array().unwrap().len(), 3);
    assert!(!screen["allowed_actions"].as_array().unwrap().is_empty());
    // The first question is said word for word.
    let said = screen["transcript"][0]["text"].as_str().unwrap();
    assert!(
        said.contains("Walk me through one machine-learning system"),
        "{said}"
    );
    // What is the recruiter's is not the candidate's.
    for hidden in ["notes", "coverage", "decision", "cost"] {
        assert!(screen.get(hidden).is_none(), "{hidden} is shown");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn done_needs_some_content_and_then_moves_on() {
    let world = World::start().await;
    let made = world.session(engineer()).await;
    let at = |rest: &str| format!("/v1/sessions/{}{rest}", made.id);
    world.post(&at("/start"), json!({})).await;
    // With nothing said, one brief outline is asked for and the section stays.
    let (status, _) = world
        .call(Method::POST, &at("/done"), &made.join, Some(json!({})))
        .await;
    assert_eq!(status, StatusCode::OK);
    let view = world.get(&at("")).await;
    assert_eq!(view["section"], "experience", "{view}");
    let asked = view["transcript"].as_array().unwrap().last().unwrap();
    assert!(
        asked["text"].as_str().unwrap().contains("outline"),
        "{asked}"
    );
    let answer = "We had a baseline, and I trained a model that improved precision by twelve percent. I built the data pipeline \
                  myself, we ran an experiment over four weeks, and conversion rose. The latency went from ninety to forty \
                  milliseconds after I replaced the feature store, and the team of three kept it alive for two years.";
    let said = json!({ "text": answer, "client_id": "a1" });
    let (status, _) = world
        .call(Method::POST, &at("/turns"), &made.join, Some(said))
        .await;
    assert_eq!(status, StatusCode::CREATED);
    let (status, problem) = world
        .call(Method::POST, &at("/done"), &made.join, Some(json!({})))
        .await;
    assert_eq!(status, StatusCode::OK, "{problem}");
    let view = world.get(&at("")).await;
    assert_ne!(view["section"], "experience", "{view}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_assistant_explains_and_refuses_and_the_bundles_have_it_all() {
    let world = World::start().await;
    let made = world.session(engineer()).await;
    let at = |rest: &str| format!("/v1/sessions/{}{rest}", made.id);
    world.post(&at("/start"), json!({})).await;
    let question = json!({ "text": "What is precision?" });
    let (status, asked) = world
        .call(Method::POST, &at("/assistant"), &made.join, Some(question))
        .await;
    assert_eq!(status, StatusCode::OK, "{asked}");
    let code = json!({ "source": "def f(x):\n    return x + 1\n" });
    world.post(&at("/code"), code).await;
    world.post(&at("/end"), json!({})).await;
    let evaluation = world.get(&at("/evaluation.json")).await;
    assert_eq!(
        evaluation["assistant"].as_array().unwrap().len(),
        1,
        "{evaluation}"
    );
    let replay = world.get(&at("/replay.json")).await;
    assert!(replay.to_string().contains("return x + 1"), "{replay}");
    let (status, _) = world
        .call(Method::GET, &at("/evaluation.json"), &made.join, None)
        .await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    let (status, _) = world
        .call(Method::GET, "/v1/sessions/none/replay.json", TOKEN, None)
        .await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}
