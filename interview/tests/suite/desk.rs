//! The writer's hand: a pinned question comes next, a withdrawn one never, time can be added, essays edited.

use crate::script::check;

#[test]
fn a_pinned_question_is_the_next_one_without_asking_the_orchestrator() {
    check(
        "> pins q9
         x the plan has no question q9
         > pins q2
         = QUESTION_PINNED q2
         > pins q2
         x that is so already
         > start
         = INTERVIEW_STARTED
         = PHASE_CHANGED opening
         = DECISION_MADE q2 by fallback
         ! guide
         ! speak Which customers believed in you before anyone else?
         > asks
         = INTERVIEWER_MESSAGE turn_1
         = QUESTION_ASKED q2 by id
         > pins q2
         x question q2 has been asked, declined or withdrawn",
    );
}

#[test]
fn a_question_pinned_while_another_is_being_chosen_wins() {
    check(
        "> start
         = INTERVIEW_STARTED
         = PHASE_CHANGED opening
         = AGENT_REQUESTED job_1 orchestrator
         ! dispatch job_1 to orchestrator
         > pins q3
         = QUESTION_PINNED q3
         > proposes job_1 q1
         = AGENT_REPORTED job_1 ok, refused: another_is_pinned
         = DECISION_MADE q3 by fallback
         ! guide
         ! speak What would you never do again?",
    );
}

#[test]
fn a_withdrawn_question_is_not_asked_even_if_it_was_chosen() {
    check(
        "> withdraws q3
         = QUESTION_WITHDRAWN q3
         > withdraws q3
         x question q3 has been asked, declined or withdrawn
         > start
         = INTERVIEW_STARTED
         = PHASE_CHANGED opening
         = AGENT_REQUESTED job_1 orchestrator
         ! dispatch job_1 to orchestrator
         > proposes job_1 q3
         = AGENT_REPORTED job_1 ok, refused: asked_before
         = DECISION_MADE q1 by fallback
         ! guide
         ! speak How did the company begin in those first weeks?
         > withdraws q1
         = QUESTION_WITHDRAWN q1
         > +4
         = AGENT_REQUESTED job_2 orchestrator
         ! dispatch job_2 to orchestrator
         > proposes job_2 q2
         = AGENT_REPORTED job_2 ok
         = DECISION_MADE q2 by builtin
         ! guide
         ! speak (the words of q2)",
    );
}

#[test]
fn time_is_added_in_reasonable_portions() {
    check(
        "> extends 0
         x 0 minutes cannot be added: 1 to 60 at once, within the longest interview
         > extends 61
         x 61 minutes cannot be added: 1 to 60 at once, within the longest interview
         > extends 5
         = TIME_EXTENDED 5",
    );
}

#[test]
fn an_edited_essay_is_a_version_of_its_own_and_is_struck_with_the_words() {
    check(
        "> edits 1 # Mine
         x there is no essay 1
         > start
         = INTERVIEW_STARTED
         = PHASE_CHANGED opening
         = AGENT_REQUESTED job_1 orchestrator
         ! dispatch job_1 to orchestrator
         > heard It began in a garage.
         = CANDIDATE_MESSAGE turn_1
         > end
         = INTERVIEW_COMPLETED ended
         ! close
         > wants_analysis
         = AGENT_REQUESTED job_2 analysis
         ! dispatch job_2 to analysis
         > wants_essay
         = AGENT_REQUESTED job_3 writer
         > essay job_3 The Garage
         = AGENT_REPORTED job_3 ok
         = ESSAY_WRITTEN 1
         > edits 1 # My garage
         = ESSAY_EDITED 2 of 1
         > edits 2 # My own garage
         = ESSAY_EDITED 3 of 2
         > strike turn_1
         = TURN_WITHDRAWN turn_1
         > edits 3 # Again
         x there is no essay 3",
    );
}
