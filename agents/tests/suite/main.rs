//! What the built-in agents promise, on real and on impossible conversations.
#![expect(clippy::unwrap_used, reason = "tests may fail loudly")]

mod essays;
mod live;
mod promises;
mod rehearsal;
mod stage;
