//! The companion from outside: a process, real models, real sound, real sockets. `cargo xtask speech test` brings the models.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test says what went wrong by failing"
)]

mod companion;
mod conversation;
mod life;
mod refusals;
