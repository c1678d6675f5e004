//! The calls of the API, by what they are about.

pub(crate) mod about;
pub(crate) mod after;
pub(crate) mod control;
pub(crate) mod events;
pub(crate) mod files;
pub(crate) mod follow_ups;
pub(crate) mod plans;
pub(crate) mod sessions;
pub(crate) mod writer;
