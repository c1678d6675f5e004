//! When an interview is over, and when it is not.

use crate::script::{check, check_plan};

#[test]
fn thank_you_for_sharing_does_not_end_an_interview_that_has_just_begun() {
    check(
        "> start
         = INTERVIEW_STARTED
         = PHASE_CHANGED opening
         = AGENT_REQUESTED job_1 orchestrator
         ! dispatch job_1 to orchestrator
         > proposes job_1 q1
         = AGENT_REPORTED job_1 ok
         = DECISION_MADE q1 by builtin
         ! guide
         ! speak (the words of q1)
         > says Thank you for sharing that.
         = INTERVIEWER_MESSAGE turn_1",
    );
}

/// One minute: the deep dive begins at 9 s, the wrap-up after 51 s.
const ONE_MINUTE: &str = r#"
topic = "Small teams"
minutes = 1

[[sections]]
id = "start"
title = "The start"

[[sections.questions]]
id = "q1"
text = "How did the company begin?"
priority = 1
expected_s = 30
"#;

#[test]
fn phases_change_with_time_and_a_goodbye_without_a_question_ends_the_wrap_up() {
    check_plan(
        ONE_MINUTE,
        "> start
         = INTERVIEW_STARTED
         = PHASE_CHANGED opening
         = AGENT_REQUESTED job_1 orchestrator
         ! dispatch job_1 to orchestrator
         > proposes job_1 q1
         = AGENT_REPORTED job_1 ok
         = DECISION_MADE q1 by builtin
         ! guide
         ! speak (the words of q1)
         > asks
         = INTERVIEWER_MESSAGE turn_1
         = QUESTION_ASKED q1 by id
         > +8
         > +1
         = PHASE_CHANGED deep_dive
         > +1
         = AGENT_REQUESTED job_2 orchestrator
         ! dispatch job_2 to orchestrator
         > proposes job_2 30s What did the garage smell like?
         = AGENT_REPORTED job_2 ok
         = DECISION_MADE gap by builtin
         ! guide
         > +20
         = DECISION_MADE gap by reused
         = DECISION_MADE gap by reused
         > says Thank you so much for your time.
         = INTERVIEWER_MESSAGE turn_2
         > +22
         = AGENT_REQUESTED job_3 orchestrator
         ! dispatch job_3 to orchestrator
         = AGENT_REPORTED job_3 failed
         = DECISION_MADE gap by fallback
         ! guide
         = DECISION_MADE gap by reused
         = PHASE_CHANGED wrap_up
         > says Thank you so much for your time. One more: why?
         = INTERVIEWER_MESSAGE turn_3
         > says Thank you so much for your time.
         = INTERVIEWER_MESSAGE turn_4
         = CLOSING_DETECTED
         = INTERVIEW_COMPLETED closing_detected
         ! close
         > heard Wait!
         x the interview is over",
    );
}

#[test]
fn what_comes_at_the_wrong_time_is_refused() {
    check(
        "> heard Hello?
         x the interview has not started
         > resume
         x the interview has not started
         > start
         = INTERVIEW_STARTED
         = PHASE_CHANGED opening
         = AGENT_REQUESTED job_1 orchestrator
         ! dispatch job_1 to orchestrator
         > start
         x the interview has already started
         > wants_analysis
         x the interview is not over yet
         > pause
         = INTERVIEW_PAUSED
         > heard Hello?
         x the interview is paused; resume it first
         > end
         = INTERVIEW_COMPLETED ended
         ! close
         > end
         x the interview is over
         > wants_analysis
         x nobody has said anything yet",
    );
}
