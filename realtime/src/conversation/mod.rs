//! What was said, in the order it was said, and what of it was heard. Pure: events arrive in any order, twice, or never.

mod heard;
mod slots;

pub use heard::{Spoken, heard};
pub use slots::{Filled, SLOTS_MAX, Slots};
