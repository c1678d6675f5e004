//! How long the live agents take per cycle, in conversations with the bundled expert.
//! `cargo run --release -p agents --example live_speed`
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a tool for the developer's eyes"
)]

use std::sync::Arc;
use std::time::{Duration, Instant};

use agents::{Expert, builtin};
use interview::words::count;
use interview::{
    Choosing, NoteTaking, Notes, Phase, Plan, QuestionState, QuestionStatus, Researching, Speaker,
    Spoken, Turn, TurnId,
};

const TALKS: u64 = 60;
const ANSWERS: u32 = 30;

fn main() {
    let plan = Plan::from_toml(include_str!("../../plans/founder.toml")).unwrap();
    let mut times: [Vec<Duration>; 5] = Default::default();
    for seed in 0..TALKS {
        talk(&plan, seed, &mut times);
    }
    let names = [
        "take_notes",
        "research",
        "choose",
        "expert answer",
        "cycle (first three)",
    ];
    for (name, mut times) in names.into_iter().zip(times) {
        times.sort_unstable();
        let at = |percent: usize| times[(times.len() - 1) * percent / 100];
        println!(
            "{name:20} p50 {:?}  p95 {:?}  p99 {:?}",
            at(50),
            at(95),
            at(99)
        );
    }
    once("Expert::bundled", || drop(Expert::bundled()));
    let long = include_str!("../src/expert/workshop.txt").repeat(4);
    once("Expert of 11,000 words", || drop(Expert::from_text(&long)));
    let mut expert = Expert::from_text(&long);
    once("its answer", || {
        drop(expert.answer("What did the bakers think of the Mark Two?", 7))
    });
    let brief = builtin::PlanBrief {
        topic: "why small teams ship faster".into(),
        context: Some(long),
        minutes: 14,
    };
    once("plan with 11,000 words of context", || {
        drop(builtin::plan(&brief))
    });
}

fn once(name: &str, mut work: impl FnMut()) {
    let mut times: Vec<Duration> = (0..20)
        .map(|_| {
            let start = Instant::now();
            work();
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    println!("{name:34} p50 {:?}", times[10]);
}

fn talk(plan: &Arc<Plan>, seed: u64, times: &mut [Vec<Duration>; 5]) {
    let mut expert = Expert::bundled();
    let mut turns: Vec<Turn> = Vec::new();
    let mut notes = Arc::new(Notes::default());
    let (mut asked, mut topics): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    let mut in_a_row = 0;
    for number in 0..ANSWERS {
        let choosing = Choosing {
            plan: Arc::clone(plan),
            window: tail(&turns, 30),
            notes: Arc::clone(&notes),
            research: Arc::new(Vec::new()),
            questions: plan
                .questions()
                .map(|(_, question)| QuestionStatus {
                    id: question.id.clone(),
                    state: if asked.contains(&question.text) {
                        QuestionState::Answered
                    } else {
                        QuestionState::Open
                    },
                })
                .collect(),
            asked: asked.clone(),
            phase: if number < 4 {
                Phase::Opening
            } else {
                Phase::DeepDive
            },
            elapsed_ms: 0,
            target_ms: plan.target_ms(),
            slack_s: 300,
            backbone_in_a_row: in_a_row,
        };
        let (proposal, choose) = timed(|| builtin::choose(&choosing));
        let question = proposal.question;
        let (answer, answered) = timed(|| expert.answer(&question.text, seed).unwrap());
        in_a_row = if question.question_id.is_some() {
            in_a_row + 1
        } else {
            0
        };
        turns.push(turn(number * 2 + 1, Speaker::Interviewer, &question.text));
        turns.push(turn(number * 2 + 2, Speaker::Candidate, &answer));
        asked.push(question.text);
        let job = NoteTaking {
            plan: Arc::clone(plan),
            window: tail(&turns, 20),
            new_from: TurnId(number * 2 + 1),
            notes: Arc::clone(&notes),
        };
        let (found, noted) = timed(|| builtin::take_notes(&job));
        let job = Researching {
            plan: Arc::clone(plan),
            window: job.window,
            new_from: job.new_from,
            known: Arc::new(Vec::new()),
            fresh_topics: topics.clone(),
        };
        let (findings, researched) = timed(|| builtin::research(&job));
        topics.extend(findings.wanted.into_iter().map(|topic| topic.topic));
        let news = notes.news(&found);
        Arc::make_mut(&mut notes).add(news);
        let cycle = noted + researched + choose;
        for (list, took) in times
            .iter_mut()
            .zip([noted, researched, choose, answered, cycle])
        {
            list.push(took);
        }
    }
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let made = work();
    (made, start.elapsed())
}

fn tail(turns: &[Turn], max: usize) -> Vec<Turn> {
    turns[turns.len().saturating_sub(max)..].to_vec()
}

fn turn(number: u32, speaker: Speaker, text: &str) -> Turn {
    Turn {
        id: TurnId(number),
        speaker,
        words: count(text),
        text: Spoken::from(text),
        start_ms: 0,
        end_ms: 0,
        interrupted: false,
        withdrawn: false,
    }
}
