//! Whatever happens in whatever order: no panic, sections in order, caps kept, nothing after the end, a log that
//! tells everything again.

use interview::event::{CoverageLevel, SectionEndReason};
use interview::{
    Answer, ClientId, DimensionId, Event, Input, Maker, QuestionId, Recorded, Report, SectionId,
    Spoke, Verdict, Withdrawn, section_artifacts, talent_ui_state,
};
use proptest::prelude::*;

use crate::world::{self, World, is_end};

#[derive(Debug, Clone)]
enum Deed {
    Say(u8, String),
    Wait(u64),
    /// Time passes and nobody ticks.
    Sleep(u64),
    Tick,
    Done,
    Skip,
    Disconnect,
    Pause,
    Resume,
    Withdraw(u8),
    WithdrawLast,
    Ask(String),
    AssistantAnswers(u32, String),
    Code(u8),
    VoiceFails,
    FailNow,
    Spoke(u8),
    JudgeIsSlow(bool),
    JudgeSays(u8, u8),
    JudgeFails,
    StrayReport(u32),
    Recover,
    Restart,
    End,
}

fn words() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "latency",
        "metrics",
        "p99",
        "team",
        "colleagues",
        "cost",
        "price",
        "we",
        "built",
        "it",
        "Strike that.",
        "no comment",
        "",
        "1. a 2. b 3. c",
        "```",
        "é́",
        "“quoted”",
    ]);
    prop::collection::vec(word, 0..8).prop_map(|words| words.join(" "))
}

fn deed() -> impl Strategy<Value = Deed> {
    prop_oneof![
        8 => (0..12_u8, words()).prop_map(|(client, text)| Deed::Say(client, text)),
        5 => (0..40_000_u64).prop_map(Deed::Wait),
        2 => prop::sample::select(vec![14_999, 15_000, 15_001, 29_999, 30_000, 60_000]).prop_map(Deed::Wait),
        2 => (0..150_000_u64).prop_map(Deed::Sleep),
        2 => Just(Deed::Tick),
        3 => Just(Deed::Done),
        1 => Just(Deed::Skip),
        1 => Just(Deed::Disconnect),
        1 => Just(Deed::Pause),
        3 => Just(Deed::Resume),
        1 => (0..12_u8).prop_map(Deed::Withdraw),
        1 => Just(Deed::WithdrawLast),
        1 => words().prop_map(Deed::Ask),
        1 => (0..4_u32, words()).prop_map(|(query, text)| Deed::AssistantAnswers(query, text)),
        1 => (0..3_u8).prop_map(Deed::Code),
        1 => Just(Deed::VoiceFails),
        1 => Just(Deed::FailNow),
        1 => (0..6_u8).prop_map(Deed::Spoke),
        1 => any::<bool>().prop_map(Deed::JudgeIsSlow),
        2 => (0..5_u8, 0..3_u8).prop_map(|(dimension, level)| Deed::JudgeSays(dimension, level)),
        1 => Just(Deed::JudgeFails),
        1 => (0..6_u32).prop_map(Deed::StrayReport),
        1 => Just(Deed::Recover),
        1 => Just(Deed::Restart),
        // Rare, so that most interviews get somewhere.
        1 => prop::bool::weighted(0.1).prop_map(|ends| if ends { Deed::End } else { Deed::Tick }),
    ]
}

fn act(world: &mut World, deed: Deed) {
    let input = match deed {
        Deed::Say(client, text) => world::say_as(&client.to_string(), &text),
        Deed::Wait(ms) => return world.advance_to(world.now.plus(ms)),
        Deed::Sleep(ms) => {
            world.now = world.now.plus(ms);
            return;
        }
        Deed::Tick => Input::Tick,
        Deed::Done => Input::Done,
        Deed::Skip => Input::Skip,
        Deed::Disconnect => world::disconnect(),
        Deed::Pause => world::pause(),
        Deed::Resume => Input::Resume,
        Deed::Withdraw(client) => {
            Input::Withdraw(Withdrawn::Client(ClientId::new(client.to_string())))
        }
        Deed::WithdrawLast => Input::Withdraw(Withdrawn::Last),
        Deed::Ask(text) => Input::AskAssistant { text: text.into() },
        Deed::AssistantAnswers(query, text) => Input::AssistantAnswered {
            query,
            text,
            by: Maker::Model,
            usage: None,
        },
        Deed::Code(version) => Input::CodeSubmitted {
            source: format!("print({version})").into(),
        },
        Deed::VoiceFails => {
            world.voice_failures = 1;
            return;
        }
        Deed::FailNow => Input::SpeechFailed {
            why: "no sound".to_owned(),
        },
        Deed::Spoke(which) => spoke(which),
        Deed::JudgeIsSlow(slow) => {
            world.judge_is_slow = slow;
            return;
        }
        Deed::JudgeSays(dimension, level) => return judge_says(world, dimension, level),
        Deed::JudgeFails => {
            world.judge_failures = 1;
            return;
        }
        Deed::StrayReport(job) => Input::Reported(Box::new(Report {
            job: interview::JobId(job),
            by: Maker::Model,
            ms: 5,
            usage: None,
            result: Ok(Answer::Research(interview::Findings::default())),
        })),
        Deed::Recover => Input::Recovered,
        Deed::Restart => {
            world.restart();
            return;
        }
        Deed::End => world::end(),
    };
    // A refusal is an answer, too.
    drop(world.take(input));
}

fn spoke(which: u8) -> Input {
    let texts = [
        "What did you build?",
        "Who used",
        "Hm.",
        "How did you know that it worked?",
        "Thank you so much for your time.",
        "How would you build it today?",
    ];
    Input::Spoke(Spoke {
        text: texts[usize::from(which) % texts.len()].into(),
        interrupted: which % 2 == 1,
        aside: false,
        question_id: (which == 0).then(|| QuestionId::new("w-1")),
        refers_to: None,
        took_ms: 700,
        end_ms: None,
    })
}

fn judge_says(world: &mut World, dimension: u8, level: u8) {
    if world.judge_jobs.is_empty() {
        return;
    }
    let job = world.judge_jobs.remove(0);
    let names = ["team", "metrics", "cost", "charm", "metrics"];
    let levels = [
        CoverageLevel::NotCovered,
        CoverageLevel::PartiallyCovered,
        CoverageLevel::Covered,
    ];
    let verdict = Verdict {
        dimension: DimensionId::new(names[usize::from(dimension) % names.len()]),
        level: levels[usize::from(level) % levels.len()],
    };
    world.report(&job, Ok(Answer::Verdicts(vec![verdict])));
}

/// The end is the end: only withdrawals come after it, and what was still under way reports late.
fn nothing_happens_after_the_end(log: &[Recorded]) {
    let after = log.iter().skip_while(|it| !is_end(&it.event)).skip(1);
    for recorded in after {
        assert!(
            matches!(
                recorded.event,
                Event::TurnWithdrawn(_) | Event::AgentReported(_)
            ),
            "{} after the end",
            recorded.event.name()
        );
    }
}

fn sections_follow_the_plan(world: &World) {
    let mut expected = world.state.plan.sections.iter().map(|it| it.id.clone());
    let mut current: Option<SectionId> = None;
    for recorded in &world.log {
        match &recorded.event {
            Event::SectionStarted(it) => {
                assert_eq!(current, None, "two sections at once");
                assert_eq!(Some(it.section_id.clone()), expected.next());
                assert!(it.deadline > recorded.at);
                current = Some(it.section_id.clone());
            }
            Event::SectionEnded(it) => {
                assert_eq!(current.take(), Some(it.section_id.clone()));
            }
            Event::PromptPresented(it) => assert_eq!(current, Some(it.section_id.clone())),
            Event::FollowupPresented(it) => assert_eq!(current, Some(it.section_id.clone())),
            Event::SectionTimeWarning(it) => assert_eq!(current, Some(it.section_id.clone())),
            Event::CandidateMessage(it) if !it.late => assert_eq!(current, it.section_id),
            _ => {}
        }
    }
}

fn caps_are_kept_and_every_follow_up_is_from_its_pool(world: &World) {
    for section in &world.state.plan.sections {
        let mut asked = Vec::new();
        let mut outlines = 0;
        let mut warned = Vec::new();
        for recorded in &world.log {
            match &recorded.event {
                Event::FollowupPresented(it) if it.section_id == section.id => {
                    let mut dimensions = section.dimensions.iter();
                    let dimension = dimensions.find(|other| other.id == it.dimension);
                    assert!(dimension.unwrap().followups.contains(&it.text));
                    assert!(!asked.contains(&it.text), "asked twice");
                    asked.push(it.text.clone());
                    let left = usize::try_from(section.followup_cap).unwrap() - asked.len();
                    assert_eq!(usize::try_from(it.budget_remaining).unwrap(), left);
                }
                Event::PromptPresented(it) if it.section_id == section.id => {
                    match &it.question_id {
                        Some(id) => assert!(section.questions.iter().any(|other| other.id == *id)),
                        None => outlines += 1,
                    }
                }
                Event::SectionTimeWarning(it) if it.section_id == section.id => {
                    assert!(!warned.contains(&it.seconds_left), "warned twice");
                    warned.push(it.seconds_left);
                }
                _ => {}
            }
        }
        assert!(outlines <= 1);
    }
}

fn messages_are_late_within_the_grace_and_not_after(world: &World) {
    let mut expired = None;
    for recorded in &world.log {
        match &recorded.event {
            Event::SectionEnded(it) => {
                expired = (it.reason == SectionEndReason::TimeExpired)
                    .then(|| (it.section_id.clone(), recorded.at));
            }
            Event::CandidateMessage(it) => {
                let late = expired
                    .as_ref()
                    .filter(|(_, at)| recorded.at.since(*at) <= 15_000)
                    .map(|(section, _)| section.clone());
                assert_eq!(it.late, late.is_some());
                if late.is_some() {
                    assert_eq!(it.section_id, late);
                }
            }
            _ => {}
        }
    }
}

fn summaries_say_nothing_that_was_not_said(world: &World) {
    for artifact in section_artifacts(&world.state) {
        let summary = artifact.bounded_context_summary;
        assert!(summary.facts.len() <= 5);
        let touched = summary.dimensions_touched.into_iter().map(|it| it.evidence);
        for fact in summary.facts.into_iter().chain(touched) {
            let turn = world.state.turn(fact.turn_id).unwrap();
            assert!(!turn.withdrawn && turn.text.as_str().contains(&fact.text));
        }
    }
}

fn everything_holds(world: &World) {
    world.check();
    nothing_happens_after_the_end(&world.log);
    sections_follow_the_plan(world);
    caps_are_kept_and_every_follow_up_is_from_its_pool(world);
    messages_are_late_within_the_grace_and_not_after(world);
    summaries_say_nothing_that_was_not_said(world);
    let ids = world.log.iter().map(|it| it.event_id.0);
    assert!(ids.eq(1..=u64::try_from(world.log.len()).unwrap()));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_interleaving_keeps_the_rules(stops in any::<bool>(), deeds in prop::collection::vec(deed(), 1..80)) {
        let clock = if stops { "stops" } else { "runs" };
        let plan = world::PLAN.replace(
            "grace_s = 15",
            &format!("grace_s = 15\nclock_while_paused = \"{clock}\""),
        );
        let mut world = World::new(&plan);
        world.take(Input::Start).unwrap();
        for deed in deeds {
            act(&mut world, deed);
            // The screen can be drawn at any moment.
            let screen = talent_ui_state(&world.state, world.now);
            prop_assert_eq!(screen.current_section.is_some(), !world.state.status.is_over());
        }
        everything_holds(&world);
    }

    #[test]
    fn an_interview_that_is_left_alone_always_comes_to_its_end(deeds in prop::collection::vec(deed(), 1..40)) {
        let mut world = World::new(world::PLAN);
        world.take(Input::Start).unwrap();
        for deed in deeds {
            act(&mut world, deed);
        }
        world.advance_to(world.now.plus(60 * 60_000));
        prop_assert!(world.state.status.is_over());
        everything_holds(&world);
    }
}
