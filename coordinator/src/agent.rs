//! One agent at work: it gets a job, it sends back one report.

use std::time::Duration;

use agents::Staff;
use interview::{Job, Report};
use ractor::{Actor, ActorProcessingErr, ActorRef, DerivedActorRef};

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
        let report = state.staff.work(&job, None, patience).await;
        // No employer, no reason to live.
        state.employer.send_message(report)?;
        Ok(())
    }
}
