//! An interviewer that cannot speak: one retry, then the end, with everything that happened still there.

use interview::{Input, Spoke, Status, owed};

use crate::script::check;
use crate::world::{PLAN, World};

#[test]
fn one_failure_is_tried_again() {
    let world = check(
        "
        > 0:00 voice fails 1
        > 0:01 start
        = INTERVIEW_STARTED
        = SECTION_STARTED work, until 2:01
        = PROMPT_PRESENTED w-1
        = SPEECH_FAILED attempt 1
        ",
    );
    assert_eq!(world.speeches.len(), 2);
    assert_eq!(world.state.transcript.len(), 1);
}

#[test]
fn two_failures_in_a_row_end_the_interview_and_keep_its_log() {
    let world = check(
        "
        > 0:00 start
        = INTERVIEW_STARTED
        = SECTION_STARTED work, until 2:00
        = PROMPT_PRESENTED w-1
        > 0:10 voice fails 2
        > 0:20 say I built a search.
        = CANDIDATE_MESSAGE work
        = FOLLOWUP_PRESENTED metrics: How did you know that it worked? (1 left)
        = SPEECH_FAILED attempt 1
        = SPEECH_FAILED attempt 2
        = SECTION_ENDED work: system error
        = INTERVIEW_TERMINATED the interviewer could not speak: no sound
        > 0:30 say Hello?
        x the interview is over
        ",
    );
    assert_eq!(world.state.status, Status::Terminated);
    assert_eq!(world.state.transcript.len(), 2);
}

#[test]
fn a_success_in_between_counts_the_failures_anew() {
    let world = check(
        "
        > 0:00 voice fails 1
        > 0:01 start
        = INTERVIEW_STARTED
        = SECTION_STARTED work, until 2:01
        = PROMPT_PRESENTED w-1
        = SPEECH_FAILED attempt 1
        > 0:10 voice fails 1
        > 0:20 say I built a search.
        = CANDIDATE_MESSAGE work
        = FOLLOWUP_PRESENTED metrics: How did you know that it worked? (1 left)
        = SPEECH_FAILED attempt 1
        ",
    );
    assert_eq!(world.state.status, Status::InProgress);
}

#[test]
fn a_voice_with_nothing_to_say_cannot_fail() {
    let mut world = World::new(PLAN);
    world.take(Input::Start).unwrap();
    let refused = world.take(Input::SpeechFailed {
        why: "no sound".to_owned(),
    });
    assert!(refused.is_err());
}

#[test]
fn what_nobody_has_heard_is_owed_after_a_crash_and_what_was_heard_is_not() {
    let mut world = World::new(PLAN);
    world.voice_is_silent = true;
    world.take(Input::Start).unwrap();
    assert_eq!(owed(&world.state, world.now).len(), 1);
    world
        .take(Input::Spoke(Spoke {
            text: "So: what did you build?".into(),
            interrupted: false,
            aside: false,
            question_id: None,
            refers_to: None,
            took_ms: 900,
            end_ms: None,
        }))
        .unwrap();
    assert!(owed(&world.state, world.now).is_empty());
    world.check();
}
