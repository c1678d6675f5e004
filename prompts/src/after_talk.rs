//! The prompts of Analysis, Writer, FollowUp and Planner: the rules, which never change, and the material of a job.

use serde::Serialize;

use crate::Prompt;

#[derive(Debug, Clone, Copy, Serialize)]
pub struct AnalysisRules {}

#[derive(Debug, Clone, Copy, Serialize)]
pub struct AnalysisMaterial<'a> {
    pub topic: &'a str,
    pub research_goal: &'a str,
    pub notes: &'a str,
    pub transcript: &'a str,
}

#[derive(Debug, Clone, Copy, Serialize)]
pub struct WriterRules {}

#[derive(Debug, Clone, Copy, Serialize)]
pub struct WriterMaterial<'a> {
    pub topic: &'a str,
    pub angle: &'a str,
    pub style: &'a str,
    pub title: &'a str,
    pub analysis: &'a str,
    pub research: &'a str,
    pub voice: &'a str,
    pub guide: &'a str,
    pub transcript: &'a str,
}

/// The Writer's second look at its own sentences.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct WriterCheck<'a> {
    pub sentences: &'a str,
    pub unsupported: &'a str,
    pub removed: u32,
}

#[derive(Debug, Clone, Copy, Serialize)]
pub struct FollowUpRules {}

#[derive(Debug, Clone, Copy, Serialize)]
pub struct FollowUpMaterial<'a> {
    pub topic: &'a str,
    pub research_goal: &'a str,
    pub notes: &'a str,
    pub transcript: &'a str,
}

#[derive(Debug, Clone, Copy, Serialize)]
pub struct PlannerRules {}

#[derive(Debug, Clone, Copy, Serialize)]
pub struct PlannerMaterial<'a> {
    pub topic: &'a str,
    pub minutes: u32,
    pub context: &'a str,
    pub transcript: &'a str,
}

impl Prompt for AnalysisRules {
    const PATH: &'static str = "analysis/rules.md";
    const TEXT: &'static str = include_str!("../analysis/rules.md");
}

impl Prompt for AnalysisMaterial<'_> {
    const PATH: &'static str = "analysis/material.md";
    const TEXT: &'static str = include_str!("../analysis/material.md");
}

impl Prompt for WriterRules {
    const PATH: &'static str = "writer/rules.md";
    const TEXT: &'static str = include_str!("../writer/rules.md");
}

impl Prompt for WriterMaterial<'_> {
    const PATH: &'static str = "writer/material.md";
    const TEXT: &'static str = include_str!("../writer/material.md");
}

impl Prompt for WriterCheck<'_> {
    const PATH: &'static str = "writer/check.md";
    const TEXT: &'static str = include_str!("../writer/check.md");
}

impl Prompt for FollowUpRules {
    const PATH: &'static str = "follow_up/rules.md";
    const TEXT: &'static str = include_str!("../follow_up/rules.md");
}

impl Prompt for FollowUpMaterial<'_> {
    const PATH: &'static str = "follow_up/material.md";
    const TEXT: &'static str = include_str!("../follow_up/material.md");
}

impl Prompt for PlannerRules {
    const PATH: &'static str = "planner/rules.md";
    const TEXT: &'static str = include_str!("../planner/rules.md");
}

impl Prompt for PlannerMaterial<'_> {
    const PATH: &'static str = "planner/material.md";
    const TEXT: &'static str = include_str!("../planner/material.md");
}
