//! "Strike that" in a structured interview.

use interview::{section_artifacts, talent_ui_state};

use crate::script::check;

#[test]
fn withdrawn_words_are_gone_from_the_artifacts_and_do_not_lower_coverage() {
    let world = check(
        "
        > 0:00 start
        = INTERVIEW_STARTED
        = SECTION_STARTED work, until 2:00
        = PROMPT_PRESENTED w-1
        > 0:10 say m1: The latency was a secret.
        = CANDIDATE_MESSAGE work
        = COVERAGE_UPDATED work: metrics partly covered
        = FOLLOWUP_PRESENTED team: Who built it with you? (1 left)
        > 0:20 withdraw m1
        = TURN_WITHDRAWN turn_2
        > 0:30 say We had a metric and a colleague.
        = CANDIDATE_MESSAGE work
        = COVERAGE_UPDATED work: team partly covered
        = FOLLOWUP_PRESENTED metrics: How did you know that it worked? (0 left)
        > 0:31 withdraw m1
        x there is nothing to withdraw
        > 0:40 say Strike that.
        = TURN_WITHDRAWN turn_4
        ",
    );
    let artifact = serde_json::to_string(&section_artifacts(&world.state)).unwrap();
    assert!(!artifact.contains("secret") && !artifact.contains("colleague"));
}

#[test]
fn words_can_be_withdrawn_when_all_is_over() {
    let world = check(
        "
        > 0:00 start
        = INTERVIEW_STARTED
        = SECTION_STARTED work, until 2:00
        = PROMPT_PRESENTED w-1
        > 0:10 say m1: I built a search.
        = CANDIDATE_MESSAGE work
        = FOLLOWUP_PRESENTED metrics: How did you know that it worked? (1 left)
        > 0:20 end
        = INTERVIEW_TERMINATED ended during section work
        > 9:00 withdraw m1
        = TURN_WITHDRAWN turn_2
        ",
    );
    assert!(
        talent_ui_state(&world.state, world.now)
            .current_section
            .is_none()
    );
}
