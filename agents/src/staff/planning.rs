//! The Planner at work: on a model if there is one, and always with a plan that a file can hold.

use std::time::Duration;

use interview::{Maker, Passage, Plan, Usage};
use tokio::time::Instant;

use super::Staff;
use crate::after_talk::{self, Call};
use crate::builtin::{self, PlanBrief};
use crate::model::{ModelError, Size, Spent};

/// Somebody waits for the plan; a model on their own machine may need minutes for it.
const PATIENCE: Duration = Duration::from_secs(240);

/// A plan and where it came from.
#[derive(Debug)]
pub struct Planned {
    pub plan: Plan,
    pub by: Maker,
    /// What models have cost, also where their plan was of no use.
    pub usage: Option<Usage>,
    /// Why the built-in Planner stood in.
    pub instead: Option<ModelError>,
}

impl Staff {
    /// A plan for a topic; or, with a talk, the plan that this talk could have followed.
    pub async fn plan(&self, brief: &PlanBrief, talk: Option<&[Passage]>) -> Planned {
        let mut spent = Spent::default();
        let asked = match &self.models {
            Some(models) => {
                let call = Call {
                    client: &models.client,
                    prompts: &models.prompts,
                    size: Size::Usual,
                    deadline: Instant::now() + PATIENCE,
                    spent: &mut spent,
                };
                Some(match talk {
                    Some(talk) => after_talk::plan_from_talk(brief, talk, call).await,
                    None => after_talk::plan(brief, call).await,
                })
            }
            None => None,
        };
        let (plan, by, instead) = match asked {
            Some(Ok(plan)) => (plan, Maker::Model, None),
            Some(Err(error)) => (built_in(brief, talk), Maker::Builtin, Some(error)),
            None => (built_in(brief, talk), Maker::Builtin, None),
        };
        Planned {
            plan,
            by,
            usage: spent.usage(),
            instead,
        }
    }
}

fn built_in(brief: &PlanBrief, talk: Option<&[Passage]>) -> Plan {
    match talk {
        Some(talk) => builtin::plan_from_talk(brief, talk),
        None => builtin::plan(brief),
    }
}
