//! `viva check`: is this plan right, and does it fit its time?

use std::path::Path;

use interview::{Format, Priority};

use crate::{console, desk};

pub(super) fn run(path: &Path) -> anyhow::Result<()> {
    let plan = desk::read_plan(path)?;
    let questions = plan.questions().count();
    let musts: Vec<u32> = plan
        .questions()
        .filter(|(_, question)| question.priority == Priority::Must)
        .map(|(_, question)| question.expected_s)
        .collect();
    let mut text = format!(
        "{} is right: {} sections, {questions} questions, {} minutes",
        path.display(),
        plan.sections.len(),
        plan.minutes
    );
    if plan.format == Format::Exploratory {
        let must_s: u32 = musts.iter().sum();
        text.push_str(&format!(
            "\n{} must-ask questions need {}:{:02}, which leaves {}:{:02} for everything else",
            musts.len(),
            must_s / 60,
            must_s % 60,
            (plan.minutes * 60).saturating_sub(must_s) / 60,
            (plan.minutes * 60).saturating_sub(must_s) % 60,
        ));
    }
    console::print(&text)
}
