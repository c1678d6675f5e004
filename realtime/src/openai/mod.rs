//! A voice on a far realtime server: one talk over as many connections as it takes.
//!
//! `talk` knows the dialect and keeps the state, without a socket and without a clock; `run` owns both.

mod clock;
mod dial;
mod fault;
mod guidance;
mod hearing;
mod listening;
mod outcome;
mod owed;
mod replies;
mod run;
mod talk;

pub use run::run;
