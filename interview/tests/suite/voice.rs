//! What a voice brings: when words were said, hums that are no answers, a voice that comes and goes, consent.

use crate::script::{Bench, PLAN, check};
use interview::Plan;

#[test]
fn a_transcription_comes_late_and_still_has_the_times_of_the_speech() {
    let mut bench = Bench::new(Plan::from_toml(PLAN).unwrap());
    bench.run("start");
    bench.run("proposes job_1 q1");
    bench.run("asks");
    bench.run("+8");
    bench.run("hears_by_voice 2100-6350 It began in a garage.");
    let turn = bench.state.transcript.last().unwrap();
    assert_eq!((turn.start_ms, turn.end_ms), (2_100, 6_350));
    bench.replay();
}

#[test]
fn a_hum_and_a_lone_comma_make_no_turn() {
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
         > +2
         > hears_by_voice 100-300 Mhm.
         x that was only an acknowledgement
         > hears_by_voice 400-500 ,
         x nothing was said
         > heard Right.
         = CANDIDATE_MESSAGE turn_2",
    );
}

#[test]
fn a_voice_comes_goes_and_rolls_over_and_each_is_said_once() {
    check(
        "> voice_connected
         = VOICE_CONNECTED
         > voice_connected
         x that is so already
         > voice_rolled_over
         = VOICE_ROLLED_OVER
         > voice_lost the line went dead
         = VOICE_LOST the line went dead
         > voice_lost again
         x that is so already
         > voice_rolled_over
         x no voice is connected",
    );
}

#[test]
fn guidance_that_did_not_arrive_is_an_event_and_the_decision_stands() {
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
         > guidance_failed 6
         = GUIDANCE_FAILED
         > guidance_failed 2
         x event 2 is not the newest decision
         > guided 6
         = GUIDANCE_SENT",
    );
}

#[test]
fn consent_is_asked_for_once_and_can_be_taken_back() {
    check(
        "> consents
         = RECORDING_CONSENT true
         > consents
         x that is so already
         > refuses_recording
         = RECORDING_CONSENT false",
    );
}
