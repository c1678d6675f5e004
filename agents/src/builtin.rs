//! The built-in agents: pure functions, worth using without any model.

mod analysis;
mod assistant;
mod cues;
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
pub use judge::judge;
pub use note_taker::take_notes;
pub use orchestrator::choose;
pub use researcher::research;
pub use writer::write;

/// Placeholder until the real one is merged.
pub fn follow_up(_job: &interview::FollowingUp) -> interview::FollowUps {
    interview::FollowUps::default()
}
