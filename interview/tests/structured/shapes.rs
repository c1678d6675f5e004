//! Every shape that a structured interview writes, as it is written.

use interview::event::CoverageLevel;
use interview::{
    Answer, DimensionId, Verdict, View, evaluation_bundle, ops_replay_bundle, section_artifacts,
    talent_ui_state,
};

use crate::script::check;
use crate::world::World;

/// A short interview in which everything happens once.
fn everything_once() -> World {
    check(
        "
        > 0:00 voice fails 1
        > 0:00 start
        = INTERVIEW_STARTED
        = SECTION_STARTED work, until 2:00
        = PROMPT_PRESENTED w-1
        = SPEECH_FAILED attempt 1
        > 0:05 done
        = PROMPT_PRESENTED Please provide a brief outline so we can proceed.
        > 0:10 say m1: I built a search. It was slow. Then the latency fell by half!
        = CANDIDATE_MESSAGE work
        = COVERAGE_UPDATED work: metrics partly covered
        = FOLLOWUP_PRESENTED team: Who built it with you? (1 left)
        > 0:20 ask What is p99?
        = ASSISTANT_QUERY 1
        > 0:21 assistant 1: A tail.
        = ASSISTANT_RESPONSE 1: A tail.
        > 0:22 ask How do I do it?
        = ASSISTANT_QUERY 2
        > 0:23 assistant 2: ```
        = ASSISTANT_RESPONSE 2: withheld
        > 0:30 code print(1)
        = CANDIDATE_CODE_SUBMISSION work
        > 0:40 say m2: This is not for you.
        = CANDIDATE_MESSAGE work
        = FOLLOWUP_PRESENTED team: Who decided? (0 left)
        > 0:41 withdraw m2
        = TURN_WITHDRAWN turn_5
        > 0:50 disconnect
        = INTERVIEW_PAUSED
        > 0:55 reconnect
        = INTERVIEW_RESUMED
        > 2:05 say My colleagues, of course.
        = 1:00 SECTION_TIME_WARNING work, 60 s left
        = 1:30 SECTION_TIME_WARNING work, 30 s left
        = 2:00 SECTION_ENDED work: time expired
        = 2:00 SECTION_STARTED design, until 3:00
        = 2:00 PROMPT_PRESENTED d-1
        = CANDIDATE_MESSAGE work, late
        > 2:20 say The cost.
        = CANDIDATE_MESSAGE design
        = COVERAGE_UPDATED design: cost partly covered
        = FOLLOWUP_PRESENTED cost: What would it cost? (0 left)
        ",
    )
}

#[test]
fn the_log() {
    let world = everything_once();
    let lines: Vec<String> = world.log[1..]
        .iter()
        .map(|recorded| recorded.to_line().unwrap())
        .collect();
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn section_artifacts_with_their_summaries() {
    insta::assert_json_snapshot!(section_artifacts(&everything_once().state));
}

#[test]
fn the_candidates_screen() {
    let world = everything_once();
    insta::assert_json_snapshot!(talent_ui_state(&world.state, world.now));
}

#[test]
fn the_view_names_the_section_its_goal_and_its_own_time() {
    let world = everything_once();
    let view = View::of(&world.state, world.now);
    let shown = serde_json::json!({
        "section": view.section,
        "section_goal": view.section_goal,
        "time_remaining_ms": view.time_remaining_ms,
        "upcoming_sections": view.upcoming_sections,
        "allowed_actions": view.allowed_actions,
        "current_question": view.current_question,
        "coverage": view.coverage,
    });
    insta::assert_json_snapshot!(shown);
}

#[test]
fn the_bundle_for_scoring() {
    let mut bundle = evaluation_bundle(&everything_once().state);
    assert_eq!(bundle.artifacts.len(), 2);
    // The artifacts have a snapshot of their own.
    bundle.artifacts.clear();
    insta::assert_json_snapshot!(bundle);
}

#[test]
fn the_bundle_for_replay_explains_every_event_without_a_spoken_word() {
    let world = everything_once();
    let bundle = ops_replay_bundle(&world.log).unwrap();
    let timeline = serde_json::to_string(&bundle.timeline).unwrap();
    for turn in &world.state.transcript {
        assert!(turn.withdrawn || !timeline.contains(turn.text.as_str()));
    }
    insta::assert_json_snapshot!(bundle);
    assert!(ops_replay_bundle(&world.log[1..]).is_none());
}

#[test]
fn a_judges_answer() {
    let answer = Answer::Verdicts(vec![Verdict {
        dimension: DimensionId::new("metrics"),
        level: CoverageLevel::PartiallyCovered,
    }]);
    insta::assert_json_snapshot!(answer);
}
