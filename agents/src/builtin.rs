//! The built-in agents: pure functions, worth using without any model.

mod cues;
mod heard;
mod note_taker;
mod plan_terms;

pub use note_taker::take_notes;
