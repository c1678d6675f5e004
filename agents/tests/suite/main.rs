//! What the built-in agents promise, on real and on impossible conversations.
#![expect(clippy::unwrap_used, reason = "tests may fail loudly")]

mod after_talk;
mod essays;
mod live;
mod promises;
mod rehearsal;
mod scripted_model;
mod stage;
