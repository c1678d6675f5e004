//! The server from outside, through real sockets.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper that cannot go on is a test that must fail"
)]

mod gate;
mod journey;
mod stream;
mod structured;
mod voice;
mod world;
