//! The voice that needs no network of its own: listening and turn-taking in process, words and sound through a local speech server.
//!
//! It says the words it is given, word for word. `talk` keeps the state, without a socket and without a clock; `run` owns both.
//! Without a speech server, or while it is away, words go both ways as text.

mod clips;
mod detector;
mod echo;
mod hearing;
mod outcome;
mod replies;
mod run;
mod sentences;
mod server;
mod speech_client;
mod talk;
mod turns;

pub use run::{Clock, run, run_on};
