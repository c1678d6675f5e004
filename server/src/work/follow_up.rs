//! The session that goes on where another ended.

use std::sync::Arc;

use agents::builtin::{follow_up_plan, follow_up_plan_for_direction};
use interview::event::Earlier;
use interview::{Creation, FollowUps, SessionId, State};

/// A follow-up is shorter than a first talk.
pub const FOLLOW_UP_MINUTES: u32 = 6;

/// Which way to go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FollowUpChoice {
    /// One of the suggested topics, from 1.
    Pick(u8),
    Direction(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there is no topic {0}")]
pub struct NoSuchTopic(pub u8);

/// What the new session is made of.
pub fn follow_up_creation(
    session_id: SessionId,
    earlier: &State,
    follow_ups: &FollowUps,
    choice: FollowUpChoice,
    cost_cap: Option<f64>,
) -> Result<Creation, NoSuchTopic> {
    let (focus, plan) = match choice {
        FollowUpChoice::Pick(pick) => {
            let topic = usize::from(pick)
                .checked_sub(1)
                .and_then(|at| follow_ups.suggested_topics.get(at))
                .ok_or(NoSuchTopic(pick))?;
            let plan = follow_up_plan(topic, &earlier.plan, FOLLOW_UP_MINUTES);
            (topic.title.clone(), plan)
        }
        FollowUpChoice::Direction(direction) => {
            let plan = follow_up_plan_for_direction(&direction, &earlier.plan, FOLLOW_UP_MINUTES);
            (direction, plan)
        }
    };
    Ok(Creation {
        session_id,
        plan: Arc::new(plan),
        follow_up_of: Some(earlier.session_id.clone()),
        earlier: Some(Earlier {
            summary: follow_ups.summary.clone(),
            focus,
            asked: earlier
                .asked
                .iter()
                .map(|asked| asked.text.to_string())
                .collect(),
        }),
        imported: false,
        cost_cap,
    })
}
