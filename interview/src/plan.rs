//! The plan of an interview: data that was checked once, on the way in.

mod fields;
mod read;
mod tree;
mod write;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::ids::{DimensionId, QuestionId, SectionId};

pub(crate) use read::MINUTES_MAX;
pub use read::{PlanProblem, PlanProblems};

/// What is asked, in which order, in how much time. Stored whole in a session's first event, so that editing a
/// file never changes a past interview.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    pub format: Format,
    pub topic: String,
    #[serde(default)]
    pub research_goal: String,
    #[serde(default)]
    pub angle: String,
    pub minutes: u32,
    /// Seconds before each section's end at which the candidate is warned.
    pub warnings_s: Vec<u32>,
    /// How long after a section's end a message still belongs to it.
    pub grace_s: u32,
    pub clock_while_paused: PausedClock,
    pub sections: Vec<Section>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    #[default]
    Exploratory,
    Structured,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PausedClock {
    Runs,
    Stops,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Section {
    pub id: SectionId,
    pub title: String,
    #[serde(default)]
    pub goal: String,
    pub importance: Importance,
    /// Structured: the hard limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minutes: Option<u32>,
    #[serde(default)]
    pub followup_cap: u32,
    /// Words the candidate must have said before "I'm done" counts.
    #[serde(default)]
    pub minimum_words: u32,
    #[serde(default)]
    pub cover: Cover,
    #[serde(default)]
    pub questions: Vec<Question>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dimensions: Vec<Dimension>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Importance {
    High,
    #[default]
    Medium,
    Low,
}

/// How many dimensions must be covered before a structured section may end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Cover {
    #[default]
    All,
    AtLeast(u32),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Question {
    pub id: QuestionId,
    pub text: String,
    pub role: Role,
    pub priority: Priority,
    #[serde(default)]
    pub notes: String,
    /// How long the answer is expected to take.
    pub expected_s: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    #[default]
    Backbone,
    Followup,
}

/// 1 must, 2 important, 3 nice to have. Written as its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
pub enum Priority {
    Must,
    Important,
    Nice,
}

impl Priority {
    pub const ALL: [Priority; 3] = [Priority::Must, Priority::Important, Priority::Nice];
}

impl From<Priority> for u8 {
    fn from(priority: Priority) -> u8 {
        match priority {
            Priority::Must => 1,
            Priority::Important => 2,
            Priority::Nice => 3,
        }
    }
}

impl TryFrom<u8> for Priority {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Self, Self::Error> {
        match number {
            1 => Ok(Priority::Must),
            2 => Ok(Priority::Important),
            3 => Ok(Priority::Nice),
            _ => Err("a priority is 1 (must), 2 (important) or 3 (nice to have)"),
        }
    }
}

/// Something a structured section must cover, with the follow-ups that may be asked for it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Dimension {
    pub id: DimensionId,
    pub priority: Priority,
    pub cues: Vec<String>,
    pub followups: Vec<String>,
}

impl Plan {
    /// Reads a plan file. Either the plan is right, or every problem is named with its line.
    pub fn from_toml(text: &str) -> Result<Arc<Plan>, PlanProblems> {
        read::plan(tree::from_toml(text)?).map(Arc::new)
    }

    /// Reads a plan from the same structure as JSON; problems are named by their path.
    pub fn from_json(value: &serde_json::Value) -> Result<Arc<Plan>, PlanProblems> {
        read::plan(tree::from_json(value)).map(Arc::new)
    }

    /// Writes the plan as the file that `from_toml` reads.
    #[must_use]
    pub fn to_toml(&self) -> String {
        write::toml(self)
    }

    /// Every question with its section, in plan order.
    pub fn questions(&self) -> impl Iterator<Item = (&Section, &Question)> {
        self.sections.iter().flat_map(|section| {
            section
                .questions
                .iter()
                .map(move |question| (section, question))
        })
    }

    #[must_use]
    pub fn question(&self, id: &QuestionId) -> Option<(&Section, &Question)> {
        self.questions().find(|(_, question)| question.id == *id)
    }

    #[must_use]
    pub fn section(&self, id: &SectionId) -> Option<&Section> {
        self.sections.iter().find(|section| section.id == *id)
    }

    #[must_use]
    pub fn target_ms(&self) -> u64 {
        u64::from(self.minutes) * 60_000
    }
}

impl Serialize for Cover {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Cover::All => serializer.serialize_str("all"),
            Cover::AtLeast(number) => serializer.serialize_u32(*number),
        }
    }
}

impl<'de> Deserialize<'de> for Cover {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Number(u32),
            Word(String),
        }
        match Written::deserialize(deserializer)? {
            Written::Number(number) => Ok(Cover::AtLeast(number)),
            Written::Word(word) if word == "all" => Ok(Cover::All),
            Written::Word(_) => Err(serde::de::Error::custom("cover is \"all\" or a number")),
        }
    }
}
