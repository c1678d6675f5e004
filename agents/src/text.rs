//! The text toolkit of the built-in agents: words, terms, phrases, sentences.

pub(crate) mod lexicon;
pub(crate) mod names;
pub(crate) mod phrases;
pub(crate) mod terms;
pub(crate) mod tokens;
mod word_lists;
