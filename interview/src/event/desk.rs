//! What the events carry by which the writer at the desk takes a hand.

use serde::{Deserialize, Serialize};

use crate::ids::QuestionId;
use crate::transcript::Spoken;

/// This question comes next.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct QuestionPinned {
    pub question_id: QuestionId,
}

/// This question is not to be asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct QuestionWithdrawn {
    pub question_id: QuestionId,
}

/// The interview may take longer than its plan says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TimeExtended {
    pub minutes: u32,
}

/// The writer's own version of an essay.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EssayEdited {
    /// The essay, or the version, that was edited.
    pub of: u32,
    /// Essays and their versions are counted together.
    pub number: u32,
    /// The whole text, in Markdown.
    pub markdown: Spoken,
}
