//! The built-in agents: pure functions, worth using without any model.

mod cues;
mod heard;
mod note_taker;
mod orchestrator;
mod plan_terms;
mod planner;
mod researcher;

pub use note_taker::take_notes;
pub use orchestrator::choose;
pub use researcher::research;
