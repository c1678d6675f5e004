//! One agent at work: it gets a job, it sends back one report.

use std::time::Duration;

use agents::Staff;
use agents::style_guide::StyleGuide;
use interview::{Job, Report, Task};
use ractor::{Actor, ActorProcessingErr, ActorRef, DerivedActorRef};
use store::Store;

use crate::style::style_guide;
use crate::wall_clock::now;

#[derive(Debug)]
pub(crate) enum AgentMsg {
    Work(Box<Job>),
}

#[derive(Debug)]
pub(crate) struct Agent;

#[derive(Debug)]
pub(crate) struct Args {
    /// The only thing an agent can say to its employer is a report.
    pub(crate) employer: DerivedActorRef<Report>,
    pub(crate) staff: Staff,
    /// Where the writer's style guide is kept.
    pub(crate) store: Option<Store>,
}

impl Args {
    /// What essays follow. It is read for each of them: another process may have learned from an edit meanwhile.
    async fn guide(&self, task: &Task) -> Option<StyleGuide> {
        let store = self.store.as_ref()?;
        if !matches!(task, Task::WriteEssay(_)) {
            return None;
        }
        match style_guide(store).await {
            Ok(guide) => guide,
            Err(error) => {
                tracing::warn!(%error, "the style guide cannot be read; an essay is written without it");
                None
            }
        }
    }
}

impl Actor for Agent {
    type Msg = AgentMsg;
    type State = Args;
    type Arguments = Args;

    async fn pre_start(
        &self,
        _myself: ActorRef<AgentMsg>,
        args: Args,
    ) -> Result<Args, ActorProcessingErr> {
        Ok(args)
    }

    async fn handle(
        &self,
        _myself: ActorRef<AgentMsg>,
        message: AgentMsg,
        state: &mut Args,
    ) -> Result<(), ActorProcessingErr> {
        let AgentMsg::Work(job) = message;
        let patience = Duration::from_millis(job.deadline.since(now()));
        let guide = state.guide(&job.task).await;
        let report = state.staff.work(&job, guide, patience).await;
        // No employer, no reason to live.
        state.employer.send_message(report)?;
        Ok(())
    }
}
