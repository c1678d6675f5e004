//! The live cycle: who works when, what is skipped, what is reused.

use crate::script::check;

#[test]
fn the_interview_begins_with_a_question_from_the_plan() {
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
         = QUESTION_ASKED q1 by id",
    );
}

#[test]
fn after_an_answer_note_taker_and_researcher_work_side_by_side_then_the_orchestrator() {
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
         > +9
         > heard We began in a garage.
         = CANDIDATE_MESSAGE turn_2
         = AGENT_REQUESTED job_2 note_taker
         = AGENT_REQUESTED job_3 researcher
         ! dispatch job_2 to note_taker
         ! dispatch job_3 to researcher
         > notes job_2 garages matter
         = AGENT_REPORTED job_2 ok
         = NOTES_MERGED 1 ideas
         > research job_3
         = AGENT_REPORTED job_3 ok
         = AGENT_REQUESTED job_4 orchestrator
         ! dispatch job_4 to orchestrator
         > proposes job_4 q2
         = AGENT_REPORTED job_4 ok
         = DECISION_MADE q2 by builtin
         ! guide
         ! speak (the words of q2)
         > asks
         = INTERVIEWER_MESSAGE turn_3
         = QUESTION_ASKED q2 by id",
    );
}

#[test]
fn cycles_keep_a_distance_of_four_seconds() {
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
         > +3
         > heard In a garage.
         = CANDIDATE_MESSAGE turn_2
         > +1
         = AGENT_REQUESTED job_2 note_taker
         = AGENT_REQUESTED job_3 researcher
         ! dispatch job_2 to note_taker
         ! dispatch job_3 to researcher",
    );
}

#[test]
fn without_new_content_a_young_decision_is_used_again_and_an_old_one_is_not() {
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
         > +10
         = AGENT_REQUESTED job_2 orchestrator
         ! dispatch job_2 to orchestrator
         > proposes job_2 q2
         = AGENT_REPORTED job_2 ok
         = DECISION_MADE q2 by builtin
         ! guide
         > +30
         = DECISION_MADE q2 by reused
         = DECISION_MADE q2 by reused
         = AGENT_REQUESTED job_3 orchestrator
         ! dispatch job_3 to orchestrator",
    );
}

#[test]
fn an_answer_during_a_cycle_waits_for_the_next_one() {
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
         > +9
         > heard In a garage.
         = CANDIDATE_MESSAGE turn_2
         = AGENT_REQUESTED job_2 note_taker
         = AGENT_REQUESTED job_3 researcher
         ! dispatch job_2 to note_taker
         ! dispatch job_3 to researcher
         > heard And it was cold.
         = CANDIDATE_MESSAGE turn_3
         > notes job_2
         = AGENT_REPORTED job_2 ok
         > research job_3
         = AGENT_REPORTED job_3 ok
         = AGENT_REQUESTED job_4 orchestrator
         ! dispatch job_4 to orchestrator
         > proposes job_4 q2
         = AGENT_REPORTED job_4 ok
         = DECISION_MADE q2 by builtin
         ! guide
         > +4
         = AGENT_REQUESTED job_5 note_taker
         = AGENT_REQUESTED job_6 researcher
         ! dispatch job_5 to note_taker
         ! dispatch job_6 to researcher",
    );
}

#[test]
fn a_pause_stops_the_clock_of_an_exploratory_interview() {
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
         > pause
         = INTERVIEW_PAUSED
         > +600
         > resume
         = INTERVIEW_RESUMED
         > end
         = INTERVIEW_COMPLETED ended
         ! close",
    );
}

#[test]
fn a_topic_is_not_looked_up_again_within_five_minutes() {
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
         > heard We used circuit breakers.
         = CANDIDATE_MESSAGE turn_2
         = AGENT_REQUESTED job_2 note_taker
         = AGENT_REQUESTED job_3 researcher
         ! dispatch job_2 to note_taker
         ! dispatch job_3 to researcher
         > notes job_2
         = AGENT_REPORTED job_2 ok
         > research job_3 circuit breaker
         = AGENT_REPORTED job_3 ok
         = RESEARCH_ADDED 1 topics
         = AGENT_REQUESTED job_4 orchestrator
         ! dispatch job_4 to orchestrator
         > proposes job_4 q2
         = AGENT_REPORTED job_4 ok
         = DECISION_MADE q2 by builtin
         ! guide
         ! speak (the words of q2)
         > asks
         = INTERVIEWER_MESSAGE turn_3
         = QUESTION_ASKED q2 by id
         > +5
         > heard Circuit breakers again.
         = CANDIDATE_MESSAGE turn_4
         = AGENT_REQUESTED job_5 note_taker
         = AGENT_REQUESTED job_6 researcher
         ! dispatch job_5 to note_taker
         ! dispatch job_6 to researcher
         > notes job_5
         = AGENT_REPORTED job_5 ok
         > research job_6 Circuit Breaker
         = AGENT_REPORTED job_6 ok
         = AGENT_REQUESTED job_7 orchestrator
         ! dispatch job_7 to orchestrator",
    );
}
