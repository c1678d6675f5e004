//! Prompts are written so that a server can keep most of them from call to call.

use tests::capable::capable;
use tests::prefix::shares;

use crate::world::{held, patient};

#[tokio::test]
async fn four_fifths_of_every_live_prompt_are_the_beginning_of_the_one_before() {
    let world = held(patient(), capable).await;
    world.went_on();
    let shares = shares(&world.far.asked());
    for kind in ["notes", "items", "question"] {
        let share = shares[kind];
        assert!(share.calls >= 15, "{kind}: {share:?}");
        assert!(share.percent() >= 80, "{kind}: {} %", share.percent());
    }
}

#[tokio::test]
async fn rules_and_plan_are_the_same_bytes_through_a_session() {
    let world = held(patient(), capable).await;
    let asked = world.far.asked();
    for kind in ["notes", "items", "question"] {
        let mut rules: Vec<&str> = asked
            .iter()
            .filter(|it| it.wants() == kind)
            .map(|it| it.messages()[0])
            .collect();
        rules.dedup();
        assert_eq!(rules.len(), 1, "{kind}");
    }
    let mut schemas: Vec<String> = asked
        .iter()
        .filter(|it| it.wants() == "question")
        .map(|it| it.body["response_format"].to_string())
        .collect();
    schemas.dedup();
    assert_eq!(schemas.len(), 1);
}

#[tokio::test]
async fn what_the_server_had_read_before_is_recorded() {
    let world = held(patient(), capable).await;
    let usage = world.talk.state.usage;
    let reported: u64 = world.talk.reports().filter_map(|it| it.cached_tokens).sum();
    assert!(reported > 0);
    assert_eq!(usage.cached_tokens, reported);
}
