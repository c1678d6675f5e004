//! The built-in Judge: the core's own rule, so that a simulation can be predicted.

use interview::{Judging, Speaker, Verdict, coverage_rule};

/// How far the section's answers cover its dimensions.
#[must_use]
pub fn judge(job: &Judging) -> Vec<Verdict> {
    let Some(section) = job.plan.section(&job.section_id) else {
        return Vec::new();
    };
    let answers = job
        .turns
        .iter()
        .filter(|turn| turn.speaker == Speaker::Candidate)
        .map(|turn| turn.text.as_str());
    coverage_rule(&section.dimensions, answers)
}
