//! The agents of one session: hired when there is work, hired again when they die, never waited for.
//!
//! Whose death ends the interview is decided here beforehand: no agent's does. A dead one leaves its job owed; the core
//! gives the job out again or goes on without it. Only a store that cannot be written ends an interview.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use agents::Staff;
use interview::{AgentKind, Job, JobId, Report};
use ractor::{Actor, ActorCell, ActorId, ActorRef, DerivedActorRef};
use store::Store;

use crate::agent::{Agent, AgentMsg, Args};

#[derive(Debug)]
pub(crate) struct Crew {
    staff: Staff,
    store: Option<Store>,
    hired: BTreeMap<AgentKind, Hired>,
}

#[derive(Debug)]
struct Hired {
    actor: ActorRef<AgentMsg>,
    job: Option<JobId>,
}

impl Crew {
    pub(crate) fn of(staff: Staff, store: Option<Store>) -> Crew {
        Crew {
            staff,
            store,
            hired: BTreeMap::new(),
        }
    }

    /// Gives a job to its agent. False when it could not be handed over.
    pub(crate) async fn give(
        &mut self,
        job: Job,
        employer: DerivedActorRef<Report>,
        supervisor: ActorCell,
    ) -> bool {
        let kind = job.task.agent();
        let id = job.id;
        // An agent that is still busy works on something that was given up: its successor starts afresh.
        if let Some(busy) = self.hired.get(&kind).filter(|hired| hired.job.is_some()) {
            busy.actor.kill();
            self.hired.remove(&kind);
        }
        let hired = match self.hired.entry(kind) {
            Entry::Occupied(hired) => hired.into_mut(),
            Entry::Vacant(place) => {
                let args = Args {
                    employer,
                    staff: self.staff.clone(),
                    store: self.store.clone(),
                };
                match Actor::spawn_linked(None, Agent, args, supervisor).await {
                    Ok((actor, _)) => place.insert(Hired { actor, job: None }),
                    Err(error) => {
                        tracing::warn!(?kind, %error, "an agent could not be hired");
                        return false;
                    }
                }
            }
        };
        // Never `?` here: an agent that cannot be reached must not take its coordinator along.
        let handed_over = hired
            .actor
            .send_message(AgentMsg::Work(Box::new(job)))
            .is_ok();
        if handed_over {
            hired.job = Some(id);
        } else {
            self.hired.remove(&kind);
        }
        handed_over
    }

    /// The agent is free again.
    pub(crate) fn reported(&mut self, job: JobId) {
        for hired in self.hired.values_mut() {
            if hired.job == Some(job) {
                hired.job = None;
            }
        }
    }

    /// An agent died: the job it left behind.
    pub(crate) fn died(&mut self, actor: ActorId) -> Option<JobId> {
        let kind = self
            .hired
            .iter()
            .find(|(_, hired)| hired.actor.get_id() == actor)
            .map(|(kind, _)| *kind)?;
        self.hired.remove(&kind).and_then(|hired| hired.job)
    }
}
