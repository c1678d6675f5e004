//! The built-in agents: pure functions, worth using without any model.

mod analysis;
mod assistant;
mod cues;
mod follow_up;
mod heard;
mod judge;
mod note_taker;
mod orchestrator;
mod plan_terms;
mod planner;
mod researcher;
mod themes;
mod writer;

pub use follow_up::follow_up;
pub use note_taker::take_notes;
pub use orchestrator::choose;
pub use planner::{PlanBrief, follow_up_plan, follow_up_plan_for_direction, plan};
pub use researcher::research;
pub use writer::write;

/// Placeholder until the real one is merged.
pub fn follow_up(_job: &interview::FollowingUp) -> interview::FollowUps {
    interview::FollowUps::default()
}

#[derive(Debug)]
pub struct PlanBrief { pub topic: String, pub context: Option<String>, pub minutes: u32 }
pub fn plan(_b: &PlanBrief) -> interview::Plan { (*interview::Plan::from_toml("topic='x'\n[[sections]]\ntitle='t'\n[[sections.questions]]\ntext='What?'").unwrap()).clone() }
pub fn follow_up_plan(_t: &interview::FollowUpTopic, e: &interview::Plan, _m: u32) -> interview::Plan { e.clone() }
pub fn follow_up_plan_for(_t: &str, e: &interview::Plan, _m: u32) -> interview::Plan { e.clone() }
