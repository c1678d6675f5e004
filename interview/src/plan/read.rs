//! Turns a tree into a plan, collecting every problem on the way.

use super::Plan;

/// One thing that is wrong with a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanProblem {
    pub line: Option<usize>,
    pub path: String,
    pub message: String,
}

/// Everything that is wrong with a plan, in the order of its lines.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the plan has {} problem(s)", .0.len())]
pub struct PlanProblems(pub Vec<PlanProblem>);

pub(super) fn plan(tree: serde_json::Value) -> Result<Plan, PlanProblems> {
    serde_json::from_value(tree).map_err(|error| {
        PlanProblems(vec![PlanProblem {
            line: None,
            path: String::new(),
            message: error.to_string(),
        }])
    })
}
