//! The rules of an interview as scripts that anyone can read, and the shapes that are kept.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::too_many_lines,
    clippy::wildcard_enum_match_arm,
    reason = "a test says what went wrong by failing, a script is as long as its story, and names the events it is about"
)]

mod closing;
mod cycle;
mod desk;
mod plan;
mod properties;
mod questions;
mod reports;
mod script;
mod shapes;
mod voice;
mod withdrawal;
