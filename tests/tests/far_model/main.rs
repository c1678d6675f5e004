//! Interviews against model servers that fail in every way that servers fail.
#![expect(clippy::unwrap_used, reason = "tests may fail loudly")]

mod answers;
mod assistant;
mod judging;
mod manners;
mod outages;
mod prefix;
mod privacy;
mod research;
mod steering;
mod streams;
mod world;
