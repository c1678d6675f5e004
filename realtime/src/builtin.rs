//! The voice that needs no network of its own: it says the words it is given, word for word.
//!
//! `talk` keeps the state, without a socket and without a clock; `run` owns both.

mod outcome;
mod run;
mod talk;

pub use run::run;
