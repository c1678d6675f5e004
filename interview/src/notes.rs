//! What the NoteTaker keeps: ideas, stories, claims, gaps, contradictions, lines worth quoting, coverage.

mod merge;

pub(crate) use merge::NotesIndex;

use serde::{Deserialize, Serialize};

use crate::ids::{SectionId, TurnId};

/// Everything noted so far. The same shape is what a NoteTaker adds, before it is merged.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Notes {
    pub key_ideas: Vec<KeyIdea>,
    pub stories: Vec<Story>,
    pub claims: Vec<Claim>,
    pub gaps: Vec<Gap>,
    pub contradictions: Vec<Contradiction>,
    pub quotable_lines: Vec<QuotableLine>,
    pub possible_titles: Vec<Title>,
    pub section_coverage: Vec<SectionCoverage>,
}

/// A core insight.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct KeyIdea {
    pub text: String,
    pub turn: TurnId,
}

/// Something that happened, and why it mattered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Story {
    pub summary: String,
    pub impact: String,
    pub turn: TurnId,
}

/// A strong opinion.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Claim {
    pub text: String,
    pub confidence: Confidence,
    pub turn: TurnId,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Confidence {
    Low,
    Medium,
    High,
}

/// Touched, but not explored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Gap {
    pub description: String,
    pub suggested_followup: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section_id: Option<SectionId>,
    pub turn: TurnId,
}

/// Two statements that do not fit together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Contradiction {
    pub description: String,
    pub first_quote: String,
    pub first_turn: TurnId,
    pub second_quote: String,
    pub second_turn: TurnId,
    pub suggested_clarification_question: String,
}

/// The person's exact words, worth showing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct QuotableLine {
    pub text: String,
    pub turn: TurnId,
    pub potential_use: PotentialUse,
    pub topic: String,
    pub strength: Strength,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PotentialUse {
    Hook,
    SectionHeader,
    PullQuote,
    Conclusion,
    Tweet,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Strength {
    Good,
    Great,
    Exceptional,
}

/// What the essay might be called.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Title {
    pub text: String,
    pub turn: TurnId,
}

/// How well a section of the plan has been talked about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SectionCoverage {
    pub section_id: SectionId,
    pub coverage_quality: CoverageQuality,
    pub key_points_covered: Vec<KeyPoint>,
    pub missing_aspects: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suggested_followup: Option<String>,
}

/// One point that a section has got, and where it was said.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct KeyPoint {
    pub text: String,
    pub turn: TurnId,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CoverageQuality {
    /// Not touched.
    #[default]
    None,
    /// Mentioned, without substance.
    Shallow,
    /// Main points covered, room for more.
    Adequate,
    /// Explored with examples and nuance.
    Deep,
}

impl Notes {
    /// Drops everything that stands on a turn whose words were withdrawn.
    pub(crate) fn forget(&mut self, turn: TurnId) {
        self.key_ideas.retain(|idea| idea.turn != turn);
        self.stories.retain(|story| story.turn != turn);
        self.claims.retain(|claim| claim.turn != turn);
        self.gaps.retain(|gap| gap.turn != turn);
        self.contradictions
            .retain(|found| found.first_turn != turn && found.second_turn != turn);
        self.quotable_lines.retain(|line| line.turn != turn);
        self.possible_titles.retain(|title| title.turn != turn);
        for section in &mut self.section_coverage {
            section
                .key_points_covered
                .retain(|point| point.turn != turn);
            section.suggested_followup = None;
        }
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
