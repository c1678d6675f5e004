//! The candidate's assistant on a model: what it costs is counted like any other work.

use std::sync::Arc;

use agents::Staff;
use coordinator::{Books, Journal, SpeakingTime, Stage};
use interview::event::{AssistantResponse, Event};
use interview::{ASSISTANT_REFUSAL, Creation, Input, Maker, Millis, Plan, SessionId, verify};
use tests::capable::capable;
use tests::far_model::{Act, FarModel};

use crate::world::{patient, staff};

const PLAN: &str = r#"
format = "structured"
topic = "Baker"
minutes = 5

[[sections]]
id = "bread"
title = "Bread"
goal = "Tell us about bread."
minutes = 5
followup_cap = 2

[[sections.questions]]
id = "b1"
text = "How do you bake a loaf?"

[[sections.dimensions]]
id = "oven"
cues = ["oven", "steam"]
followups = ["How hot is it?"]
"#;

async fn asked(staff: Staff, cost_cap: Option<f64>) -> Stage {
    let creation = Creation {
        session_id: SessionId::new("candidate"),
        plan: Plan::from_toml(PLAN).unwrap(),
        follow_up_of: None,
        earlier: None,
        imported: false,
        cost_cap,
    };
    let start = Millis::VIRTUAL_START;
    let journal = Journal::Memory(Vec::new());
    let books = Books::create(journal, start, creation, Arc::default())
        .await
        .unwrap();
    let mut stage = Stage::new(books, start, SpeakingTime::Natural);
    stage.employ(staff);
    stage.take(Input::Start).await.unwrap().unwrap();
    let text = "What is a poolish?".into();
    stage
        .take(Input::AskAssistant { text })
        .await
        .unwrap()
        .unwrap();
    stage
}

fn answered(stage: Stage) -> (Maker, Option<u64>, u64) {
    let (response, total) = response(stage);
    (response.by, response.tokens, total)
}

/// The answer in the log, and the tokens of the whole session.
fn response(stage: Stage) -> (AssistantResponse, u64) {
    let books = stage.into_books();
    let total = books.state.usage.tokens;
    let events = if let Journal::Memory(events) = books.journal {
        events
    } else {
        Vec::new()
    };
    assert!(verify(&events).is_ok());
    let response = events.iter().find_map(|recorded| {
        if let Event::AssistantResponse(response) = &recorded.event {
            Some((response.clone(), total))
        } else {
            None
        }
    });
    response.unwrap()
}

#[tokio::test]
async fn the_assistants_tokens_are_in_the_log_and_in_the_sum() {
    let far = FarModel::start(capable).await.unwrap();
    let stage = asked(staff(&far, patient()), None).await;
    assert_eq!(answered(stage), (Maker::Model, Some(110), 110));
}

#[tokio::test]
async fn a_wrong_answer_costs_too_and_the_glossary_answers() {
    let far = FarModel::start(|_, _| Act::Says("no".to_owned()))
        .await
        .unwrap();
    let stage = asked(staff(&far, patient()), None).await;
    assert_eq!(answered(stage), (Maker::Builtin, Some(220), 220));
}

#[tokio::test]
async fn a_solution_is_withheld_whoever_wrote_it() {
    for solution in [
        "1. Preheat to 250 degrees. 2. Add steam. 3. Bake for forty minutes.",
        "Mention these:\n- the preheated oven\n- the steam in the first ten minutes\n- the colour of the crust",
        "bake = preheat(250); steam(oven); wait(40);",
    ] {
        let far = FarModel::start(move |_, _| {
            Act::Says(serde_json::json!({ "text": solution }).to_string())
        })
        .await
        .unwrap();
        let stage = asked(staff(&far, patient()), None).await;
        let (response, _) = response(stage);
        assert_eq!(response.text, ASSISTANT_REFUSAL, "{solution}");
        assert!(response.violation);
        assert_eq!(response.by, Maker::Model);
    }
}

#[tokio::test]
async fn where_nothing_may_be_spent_the_assistant_is_the_glossary() {
    let far = FarModel::start(capable).await.unwrap();
    let stage = asked(staff(&far, patient()), Some(0.0)).await;
    assert_eq!(answered(stage), (Maker::Builtin, None, 0));
    assert_eq!(far.n_asked(), 0);
}
