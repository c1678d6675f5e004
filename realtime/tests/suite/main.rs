//! The voice over real sockets, against a scripted far end; and its client side, against the schema.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::wildcard_enum_match_arm,
    reason = "a helper that fails is a test that fails, and a test names the events it is about"
)]

mod builtin_listening;
mod builtin_speaking;
mod builtin_text;
mod builtin_world;
mod client;
mod connections;
mod far_voice;
mod faults;
mod recording;
mod schema;
mod speech_server;
mod talks;
