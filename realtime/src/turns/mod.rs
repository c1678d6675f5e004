//! Whose turn it is: when a pause is the end, when a sound is an interruption, when silence should be met. Pure.

mod acknowledgement;
mod patience;
mod quiet;
mod sustained;

pub use acknowledgement::is_acknowledgement;
pub use patience::Pauses;
pub use quiet::Quiet;
pub use sustained::Sustained;
