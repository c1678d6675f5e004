//! What is tested and measured across crates.

pub mod simulation;
