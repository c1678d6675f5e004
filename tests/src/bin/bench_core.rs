//! `cargo xtask bench core`: what the core costs. One row a figure: what, a tab, the value.
#![expect(clippy::print_stdout, reason = "a program for the terminal")]

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use agents::Expert;
use coordinator::{Books, Journal, Sessions, rehearse};
use interview::event::Channel;
use interview::{
    Creation, Effect, Floor, Heard, Input, Maker, Millis, Plan, Recorded, Report, SessionId, Spoke,
    State, Style,
};
use store::Store;

const PLAN: &str = include_str!("../../../plans/founder.toml");
const SESSIONS: u64 = 500;

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() -> anyhow::Result<()> {
    let plan = Plan::from_toml(PLAN)?;
    rehearsals(&plan).await?;
    cycles(&plan).await?;
    replay(&plan).await?;
    idle_sessions(&plan).await
}

fn row(what: &str, value: &str) {
    println!("{what}\t{value}");
}

async fn rehearsals(plan: &Arc<Plan>) -> anyhow::Result<()> {
    let expert = Expert::bundled();
    let mut times = Vec::new();
    let mut turns = 0;
    for seed in 0..40 {
        let began = Instant::now();
        let mut stage = rehearse(plan, &expert, seed).await?;
        turns = stage.state().transcript.len();
        for input in [
            Input::NotesWanted,
            Input::AnalysisWanted,
            Input::EssayWanted {
                style: Style::Standard,
            },
        ] {
            drop(stage.take(input).await?);
        }
        anyhow::ensure!(
            !stage.state().essays.is_empty(),
            "the rehearsal gave no essay"
        );
        times.push(began.elapsed());
    }
    let middle = median(&mut times);
    row(
        "a 14-minute rehearsal with its essay (goal: 50 ms)",
        &format!("{} ({turns} turns)", ms(middle)),
    );
    row(
        "rehearsals a minute (goal: 1,000)",
        &format!("{:.0}", 60.0 / middle.as_secs_f64()),
    );
    Ok(())
}

/// The cost of one whole cycle in conversations of three lengths.
async fn cycles(plan: &Arc<Plan>) -> anyhow::Result<()> {
    let mut figures = Vec::new();
    for length in [100_usize, 1_000, 10_000] {
        let mut talk = long_talk(plan, length).await?;
        let mut times = Vec::new();
        for n in 0..60 {
            let said = format!(
                "In {} we moved the whole shop, because the roof leaked and nobody paid.",
                1950 + n
            );
            let began = Instant::now();
            talk.exchange(&said).await?;
            times.push(began.elapsed());
        }
        let middle = median(&mut times);
        row(&format!("one cycle after {length} turns"), &ms(middle));
        figures.push(middle);
    }
    let ratio = figures[2].as_secs_f64() / figures[0].as_secs_f64();
    row(
        "cycle at 10,000 turns against 100 (goal: 1.5x)",
        &format!("{ratio:.2}x"),
    );
    Ok(())
}

/// A talk that has gone on for a while, with an interviewer who improvises when the plan is used up: nobody says
/// goodbye, and every cycle has all its agents.
struct LongTalk {
    books: Books,
    now: Millis,
    n: usize,
}

async fn long_talk(plan: &Arc<Plan>, turns: usize) -> anyhow::Result<LongTalk> {
    let mut plan = (**plan).clone();
    plan.minutes = 100_000;
    let creation = Creation {
        session_id: SessionId::new("long"),
        plan: Arc::new(plan),
        follow_up_of: None,
        earlier: None,
        imported: false,
        cost_cap: None,
    };
    let now = Millis::VIRTUAL_START;
    let books = Books::create(Journal::Memory(Vec::new()), now, creation, Arc::default()).await?;
    let mut talk = LongTalk { books, now, n: 0 };
    talk.tell(Input::Start).await?;
    let subjects = [
        "the kiln",
        "my brother",
        "a loan",
        "the first customer",
        "winter",
        "the bank",
        "our van",
        "glaze",
    ];
    while talk.books.state.transcript.len() < turns {
        let subject = subjects[talk.n % subjects.len()];
        let said = format!(
            "Number {}: {subject} taught me more than year {} did.",
            talk.n,
            talk.n * 7 % 90
        );
        talk.exchange(&said).await?;
    }
    Ok(talk)
}

impl LongTalk {
    /// One answer and the cycle that leads to the next question.
    async fn exchange(&mut self, said: &str) -> anyhow::Result<()> {
        self.n += 1;
        self.now = self.now.plus(4_000);
        let heard = Heard {
            text: said.into(),
            client_id: None,
            channel: Channel::Voice,
            start_ms: None,
            end_ms: None,
        };
        self.tell(Input::Heard(heard)).await?;
        anyhow::ensure!(
            self.books.state.floor == Floor::Candidate,
            "no question came"
        );
        Ok(())
    }

    async fn tell(&mut self, input: Input) -> anyhow::Result<()> {
        let mut waiting = VecDeque::from([input]);
        while let Some(input) = waiting.pop_front() {
            let (_, effects) = self.books.take(self.now, input).await?;
            for effect in effects {
                waiting.extend(self.answer(effect));
            }
        }
        Ok(())
    }

    fn answer(&self, effect: Effect) -> Option<Input> {
        match effect {
            Effect::Dispatch(job) => Some(Input::Reported(Box::new(Report {
                job: job.id,
                by: Maker::Builtin,
                ms: 0,
                usage: None,
                result: Ok(agents::answer(&job.task)),
            }))),
            Effect::Guide { decision, .. } => Some(Input::Guided { decision }),
            Effect::Speak(speech) => {
                let improvised = format!("And what about number {}, how did that go?", self.n);
                let text = if speech.question_id.is_some() {
                    speech.text
                } else {
                    improvised
                };
                Some(Input::Spoke(Spoke {
                    text: text.into(),
                    interrupted: false,
                    aside: false,
                    question_id: speech.question_id,
                    refers_to: None,
                    took_ms: 0,
                    end_ms: None,
                }))
            }
            Effect::AskAssistant(_) | Effect::Close => None,
        }
    }
}

async fn replay(plan: &Arc<Plan>) -> anyhow::Result<()> {
    let stage = rehearse(plan, &Expert::bundled(), 1).await?;
    let Journal::Memory(events) = stage.into_books().journal else {
        anyhow::bail!("rehearsals keep their log in memory");
    };
    let lines: Vec<String> = events
        .iter()
        .map(Recorded::to_line)
        .collect::<Result<_, _>>()?;
    let began = Instant::now();
    let mut n = 0_usize;
    while began.elapsed() < Duration::from_secs(2) {
        let read: Vec<Recorded> = lines
            .iter()
            .map(|line| Recorded::from_line(line))
            .collect::<Result<_, _>>()?;
        anyhow::ensure!(State::replay(&read).is_some(), "the log has no beginning");
        n += read.len();
    }
    let a_second = n as u64 * 1000 / u64::try_from(began.elapsed().as_millis())?.max(1);
    row(
        "replayed events a second, from JSON (goal: 200,000)",
        &a_second.to_string(),
    );
    Ok(())
}

/// What sessions weigh that have started and wait for an answer.
async fn idle_sessions(plan: &Arc<Plan>) -> anyhow::Result<()> {
    let store = Store::open_in_memory().await?;
    let sessions = Sessions::start(store, agents::Staff::builtin()).await?;
    let open = |n: u64| Creation {
        session_id: SessionId::new(format!("idle-{n}")),
        plan: Arc::clone(plan),
        follow_up_of: None,
        earlier: None,
        imported: false,
        cost_cap: None,
    };
    let warm = sessions.create(open(0)).await?;
    warm.take(Input::Start).await?;
    let before = resident_kib()?;
    let mut running = Vec::new();
    for n in 1..=SESSIONS {
        let session = sessions.create(open(n)).await?;
        session.take(Input::Start).await?;
        running.push(session);
    }
    let each = resident_kib()?.saturating_sub(before) / SESSIONS;
    row(
        "memory of an idle session (goal: 64 KiB)",
        &format!("{each} KiB, its log in memory included"),
    );
    sessions.stop().await;
    Ok(())
}

fn resident_kib() -> anyhow::Result<u64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let number = line.and_then(|line| line.split_whitespace().nth(1));
    Ok(number
        .ok_or_else(|| anyhow::anyhow!("the system does not say how much memory is used"))?
        .parse()?)
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn ms(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1000.0)
}
