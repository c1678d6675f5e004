//! What comes after the talk: analysis, essay, follow-up suggestions; each points at the turns it stands on.

use serde::{Deserialize, Serialize};

use crate::notes::PotentialUse;
use crate::transcript::TurnRef;

/// What the conversation amounts to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Analysis {
    pub title: String,
    pub main_claims: Vec<Finding>,
    pub themes: Vec<Theme>,
    pub tensions: Vec<Finding>,
    pub quotes: Vec<AnalysedQuote>,
}

/// A statement with the turns that it stands on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    pub text: String,
    pub turns: Vec<TurnRef>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Theme {
    pub name: String,
    pub description: String,
    pub turns: Vec<TurnRef>,
}

/// Words that were said, exactly.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AnalysedQuote {
    pub text: String,
    pub turn: TurnRef,
    pub potential_use: PotentialUse,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Style {
    /// Clean and balanced: paragraphs of four to six sentences.
    #[default]
    Standard,
    /// Short paragraphs, bold claims.
    Punchy,
    /// Long paragraphs, introspective.
    Reflective,
}

impl Style {
    pub const ALL: [Style; 3] = [Style::Standard, Style::Punchy, Style::Reflective];

    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Style::Standard => "standard",
            Style::Punchy => "punchy",
            Style::Reflective => "reflective",
        }
    }
}

/// An essay, down to its sentences and their sources.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Essay {
    pub style: Style,
    pub title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subtitle: Option<String>,
    pub paragraphs: Vec<Paragraph>,
    /// Factual sentences that no turn supports; for the writer's eyes.
    #[serde(default)]
    pub unsupported: Vec<String>,
    pub quotations: Quotations,
}

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Paragraph {
    /// Stands above the paragraph, where a new part begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heading: Option<String>,
    /// Shown set off from the text; the person's exact words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pull_quote: Option<Sentence>,
    pub sentences: Vec<Sentence>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sentence {
    pub text: String,
    pub grade: Grade,
    pub sources: Vec<Source>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grade {
    /// The person's words as they were said, in their order.
    Quoted,
    /// The person's words with something left out, joined or mended.
    Paraphrased,
    /// Connects; says nothing that would need a source.
    Bridging,
}

/// The turn behind a sentence, and the moment at which it begins.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Source {
    pub turn: TurnRef,
    pub start_ms: u64,
}

/// What became of the words in quotation marks.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Quotations {
    pub kept: u32,
    pub repaired: u32,
    pub removed: u32,
    /// The first of those that were repaired or removed; for the writer's eyes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<ChangedQuotation>,
}

/// A quotation that was not said as it was drafted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangedQuotation {
    pub drafted: String,
    /// The words that were said and stand in its place. None when it lost its quotation marks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub printed: Option<String>,
}

/// Changed quotations that are shown; more than this nobody reads.
const CHANGED_MAX: usize = 40;
const CHANGED_CHARS_MAX: usize = 400;

impl Quotations {
    pub fn repair(&mut self, drafted: &str, printed: &str) {
        self.repaired += 1;
        self.change(drafted, Some(shown(printed)));
    }

    pub fn remove(&mut self, drafted: &str) {
        self.removed += 1;
        self.change(drafted, None);
    }

    fn change(&mut self, drafted: &str, printed: Option<String>) {
        if self.changed.len() < CHANGED_MAX {
            self.changed.push(ChangedQuotation {
                drafted: shown(drafted),
                printed,
            });
        }
    }
}

fn shown(words: &str) -> String {
    words.trim().chars().take(CHANGED_CHARS_MAX).collect()
}

impl Essay {
    /// Every sentence in reading order, pull quotes left out.
    pub fn sentences(&self) -> impl Iterator<Item = &Sentence> {
        self.paragraphs
            .iter()
            .flat_map(|paragraph| &paragraph.sentences)
    }
}

/// Where a next conversation could go.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct FollowUps {
    pub summary: String,
    /// Exactly three.
    pub suggested_topics: Vec<FollowUpTopic>,
    pub unexplored_gaps: Vec<String>,
    pub strengthen_areas: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FollowUpTopic {
    pub title: String,
    pub description: String,
    /// Two or three.
    pub suggested_questions: Vec<String>,
}
