//! Answers that arrive and are of no use: asked for once more with what is wrong, then the built-in agent stands in.

use interview::event::Event;
use interview::{AgentKind, Maker};
use serde_json::json;
use tests::capable::{answer, capable};
use tests::far_model::{Act, Asked};

use crate::world::{AGENTS, World, held, patient};

/// Everything works except answers of one kind.
async fn with_bad(kind: &'static str, bad: fn(usize, &Asked) -> Act) -> World {
    held(patient(), move |number, asked| {
        if asked.wants() == kind {
            bad(number, asked)
        } else {
            capable(number, asked)
        }
    })
    .await
}

fn n_jobs(world: &World, agent: AgentKind) -> usize {
    world.talk.makers(agent).len()
}

#[tokio::test]
async fn prose_in_the_place_of_json_is_asked_for_once_more() {
    let world = with_bad("question", |_, _| {
        Act::Says("A good next question would be: what did it cost you?".to_owned())
    })
    .await;
    world.went_on().by_builtin(AgentKind::Orchestrator);
    world.by_model(AgentKind::NoteTaker);
    assert_eq!(
        world.n_asked_for("question"),
        2 * n_jobs(&world, AgentKind::Orchestrator)
    );
    let again = world.far.asked();
    let again = again
        .iter()
        .filter(|it| it.wants() == "question")
        .nth(1)
        .unwrap();
    assert!(
        again
            .messages()
            .last()
            .unwrap()
            .contains("not one JSON object")
    );
}

#[tokio::test]
async fn json_in_a_fence_after_thoughts_is_read() {
    let world = held(patient(), |number, asked| match answer(number, asked) {
        Some(answer) => Act::Says(format!(
            "<think>Hm, {{\"a\": 1}}?</think>Here you are:\n```json\n{answer}\n```\n"
        )),
        None => capable(number, asked),
    })
    .await;
    world.went_on();
    for agent in AGENTS {
        world.by_model(agent);
    }
}

#[tokio::test]
async fn json_that_was_cut_off_is_not_read() {
    let world = with_bad("notes", |number, asked| match answer(number, asked) {
        Some(answer) => Act::CutOff(answer[..answer.len() / 2].to_owned()),
        None => capable(number, asked),
    })
    .await;
    world.went_on().by_builtin(AgentKind::NoteTaker);
    assert_eq!(
        world.n_asked_for("notes"),
        n_jobs(&world, AgentKind::NoteTaker)
    );
}

#[tokio::test]
async fn half_a_body_is_a_broken_connection() {
    let world = held(patient(), |number, asked| match answer(number, asked) {
        Some(answer) => Act::Breaks(answer),
        None => capable(number, asked),
    })
    .await;
    world.went_on().by_builtin(AgentKind::NoteTaker);
    world.by_builtin(AgentKind::Analysis);
    assert_eq!(
        world.n_asked(),
        3,
        "it was tried three times and left alone"
    );
}

#[tokio::test]
async fn half_an_object_twice_is_given_up() {
    let world = with_bad("analysis", |number, asked| match answer(number, asked) {
        Some(answer) => Act::Says(answer[..answer.len() / 2].to_owned()),
        None => capable(number, asked),
    })
    .await;
    world.went_on().by_builtin(AgentKind::Analysis);
    world.by_model(AgentKind::Writer);
    assert_eq!(world.n_asked_for("analysis"), 2);
}

#[tokio::test]
async fn a_refusal_is_not_argued_with() {
    let world = with_bad("question", |_, _| Act::Refuses).await;
    world.went_on().by_builtin(AgentKind::Orchestrator);
    assert_eq!(
        world.n_asked_for("question"),
        n_jobs(&world, AgentKind::Orchestrator)
    );
}

#[tokio::test]
async fn ids_that_do_not_exist_reach_neither_the_notes_nor_the_plan() {
    let world = held(patient(), |number, asked| match asked.wants() {
        "notes" => Act::Says(
            json!({
                "key_ideas": [{"text": "Forged.", "turn": "turn_999"}], "stories": [], "claims": [], "gaps": [],
                "contradictions": [], "quotable_lines": [], "possible_titles": [], "section_coverage": [],
            })
            .to_string(),
        ),
        "question" => Act::Says(
            json!({
                "why": "w", "text": "Forged?", "question_id": "start-999", "section_id": "nowhere", "source": "plan",
                "expected_s": 10, "refers_to": null, "brief": "b",
            })
            .to_string(),
        ),
        _ => capable(number, asked),
    })
    .await;
    world.went_on().by_builtin(AgentKind::NoteTaker);
    world.by_builtin(AgentKind::Orchestrator);
    assert!(
        world
            .talk
            .state
            .notes
            .key_ideas
            .iter()
            .all(|idea| idea.text != "Forged.")
    );
    for recorded in &world.talk.events {
        if let Event::DecisionMade(decision) = &recorded.event {
            assert_ne!(decision.question.text, "Forged?");
        }
    }
}

#[tokio::test]
async fn a_right_answer_at_the_second_attempt_is_the_models() {
    let world = with_bad("question", |number, asked| {
        if asked.messages().len() == 2 {
            Act::Says("{}".to_owned())
        } else {
            capable(number, asked)
        }
    })
    .await;
    world.went_on().by_model(AgentKind::Orchestrator);
    assert_eq!(
        world.n_asked_for("question"),
        2 * n_jobs(&world, AgentKind::Orchestrator)
    );
}

#[tokio::test]
async fn a_page_of_a_proxy_is_no_answer() {
    let world = held(patient(), |_, _| {
        Act::Body("<html>Sign in</html>".to_owned())
    })
    .await;
    world.went_on().by_builtin_alone();
    assert_eq!(world.n_asked(), 3);
}

#[tokio::test]
async fn a_server_that_takes_no_schema_is_asked_in_words() {
    let world = held(patient(), |number, asked| {
        let format = asked.body["response_format"]["type"].as_str();
        let streams = asked.body["stream"] == true;
        match format {
            Some("json_schema") => Act::Fails {
                status: 400,
                headers: Vec::new(),
                body: r#"{"error":{"message":"'response_format' of this type is not supported","param":"response_format"}}"#,
            },
            Some(_) | None if streams => capable(number, asked),
            Some(_) | None => {
                let name = schema_in_words(asked);
                let mut named = asked.clone();
                named.body["response_format"] = json!({"json_schema": {"name": name}});
                capable(number, &named)
            }
        }
    })
    .await;
    world.went_on().by_model(AgentKind::NoteTaker);
    world.by_model(AgentKind::Orchestrator);
    let refused = world.far.asked();
    let refused = refused
        .iter()
        .filter(|it| it.body["response_format"]["type"] == "json_schema");
    assert_eq!(refused.count(), 1, "it is asked once and remembered");
}

/// Which answer a prompt asks for that spells its schema out.
fn schema_in_words(asked: &Asked) -> &'static str {
    let rules = asked.messages().first().copied().unwrap_or_default();
    let kinds = [
        ("\"key_ideas\"", "notes"),
        ("\"question_id\"", "question"),
        ("\"how_to_use\"", "items"),
        ("\"main_claims\"", "analysis"),
        ("\"suggested_topics\"", "follow_up"),
        ("\"fixes\"", "fixes"),
    ];
    let kind = kinds.iter().find(|(field, _)| rules.contains(field));
    kind.map_or("", |(_, name)| name)
}

#[tokio::test]
async fn what_useless_answers_cost_is_counted() {
    let world = with_bad("question", |_, _| Act::Says("no".to_owned())).await;
    let reports = world.talk.reports();
    let mut choosing = reports.filter(|report| report.agent == AgentKind::Orchestrator);
    assert!(choosing.all(|report| report.by == Maker::Builtin && report.tokens == Some(220)));
}
