//! Servers that do not take all of our request: they are asked without it, and not troubled with it again.

use tests::capable::capable;
use tests::far_model::{Act, Asked};

use crate::world::{AGENTS, held, patient};

/// Strict about a field as some servers are, and good at everything else.
fn without(field: &'static str, complaint: &'static str, number: usize, asked: &Asked) -> Act {
    if asked.body.get(field).is_some() {
        Act::Fails {
            status: 422,
            headers: Vec::new(),
            body: complaint,
        }
    } else {
        capable(number, asked)
    }
}

#[tokio::test]
async fn a_server_that_knows_only_the_older_name_of_the_limit_is_told_it_by_that() {
    let world = held(patient(), |number, asked| {
        let complaint =
            r#"{"detail":[{"type":"extra_forbidden","loc":["body","max_completion_tokens"]}]}"#;
        without("max_completion_tokens", complaint, number, asked)
    })
    .await;
    world.went_on();
    for agent in AGENTS {
        world.by_model(agent);
    }
    let asked = world.far.asked();
    let (refused, taken): (Vec<_>, Vec<_>) = asked
        .iter()
        .partition(|it| it.body.get("max_completion_tokens").is_some());
    assert_eq!(refused.len(), 1);
    assert!(taken.iter().all(|it| it.body["max_tokens"].is_u64()));
}

#[tokio::test]
async fn a_server_that_cannot_count_what_it_streams_streams_all_the_same() {
    let world = held(patient(), |number, asked| {
        let complaint =
            r#"{"error":{"message":"Unknown parameter: 'stream_options'.","param":"stream_options"}}"#;
        without("stream_options", complaint, number, asked)
    })
    .await;
    world.went_on();
    for agent in AGENTS {
        world.by_model(agent);
    }
    assert_eq!(world.n_asked_for("essay"), 2);
}

#[tokio::test]
async fn a_complaint_that_names_what_was_not_sent_is_a_refusal() {
    let world = held(patient(), |_, _| Act::Fails {
        status: 400,
        headers: Vec::new(),
        body: r#"{"error":{"message":"reasoning_effort"}}"#,
    })
    .await;
    world.went_on().by_builtin_alone();
    let n_jobs = world.talk.reports().count();
    assert!(world.n_asked() <= n_jobs, "no job asked twice");
}
