//! What arrives shortly after a section's time ran out still belongs to it.

use interview::{TranscriptEntry, section_artifacts};

use crate::script::{check, check_with};
use crate::world::{PLAN, World};

fn after_expiry(plan: &str, rest: &str) -> World {
    let script = format!(
        "
        > 0:00 start
        = INTERVIEW_STARTED
        = SECTION_STARTED work, until 2:00
        = PROMPT_PRESENTED w-1
        > 2:00 wait
        = 1:00 SECTION_TIME_WARNING work, 60 s left
        = 1:30 SECTION_TIME_WARNING work, 30 s left
        = SECTION_ENDED work: time expired
        = SECTION_STARTED design, until 3:00
        = PROMPT_PRESENTED d-1
        {rest}"
    );
    check_with(plan, &script)
}

#[test]
fn fifteen_seconds_are_within_the_grace_and_a_millisecond_more_is_not() {
    after_expiry(
        PLAN,
        "
        > 2:15.000 say The cost and the price.
        = CANDIDATE_MESSAGE work, late
        > 2:15.001 say The cost.
        = CANDIDATE_MESSAGE design
        = COVERAGE_UPDATED design: cost partly covered
        = FOLLOWUP_PRESENTED cost: What would it cost? (0 left)
        ",
    );
}

#[test]
fn a_late_message_is_in_the_artifact_of_its_own_section_only() {
    let world = after_expiry(
        PLAN,
        "
        > 2:05 say The latency was good, the cost and the price too.
        = CANDIDATE_MESSAGE work, late
        ",
    );
    let artifacts = section_artifacts(&world.state);
    let late = |n: usize| {
        artifacts[n]
            .raw_transcript
            .iter()
            .any(|entry| matches!(entry, TranscriptEntry::Message { late: true, .. }))
    };
    assert!(late(0) && !late(1));
}

#[test]
fn a_late_message_leaves_the_new_question_unanswered() {
    let world = after_expiry(
        PLAN,
        "
        > 2:05 say As I was saying, it worked.
        = CANDIDATE_MESSAGE work, late
        > 2:06 done
        = PROMPT_PRESENTED Please provide a brief outline so we can proceed.
        ",
    );
    assert!(world.state.current.is_some());
}

#[test]
fn without_grace_everything_belongs_to_the_section_that_is_going_on() {
    after_expiry(
        &PLAN.replace("grace_s = 15", "grace_s = 0"),
        "
        > 2:00 say The cost.
        = CANDIDATE_MESSAGE design
        = COVERAGE_UPDATED design: cost partly covered
        = FOLLOWUP_PRESENTED cost: What would it cost? (0 left)
        ",
    );
}

#[test]
fn only_time_leaves_a_grace_behind() {
    check(
        "
        > 0:00 start
        = INTERVIEW_STARTED
        = SECTION_STARTED work, until 2:00
        = PROMPT_PRESENTED w-1
        > 0:10 say We built a search for people.
        = CANDIDATE_MESSAGE work
        = FOLLOWUP_PRESENTED metrics: How did you know that it worked? (1 left)
        > 0:20 done
        = SECTION_ENDED work: candidate done
        = SECTION_STARTED design, until 1:20
        = PROMPT_PRESENTED d-1
        > 0:21 say Oh, and the latency.
        = CANDIDATE_MESSAGE design
        = FOLLOWUP_PRESENTED cost: What would it cost? (0 left)
        ",
    );
}

#[test]
fn after_the_last_section_there_is_no_grace() {
    check(
        "
        > 0:00 start
        = INTERVIEW_STARTED
        = SECTION_STARTED work, until 2:00
        = PROMPT_PRESENTED w-1
        > 3:59 wait
        = 1:00 SECTION_TIME_WARNING work, 60 s left
        = 1:30 SECTION_TIME_WARNING work, 30 s left
        = 2:00 SECTION_ENDED work: time expired
        = 2:00 SECTION_STARTED design, until 3:00
        = 2:00 PROMPT_PRESENTED d-1
        = 2:30 SECTION_TIME_WARNING design, 30 s left
        = 3:00 SECTION_ENDED design: time expired
        = 3:00 SECTION_STARTED end, until 4:00
        = 3:00 PROMPT_PRESENTED e-1
        = 3:30 SECTION_TIME_WARNING end, 30 s left
        > 4:00.001 asleep: say One more thing.
        x the interview is over
        > 4:01 asleep: tick
        = SECTION_ENDED end: time expired
        = INTERVIEW_COMPLETED
        ",
    );
}

#[test]
fn code_sent_within_the_grace_belongs_to_the_old_section_too() {
    after_expiry(
        PLAN,
        "
        > 2:10 code print(1)
        = CANDIDATE_CODE_SUBMISSION work, late
        > 2:16 code print(2)
        = CANDIDATE_CODE_SUBMISSION design
        ",
    );
}
