//! The agents: what each of them does with a job, with and without a model.

pub mod builtin;
pub mod material;
pub mod text;
pub mod voice;

mod expert;

use interview::{Answer, Task};

pub use expert::Expert;
