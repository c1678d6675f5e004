//! What is tested and measured across crates.

pub mod capable;
pub mod far_model;
pub mod prefix;
pub mod simulation;
pub mod talk;
pub mod voice_load;
