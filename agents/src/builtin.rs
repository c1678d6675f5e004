//! The deterministic stand-ins: what each agent does when no model is there.

mod analysis;
mod themes;
mod writer;

pub use analysis::analyse;
pub use writer::write;
