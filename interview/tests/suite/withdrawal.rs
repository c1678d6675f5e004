//! "Strike that": the words are gone from everything but the fact that there were some.

use interview::event::Event;

use crate::script::{Bench, PLAN, check};

#[test]
fn the_last_answer_can_be_struck_by_saying_so() {
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
         > heard My boss was a crook.
         = CANDIDATE_MESSAGE turn_2
         = AGENT_REQUESTED job_2 note_taker
         = AGENT_REQUESTED job_3 researcher
         ! dispatch job_2 to note_taker
         ! dispatch job_3 to researcher
         > heard Strike that.
         = TURN_WITHDRAWN turn_2
         > strike
         x there is nothing to withdraw
         > strike turn_1
         x there is nothing to withdraw",
    );
}

#[test]
fn struck_words_leave_the_log_the_notes_and_the_transcript() {
    let mut bench = Bench::new(interview::Plan::from_toml(PLAN).unwrap());
    let run = |bench: &mut Bench, line: &str| bench.run(line);
    for line in [
        "start",
        "proposes job_1 q1",
        "asks",
        "+5",
        "heard My boss was a crook.",
        "notes job_2 the boss was a crook",
        "research job_3 crook",
        "proposes job_4 q2",
        "strike turn_2",
    ] {
        run(&mut bench, line);
    }
    let lines: Vec<String> = bench
        .log
        .iter()
        .map(|recorded| recorded.to_line().unwrap())
        .collect();
    assert!(
        !lines.concat().contains("crook"),
        "the log still has the words"
    );
    assert!(bench.state.notes.key_ideas.is_empty());
    assert!(
        bench
            .state
            .passages()
            .iter()
            .all(|passage| !passage.text.as_str().contains("crook"))
    );
    assert!(
        bench
            .log
            .iter()
            .any(|recorded| matches!(recorded.event, Event::TurnWithdrawn(_)))
    );
    interview::verify(&bench.log).unwrap();
}
