//! `cargo xtask bench models`: what our own code adds to a model's time, and what the prompts weigh. One row a figure.
#![expect(clippy::print_stdout, reason = "a program for the terminal")]

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use agents::model::ModelConfig;
use agents::{Expert, Staff};
use coordinator::{Books, Journal, Session, Sessions, VoiceCommand};
use interview::event::Channel;
use interview::{
    AgentKind, Creation, Effect, Heard, Input, Job, Maker, Millis, Plan, QuestionId, Report,
    SessionId, Spoke,
};
use prompts::Prompts;
use store::Store;
use tests::capable::capable;
use tests::far_model::{Act, Asked, FarModel};
use tests::prefix::shares;
use tests::talk::interview;
use tokio::sync::mpsc;
use tokio::time::{Instant, interval};

const PLAN: &str = include_str!("../../../plans/founder.toml");
const TURNS: usize = 200;
const SAMPLES: u32 = 40;
/// A new cycle keeps its distance from the one before.
const BETWEEN_CYCLES: Duration = Duration::from_millis(4_200);
const CYCLES: u32 = 8;
const NOTES_TAKE: Duration = Duration::from_millis(150);
const RESEARCH_TAKES: Duration = Duration::from_millis(220);
const CHOICE_TAKES: Duration = Duration::from_millis(120);

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() -> anyhow::Result<()> {
    prompts_of_an_interview().await?;
    own_time().await?;
    cycle_time().await
}

fn row(what: &str, value: &str) {
    println!("{what}\t{value}");
}

fn staff(far: &FarModel) -> anyhow::Result<Staff> {
    let config = ModelConfig::new(far.base_url());
    Ok(Staff::with_models(config, Prompts::bundled()?)?)
}

async fn prompts_of_an_interview() -> anyhow::Result<()> {
    let far = FarModel::start(capable).await?;
    let mut expert = Expert::bundled();
    let talk = interview(PLAN, staff(&far)?, |_, question| {
        expert.answer(question, 7).unwrap_or_default() + " That is all."
    })
    .await?;
    let turns = talk.state.transcript.len();
    let shares = shares(&far.asked());
    let (mut tokens, mut live, mut kept) = (0, 0, 0);
    for (kind, share) in &shares {
        tokens += share.tokens();
        if ["notes", "items", "question"].contains(&kind.as_str()) {
            live += share.later_bytes;
            kept += share.same_bytes;
            row(
                &format!("prompts for {kind}: the same beginning as before (goal: 80 %)"),
                &format!(
                    "{} % ({} calls, {} tokens)",
                    share.percent(),
                    share.calls,
                    share.tokens()
                ),
            );
        }
    }
    row(
        "prompts of a 14-minute interview with its essay",
        &format!("about {tokens} tokens ({turns} turns)"),
    );
    row(
        "of the live prompts, what a server can keep (goal: 80 %)",
        &format!("{} %", kept * 100 / live.max(1)),
    );
    Ok(())
}

/// A talk of many turns whose jobs are done by whoever is given.
struct LongTalk {
    books: Books,
    now: Millis,
    n: usize,
}

impl LongTalk {
    async fn of(turns: usize) -> anyhow::Result<LongTalk> {
        let mut plan = (*Plan::from_toml(PLAN)?).clone();
        plan.minutes = 100_000;
        let now = Millis::VIRTUAL_START;
        let journal = Journal::Memory(Vec::new());
        let creation = creation("long", Arc::new(plan));
        let books = Books::create(journal, now, creation, Arc::default()).await?;
        let mut talk = LongTalk { books, now, n: 0 };
        talk.run(Input::Start).await?;
        while talk.books.state.transcript.len() < turns {
            let heard = talk.answer();
            talk.run(heard).await?;
        }
        Ok(talk)
    }

    fn answer(&mut self) -> Input {
        self.n += 1;
        self.now = self.now.plus(4_000);
        heard(&format!(
            "In year {} the bank called the loan, and I sold the second kiln to a man who paid in clay. \
             Nobody tells you that a workshop is mostly waiting, and that waiting has a price of its own.",
            1_900 + self.n
        ))
    }

    /// Everything that follows, with the built-in agents.
    async fn run(&mut self, input: Input) -> anyhow::Result<()> {
        let mut waiting = VecDeque::from([input]);
        while let Some(input) = waiting.pop_front() {
            let (_, effects) = self.books.take(self.now, input).await?;
            for effect in effects {
                waiting.extend(self.carry_out(effect));
            }
        }
        Ok(())
    }

    fn carry_out(&self, effect: Effect) -> Option<Input> {
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
                let improvised = format!("And number {}, how did that go?", self.n);
                let text = match speech.question_id {
                    Some(_) => speech.text,
                    None => improvised,
                };
                Some(Input::Spoke(spoke(text, speech.question_id)))
            }
            Effect::AskAssistant(_) | Effect::Close => None,
        }
    }

    /// Tells something, and gives back the jobs that follow from it.
    async fn jobs(&mut self, input: Input) -> anyhow::Result<Vec<Job>> {
        let (_, effects) = self.books.take(self.now, input).await?;
        let mut jobs = Vec::new();
        for effect in effects {
            match effect {
                Effect::Dispatch(job) => jobs.push(*job),
                Effect::Guide { .. }
                | Effect::Speak(_)
                | Effect::AskAssistant(_)
                | Effect::Close => {}
            }
        }
        Ok(jobs)
    }
}

/// From the job to the request at the server, and from the answer to the notes in the state: everything that is not the
/// server's, the way through the sockets included.
async fn own_time() -> anyhow::Result<()> {
    let far = FarModel::start(capable).await?;
    let staff = staff(&far)?;
    for agent in [
        AgentKind::NoteTaker,
        AgentKind::Researcher,
        AgentKind::Orchestrator,
    ] {
        let mut talk = LongTalk::of(TURNS).await?;
        let mut times = Vec::new();
        for _ in 0..SAMPLES {
            let said = talk.answer();
            let mut jobs = VecDeque::from(talk.jobs(said).await?);
            while let Some(job) = jobs.pop_front() {
                if job.task.agent() == agent {
                    let (report, outside) = asked(&staff, &far, &job).await?;
                    let began = Instant::now();
                    jobs.extend(talk.jobs(Input::Reported(Box::new(report))).await?);
                    times.push(outside + began.elapsed());
                } else {
                    let report = talk.carry_out(Effect::Dispatch(Box::new(job)));
                    if let Some(report) = report {
                        jobs.extend(talk.jobs(report).await?);
                    }
                }
            }
        }
        let middle = median(&mut times);
        row(
            &format!("our own time per call of {agent:?} at {TURNS} turns (goal: 1 ms)"),
            &format!("{} ({} calls)", ms(middle), times.len()),
        );
    }
    Ok(())
}

/// A job done by the model, and how long it was not in the server's hands.
async fn asked(staff: &Staff, far: &FarModel, job: &Job) -> anyhow::Result<(Report, Duration)> {
    let before = far.held().len();
    let began = Instant::now();
    let report = staff.work(job, None, Duration::from_secs(60)).await;
    let took = began.elapsed();
    anyhow::ensure!(
        report.by == Maker::Model,
        "the model's answer was not taken"
    );
    let held = far.held();
    let far_away: Duration = held[before..].iter().map(|it| it.answered - it.got).sum();
    Ok((report, took.saturating_sub(far_away)))
}

/// Real actors, a real store and a server whose answers take a fixed time.
async fn cycle_time() -> anyhow::Result<()> {
    let far = FarModel::start(|number, asked: &Asked| {
        let wait = match asked.wants() {
            "notes" => NOTES_TAKE,
            "items" => RESEARCH_TAKES,
            _ => CHOICE_TAKES,
        };
        Act::After(wait, Box::new(capable(number, asked)))
    })
    .await?;
    let sessions = Sessions::start(Store::open_in_memory().await?, staff(&far)?).await?;
    let session = sessions
        .create(creation("cycle", Plan::from_toml(PLAN)?))
        .await?;
    let mut feed = session.subscribe().await?;
    let (voice, orders) = mpsc::channel(16);
    session.attach(voice)?;
    let speaking = tokio::spawn(speak(session.clone(), orders));
    session.take(Input::Start).await?;
    let mut clock = interval(BETWEEN_CYCLES);
    clock.tick().await;
    let mut times = Vec::new();
    for n in 0..CYCLES {
        clock.tick().await;
        while feed.try_recv().is_ok() {}
        let began = Instant::now();
        session
            .take(heard(&format!(
                "Number {n} was the year in which the kiln burst and we began again."
            )))
            .await?;
        while feed.recv().await?.recorded.event.name() != "DECISION_MADE" {}
        times.push(began.elapsed());
    }
    speaking.abort();
    sessions.stop().await;
    let models = NOTES_TAKE.max(RESEARCH_TAKES) + CHOICE_TAKES;
    let middle = median(&mut times);
    row(
        "a cycle's models: max(NoteTaker, Researcher) + Orchestrator",
        &ms(models),
    );
    row(
        "a cycle, from the end of an answer to the decision",
        &format!("{} (slowest {})", ms(middle), ms(times[times.len() - 1])),
    );
    row(
        "of it our own (goal: 5 ms)",
        &ms(middle.saturating_sub(models)),
    );
    Ok(())
}

/// An interviewer who says at once what is decided, so that a cycle is due only when the person has answered.
async fn speak(session: Session, mut orders: mpsc::Receiver<VoiceCommand>) {
    while let Some(order) = orders.recv().await {
        if let VoiceCommand::Speak(speech) = order {
            let spoke = Input::Spoke(spoke(speech.text, speech.question_id));
            if let Err(error) = session.take(spoke).await {
                println!("a question was not taken: {error}");
            }
        }
    }
}

fn spoke(text: String, question_id: Option<QuestionId>) -> Spoke {
    Spoke {
        text: text.into(),
        interrupted: false,
        aside: false,
        question_id,
        refers_to: None,
        took_ms: 0,
        end_ms: None,
    }
}

fn creation(name: &str, plan: Arc<Plan>) -> Creation {
    Creation {
        session_id: SessionId::new(name),
        plan,
        follow_up_of: None,
        earlier: None,
        imported: false,
        cost_cap: None,
    }
}

fn heard(text: &str) -> Input {
    Input::Heard(Heard {
        text: text.into(),
        client_id: None,
        channel: Channel::Voice,
        start_ms: None,
        end_ms: None,
    })
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn ms(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1000.0)
}
