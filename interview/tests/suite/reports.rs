//! Agents that fail, die, come late or answer something else.

use interview::{Answer, Contradiction, Input, JobId, Maker, Notes, Plan, Report, TurnId};

use crate::script::{Bench, PLAN, check};

#[test]
fn an_agent_that_says_nothing_is_given_up_at_its_deadline_and_its_late_notes_are_kept() {
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
         > research job_3
         = AGENT_REPORTED job_3 ok
         > +8
         = AGENT_REPORTED job_2 failed
         = AGENT_REQUESTED job_4 orchestrator
         ! dispatch job_4 to orchestrator
         > notes job_2 late but true
         = AGENT_REPORTED job_2 late
         = NOTES_MERGED 1 ideas
         > notes job_2 twice
         x job_2 was reported before",
    );
}

#[test]
fn a_late_decision_is_recorded_and_not_acted_on() {
    check(
        "> start
         = INTERVIEW_STARTED
         = PHASE_CHANGED opening
         = AGENT_REQUESTED job_1 orchestrator
         ! dispatch job_1 to orchestrator
         > +8
         = AGENT_REPORTED job_1 failed
         = DECISION_MADE q1 by fallback
         = AGENT_REQUESTED job_2 orchestrator
         ! guide
         ! speak How did the company begin in those first weeks?
         ! dispatch job_2 to orchestrator
         > proposes job_1 q2
         = AGENT_REPORTED job_1 late, refused: stale",
    );
}

#[test]
fn a_job_that_kills_its_agents_is_tried_three_times() {
    check(
        "> start
         = INTERVIEW_STARTED
         = PHASE_CHANGED opening
         = AGENT_REQUESTED job_1 orchestrator
         ! dispatch job_1 to orchestrator
         > loses job_1
         = AGENT_REQUESTED job_1 orchestrator again
         ! dispatch job_1 to orchestrator
         > recovers
         = AGENT_REQUESTED job_1 orchestrator again
         ! dispatch job_1 to orchestrator
         > loses job_1
         = AGENT_REPORTED job_1 failed
         = DECISION_MADE q1 by fallback
         ! guide
         ! speak How did the company begin in those first weeks?",
    );
}

#[test]
fn an_answer_to_another_question_is_no_answer() {
    check(
        "> start
         = INTERVIEW_STARTED
         = PHASE_CHANGED opening
         = AGENT_REQUESTED job_1 orchestrator
         ! dispatch job_1 to orchestrator
         > notes job_1 not what was asked
         = AGENT_REPORTED job_1 failed
         = DECISION_MADE q1 by fallback
         ! guide
         ! speak How did the company begin in those first weeks?",
    );
}

#[test]
fn after_the_talk_what_was_not_read_is_read() {
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
         > heard In a garage.
         = CANDIDATE_MESSAGE turn_2
         > end
         = INTERVIEW_COMPLETED ended
         ! close
         > wants_notes
         = AGENT_REQUESTED job_2 note_taker
         ! dispatch job_2 to note_taker
         > notes job_2 garages matter
         = AGENT_REPORTED job_2 ok
         = NOTES_MERGED 1 ideas
         > wants_notes
         x nothing is due
         > wants_analysis
         = AGENT_REQUESTED job_3 analysis
         ! dispatch job_3 to analysis",
    );
}

#[test]
fn a_contradiction_between_words_that_nobody_said_is_not_noted() {
    let mut bench = Bench::new(Plan::from_toml(PLAN).unwrap());
    for action in [
        "start",
        "proposes job_1 q1",
        "asks",
        "+5",
        "heard Documents matter. We had no documents.",
    ] {
        bench.run(action);
    }
    let contradiction = |second_quote: &str| Contradiction {
        description: "Documents".to_owned(),
        first_quote: "Documents matter".to_owned(),
        first_turn: TurnId(2),
        second_quote: second_quote.to_owned(),
        second_turn: TurnId(2),
        suggested_clarification_question: "Which is it?".to_owned(),
    };
    let notes = Notes {
        contradictions: vec![
            contradiction("we had no documents"),
            contradiction("we hated documents"),
        ],
        ..Notes::default()
    };
    bench
        .take(Input::Reported(Box::new(Report {
            job: JobId(2),
            by: Maker::Model,
            ms: 0,
            usage: None,
            result: Ok(Answer::Notes(Box::new(notes))),
        })))
        .unwrap();
    let kept: Vec<&str> = bench
        .state
        .notes
        .contradictions
        .iter()
        .map(|found| found.second_quote.as_str())
        .collect();
    assert_eq!(kept, ["we had no documents"]);
    bench.replay();
}
