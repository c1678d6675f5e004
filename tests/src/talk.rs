//! Whole interviews with models, in virtual time: somebody answers every question, then the essay is written.

use std::sync::Arc;

use agents::Staff;
use coordinator::{Books, Journal, SpeakingTime, Stage};
use interview::event::{AgentReported, Channel, EndReason, Event};
use interview::{
    AgentKind, Creation, Floor, Heard, Input, Maker, Millis, Plan, Recorded, SessionId, State,
    Style, next_deadline, speaking_ms, words,
};

const SPEECH_MS_MAX: u64 = 120_000;
/// Far more than an interview of 14 minutes needs.
const STEPS_MAX: usize = 2_000;

/// What is left of an interview.
#[derive(Debug)]
pub struct Talk {
    pub events: Vec<Recorded>,
    pub state: State,
}

/// Interviews somebody and writes the essay. `answer` gets the number of the question, from 0, and its words.
pub async fn interview(
    plan: &str,
    staff: Staff,
    answer: impl FnMut(usize, &str) -> String,
) -> anyhow::Result<Talk> {
    let mut stage = talked(plan, staff, answer).await?;
    stage.take(Input::AnalysisWanted).await??;
    let style = Style::Standard;
    stage.take(Input::EssayWanted { style }).await??;
    stage.take(Input::FollowUpsWanted).await??;
    finished(stage)
}

/// Interviews somebody, and leaves it at that.
pub async fn conversation(
    plan: &str,
    staff: Staff,
    answer: impl FnMut(usize, &str) -> String,
) -> anyhow::Result<Talk> {
    finished(talked(plan, staff, answer).await?)
}

async fn talked(
    plan: &str,
    staff: Staff,
    mut answer: impl FnMut(usize, &str) -> String,
) -> anyhow::Result<Stage> {
    let mut stage = begin(plan, staff).await?;
    let mut n_answers = 0;
    for _ in 0..STEPS_MAX {
        if stage.is_closed() || stage.state().status.is_over() {
            break;
        }
        if stage.state().floor == Floor::Candidate {
            let asked = stage.state().transcript.last();
            let asked = asked.map(|turn| turn.text.clone()).unwrap_or_default();
            let said = answer(n_answers, asked.as_str());
            n_answers += 1;
            say(&mut stage, said).await?;
        } else {
            let due = next_deadline(stage.state()).unwrap_or(stage.now().plus(1_000));
            stage.advance_to(due.max(stage.now())).await?;
        }
    }
    if !stage.state().status.is_over() {
        let reason = EndReason::Ended;
        stage.take(Input::End { reason }).await??;
    }
    Ok(stage)
}

fn finished(stage: Stage) -> anyhow::Result<Talk> {
    let books = stage.into_books();
    let Journal::Memory(events) = books.journal else {
        anyhow::bail!("these interviews keep their log in memory");
    };
    Ok(Talk {
        events,
        state: books.state,
    })
}

async fn begin(plan: &str, staff: Staff) -> anyhow::Result<Stage> {
    let creation = Creation {
        session_id: SessionId::new("talk"),
        plan: Plan::from_toml(plan)?,
        follow_up_of: None,
        earlier: None,
        imported: false,
        cost_cap: None,
    };
    let start = Millis::VIRTUAL_START;
    let books = Books::create(Journal::Memory(Vec::new()), start, creation, Arc::default()).await?;
    let mut stage = Stage::new(books, start, SpeakingTime::Natural);
    stage.employ(staff);
    stage.take(Input::Start).await??;
    Ok(stage)
}

async fn say(stage: &mut Stage, said: String) -> anyhow::Result<()> {
    let start_ms = stage.state().elapsed_ms(stage.now());
    // What is too long to be said was pasted.
    let took = speaking_ms(words::count(&said)).min(SPEECH_MS_MAX);
    stage.advance_to(stage.now().plus(took)).await?;
    if stage.is_closed() {
        return Ok(());
    }
    let heard = Heard {
        text: said.into(),
        client_id: None,
        channel: Channel::Voice,
        start_ms: Some(start_ms),
        end_ms: None,
    };
    stage.take(Input::Heard(heard)).await??;
    Ok(())
}

impl Talk {
    pub fn reports(&self) -> impl Iterator<Item = &AgentReported> {
        self.events.iter().filter_map(|recorded| {
            if let Event::AgentReported(report) = &recorded.event {
                Some(&**report)
            } else {
                None
            }
        })
    }

    /// Who did this agent's jobs, one after the other.
    #[must_use]
    pub fn makers(&self, agent: AgentKind) -> Vec<Maker> {
        let of_agent = self.reports().filter(|report| report.agent == agent);
        of_agent.map(|report| report.by).collect()
    }

    /// How many events have this name.
    #[must_use]
    pub fn count(&self, name: &str) -> usize {
        let named = |recorded: &&Recorded| recorded.event.name() == name;
        self.events.iter().filter(named).count()
    }
}
