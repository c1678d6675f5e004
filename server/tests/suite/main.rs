//! The server from outside, through real sockets.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper that cannot go on is a test that must fail"
)]

mod edges;
mod figures;
mod gate;
mod journey;
mod matrix;
mod once;
mod stream;
mod structured;
mod voice;
mod world;
