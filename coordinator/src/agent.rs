//! One agent at work: it gets a job, it sends back one report.

use std::time::Instant;

use interview::{Job, Maker, Report};
use ractor::{Actor, ActorProcessingErr, ActorRef, DerivedActorRef};

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
        let report = work(*job).await?;
        // No employer, no reason to live.
        state.employer.send_message(report)?;
        Ok(())
    }
}

/// Does a job away from the actors' threads: the longest ones take a tenth of a second of thinking.
async fn work(job: Job) -> Result<Report, tokio::task::JoinError> {
    let began = Instant::now();
    let id = job.id;
    let answer = tokio::task::spawn_blocking(move || agents::answer(&job.task)).await?;
    Ok(Report {
        job: id,
        by: Maker::Builtin,
        ms: u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX),
        usage: None,
        result: Ok(answer),
    })
}
