//! The candidate's assistant: explains, never solves, and touches nothing.

use interview::event::CoverageLevel;
use interview::{ASSISTANT_REFUSAL, Event, Input, Maker, evaluation_bundle, owed};

use crate::script::check;
use crate::world::{PLAN, World, names};

const BEGIN: &str = "
    > 0:00 start
    = INTERVIEW_STARTED
    = SECTION_STARTED work, until 2:00
    = PROMPT_PRESENTED w-1";

fn begun(rest: &str) -> World {
    check(&format!("{BEGIN}\n{rest}"))
}

#[test]
fn a_definition_is_shown() {
    begun(
        "
        > 0:10 ask What is p99 latency?
        = ASSISTANT_QUERY 1
        > 0:11 assistant 1: The time within which 99 % of requests are answered.
        = ASSISTANT_RESPONSE 1: The time within which 99 % of requests are answered.
        > 0:12 assistant 1: Once more.
        x question 1 to the assistant is not waiting for an answer
        > 0:12 assistant 7: Who asked?
        x question 7 to the assistant is not waiting for an answer
        ",
    );
}

#[test]
fn a_solution_is_withheld_and_not_kept() {
    let world = begun(
        "
        > 0:10 ask How do I do it?
        = ASSISTANT_QUERY 1
        > 0:11 assistant 1: 1. Load secretly\\n2. Train\\n3. Deploy
        = ASSISTANT_RESPONSE 1: withheld
        ",
    );
    let last = world.log.last().unwrap();
    assert!(!last.to_line().unwrap().contains("secretly"));
    assert!(matches!(&last.event, Event::AssistantResponse(it) if it.text == ASSISTANT_REFUSAL));
    assert!(evaluation_bundle(&world.state).assistant_overstepped);
}

#[test]
fn the_assistant_changes_no_section_no_timer_and_no_coverage() {
    let world = begun(
        "
        > 0:10 ask What is latency, and what is a team of colleagues with a metric?
        = ASSISTANT_QUERY 1
        > 0:11 assistant 1: Latency is a metric; a team is made of colleagues.
        = ASSISTANT_RESPONSE 1: Latency is a metric; a team is made of colleagues.
        > 1:00 wait
        = SECTION_TIME_WARNING work, 60 s left
        ",
    );
    let structured = world.state.structured.as_ref().unwrap();
    assert_eq!(
        structured.sections[0].coverage,
        [CoverageLevel::NotCovered; 2]
    );
    assert_eq!(structured.sections[0].budget_remaining, 2);
    assert_eq!(world.state.transcript.len(), 1);
}

#[test]
fn it_answers_only_while_the_interview_goes_on_and_only_so_often() {
    let mut world = begun(
        "
        > 0:10 pause
        = INTERVIEW_PAUSED
        > 0:11 ask What is latency?
        x the interview is paused; resume it first
        > 0:12 resume
        = INTERVIEW_RESUMED
        ",
    );
    let ask = |n: usize| Input::AskAssistant {
        text: format!("What is number {n}?").into(),
    };
    for n in 0..10 {
        world.take(ask(n)).unwrap();
    }
    assert_eq!(
        world.take(ask(10)).unwrap_err().to_string(),
        "the assistant answers 10 questions a section"
    );
    assert_eq!(owed(&world.state, world.now).len(), 10);
    // The next section has its own ten.
    world.advance_to(crate::world::START.plus(121_000));
    world.take(ask(11)).unwrap();
    world.check();
}

#[test]
fn questions_are_bounded_and_answers_after_the_end_are_not_taken() {
    let mut world = World::new(PLAN);
    world.take(Input::Start).unwrap();
    let long = Input::AskAssistant {
        text: "a".repeat(1_001).into(),
    };
    assert!(world.take(long).is_err());
    let empty = Input::AskAssistant { text: "  ".into() };
    assert!(world.take(empty).is_err());
    world
        .take(Input::AskAssistant {
            text: "What is recall?".into(),
        })
        .unwrap();
    world.take(crate::world::end()).unwrap();
    let late = world.take(Input::AssistantAnswered {
        query: 1,
        text: "The share that was found.".to_owned(),
        by: Maker::Model,
        usage: None,
    });
    assert!(late.is_err());
    assert_eq!(*names(&world.log).last().unwrap(), "INTERVIEW_TERMINATED");
    world.check();
}
