//! A real model on a real third-party server: what holds whatever the model says.
//!
//! The model is small and its answers are poor. What is asserted is their shape and what we do with them, never their
//! content and never how long they took.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test says what went wrong by failing"
)]

use std::collections::BTreeMap;
use std::time::Duration;

use agents::Staff;
use agents::model::{Message, ModelClient, ModelConfig, ModelError, Request, Spent, Timeouts};
use coordinator::{Books, Journal, SpeakingTime, Stage};
use interview::event::{Channel, EndReason, Event, Outcome};
use interview::{
    AgentKind, Creation, Heard, Input, Maker, Millis, Plan, Recorded, SessionId, Style,
    speaking_ms, verify, words,
};
use prompts::Prompts;
use schemars::JsonSchema;
use serde::Deserialize;

/// On a busy machine one answer may take minutes.
const PATIENCE: Duration = Duration::from_secs(300);
/// In the interview a slow answer is given up, as it would be in life.
const CALL_MAX: Duration = Duration::from_secs(8);
const FORMS: usize = 5;

fn server() -> ModelConfig {
    let Ok(url) = std::env::var("VIVA_TEST_MODEL_URL") else {
        panic!("VIVA_TEST_MODEL_URL is not set: run `cargo xtask test`");
    };
    let mut config = ModelConfig::new(url);
    // One call waits for another, also before its first word.
    config.timeouts.silence = PATIENCE;
    for model in [
        &mut config.model,
        &mut config.small_model,
        &mut config.writer_model,
    ] {
        "smollm2".clone_into(model);
    }
    config
}

fn request(name: &'static str, said: &str, tokens_max: u32) -> Request {
    Request {
        name,
        model: "smollm2".to_owned(),
        messages: vec![
            Message::system("You help to prepare interviews."),
            Message::user(said),
        ],
        tokens_max,
        deadline: Request::within(PATIENCE),
    }
}

/// A form with everything that our schemas are made of: words, choices, numbers with limits, lists, what may be left out.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Form {
    #[serde(rename = "mood")]
    _mood: Mood,
    #[schemars(range(min = 1, max = 3))]
    priority: u8,
    #[schemars(length(min = 2, max = 2))]
    marks: Vec<Mark>,
    #[serde(rename = "section")]
    _section: Option<Mood>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Mark {
    #[serde(rename = "colour")]
    _colour: Colour,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Mood {
    /// Looks forward.
    Hopeful,
    Tired,
}

#[derive(Debug, Deserialize, JsonSchema)]
enum Colour {
    #[serde(rename = "ochre-17")]
    Ochre,
    #[serde(rename = "teal-42")]
    Teal,
}

#[tokio::test]
async fn a_real_server_holds_a_model_to_our_schemas() {
    let client = ModelClient::new(server()).unwrap();
    let mut spent = Spent::default();
    let mut valid = 0;
    for n in 1..=FORMS {
        let asked = request("form", &format!("Fill in form {n}."), 400);
        let form = client.ask::<Form>(&asked, &mut spent, |form| {
            valid += 1;
            (form.marks.len() == 2 && (1..=3).contains(&form.priority))
                .then_some(())
                .ok_or_else(|| "out of range".to_owned())
        });
        form.await.unwrap();
    }
    // Each at the first attempt: the server did it, not a second question.
    assert_eq!(valid, FORMS);
    assert!(client.takes_schemas());
    assert!(
        spent.prompt_tokens > 0 && spent.completion_tokens > 0,
        "{spent:?}"
    );
}

#[tokio::test]
async fn a_real_models_text_comes_in_pieces_and_its_tokens_are_counted() {
    let client = ModelClient::new(server()).unwrap();
    let mut spent = Spent::default();
    let (mut n_pieces, mut n_chars) = (0, 0);
    let outcome = client
        .stream_text(
            &request("text", "Tell me about boats.", 60),
            &mut spent,
            &mut |piece| {
                n_pieces += 1;
                n_chars += piece.chars().count();
            },
        )
        .await;
    match outcome {
        Ok(text) => assert_eq!(text.chars().count(), n_chars),
        // Sixty tokens are often too few for what it has to say.
        Err(error) => assert_eq!(error, ModelError::CutOff),
    }
    assert!(n_pieces > 1, "{n_pieces} pieces");
    assert!((1..=60).contains(&spent.completion_tokens), "{spent:?}");
}

const PLAN: &str = r#"
topic = "A pottery"
minutes = 4

[[sections]]
id = "start"
title = "The start"

[[sections.questions]]
id = "q1"
text = "How did the pottery begin?"
priority = 1
expected_s = 60

[[sections.questions]]
id = "q2"
text = "What went wrong in the first years?"
priority = 1
expected_s = 60
"#;

const SAID: [&str; 2] = [
    "We started the pottery in 2009 in my brother's garage, with one wheel and a kiln we had bought from a school for two \
     hundred dollars. Nobody believed that anyone would pay for plates.",
    "The dark days came in the second winter, when the kiln cracked and we lost three months of work. I learned that a \
     potter who does not keep notes makes every mistake twice. You cannot hide a bad handle.",
];

async fn stage(staff: Staff) -> Stage {
    let start = Millis::VIRTUAL_START;
    let creation = Creation {
        session_id: SessionId::new("real"),
        plan: Plan::from_toml(PLAN).unwrap(),
        follow_up_of: None,
        earlier: None,
        imported: false,
        cost_cap: None,
    };
    let journal = Journal::Memory(Vec::new());
    let books = Books::create(journal, start, creation, std::sync::Arc::default())
        .await
        .unwrap();
    let mut stage = Stage::new(books, start, SpeakingTime::Natural);
    stage.employ(staff);
    stage.be_patient(CALL_MAX);
    stage
}

async fn talk(stage: &mut Stage) {
    stage.take(Input::Start).await.unwrap().unwrap();
    for text in SAID {
        let start_ms = stage.state().elapsed_ms(stage.now());
        let until = stage.now().plus(speaking_ms(words::count(text)));
        stage.advance_to(until).await.unwrap();
        let heard = Heard {
            text: text.into(),
            client_id: None,
            channel: Channel::Text,
            start_ms: Some(start_ms),
            end_ms: None,
        };
        stage.take(Input::Heard(heard)).await.unwrap().unwrap();
    }
    let reason = EndReason::Ended;
    stage.take(Input::End { reason }).await.unwrap().unwrap();
    if stage.state().owes_notes() {
        stage.take(Input::NotesWanted).await.unwrap().unwrap();
    }
    stage.take(Input::AnalysisWanted).await.unwrap().unwrap();
    let style = Style::Standard;
    stage
        .take(Input::EssayWanted { style })
        .await
        .unwrap()
        .unwrap();
}

#[tokio::test]
async fn an_interview_with_a_real_model_comes_to_its_essay() {
    let mut config = server();
    config.timeouts = Timeouts {
        call: CALL_MAX,
        silence: CALL_MAX,
        // A model that was too slow once is asked again: every schema of ours is to reach the server.
        rest: Duration::ZERO,
        ..Timeouts::default()
    };
    let staff = Staff::with_models(config, Prompts::bundled().unwrap()).unwrap();
    let mut stage = stage(staff.clone()).await;
    talk(&mut stage).await;
    assert!(staff.takes_schemas(), "the server refused a schema of ours");

    let essay = stage.state().essays.last().unwrap().essay.clone();
    assert!(essay.sentences().count() > 0);
    let Journal::Memory(events) = stage.into_books().journal else {
        panic!("the log is kept in memory");
    };
    let reports = reports(&events);
    for agent in [
        AgentKind::NoteTaker,
        AgentKind::Researcher,
        AgentKind::Orchestrator,
        AgentKind::Analysis,
        AgentKind::Writer,
    ] {
        assert!(
            reports.contains_key(&agent),
            "no report of {agent:?}: {reports:?}"
        );
    }
    let names: Vec<&str> = events.iter().map(|it| it.event.name()).collect();
    for name in [
        "NOTES_MERGED",
        "DECISION_MADE",
        "ANALYSIS_WRITTEN",
        "ESSAY_WRITTEN",
    ] {
        assert!(names.contains(&name), "no {name} in {names:?}");
    }
    for recorded in &events {
        let line = recorded.to_line().unwrap();
        assert_eq!(&Recorded::from_line(&line).unwrap(), recorded);
    }
    verify(&events).unwrap();
}

/// How many jobs of each agent the model did, and how many the built-in one. Every job was done by one of them.
fn reports(events: &[Recorded]) -> BTreeMap<AgentKind, [u32; 2]> {
    let mut reports = BTreeMap::new();
    for recorded in events {
        let Event::AgentReported(report) = &recorded.event else {
            continue;
        };
        assert_eq!(report.outcome, Outcome::Ok, "{report:?}");
        let counted: &mut [u32; 2] = reports.entry(report.agent).or_default();
        match report.by {
            Maker::Model => counted[0] += 1,
            Maker::Builtin => counted[1] += 1,
        }
    }
    reports
}
