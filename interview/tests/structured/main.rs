//! The rules of structured interviews, as scripts that can be read without knowing the code.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::wildcard_enum_match_arm,
    reason = "a test that cannot go on says so by failing"
)]

mod assistant;
mod code;
mod done;
mod flow;
mod follow_ups;
mod grace;
mod judge;
mod pauses;
mod plans;
mod properties;
mod script;
mod shapes;
mod timers;
mod voice;
mod withdrawal;
mod world;
