//! Plan questions: offered, asked, answered, declined; never asked twice; must-ask questions always fit.

use crate::script::{Bench, PLAN, check};

#[test]
fn asked_means_heard_a_question_that_was_talked_over_is_offered_again() {
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
         > is_cut_off_at How did
         = INTERVIEWER_MESSAGE turn_1
         > +5
         > heard Sorry, go on.
         = CANDIDATE_MESSAGE turn_2
         = AGENT_REQUESTED job_2 note_taker
         = AGENT_REQUESTED job_3 researcher
         ! dispatch job_2 to note_taker
         ! dispatch job_3 to researcher
         > notes job_2
         = AGENT_REPORTED job_2 ok
         > research job_3
         = AGENT_REPORTED job_3 ok
         = AGENT_REQUESTED job_4 orchestrator
         ! dispatch job_4 to orchestrator
         > proposes job_4 q1
         = AGENT_REPORTED job_4 ok
         = DECISION_MADE q1 by builtin
         ! guide
         ! speak (the words of q1)
         > asks
         = INTERVIEWER_MESSAGE turn_3
         = QUESTION_ASKED q1 by id",
    );
}

#[test]
fn a_question_in_other_words_is_recognised_by_its_words() {
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
         > says How did the company begin, in those first weeks?
         = INTERVIEWER_MESSAGE turn_1
         = QUESTION_ASKED q1 by text",
    );
}

#[test]
fn a_proposal_of_a_question_that_was_asked_is_refused_and_the_plan_decides() {
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
         > asks
         = INTERVIEWER_MESSAGE turn_1
         = QUESTION_ASKED q1 by id
         > +5
         > heard In a garage.
         = CANDIDATE_MESSAGE turn_2
         = AGENT_REQUESTED job_2 note_taker
         = AGENT_REQUESTED job_3 researcher
         ! dispatch job_2 to note_taker
         ! dispatch job_3 to researcher
         > notes job_2
         = AGENT_REPORTED job_2 ok
         > research job_3
         = AGENT_REPORTED job_3 ok
         = AGENT_REQUESTED job_4 orchestrator
         ! dispatch job_4 to orchestrator
         > proposes job_4 q1
         = AGENT_REPORTED job_4 ok, refused: asked_before
         = DECISION_MADE q3 by fallback
         ! guide
         ! speak What would you never do again?",
    );
}

#[test]
fn an_unknown_question_is_refused() {
    check(
        "> start
         = INTERVIEW_STARTED
         = PHASE_CHANGED opening
         = AGENT_REQUESTED job_1 orchestrator
         ! dispatch job_1 to orchestrator
         > proposes job_1 q9
         = AGENT_REPORTED job_1 ok, refused: unknown_question
         = DECISION_MADE q1 by fallback
         ! guide
         ! speak How did the company begin in those first weeks?",
    );
}

#[test]
fn something_asked_before_in_nearly_the_same_words_is_refused() {
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
         > asks
         = INTERVIEWER_MESSAGE turn_1
         = QUESTION_ASKED q1 by id
         > +5
         > heard In a garage.
         = CANDIDATE_MESSAGE turn_2
         = AGENT_REQUESTED job_2 note_taker
         = AGENT_REQUESTED job_3 researcher
         ! dispatch job_2 to note_taker
         ! dispatch job_3 to researcher
         > notes job_2
         = AGENT_REPORTED job_2 ok
         > research job_3
         = AGENT_REPORTED job_3 ok
         = AGENT_REQUESTED job_4 orchestrator
         ! dispatch job_4 to orchestrator
         > proposes job_4 30s What did the garage smell like?
         = AGENT_REPORTED job_4 ok
         = DECISION_MADE gap by builtin
         ! guide
         ! speak What did the garage smell like?
         > asks
         = INTERVIEWER_MESSAGE turn_3
         > +5
         > heard Of oil.
         = CANDIDATE_MESSAGE turn_4
         = AGENT_REQUESTED job_5 note_taker
         = AGENT_REQUESTED job_6 researcher
         ! dispatch job_5 to note_taker
         ! dispatch job_6 to researcher
         > notes job_5
         = AGENT_REPORTED job_5 ok
         > research job_6
         = AGENT_REPORTED job_6 ok
         = AGENT_REQUESTED job_7 orchestrator
         ! dispatch job_7 to orchestrator
         > proposes job_7 30s What did that garage smell like?
         = AGENT_REPORTED job_7 ok, refused: asked_before
         = DECISION_MADE q3 by fallback
         ! guide
         ! speak What would you never do again?",
    );
}

#[test]
fn a_tangent_may_only_spend_slack() {
    // Ten minutes, two must-ask questions of a minute each: 8 minutes of slack at the start.
    check(
        "> start
         = INTERVIEW_STARTED
         = PHASE_CHANGED opening
         = AGENT_REQUESTED job_1 orchestrator
         ! dispatch job_1 to orchestrator
         > proposes job_1 480s What is your favourite tool?
         = AGENT_REPORTED job_1 ok
         = DECISION_MADE gap by builtin
         ! guide
         ! speak What is your favourite tool?
         > asks
         = INTERVIEWER_MESSAGE turn_1",
    );
    check(
        "> start
         = INTERVIEW_STARTED
         = PHASE_CHANGED opening
         = AGENT_REQUESTED job_1 orchestrator
         ! dispatch job_1 to orchestrator
         > proposes job_1 481s What is your favourite tool?
         = AGENT_REPORTED job_1 ok, refused: no_time_for_it
         = DECISION_MADE q1 by fallback
         ! guide
         ! speak How did the company begin in those first weeks?",
    );
}

#[test]
fn a_declined_question_is_not_asked_again() {
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
         > asks
         = INTERVIEWER_MESSAGE turn_1
         = QUESTION_ASKED q1 by id
         > +5
         > heard I'd rather not talk about that.
         = CANDIDATE_MESSAGE turn_2
         = QUESTION_DECLINED q1
         = AGENT_REQUESTED job_2 note_taker
         = AGENT_REQUESTED job_3 researcher
         ! dispatch job_2 to note_taker
         ! dispatch job_3 to researcher
         > notes job_2
         = AGENT_REPORTED job_2 ok
         > research job_3
         = AGENT_REPORTED job_3 ok
         = AGENT_REQUESTED job_4 orchestrator
         ! dispatch job_4 to orchestrator
         > fails job_4
         = AGENT_REPORTED job_4 failed
         = DECISION_MADE q3 by fallback
         ! guide
         ! speak What would you never do again?
         > asks
         = INTERVIEWER_MESSAGE turn_3
         = QUESTION_ASKED q3 by id
         > +5
         > skip
         = QUESTION_DECLINED q3
         = AGENT_REQUESTED job_5 orchestrator
         ! dispatch job_5 to orchestrator
         > +5",
    );
}

#[test]
fn without_an_orchestrator_must_comes_before_important_then_the_last_question_then_goodbye() {
    check(
        "> start
         = INTERVIEW_STARTED
         = PHASE_CHANGED opening
         = AGENT_REQUESTED job_1 orchestrator
         ! dispatch job_1 to orchestrator
         > fails job_1
         = AGENT_REPORTED job_1 failed
         = DECISION_MADE q1 by fallback
         ! guide
         ! speak How did the company begin in those first weeks?
         > asks
         = INTERVIEWER_MESSAGE turn_1
         = QUESTION_ASKED q1 by id
         > +5
         > heard One.
         = CANDIDATE_MESSAGE turn_2
         = AGENT_REQUESTED job_2 note_taker
         = AGENT_REQUESTED job_3 researcher
         ! dispatch job_2 to note_taker
         ! dispatch job_3 to researcher
         > fails job_2
         = AGENT_REPORTED job_2 failed
         > fails job_3
         = AGENT_REPORTED job_3 failed
         = AGENT_REQUESTED job_4 orchestrator
         ! dispatch job_4 to orchestrator
         > fails job_4
         = AGENT_REPORTED job_4 failed
         = DECISION_MADE q3 by fallback
         ! guide
         ! speak What would you never do again?
         > asks
         = INTERVIEWER_MESSAGE turn_3
         = QUESTION_ASKED q3 by id
         > +5
         > heard Two.
         = CANDIDATE_MESSAGE turn_4
         = AGENT_REQUESTED job_5 note_taker
         = AGENT_REQUESTED job_6 researcher
         ! dispatch job_5 to note_taker
         ! dispatch job_6 to researcher
         > fails job_5
         = AGENT_REPORTED job_5 failed
         > fails job_6
         = AGENT_REPORTED job_6 failed
         = AGENT_REQUESTED job_7 orchestrator
         ! dispatch job_7 to orchestrator
         > fails job_7
         = AGENT_REPORTED job_7 failed
         = DECISION_MADE q2 by fallback
         ! guide
         ! speak Which customers believed in you before anyone else?
         > asks
         = INTERVIEWER_MESSAGE turn_5
         = QUESTION_ASKED q2 by id
         > +5
         > heard Three.
         = CANDIDATE_MESSAGE turn_6
         = AGENT_REQUESTED job_8 note_taker
         = AGENT_REQUESTED job_9 researcher
         ! dispatch job_8 to note_taker
         ! dispatch job_9 to researcher
         > fails job_8
         = AGENT_REPORTED job_8 failed
         > fails job_9
         = AGENT_REPORTED job_9 failed
         = AGENT_REQUESTED job_10 orchestrator
         ! dispatch job_10 to orchestrator
         > fails job_10
         = AGENT_REPORTED job_10 failed
         = DECISION_MADE gap by fallback
         ! guide
         ! speak Is there anything else you'd like to add that we haven't covered?
         > asks
         = INTERVIEWER_MESSAGE turn_7
         > +5
         > heard No, that is all.
         = CANDIDATE_MESSAGE turn_8
         = AGENT_REQUESTED job_11 note_taker
         = AGENT_REQUESTED job_12 researcher
         ! dispatch job_11 to note_taker
         ! dispatch job_12 to researcher
         > fails job_11
         = AGENT_REPORTED job_11 failed
         > fails job_12
         = AGENT_REPORTED job_12 failed
         = PHASE_CHANGED wrap_up
         = DECISION_MADE closing by fallback
         ! guide
         ! speak Thank you so much for taking the time to talk with me about this: Small teams. That was my last question.
         > asks
         = INTERVIEWER_MESSAGE turn_9
         = CLOSING_DETECTED
         = INTERVIEW_COMPLETED closing_detected
         ! close",
    );
}

#[test]
fn the_same_message_twice_is_taken_once() {
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
         > asks
         = INTERVIEWER_MESSAGE turn_1
         = QUESTION_ASKED q1 by id
         > heard #m1 In a garage.
         = CANDIDATE_MESSAGE turn_2
         > heard #m1 In a garage.
         x turn_2 was received before",
    );
}

#[test]
fn a_follow_up_never_asks_what_the_earlier_session_asked() {
    let plan = interview::Plan::from_toml(PLAN).unwrap();
    let bench = Bench::created(interview::Creation {
        session_id: interview::SessionId::new("second"),
        plan,
        follow_up_of: Some(interview::SessionId::new("first")),
        earlier: Some(interview::event::Earlier {
            summary: "The garage.".to_owned(),
            focus: "Lessons".to_owned(),
            asked: vec!["How did the company begin, in those first weeks?".to_owned()],
        }),
        imported: false,
        cost_cap: None,
    });
    let unasked: Vec<&str> = bench
        .state
        .unasked()
        .map(|question| question.id.as_str())
        .collect();
    assert_eq!(unasked, ["q2", "q3"]);
    assert!(
        bench
            .state
            .was_asked("How did the company begin in those first weeks?")
    );
}
