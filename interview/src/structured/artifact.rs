//! What a section leaves behind: everything said in it, the code, a bounded summary, what was covered, how it ended.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::summary::{ContextSummary, summary};
use super::{Moment, SectionProgress};
use crate::event::{CoverageLevel, SectionEndReason};
use crate::ids::{DimensionId, QuestionId, SectionId, TurnId};
use crate::plan::Section;
use crate::state::State;
use crate::time::Millis;
use crate::transcript::{Speaker, Spoken};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SectionArtifact {
    pub section_id: SectionId,
    pub raw_transcript: Vec<TranscriptEntry>,
    pub code_history: Vec<CodeVersion>,
    /// What later sections may know of this one.
    pub bounded_context_summary: ContextSummary,
    pub coverage_flags: BTreeMap<DimensionId, CoverageLevel>,
    /// None while the section goes on, or when the interview was ended in it.
    pub exit_reason: Option<SectionEndReason>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TranscriptEntry {
    Prompt {
        at: Millis,
        /// None for the one request for a brief outline.
        question_id: Option<QuestionId>,
        text: String,
    },
    Followup {
        at: Millis,
        dimension: DimensionId,
        text: String,
    },
    Message {
        at: Millis,
        turn_id: TurnId,
        speaker: Speaker,
        /// Empty when it was withdrawn.
        text: Spoken,
        /// It came within the grace after the section's end.
        late: bool,
        withdrawn: bool,
    },
}

/// One state of the candidate's code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodeVersion {
    pub at: Millis,
    pub source: Spoken,
    pub sha256: String,
    pub late: bool,
}

/// The artifacts of the sections that have begun, in order.
#[must_use]
pub fn section_artifacts(state: &State) -> Vec<SectionArtifact> {
    state
        .structured
        .iter()
        .flat_map(|structured| state.plan.sections.iter().zip(&structured.sections))
        .filter(|(_, progress)| progress.started_at.is_some())
        .map(|(section, progress)| artifact(state, section, progress))
        .collect()
}

fn artifact(state: &State, section: &Section, progress: &SectionProgress) -> SectionArtifact {
    let coverage_flags = section
        .dimensions
        .iter()
        .zip(&progress.coverage)
        .map(|(dimension, level)| (dimension.id.clone(), *level))
        .collect();
    SectionArtifact {
        section_id: section.id.clone(),
        raw_transcript: progress
            .course
            .iter()
            .filter_map(|moment| entry(state, moment))
            .collect(),
        code_history: progress.code.iter().cloned().collect(),
        bounded_context_summary: summary(state, section, progress),
        coverage_flags,
        exit_reason: progress.exit.map(|exit| exit.reason),
    }
}

fn entry(state: &State, moment: &Moment) -> Option<TranscriptEntry> {
    Some(match moment {
        Moment::Prompt {
            at,
            question_id,
            text,
        } => TranscriptEntry::Prompt {
            at: *at,
            question_id: question_id.clone(),
            text: text.clone(),
        },
        Moment::FollowUp {
            at,
            dimension,
            text,
        } => TranscriptEntry::Followup {
            at: *at,
            dimension: dimension.clone(),
            text: text.clone(),
        },
        Moment::Turn { at, turn, late } => {
            let turn = state.turn(*turn)?;
            TranscriptEntry::Message {
                at: *at,
                turn_id: turn.id,
                speaker: turn.speaker,
                text: turn.text.clone(),
                late: *late,
                withdrawn: turn.withdrawn,
            }
        }
    })
}
