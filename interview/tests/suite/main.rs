//! The rules of an interview as scripts that anyone can read, and the shapes that are kept.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test says what went wrong by failing"
)]

mod closing;
mod cycle;
mod plan;
mod properties;
mod questions;
mod reports;
mod script;
mod shapes;
mod withdrawal;
