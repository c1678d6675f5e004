//! Writes a plan as TOML.
use super::Plan;

pub(super) fn toml(plan: &Plan) -> String {
    toml::to_string_pretty(plan).unwrap_or_default()
}
