//! The Planner without a model.

pub(crate) mod topic;
