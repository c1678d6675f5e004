//! The command line from outside: what a person types, what comes back, with which exit code.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test says what went wrong by failing"
)]

mod after;
mod bad_input;
mod crash;
mod doctor;
mod essays;
mod far_server;
mod interview;
mod language_models;
mod models;
mod planner;
mod plans;
mod served;
mod simulate;
mod spoken;
mod viva;
