//! What the interviewer should ask next: proposals, decisions, phases, and where each question stands.

use serde::{Deserialize, Serialize};

use crate::ids::{QuestionId, SectionId, TurnId};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    #[default]
    Opening,
    DeepDive,
    WrapUp,
}

impl Phase {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Phase::Opening => "opening",
            Phase::DeepDive => "deep_dive",
            Phase::WrapUp => "wrap_up",
        }
    }
}

/// A question on its way to the person.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NextQuestion {
    pub text: String,
    pub section_id: Option<SectionId>,
    pub source: QuestionSource,
    pub question_id: Option<QuestionId>,
    pub expected_s: u32,
    /// The turn whose words the question takes up, so that they can be withdrawn with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refers_to: Option<TurnId>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QuestionSource {
    Plan,
    Gap,
    Contradiction,
    Research,
    /// Something the person brought up that the plan does not have.
    Tangent,
    /// The interviewer's goodbye; nothing is asked.
    Closing,
}

/// What the Orchestrator answers. It becomes a decision only if the rules accept it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Proposal {
    pub question: NextQuestion,
    /// How to ask it.
    pub brief: String,
}

/// Who made a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DecidedBy {
    Model,
    Builtin,
    Fallback,
    Reused,
}

/// Where a plan question stands. Asked means heard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QuestionState {
    #[default]
    Open,
    Offered,
    Asked,
    Answered,
    Declined,
    /// The writer does not want it asked.
    Withdrawn,
}

impl QuestionState {
    /// Whether the person has not heard the question yet.
    #[must_use]
    pub fn is_unasked(self) -> bool {
        matches!(self, QuestionState::Open | QuestionState::Offered)
    }
}
