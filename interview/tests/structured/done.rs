//! "I'm done" counts when there is something to be done with.

use crate::script::{check, check_with};
use crate::world::PLAN;

#[test]
fn skipping_a_section_is_answered_once_with_a_request_and_then_refused() {
    check(
        "
        > 0:00 start
        = INTERVIEW_STARTED
        = SECTION_STARTED work, until 2:00
        = PROMPT_PRESENTED w-1
        > 0:05 done
        = PROMPT_PRESENTED Please provide a brief outline so we can proceed.
        > 0:06 done
        x say a little more first: 5 more words are needed in this section
        > 0:10 say Just a search.
        = CANDIDATE_MESSAGE work
        = FOLLOWUP_PRESENTED metrics: How did you know that it worked? (1 left)
        > 0:11 done
        x say a little more first: 2 more words are needed in this section
        > 0:20 say It simply worked.
        = CANDIDATE_MESSAGE work
        = FOLLOWUP_PRESENTED metrics: Which number moved? (0 left)
        > 0:21 done
        = SECTION_ENDED work: candidate done
        = SECTION_STARTED design, until 1:21
        = PROMPT_PRESENTED d-1
        > 0:22 done
        = PROMPT_PRESENTED Please provide a brief outline so we can proceed.
        ",
    );
}

#[test]
fn withdrawn_words_do_not_count_as_an_answer() {
    check(
        "
        > 0:00 start
        = INTERVIEW_STARTED
        = SECTION_STARTED work, until 2:00
        = PROMPT_PRESENTED w-1
        > 0:05 say m1: We built a search for people.
        = CANDIDATE_MESSAGE work
        = FOLLOWUP_PRESENTED metrics: How did you know that it worked? (1 left)
        > 0:06 withdraw m1
        = TURN_WITHDRAWN turn_2
        > 0:07 done
        = PROMPT_PRESENTED Please provide a brief outline so we can proceed.
        ",
    );
}

#[test]
fn a_section_without_a_minimum_can_be_left_at_once() {
    check_with(
        &PLAN.replace("minimum_words = 5", "minimum_words = 0"),
        "
        > 0:00 start
        = INTERVIEW_STARTED
        = SECTION_STARTED work, until 2:00
        = PROMPT_PRESENTED w-1
        > 0:05 done
        = SECTION_ENDED work: candidate done
        = SECTION_STARTED design, until 1:05
        = PROMPT_PRESENTED d-1
        > 0:06 done
        = SECTION_ENDED design: candidate done
        = SECTION_STARTED end, until 1:06
        = PROMPT_PRESENTED e-1
        > 0:07 done
        = SECTION_ENDED end: candidate done
        = INTERVIEW_COMPLETED
        ",
    );
}
