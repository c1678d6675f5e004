//! What most commands need: the store, a session found by its name, its books.

use std::path::Path;
use std::sync::Arc;

use agents::Staff;
use anyhow::Context;
use coordinator::{Books, Held, Journal, SpeakingTime, Stage, earlier_passages, hold, load, now};
use interview::{
    AgentKind, EventId, Input, Plan, PlanProblems, Recorded, Rejection, SessionId, State,
};
use store::Store;

use crate::config::Config;

/// A store that is open for one command.
#[derive(Debug)]
pub(crate) struct Desk {
    pub(crate) store: Store,
    pub(crate) staff: Staff,
    /// The most that models may cost in one session, in USD.
    pub(crate) cost_cap: Option<f64>,
}

impl Desk {
    pub(crate) async fn open(config: &Config) -> anyhow::Result<Desk> {
        let store = Store::open(&config.database)
            .await
            .with_context(|| format!("the store {} cannot be opened", config.database))?;
        let staff = crate::staffing::staff(config)?;
        Ok(Desk {
            store,
            staff,
            cost_cap: config.cost_cap,
        })
    }

    /// The session that is meant: by its id, a unique beginning of it, or as `last`.
    pub(crate) async fn find(&self, named: &str) -> anyhow::Result<SessionId> {
        if named == "last" {
            let newest = self.store.sessions(None, 1).await?;
            return newest
                .into_iter()
                .next()
                .map(|head| head.id)
                .context("there is no session yet: `viva interview PLAN` makes one");
        }
        let mut found = self.store.find_sessions(named, 10).await?;
        if let Some(exact) = found.iter().find(|head| head.id.as_str() == named) {
            return Ok(exact.id.clone());
        }
        match found.len() {
            0 => anyhow::bail!("there is no session “{named}”: `viva sessions` lists them"),
            1 => Ok(found.remove(0).id),
            _ => {
                let names: Vec<&str> = found.iter().map(|head| head.id.as_str()).collect();
                anyhow::bail!(
                    "“{named}” could be any of {}: write more of it",
                    names.join(", ")
                )
            }
        }
    }

    /// The events of a session, or of an exported log.
    pub(crate) async fn events(
        &self,
        named: &str,
        up_to: Option<EventId>,
    ) -> anyhow::Result<Vec<Recorded>> {
        if let Some(events) = exported_log(named, up_to)? {
            return Ok(events);
        }
        let session = self.find(named).await?;
        load(&self.store, &session, up_to)
            .await
            .map_err(with_remedy)
    }

    pub(crate) async fn state(&self, named: &str) -> anyhow::Result<State> {
        let events = self.events(named, None).await?;
        State::replay(&events).context("the log does not begin with a session's creation")
    }

    /// Takes a session in hand, to go on with it outside real time or to work on it afterwards.
    pub(crate) async fn stage(&self, session: &SessionId) -> anyhow::Result<(Stage, Held)> {
        let lease = hold(&self.store, session).await?;
        let events = load(&self.store, session, None)
            .await
            .map_err(with_remedy)?;
        let state =
            State::replay(&events).context("the log does not begin with a session's creation")?;
        let earlier = earlier_passages(&self.store, state.follow_up_of.as_ref())
            .await
            .map_err(with_remedy)?;
        let journal = Journal::Stored {
            store: self.store.clone(),
            session: session.clone(),
            fence: Some(lease.fence()),
        };
        let moment = now().max(state.last_at);
        let books = Books {
            state,
            journal,
            earlier: Arc::new(earlier),
        };
        let mut stage = Stage::new(books, moment, SpeakingTime::None);
        stage.employ(self.staff.clone());
        Ok((stage, lease))
    }

    pub(crate) async fn close(self) -> anyhow::Result<()> {
        self.store
            .close()
            .await
            .context("the store did not close in order")
    }
}

/// Does post-interview work on a stage, and says what stands against it in the user's words.
pub(crate) async fn ask_for(stage: &mut Stage, input: Input) -> anyhow::Result<()> {
    let id = stage.state().session_id.clone();
    match stage.take(input).await? {
        Ok(()) => Ok(()),
        Err(Rejection::NotOver) => anyhow::bail!(
            "the interview is not over yet: go on with `viva interview {id}`, and end it there with /end"
        ),
        Err(Rejection::NoConversation) => {
            anyhow::bail!("nobody has said anything in this session: there is nothing to work on")
        }
        Err(rejection) => Err(rejection.into()),
    }
}

/// Notes of everything, then the analysis, if there is none that stands.
pub(crate) async fn analyse(stage: &mut Stage) -> anyhow::Result<()> {
    settle(stage).await?;
    if stage.state().analysis.is_none() {
        ask_for(stage, Input::AnalysisWanted).await?;
    }
    Ok(())
}

/// Jobs that a crash left behind are done, unread turns are read.
pub(crate) async fn settle(stage: &mut Stage) -> anyhow::Result<()> {
    if !stage.state().jobs.is_empty() {
        expect_or(stage.take(Input::Recovered).await?, &Rejection::NothingDue)?;
    }
    if stage.state().status.is_over() && stage.state().owes_notes() {
        expect_or(
            stage.take(Input::NotesWanted).await?,
            &Rejection::NothingDue,
        )?;
    }
    debug_assert!(
        stage
            .state()
            .jobs
            .values()
            .all(|job| job.agent != AgentKind::NoteTaker)
    );
    Ok(())
}

fn expect_or(outcome: Result<(), Rejection>, accepted: &Rejection) -> anyhow::Result<()> {
    match outcome {
        Err(rejection) if rejection != *accepted => Err(rejection.into()),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// A damaged log can still be read up to the damage.
pub(crate) fn with_remedy(error: coordinator::LoadError) -> anyhow::Error {
    let intact = match &error {
        coordinator::LoadError::Store(store::Error::Damaged {
            intact, session, ..
        }) => Some((*intact, session.clone())),
        coordinator::LoadError::BadEvent {
            intact, session, ..
        } => Some((*intact, session.clone())),
        coordinator::LoadError::Store(_) | coordinator::LoadError::NoBeginning(_) => None,
    };
    match intact {
        Some((EventId(intact), session)) => anyhow::Error::new(error).context(format!(
            "the log is damaged; `viva log {session}` prints what is intact, `viva replay {session} --at {intact}` shows \
             the state there"
        )),
        None => error.into(),
    }
}

/// Reads a log that was exported as JSON lines.
fn exported_log(named: &str, up_to: Option<EventId>) -> anyhow::Result<Option<Vec<Recorded>>> {
    let path = Path::new(named);
    if path
        .extension()
        .is_none_or(|extension| extension != "jsonl")
        || !path.is_file()
    {
        return Ok(None);
    }
    let text = String::from_utf8(crate::console::read_file(path)?)
        .with_context(|| format!("{} is not a log: it is not text", path.display()))?;
    let mut events = Vec::new();
    for (n, line) in text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
    {
        if up_to.is_some_and(|last| events.len() as u64 >= last.0) {
            break;
        }
        let recorded = Recorded::from_line(line).with_context(|| {
            format!(
                "{}: line {} is damaged; the {} events before it are intact",
                path.display(),
                n + 1,
                events.len()
            )
        })?;
        events.push(recorded);
    }
    Ok(Some(events))
}

/// Reads a plan file; its problems are the error.
pub(crate) fn read_plan(path: &Path) -> anyhow::Result<Arc<Plan>> {
    let bytes = crate::console::read_file(path).context(
        "no plan: `viva plan TOPIC --out FILE` makes one, plans/ has some that are ready",
    )?;
    let text =
        String::from_utf8(bytes).with_context(|| format!("{} is not text", path.display()))?;
    Plan::from_toml(&text).map_err(|problems| anyhow::anyhow!(listed(path, &problems)))
}

fn listed(path: &Path, PlanProblems(problems): &PlanProblems) -> String {
    let lines: Vec<String> = problems
        .iter()
        .map(|problem| format!("  {}: {problem}", path.display()))
        .collect();
    let n = problems.len();
    format!(
        "the plan has {n} problem{}:\n{}",
        if n == 1 { "" } else { "s" },
        lines.join("\n")
    )
}
