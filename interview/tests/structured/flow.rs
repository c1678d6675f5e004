//! From the first question to the last: the order of things.

use interview::{SectionStage, Status, View};

use crate::script::{check, check_all};
use crate::world::names;

#[test]
fn every_section_is_asked_covered_and_left_for_the_next() {
    let world = check(
        "
        > 0:00 start
        = INTERVIEW_STARTED
        = SECTION_STARTED work, until 2:00
        = PROMPT_PRESENTED w-1
        > 0:20 say Our team built a search with colleagues, and latency was the metric.
        = CANDIDATE_MESSAGE work
        = COVERAGE_UPDATED work: team covered
        = COVERAGE_UPDATED work: metrics covered
        = SECTION_ENDED work: coverage satisfied
        = SECTION_STARTED design, until 1:20
        = PROMPT_PRESENTED d-1
        > 0:40 say The costs would be lower and the price too.
        = CANDIDATE_MESSAGE design
        = COVERAGE_UPDATED design: cost covered
        = SECTION_ENDED design: coverage satisfied
        = SECTION_STARTED end, until 1:40
        = PROMPT_PRESENTED e-1
        > 0:50 say Nothing, thank you.
        = CANDIDATE_MESSAGE end
        > 0:55 done
        = SECTION_ENDED end: candidate done
        = INTERVIEW_COMPLETED
        > 0:56 say One more thing.
        x the interview is over
        ",
    );
    assert_eq!(world.state.status, Status::Completed);
}

#[test]
fn whoever_never_responds_is_taken_through_every_section_by_the_clock() {
    check(
        "
        > 0:00 start
        = INTERVIEW_STARTED
        = SECTION_STARTED work, until 2:00
        = PROMPT_PRESENTED w-1
        > 9:00 wait
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
        = 4:00 SECTION_ENDED end: time expired
        = 4:00 INTERVIEW_COMPLETED
        ",
    );
}

#[test]
fn every_judgement_stands_behind_a_request_and_every_question_is_heard() {
    check_all(
        "
        > 0:00 start
        = INTERVIEW_STARTED
        = SECTION_STARTED work, until 2:00
        = PROMPT_PRESENTED w-1
        = INTERVIEWER_MESSAGE
        = QUESTION_ASKED w-1
        > 0:10 say We looked at latency.
        = CANDIDATE_MESSAGE work
        = AGENT_REQUESTED
        = AGENT_REPORTED Ok
        = COVERAGE_UPDATED work: metrics partly covered
        = FOLLOWUP_PRESENTED team: Who built it with you? (1 left)
        = INTERVIEWER_MESSAGE
        ",
    );
}

#[test]
fn nothing_is_taken_before_the_start_and_nothing_starts_twice() {
    check(
        "
        > 0:00 say Hello.
        x the interview has not started
        > 0:00 done
        x the interview has not started
        > 0:00 tick
        x nothing is due
        > 0:01 start
        = INTERVIEW_STARTED
        = SECTION_STARTED work, until 2:01
        = PROMPT_PRESENTED w-1
        > 0:02 start
        x the interview has already started
        ",
    );
}

#[test]
fn a_message_sent_twice_changes_nothing_the_second_time() {
    let world = check(
        "
        > 0:00 start
        = INTERVIEW_STARTED
        = SECTION_STARTED work, until 2:00
        = PROMPT_PRESENTED w-1
        > 0:10 say m1: We looked at latency.
        = CANDIDATE_MESSAGE work
        = COVERAGE_UPDATED work: metrics partly covered
        = FOLLOWUP_PRESENTED team: Who built it with you? (1 left)
        > 0:11 say m1: We looked at latency.
        x turn_2 was received before
        ",
    );
    let messages = names(&world.log)
        .into_iter()
        .filter(|name| *name == "CANDIDATE_MESSAGE");
    assert_eq!(messages.count(), 1);
}

#[test]
fn an_interview_ended_in_the_middle_was_abandoned() {
    let world = check(
        "
        > 0:00 start
        = INTERVIEW_STARTED
        = SECTION_STARTED work, until 2:00
        = PROMPT_PRESENTED w-1
        > 0:30 end
        = INTERVIEW_TERMINATED ended during section work
        > 0:31 end
        x the interview is over
        > 0:31 done
        x the interview is over
        > 9:00 wait
        ",
    );
    assert_eq!(world.state.status, Status::Terminated);
}

#[test]
fn the_view_says_what_the_section_waits_for_and_that_nothing_is_left_at_the_end() {
    let begun = "
        > 0:00 start
        = INTERVIEW_STARTED
        = SECTION_STARTED work, until 2:00
        = PROMPT_PRESENTED w-1
        ";
    let answered = format!(
        "{begun}> 0:10 say We built a search for people.
        = CANDIDATE_MESSAGE work
        = FOLLOWUP_PRESENTED metrics: How did you know that it worked? (1 left)
        "
    );
    let ended = format!("{answered}> 0:20 end\n= INTERVIEW_TERMINATED ended during section work");
    let shown = |script: &str| {
        let world = check(script);
        let view = View::of(&world.state, world.now);
        (view.section_stage, view.time_remaining_ms)
    };
    let (question, follow_up) = (SectionStage::QuestionActive, SectionStage::FollowupActive);
    assert_eq!(shown(begun), (Some(question), 120_000));
    assert_eq!(shown(&answered), (Some(follow_up), 110_000));
    assert_eq!(shown(&ended), (None, 0));
}
