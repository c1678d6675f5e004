//! The voice crate from outside: what it says on its sockets, and what it makes of what others say.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test says what went wrong by failing"
)]

mod caller;
mod schema;
