//! What the Researcher found, and what it would look up if it had a source.

use serde::{Deserialize, Serialize};

use crate::ids::TurnId;

/// One piece of context for the interviewer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ResearchItem {
    pub topic: String,
    pub kind: ResearchKind,
    pub summary: String,
    pub how_to_use_in_question: String,
    /// 1 = very important, 2 = moderate, 3 = nice to have.
    pub priority: u8,
    /// Empty only when `from_memory` says so.
    pub sources: Vec<WebSource>,
    #[serde(default)]
    pub from_memory: bool,
    pub turn: TurnId,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WebSource {
    pub title: String,
    pub url: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ResearchKind {
    Definition,
    Counterpoint,
    Example,
    Metric,
    Person,
    Context,
}

/// Something worth looking up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResearchTopic {
    pub topic: String,
    pub kind: ResearchKind,
    pub why: String,
    pub turn: TurnId,
}

/// A Researcher's answer: what it wanted to know, and what it found.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Findings {
    pub wanted: Vec<ResearchTopic>,
    pub items: Vec<ResearchItem>,
    /// False when there was nowhere to look: the topics are then only named.
    pub source_available: bool,
}

/// Two spellings of one topic are one topic.
pub(crate) fn topic_key(topic: &str) -> String {
    crate::words::words(topic).collect::<Vec<_>>().join(" ")
}
