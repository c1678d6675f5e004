//! What is handed on when an interview is over: to whoever scores it, and to whoever asks what happened.

use serde::{Deserialize, Serialize};

use super::artifact::{SectionArtifact, section_artifacts};
use super::timeline::{TimelineEntry, timeline};
use crate::event::{Event, Recorded, SCHEMA_VERSION};
use crate::ids::{DimensionId, SectionId, SessionId};
use crate::plan::{Cover, Priority};
use crate::state::{State, Status};
use crate::time::Millis;
use crate::transcript::{Spoken, Turn};

/// For scoring: what was to be covered, what was said, what came of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EvaluationInputBundle {
    pub session_id: SessionId,
    pub schema_version: u32,
    pub topic: String,
    pub research_goal: String,
    pub status: Status,
    pub sections: Vec<EvaluatedSection>,
    pub artifacts: Vec<SectionArtifact>,
    pub transcript: Vec<Turn>,
    pub assistant: Vec<AssistantRecord>,
    /// An answer of the assistant's had to be withheld.
    pub assistant_overstepped: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EvaluatedSection {
    pub section_id: SectionId,
    pub title: String,
    pub goal: String,
    pub cover: Cover,
    pub dimensions: Vec<EvaluatedDimension>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EvaluatedDimension {
    pub dimension: DimensionId,
    pub priority: Priority,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AssistantRecord {
    pub query: u32,
    pub section_id: Option<SectionId>,
    pub asked: Spoken,
    pub answered: Option<String>,
    pub violation: bool,
}

/// For replay: the timeline, the transcript, the code.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OpsReplayBundle {
    pub session_id: SessionId,
    pub timeline: Vec<TimelineEntry>,
    pub transcript: Vec<Turn>,
    pub code_history: Vec<CodeRecord>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CodeRecord {
    pub at: Millis,
    pub section_id: SectionId,
    pub sha256: String,
    pub source: Spoken,
}

#[must_use]
pub fn evaluation_bundle(state: &State) -> EvaluationInputBundle {
    let assistant = assistant(state);
    EvaluationInputBundle {
        session_id: state.session_id.clone(),
        schema_version: SCHEMA_VERSION,
        topic: state.plan.topic.clone(),
        research_goal: state.plan.research_goal.clone(),
        status: state.status,
        sections: state
            .plan
            .sections
            .iter()
            .map(|section| EvaluatedSection {
                section_id: section.id.clone(),
                title: section.title.clone(),
                goal: section.goal.clone(),
                cover: section.cover,
                dimensions: section
                    .dimensions
                    .iter()
                    .map(|dimension| EvaluatedDimension {
                        dimension: dimension.id.clone(),
                        priority: dimension.priority,
                    })
                    .collect(),
            })
            .collect(),
        artifacts: section_artifacts(state),
        transcript: state.transcript.iter().cloned().collect(),
        assistant_overstepped: assistant.iter().any(|record| record.violation),
        assistant,
    }
}

fn assistant(state: &State) -> Vec<AssistantRecord> {
    state
        .structured
        .iter()
        .flat_map(|structured| &structured.assistant)
        .map(|exchange| AssistantRecord {
            query: exchange.query,
            section_id: state
                .plan
                .sections
                .get(exchange.section)
                .map(|section| section.id.clone()),
            asked: exchange.text.clone(),
            answered: exchange.answer.as_ref().map(|answer| answer.text.clone()),
            violation: exchange
                .answer
                .as_ref()
                .is_some_and(|answer| answer.violation),
        })
        .collect()
}

/// None for a log that does not begin with its creation.
#[must_use]
pub fn ops_replay_bundle(events: &[Recorded]) -> Option<OpsReplayBundle> {
    let state = State::replay(events)?;
    let code_history = events
        .iter()
        .filter_map(|recorded| {
            if let Event::CandidateCodeSubmission(submitted) = &recorded.event {
                Some(CodeRecord {
                    at: recorded.at,
                    section_id: submitted.section_id.clone(),
                    sha256: submitted.sha256.clone(),
                    source: submitted.source.clone(),
                })
            } else {
                None
            }
        })
        .collect();
    Some(OpsReplayBundle {
        session_id: state.session_id.clone(),
        timeline: timeline(events),
        transcript: state.transcript.iter().cloned().collect(),
        code_history,
    })
}
