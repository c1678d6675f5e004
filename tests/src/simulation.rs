//! Interviews by seed: delays, failures, interruptions, crashes, struck words; the promises are checked at every step.

use std::sync::Arc;

use agents::Expert;
use coordinator::{Books, Failing, Journal, SpeakingTime, Stage};
use interview::event::{Channel, EndReason, Event, PauseReason};
use interview::{
    AgentKind, ClientId, Creation, Floor, Heard, Input, Millis, Plan, Priority, Recorded,
    SessionId, State, Status, Withdrawn, next_deadline, speaking_ms, verify, words,
};

const PLAN: &str = include_str!("../../plans/founder.toml");
/// Far more than an interview of 14 minutes needs.
const STEPS_MAX: usize = 2_000;

/// What one simulated interview came to.
#[derive(Debug, Clone, Copy)]
pub struct Outcome {
    pub events: usize,
    pub turns: usize,
    pub crashes: u32,
    pub struck: u32,
}

/// A number generator that gives the same numbers on every machine.
#[derive(Debug)]
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    /// True once in `n` times.
    fn once_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }
}

/// Runs one interview. What breaks a promise comes back as a sentence.
pub async fn run(seed: u64) -> anyhow::Result<Outcome> {
    let plan = Plan::from_toml(PLAN)?;
    let mut chance = Chance(seed);
    let mut expert = Expert::bundled();
    let mut stage = begin(plan).await?;
    let mut outcome = Outcome {
        events: 0,
        turns: 0,
        crashes: 0,
        struck: 0,
    };
    let mut messages = 0_u64;
    for _ in 0..STEPS_MAX {
        if stage.state().status.is_over() {
            break;
        }
        disturb(&mut stage, &mut chance, &mut outcome).await?;
        if chance.once_in(25) {
            stage = crash(stage).await?;
            outcome.crashes += 1;
        }
        if stage.state().status == Status::Paused {
            stage
                .advance_to(stage.now().plus(chance.below(60_000)))
                .await?;
            accept(stage.take(Input::Resume).await?);
        } else if stage.state().floor == Floor::Candidate {
            messages += 1;
            speak(&mut stage, &mut expert, &mut chance, seed, messages).await?;
        } else {
            let due = next_deadline(stage.state()).unwrap_or(stage.now().plus(1_000));
            stage.advance_to(due.max(stage.now())).await?;
        }
        check(stage.state())?;
    }
    anyhow::ensure!(stage.state().status.is_over(), "the interview does not end");
    outcome.turns = stage.state().transcript.len();
    outcome.events = check_log(stage)?;
    Ok(outcome)
}

async fn begin(plan: Arc<Plan>) -> anyhow::Result<Stage> {
    let creation = Creation {
        session_id: SessionId::new("simulated"),
        plan,
        follow_up_of: None,
        earlier: None,
        imported: false,
        cost_cap: None,
    };
    let start = Millis::VIRTUAL_START;
    let books = Books::create(Journal::Memory(Vec::new()), start, creation, Arc::default()).await?;
    let mut stage = Stage::new(books, start, SpeakingTime::Natural);
    stage.take(Input::Start).await??;
    Ok(stage)
}

/// Things that happen to people and machines.
async fn disturb(
    stage: &mut Stage,
    chance: &mut Chance,
    outcome: &mut Outcome,
) -> anyhow::Result<()> {
    let agents = [
        AgentKind::NoteTaker,
        AgentKind::Researcher,
        AgentKind::Orchestrator,
    ];
    if chance.once_in(3) {
        let agent = agents[usize::try_from(chance.below(3))?];
        stage.make_fail(Failing::Agent(agent), 1);
    }
    if chance.once_in(30) {
        accept(
            stage
                .take(Input::Pause {
                    reason: PauseReason::Disconnected,
                })
                .await?,
        );
    }
    if chance.once_in(30) && stage.take(Input::Withdraw(Withdrawn::Last)).await?.is_ok() {
        outcome.struck += 1;
    }
    if chance.once_in(40) {
        accept(stage.take(Input::Skip).await?);
    }
    if chance.once_in(200) {
        accept(
            stage
                .take(Input::End {
                    reason: EndReason::Ended,
                })
                .await?,
        );
    }
    Ok(())
}

/// The process dies; another one goes on from the log.
async fn crash(stage: Stage) -> anyhow::Result<Stage> {
    let now = stage.now();
    let lived = format!("{:?}", stage.state());
    let books = stage.into_books();
    let state = match &books.journal {
        Journal::Memory(events) => replayed(events)?,
        Journal::Stored { .. } => anyhow::bail!("simulations keep their log in memory"),
    };
    anyhow::ensure!(
        format!("{state:?}") == lived,
        "the replayed state differs from the lived one"
    );
    let mut stage = Stage::new(Books { state, ..books }, now, SpeakingTime::Natural);
    accept(stage.take(Input::Recovered).await?);
    Ok(stage)
}

fn replayed(events: &[Recorded]) -> anyhow::Result<State> {
    let mut read = Vec::with_capacity(events.len());
    for recorded in events {
        read.push(Recorded::from_line(&recorded.to_line()?)?);
    }
    State::replay(&read).ok_or_else(|| anyhow::anyhow!("the log has no beginning"))
}

async fn speak(
    stage: &mut Stage,
    expert: &mut Expert,
    chance: &mut Chance,
    seed: u64,
    n: u64,
) -> anyhow::Result<()> {
    let question = stage
        .state()
        .transcript
        .last()
        .map(|turn| turn.text.clone())
        .unwrap_or_default();
    let answer = expert.answer(question.as_str(), seed).unwrap_or_default();
    stage
        .advance_to(
            stage
                .now()
                .plus(speaking_ms(words::count(&answer)) + chance.below(5_000)),
        )
        .await?;
    let heard = || {
        Input::Heard(Heard {
            text: answer.as_str().into(),
            client_id: Some(ClientId::new(format!("m{n}"))),
            channel: Channel::Voice,
            start_ms: None,
            end_ms: None,
        })
    };
    accept(stage.take(heard()).await?);
    if chance.once_in(5) {
        let cursor = stage.state().cursor;
        anyhow::ensure!(
            stage.take(heard()).await?.is_err(),
            "the same message was taken twice"
        );
        anyhow::ensure!(
            stage.state().cursor == cursor,
            "a refused message left an event"
        );
    }
    Ok(())
}

/// Refusals are a normal part of the disorder.
fn accept<T, E>(outcome: Result<T, E>) {
    drop(outcome);
}

fn check(state: &State) -> anyhow::Result<()> {
    let overdue = state.elapsed_ms(state.last_at) > state.plan.target_ms() * 2 + 60_000;
    anyhow::ensure!(!overdue, "the interview runs for ever");
    anyhow::ensure!(
        state.jobs.len() <= 3,
        "more than one job outstanding for an agent"
    );
    Ok(())
}

fn check_log(stage: Stage) -> anyhow::Result<usize> {
    let state = stage.state().clone();
    let Journal::Memory(events) = stage.into_books().journal else {
        anyhow::bail!("simulations keep their log in memory");
    };
    verify(&events)?;
    let mut asked = Vec::new();
    for recorded in &events {
        if let Event::QuestionAsked(it) = &recorded.event {
            anyhow::ensure!(
                !asked.contains(&it.question_id),
                "{} was asked twice",
                it.question_id
            );
            asked.push(it.question_id.clone());
        }
    }
    let ended_by_itself = !matches!(state.end_reason, Some(EndReason::Ended));
    let musts_open = state
        .unasked()
        .any(|question| question.priority == Priority::Must);
    anyhow::ensure!(
        !(ended_by_itself && musts_open),
        "an interview that ran its time left out a must-ask question"
    );
    Ok(events.len())
}
