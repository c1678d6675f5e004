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

pub use analysis::analyse;
pub use assistant::assist;
pub use follow_up::follow_up;
pub use judge::judge;
pub use note_taker::take_notes;
pub use orchestrator::choose;
pub use planner::{
    PlanBrief, follow_up_plan, follow_up_plan_for_direction, plan, plan_from_talk, topic_of_talk,
};
pub(crate) use planner::{
    assemble_plan, question_of as draft_question, section_of as draft_section,
};
pub use researcher::research;
pub use writer::{write, write_in_style};
