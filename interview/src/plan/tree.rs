//! One tree for TOML and JSON.
use super::{PlanProblem, PlanProblems};

pub(super) fn from_toml(text: &str) -> Result<serde_json::Value, PlanProblems> {
    toml::from_str(text).map_err(|error| {
        PlanProblems(vec![PlanProblem {
            line: None,
            path: String::new(),
            message: error.to_string(),
        }])
    })
}

pub(super) fn from_json(value: &serde_json::Value) -> serde_json::Value {
    value.clone()
}
