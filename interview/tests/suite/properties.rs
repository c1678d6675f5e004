//! Whatever happens, in any order: nothing panics, the log replays, and the promises hold.

use std::collections::BTreeSet;

use interview::event::{Channel, EndReason, Event, PauseReason};
use interview::{
    Answer, Findings, Heard, Input, JobId, KeyIdea, Maker, NextQuestion, Notes, Phase, Plan,
    Proposal, QuestionId, QuestionSource, Report, Spoke, State, Style, TurnId, Withdrawn,
};
use proptest::prelude::*;

use crate::script::{Bench, PLAN};

/// One thing that may happen, and how long after the one before.
#[derive(Debug, Clone)]
struct Step {
    wait_ms: u64,
    input: Input,
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z ]{0,40}",
        Just("strike that".to_owned()),
        Just("I'd rather not.".to_owned()),
        Just("Thank you so much for your time.".to_owned()),
        Just("How did the company begin in those first weeks?".to_owned()),
        "\\PC{0,20}",
        Just("nul\u{0} and \u{202e}right to left".to_owned()),
    ]
}

fn answer() -> impl Strategy<Value = Result<Answer, String>> {
    let question =
        (text(), prop::option::of("q[0-9]"), 0_u32..700).prop_map(|(text, id, expected_s)| {
            Answer::Proposal(Box::new(Proposal {
                question: NextQuestion {
                    text,
                    section_id: None,
                    source: QuestionSource::Gap,
                    question_id: id.map(QuestionId::new),
                    expected_s,
                    refers_to: Some(TurnId(2)),
                },
                brief: String::new(),
            }))
        });
    let notes = (text(), 0_u32..9).prop_map(|(text, turn)| {
        Answer::Notes(Box::new(Notes {
            key_ideas: vec![KeyIdea {
                text,
                turn: TurnId(turn),
            }],
            ..Notes::default()
        }))
    });
    prop_oneof![
        question.prop_map(Ok),
        notes.prop_map(Ok),
        Just(Ok(Answer::Research(Findings::default()))),
        Just(Err("no".to_owned())),
    ]
}

fn input() -> impl Strategy<Value = Input> {
    let report = (1_u32..40, answer()).prop_map(|(job, result)| {
        Input::Reported(Box::new(Report {
            job: JobId(job),
            by: Maker::Builtin,
            ms: 1,
            usage: None,
            result,
        }))
    });
    let spoke =
        (text(), any::<bool>(), prop::option::of("q[0-9]")).prop_map(|(text, interrupted, id)| {
            Input::Spoke(Spoke {
                text: text.into(),
                interrupted,
                aside: false,
                question_id: id.map(QuestionId::new),
                refers_to: None,
                took_ms: 700,
                end_ms: None,
            })
        });
    let heard = text().prop_map(|text| {
        Input::Heard(Heard {
            text: text.into(),
            client_id: None,
            channel: Channel::Voice,
            start_ms: None,
            end_ms: None,
        })
    });
    prop_oneof![
        2 => Just(Input::Start),
        1 => Just(Input::Pause { reason: PauseReason::Disconnected }),
        2 => Just(Input::Resume),
        6 => heard,
        4 => spoke,
        1 => Just(Input::Skip),
        1 => (0_u32..9).prop_map(|turn| Input::Withdraw(Withdrawn::Turn(TurnId(turn)))),
        1 => Just(Input::End { reason: EndReason::Ended }),
        8 => Just(Input::Tick),
        12 => report,
        1 => (1_u32..20).prop_map(|job| Input::AgentLost { job: JobId(job) }),
        1 => Just(Input::Recovered),
        1 => Just(Input::NotesWanted),
        1 => Just(Input::AnalysisWanted),
        1 => Just(Input::EssayWanted { style: Style::Standard }),
    ]
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = (0_u64..20_000, input()).prop_map(|(wait_ms, input)| Step { wait_ms, input });
    prop::collection::vec(step, 0..120)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn any_sequence_of_inputs_keeps_the_promises(steps in steps()) {
        let mut bench = Bench::new(Plan::from_toml(PLAN).unwrap());
        for step in steps {
            bench.now = bench.now.plus(step.wait_ms);
            // Refusals are normal.
            if bench.take(step.input).is_ok() {
                check_promises(&bench);
            }
        }
        bench.replay();
    }
}

fn check_promises(bench: &Bench) {
    let mut asked: BTreeSet<&QuestionId> = BTreeSet::new();
    let mut phase = Phase::Opening;
    let mut before = bench.log[0].at;
    let mut turns = 0;
    for (n, recorded) in bench.log.iter().enumerate() {
        assert_eq!(recorded.event_id.0, n as u64 + 1, "ids have no gaps");
        assert!(recorded.at >= before, "time does not go back");
        before = recorded.at;
        match &recorded.event {
            Event::QuestionAsked(it) => assert!(
                asked.insert(&it.question_id),
                "{} was asked twice",
                it.question_id
            ),
            Event::PhaseChanged(it) => {
                assert!(it.phase >= phase, "phases do not go back");
                phase = it.phase;
            }
            Event::CandidateMessage(it) => {
                turns += 1;
                assert_eq!(it.turn_id, TurnId(turns), "turns have no gaps");
            }
            Event::InterviewerMessage(it) => {
                turns += 1;
                assert_eq!(it.turn_id, TurnId(turns), "turns have no gaps");
            }
            _ => {}
        }
    }
    check_time(&bench.state);
}

/// No decision for anything but a must-ask question leaves less time than the must-ask questions need.
fn check_time(state: &State) {
    if let Some(decision) = &state.decision
        && decision.at == state.last_at
        && decision.made.question.question_id.is_none()
        && decision.made.question.source == QuestionSource::Gap
        && state.musts_s() > 0
    {
        assert!(
            decision.made.question.expected_s <= state.slack_s(decision.at),
            "a tangent spends must-ask time"
        );
    }
}
