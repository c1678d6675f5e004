//! Deadlines are the server's, exact to the millisecond, and fire once.

use crate::script::check;

const BEGIN: &str = "
    > 0:00 start
    = INTERVIEW_STARTED
    = SECTION_STARTED work, until 2:00
    = PROMPT_PRESENTED w-1";

fn begun(rest: &str) {
    check(&format!("{BEGIN}\n{rest}"));
}

#[test]
fn a_warning_comes_on_its_millisecond_and_once() {
    begun(
        "
        > 0:59.999 asleep: tick
        x nothing is due
        > 1:00 asleep: tick
        = SECTION_TIME_WARNING work, 60 s left
        > 1:00.001 asleep: tick
        x nothing is due
        ",
    );
}

#[test]
fn a_warning_as_long_as_its_section_is_none() {
    begun(
        "
        > 2:31 wait
        = 1:00 SECTION_TIME_WARNING work, 60 s left
        = 1:30 SECTION_TIME_WARNING work, 30 s left
        = 2:00 SECTION_ENDED work: time expired
        = 2:00 SECTION_STARTED design, until 3:00
        = 2:00 PROMPT_PRESENTED d-1
        = 2:30 SECTION_TIME_WARNING design, 30 s left
        ",
    );
}

#[test]
fn after_a_long_sleep_each_timer_fires_once_in_order_and_the_next_section_has_its_whole_time() {
    begun(
        "
        > 7:00 asleep: tick
        = SECTION_TIME_WARNING work, 60 s left
        = SECTION_TIME_WARNING work, 30 s left
        = SECTION_ENDED work: time expired
        = SECTION_STARTED design, until 8:00
        = PROMPT_PRESENTED d-1
        ",
    );
}

#[test]
fn what_is_said_before_the_tick_of_a_passed_deadline_is_still_late() {
    begun(
        "
        > 2:00.005 asleep: say We looked at latency.
        = SECTION_TIME_WARNING work, 60 s left
        = SECTION_TIME_WARNING work, 30 s left
        = SECTION_ENDED work: time expired
        = SECTION_STARTED design, until 3:00.005
        = PROMPT_PRESENTED d-1
        = CANDIDATE_MESSAGE work, late
        ",
    );
}

#[test]
fn being_done_a_moment_too_late_ends_the_section_by_time() {
    begun(
        "
        > 1:59 say We built a search for people.
        = 1:00 SECTION_TIME_WARNING work, 60 s left
        = 1:30 SECTION_TIME_WARNING work, 30 s left
        = CANDIDATE_MESSAGE work
        = FOLLOWUP_PRESENTED metrics: How did you know that it worked? (1 left)
        > 2:00 asleep: done
        = SECTION_ENDED work: time expired
        = SECTION_STARTED design, until 3:00
        = PROMPT_PRESENTED d-1
        = PROMPT_PRESENTED Please provide a brief outline so we can proceed.
        ",
    );
}

#[test]
fn the_time_of_a_section_begins_when_it_does() {
    begun(
        "
        > 0:30 say Our team and colleagues watched latency, that metric.
        = CANDIDATE_MESSAGE work
        = COVERAGE_UPDATED work: team covered
        = COVERAGE_UPDATED work: metrics covered
        = SECTION_ENDED work: coverage satisfied
        = SECTION_STARTED design, until 1:30
        = PROMPT_PRESENTED d-1
        > 1:00 wait
        = SECTION_TIME_WARNING design, 30 s left
        ",
    );
}
