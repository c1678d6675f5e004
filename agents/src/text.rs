//! The text toolkit: pure, deterministic functions over spoken words.

pub mod clean;
pub mod cues;
pub mod lexicon;
pub mod meanings;
pub mod names;
pub mod phrases;
pub mod sentences;
pub mod terms;
pub mod tokens;

mod word_lists;
