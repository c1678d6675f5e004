//! The rules of choosing, one by one.

use std::sync::Arc;

use super::*;
use interview::{
    Contradiction, Gap, Notes, Plan, QuestionSource, QuestionState, QuestionStatus, Speaker,
    Spoken, Turn, TurnId,
};

const PLAN: &str = r#"
topic = "Beekeeping"
minutes = 14
[[sections]]
id = "start"
title = "Start"
importance = "medium"
[[sections.questions]]
id = "s1"
text = "How did you come to keep bees?"
priority = 1
notes = "Listen for the first hive."
expected_s = 60
[[sections.questions]]
id = "s2"
text = "Who taught you the craft?"
priority = 2
expected_s = 60
[[sections]]
id = "craft"
title = "Craft"
importance = "high"
[[sections.questions]]
id = "c1"
text = "What does a colony need before winter?"
priority = 1
expected_s = 60
[[sections.questions]]
id = "c2"
text = "When do you leave a hive alone?"
priority = 2
expected_s = 60
[[sections]]
id = "end"
title = "Looking back"
[[sections.questions]]
id = "e1"
text = "What would you tell a beginner?"
priority = 1
expected_s = 60
"#;

fn job(phase: Phase, asked: &[&str]) -> Choosing {
    let plan = Plan::from_toml(PLAN).unwrap();
    let questions = plan
        .questions()
        .map(|(_, question)| QuestionStatus {
            id: question.id.clone(),
            state: if asked.contains(&question.id.as_str()) {
                QuestionState::Answered
            } else {
                QuestionState::Open
            },
        })
        .collect();
    let texts = plan
        .questions()
        .filter(|(_, question)| asked.contains(&question.id.as_str()))
        .map(|(_, question)| question.text.clone())
        .collect();
    Choosing {
        plan,
        window: vec![Turn {
            id: TurnId(4),
            speaker: Speaker::Candidate,
            text: Spoken::from("We got through the dark days."),
            words: 6,
            start_ms: 0,
            end_ms: 0,
            interrupted: false,
            withdrawn: false,
        }],
        notes: Arc::new(Notes::default()),
        research: Arc::new(Vec::new()),
        questions,
        asked: texts,
        phase,
        elapsed_ms: 0,
        target_ms: 840_000,
        slack_s: 300,
        backbone_in_a_row: 0,
    }
}

fn with_gap(mut job: Choosing) -> Choosing {
    let mut notes = Notes::default();
    notes.gaps.push(Gap {
        description: "“the dark days” – mentioned, not explained".into(),
        suggested_followup: "You mentioned “the dark days”. What was happening then?".into(),
        section_id: None,
        turn: TurnId(4),
    });
    job.notes = Arc::new(notes);
    job
}

fn chosen(job: &Choosing) -> String {
    let question = choose(job).question;
    question
        .question_id
        .map_or(question.text, |id| id.as_str().to_owned())
}

#[test]
fn the_opening_asks_must_questions_in_plan_order() {
    assert_eq!(chosen(&with_gap(job(Phase::Opening, &[]))), "s1");
    assert_eq!(chosen(&job(Phase::Opening, &["s1"])), "c1");
    assert_eq!(
        choose(&job(Phase::Opening, &[])).brief,
        "Listen for the first hive."
    );
}

#[test]
fn the_deep_dive_alternates_between_plan_and_conversation() {
    let mut deep = with_gap(job(Phase::DeepDive, &["s1"]));
    assert_eq!(chosen(&deep), "c1");
    deep.backbone_in_a_row = 1;
    let proposal = choose(&deep);
    assert_eq!(proposal.question.source, QuestionSource::Gap);
    assert_eq!(proposal.question.refers_to, Some(TurnId(4)));
}

#[test]
fn nothing_that_does_not_fit_the_slack_is_proposed() {
    let mut deep = with_gap(job(Phase::DeepDive, &["s1"]));
    deep.backbone_in_a_row = 1;
    deep.slack_s = 20;
    assert_eq!(chosen(&deep), "c1");
    let mut late = job(Phase::DeepDive, &["s1", "c1"]);
    late.slack_s = 59;
    assert_eq!(chosen(&late), "e1");
}

#[test]
fn contradictions_come_before_gaps() {
    let mut deep = with_gap(job(Phase::DeepDive, &["s1"]));
    deep.backbone_in_a_row = 1;
    let mut notes = (*deep.notes).clone();
    notes.contradictions.push(Contradiction {
        description: "a against b".into(),
        first_quote: "a".into(),
        first_turn: TurnId(2),
        second_quote: "b".into(),
        second_turn: TurnId(4),
        suggested_clarification_question:
            "Earlier you said “a”, and just now “b”. How do those go together?".into(),
    });
    deep.notes = Arc::new(notes);
    assert_eq!(choose(&deep).question.source, QuestionSource::Contradiction);
}

#[test]
fn important_sections_come_first_and_the_last_one_waits() {
    assert_eq!(chosen(&job(Phase::DeepDive, &[])), "c1");
    assert_eq!(chosen(&job(Phase::DeepDive, &["s1", "c1"])), "c2");
    assert_eq!(
        chosen(&job(Phase::DeepDive, &["s1", "c1", "c2", "s2"])),
        "e1"
    );
}

#[test]
fn a_withdrawn_turn_raises_no_question() {
    let mut deep = with_gap(job(Phase::DeepDive, &["s1"]));
    deep.backbone_in_a_row = 1;
    deep.window[0].withdrawn = true;
    assert_eq!(chosen(&deep), "c1");
}

#[test]
fn the_wrap_up_asks_what_must_be_asked_then_reflects_then_leaves_room() {
    assert_eq!(chosen(&job(Phase::WrapUp, &["s1"])), "c1");
    assert_eq!(chosen(&job(Phase::WrapUp, &["s1", "c1"])), "e1");
    let mut done = job(Phase::WrapUp, &["s1", "c1", "e1"]);
    assert_eq!(
        chosen(&done),
        "What's the one thing you wish more people understood about beekeeping?"
    );
    done.slack_s = 40;
    assert_eq!(chosen(&done), reflection::ANYTHING_ELSE);
    assert_eq!(choose(&done).question.source, QuestionSource::Gap);
}
