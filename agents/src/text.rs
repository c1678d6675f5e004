//! The text toolkit: pure, deterministic functions over spoken words.

pub mod clean;
pub mod sentences;
