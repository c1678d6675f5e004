//! Lost connections and pauses: the time goes on, unless the plan says otherwise, and nothing begins anew.

use interview::Status;

use crate::script::{check, check_with};
use crate::world::PLAN;

#[test]
fn a_lost_connection_pauses_and_the_time_goes_on() {
    let world = check(
        "
        > 0:00 start
        = INTERVIEW_STARTED
        = SECTION_STARTED work, until 2:00
        = PROMPT_PRESENTED w-1
        > 0:30 disconnect
        = INTERVIEW_PAUSED
        > 0:31 say Hello?
        x the interview is paused; resume it first
        > 0:32 done
        x the interview is paused; resume it first
        > 0:32 disconnect
        x the interview is paused; resume it first
        > 1:10 reconnect
        = 1:00 SECTION_TIME_WARNING work, 60 s left
        = INTERVIEW_RESUMED
        > 1:11 reconnect
        x the interview is not paused
        > 1:20 say I built a search.
        = CANDIDATE_MESSAGE work
        = FOLLOWUP_PRESENTED metrics: How did you know that it worked? (1 left)
        ",
    );
    assert_eq!(world.state.status, Status::InProgress);
}

#[test]
fn a_section_ends_on_time_while_nobody_is_there_and_the_next_question_waits_to_be_said() {
    let world = check(
        "
        > 0:00 start
        = INTERVIEW_STARTED
        = SECTION_STARTED work, until 2:00
        = PROMPT_PRESENTED w-1
        > 0:30 disconnect
        = INTERVIEW_PAUSED
        > 2:20 wait
        = 1:00 SECTION_TIME_WARNING work, 60 s left
        = 1:30 SECTION_TIME_WARNING work, 30 s left
        = 2:00 SECTION_ENDED work: time expired
        = 2:00 SECTION_STARTED design, until 3:00
        = 2:00 PROMPT_PRESENTED d-1
        > 2:21 reconnect
        = INTERVIEW_RESUMED
        ",
    );
    let said: Vec<&str> = world.speeches.iter().map(|it| it.text.as_str()).collect();
    assert_eq!(
        said,
        ["What did you build?", "How would you build it today?"]
    );
    assert_eq!(world.state.transcript.len(), 2);
}

#[test]
fn whoever_stays_away_is_taken_to_the_end() {
    check(
        "
        > 0:00 start
        = INTERVIEW_STARTED
        = SECTION_STARTED work, until 2:00
        = PROMPT_PRESENTED w-1
        > 0:30 disconnect
        = INTERVIEW_PAUSED
        > 5:00 reconnect
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
        x the interview is over
        ",
    );
}

#[test]
fn a_clock_that_stops_gives_the_time_back() {
    let plan = PLAN.replace(
        "grace_s = 15",
        "grace_s = 15\nclock_while_paused = \"stops\"",
    );
    check_with(
        &plan,
        "
        > 0:00 start
        = INTERVIEW_STARTED
        = SECTION_STARTED work, until 2:00
        = PROMPT_PRESENTED w-1
        > 0:30 pause
        = INTERVIEW_PAUSED
        > 5:30 resume
        = INTERVIEW_RESUMED
        > 7:00 wait
        = 6:00 SECTION_TIME_WARNING work, 60 s left
        = 6:30 SECTION_TIME_WARNING work, 30 s left
        = SECTION_ENDED work: time expired
        = SECTION_STARTED design, until 8:00
        = PROMPT_PRESENTED d-1
        ",
    );
}

#[test]
fn a_verdict_during_a_pause_is_noted_and_the_next_section_waits_for_the_candidate() {
    check(
        "
        > 0:00 start
        = INTERVIEW_STARTED
        = SECTION_STARTED work, until 2:00
        = PROMPT_PRESENTED w-1
        > 0:05 judge is slow
        > 0:10 say Our team and colleagues watched latency, that metric.
        = CANDIDATE_MESSAGE work
        > 0:11 disconnect
        = INTERVIEW_PAUSED
        > 0:12 judge follows the rule
        = COVERAGE_UPDATED work: team covered
        = COVERAGE_UPDATED work: metrics covered
        > 0:30 reconnect
        = INTERVIEW_RESUMED
        = SECTION_ENDED work: coverage satisfied
        = SECTION_STARTED design, until 1:30
        = PROMPT_PRESENTED d-1
        ",
    );
}
