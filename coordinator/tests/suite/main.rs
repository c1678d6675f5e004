//! Running sessions, told things as the world would tell them, through real actors and a real store.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::wildcard_enum_match_arm,
    reason = "a test says what went wrong by failing, and looks for the events it is about"
)]

mod desk;
mod prefix;
mod spoken;
mod style;
mod world;
