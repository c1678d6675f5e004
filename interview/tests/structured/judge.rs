//! The judge: asked for every answer, waited for a while, believed as far as the plan goes.

use crate::script::{check, check_all};

#[test]
fn no_follow_up_is_chosen_before_the_judge_has_spoken() {
    check(
        "
        > 0:00 start
        = INTERVIEW_STARTED
        = SECTION_STARTED work, until 2:00
        = PROMPT_PRESENTED w-1
        > 0:05 judge is slow
        > 0:10 say I built a search.
        = CANDIDATE_MESSAGE work
        > 0:15 judge says metrics partly
        = COVERAGE_UPDATED work: metrics partly covered
        = FOLLOWUP_PRESENTED team: Who built it with you? (1 left)
        ",
    );
}

#[test]
fn what_is_said_meanwhile_is_judged_before_anything_is_asked() {
    check_all(
        "
        > 0:00 start
        = INTERVIEW_STARTED
        = SECTION_STARTED work, until 2:00
        = PROMPT_PRESENTED w-1
        = INTERVIEWER_MESSAGE
        = QUESTION_ASKED w-1
        > 0:05 judge is slow
        > 0:10 say I built a search.
        = CANDIDATE_MESSAGE work
        = AGENT_REQUESTED
        > 0:11 say With a team.
        = CANDIDATE_MESSAGE work
        > 0:12 judge follows the rule
        = AGENT_REPORTED Ok
        = AGENT_REQUESTED
        > 0:13 judge follows the rule
        = AGENT_REPORTED Ok
        = COVERAGE_UPDATED work: team partly covered
        = FOLLOWUP_PRESENTED metrics: How did you know that it worked? (1 left)
        = INTERVIEWER_MESSAGE
        ",
    );
}

#[test]
fn a_judge_that_is_silent_for_eight_seconds_is_gone_on_without() {
    check_all(
        "
        > 0:00 start
        = INTERVIEW_STARTED
        = SECTION_STARTED work, until 2:00
        = PROMPT_PRESENTED w-1
        = INTERVIEWER_MESSAGE
        = QUESTION_ASKED w-1
        > 0:05 judge is slow
        > 0:10 say The latency fell.
        = CANDIDATE_MESSAGE work
        = AGENT_REQUESTED
        > 0:17.999 wait
        > 0:18 wait
        = AGENT_REPORTED Failed
        = FOLLOWUP_PRESENTED metrics: How did you know that it worked? (1 left)
        = INTERVIEWER_MESSAGE
        > 0:19 judge follows the rule
        = AGENT_REPORTED Late
        ",
    );
}

#[test]
fn a_judge_that_fails_leaves_the_coverage_as_it_was_and_reads_the_answer_again_next_time() {
    check(
        "
        > 0:00 start
        = INTERVIEW_STARTED
        = SECTION_STARTED work, until 2:00
        = PROMPT_PRESENTED w-1
        > 0:05 judge fails 1
        > 0:10 say The latency fell.
        = CANDIDATE_MESSAGE work
        = FOLLOWUP_PRESENTED metrics: How did you know that it worked? (1 left)
        > 0:20 say We had a metric.
        = CANDIDATE_MESSAGE work
        = COVERAGE_UPDATED work: metrics covered
        = FOLLOWUP_PRESENTED team: Who built it with you? (0 left)
        ",
    );
}

#[test]
fn levels_never_sink_and_unknown_dimensions_are_left_out() {
    check(
        "
        > 0:00 start
        = INTERVIEW_STARTED
        = SECTION_STARTED work, until 2:00
        = PROMPT_PRESENTED w-1
        > 0:05 judge is slow
        > 0:10 say One.
        = CANDIDATE_MESSAGE work
        > 0:11 judge says metrics covered
        = COVERAGE_UPDATED work: metrics covered
        = FOLLOWUP_PRESENTED team: Who built it with you? (1 left)
        > 0:20 say Two.
        = CANDIDATE_MESSAGE work
        > 0:21 judge says metrics partly
        = FOLLOWUP_PRESENTED team: Who decided? (0 left)
        > 0:30 say Three.
        = CANDIDATE_MESSAGE work
        > 0:31 judge says charm covered
        = PROMPT_PRESENTED w-2
        ",
    );
}

#[test]
fn a_verdict_on_a_section_that_is_over_counts_for_that_section_only() {
    check(
        "
        > 0:00 start
        = INTERVIEW_STARTED
        = SECTION_STARTED work, until 2:00
        = PROMPT_PRESENTED w-1
        > 1:00 judge is slow
        = SECTION_TIME_WARNING work, 60 s left
        > 1:58 say The latency fell.
        = 1:30 SECTION_TIME_WARNING work, 30 s left
        = CANDIDATE_MESSAGE work
        > 2:03 judge follows the rule
        = 2:00 SECTION_ENDED work: time expired
        = 2:00 SECTION_STARTED design, until 3:00
        = 2:00 PROMPT_PRESENTED d-1
        = COVERAGE_UPDATED work: metrics partly covered
        ",
    );
}

#[test]
fn after_a_crash_the_judge_is_asked_again() {
    check_all(
        "
        > 0:00 start
        = INTERVIEW_STARTED
        = SECTION_STARTED work, until 2:00
        = PROMPT_PRESENTED w-1
        = INTERVIEWER_MESSAGE
        = QUESTION_ASKED w-1
        > 0:05 judge is slow
        > 0:10 say The latency fell.
        = CANDIDATE_MESSAGE work
        = AGENT_REQUESTED
        > 0:40 asleep: recover
        = AGENT_REQUESTED
        > 0:41 judge follows the rule
        = AGENT_REPORTED Ok
        = COVERAGE_UPDATED work: metrics partly covered
        = FOLLOWUP_PRESENTED team: Who built it with you? (1 left)
        = INTERVIEWER_MESSAGE
        ",
    );
}

#[test]
fn of_two_things_due_at_once_the_end_of_the_section_comes_first() {
    check_all(
        "
        > 0:00 start
        = INTERVIEW_STARTED
        = SECTION_STARTED work, until 2:00
        = PROMPT_PRESENTED w-1
        = INTERVIEWER_MESSAGE
        = QUESTION_ASKED w-1
        > 1:30 judge is slow
        = 1:00 SECTION_TIME_WARNING work, 60 s left
        = SECTION_TIME_WARNING work, 30 s left
        > 1:52 say The latency fell.
        = CANDIDATE_MESSAGE work
        = AGENT_REQUESTED
        > 2:00 wait
        = SECTION_ENDED work: time expired
        = SECTION_STARTED design, until 3:00
        = PROMPT_PRESENTED d-1
        = AGENT_REPORTED Failed
        = INTERVIEWER_MESSAGE
        = QUESTION_ASKED d-1
        ",
    );
}
