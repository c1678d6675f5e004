//! Follow-ups come from the pools, in one order, within their budget.

use crate::script::{check, check_with};
use crate::world::{self, PLAN};

#[test]
fn the_uncovered_come_before_the_half_covered_then_priority_then_plan_order() {
    check(
        "
        > 0:00 start
        = INTERVIEW_STARTED
        = SECTION_STARTED work, until 2:00
        = PROMPT_PRESENTED w-1
        > 0:10 say I built a search.
        = CANDIDATE_MESSAGE work
        = FOLLOWUP_PRESENTED metrics: How did you know that it worked? (1 left)
        > 0:20 say The latency fell.
        = CANDIDATE_MESSAGE work
        = COVERAGE_UPDATED work: metrics partly covered
        = FOLLOWUP_PRESENTED team: Who built it with you? (0 left)
        ",
    );
}

#[test]
fn of_equal_dimensions_the_first_in_the_plan_is_asked_for() {
    check_with(
        &PLAN.replace("priority = 2", "priority = 1"),
        "
        > 0:00 start
        = INTERVIEW_STARTED
        = SECTION_STARTED work, until 2:00
        = PROMPT_PRESENTED w-1
        > 0:10 say I built a search.
        = CANDIDATE_MESSAGE work
        = FOLLOWUP_PRESENTED team: Who built it with you? (1 left)
        > 0:20 say Me alone.
        = CANDIDATE_MESSAGE work
        = FOLLOWUP_PRESENTED team: Who decided? (0 left)
        ",
    );
}

#[test]
fn with_the_budget_spent_the_plan_goes_on_and_then_the_section_waits() {
    check(
        "
        > 0:00 start
        = INTERVIEW_STARTED
        = SECTION_STARTED work, until 2:00
        = PROMPT_PRESENTED w-1
        > 0:10 say I built a search.
        = CANDIDATE_MESSAGE work
        = FOLLOWUP_PRESENTED metrics: How did you know that it worked? (1 left)
        > 0:20 say People said so.
        = CANDIDATE_MESSAGE work
        = FOLLOWUP_PRESENTED metrics: Which number moved? (0 left)
        > 0:30 say None that I know.
        = CANDIDATE_MESSAGE work
        = PROMPT_PRESENTED w-2
        > 0:40 say Everybody in the house.
        = CANDIDATE_MESSAGE work
        > 0:50 say And a few others.
        = CANDIDATE_MESSAGE work
        > 0:55 done
        = SECTION_ENDED work: candidate done
        = SECTION_STARTED design, until 1:55
        = PROMPT_PRESENTED d-1
        ",
    );
}

#[test]
fn an_empty_pool_is_passed_over() {
    let plan = PLAN.replace(
        "followups = [\"How did you know that it worked?\", \"Which number moved?\"]",
        "followups = []",
    );
    check_with(
        &plan,
        "
        > 0:00 start
        = INTERVIEW_STARTED
        = SECTION_STARTED work, until 2:00
        = PROMPT_PRESENTED w-1
        > 0:10 say I built a search.
        = CANDIDATE_MESSAGE work
        = FOLLOWUP_PRESENTED team: Who built it with you? (1 left)
        ",
    );
}

#[test]
fn a_cap_of_none_means_no_follow_ups() {
    check_with(
        &PLAN.replace("followup_cap = 2", "followup_cap = 0"),
        "
        > 0:00 start
        = INTERVIEW_STARTED
        = SECTION_STARTED work, until 2:00
        = PROMPT_PRESENTED w-1
        > 0:10 say I built a search.
        = CANDIDATE_MESSAGE work
        = PROMPT_PRESENTED w-2
        ",
    );
}

#[test]
fn enough_dimensions_are_enough() {
    check_with(
        &PLAN.replace(
            "minimum_words = 5\n[[sections.questions]]\nid = \"w-1\"",
            "minimum_words = 5\ncover = 1\n[[sections.questions]]\nid = \"w-1\"",
        ),
        "
        > 0:00 start
        = INTERVIEW_STARTED
        = SECTION_STARTED work, until 2:00
        = PROMPT_PRESENTED w-1
        > 0:10 say The p99 latency fell.
        = CANDIDATE_MESSAGE work
        = COVERAGE_UPDATED work: metrics covered
        = SECTION_ENDED work: coverage satisfied
        = SECTION_STARTED design, until 1:10
        = PROMPT_PRESENTED d-1
        ",
    );
}

#[test]
fn covering_nothing_at_all_is_not_covering() {
    check_with(
        &PLAN.replace("cover = 1", "cover = 0"),
        "
        > 0:00 start
        = INTERVIEW_STARTED
        = SECTION_STARTED work, until 2:00
        = PROMPT_PRESENTED w-1
        > 0:10 say Our team and colleagues watched latency, that metric.
        = CANDIDATE_MESSAGE work
        = COVERAGE_UPDATED work: team covered
        = COVERAGE_UPDATED work: metrics covered
        = SECTION_ENDED work: coverage satisfied
        = SECTION_STARTED design, until 1:10
        = PROMPT_PRESENTED d-1
        > 0:20 say The cost and the price.
        = CANDIDATE_MESSAGE design
        = COVERAGE_UPDATED design: cost covered
        ",
    );
}

#[test]
fn a_question_the_candidate_does_not_want_makes_room_for_the_next() {
    check(
        "
        > 0:00 start
        = INTERVIEW_STARTED
        = SECTION_STARTED work, until 2:00
        = PROMPT_PRESENTED w-1
        > 0:10 skip
        = QUESTION_DECLINED
        = FOLLOWUP_PRESENTED metrics: How did you know that it worked? (1 left)
        ",
    );
}

#[test]
fn the_same_interview_twice_is_the_same_log() {
    let run = || {
        let mut world = world::World::new(PLAN);
        world.take(interview::Input::Start).unwrap();
        for (n, text) in ["I built it.", "Latency.", "My team."].iter().enumerate() {
            world.advance_to(world::START.plus(10_000 * (n as u64 + 1)));
            world.take(world::say(text)).unwrap();
        }
        world.advance_to(world::START.plus(600_000));
        let lines: Vec<String> = world.log.iter().map(|it| it.to_line().unwrap()).collect();
        lines.join("\n")
    };
    assert_eq!(run(), run());
}
