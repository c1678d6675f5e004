//! A session as the outside world sees it.

use std::sync::Arc;

use serde::Serialize;

use crate::activity::{Meters, meters};
use crate::decision::{Phase, QuestionState};
use crate::event::{DecisionMade, EndReason};
use crate::ids::{EventId, QuestionId, SectionId, SessionId, TurnId};
use crate::notes::{CoverageQuality, Notes};
use crate::plan::Priority;
use crate::research::ResearchItem;
use crate::state::{Floor, State, Status, TotalUsage};
use crate::time::Millis;
use crate::transcript::Turn;

/// Everything a viewer may want to show, at one moment.
#[derive(Debug, Clone, Serialize)]
pub struct View {
    pub id: SessionId,
    pub topic: String,
    pub status: Status,
    pub end_reason: Option<EndReason>,
    pub follow_up_of: Option<SessionId>,
    pub created_at: Millis,
    pub phase: Phase,
    pub section: Option<SectionId>,
    pub section_goal: Option<String>,
    pub elapsed_ms: u64,
    pub time_remaining_ms: u64,
    pub upcoming_sections: Vec<String>,
    pub allowed_actions: Vec<Action>,
    pub current_question: Option<CurrentQuestionView>,
    pub transcript: Vec<Turn>,
    pub notes: Arc<Notes>,
    pub research: Arc<Vec<ResearchItem>>,
    pub coverage: Vec<SectionView>,
    pub decision: Option<Arc<DecisionMade>>,
    pub activity: Meters,
    pub cost: TotalUsage,
    pub essays: Vec<EssayView>,
    pub cursor: EventId,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    Start,
    Answer,
    Skip,
    Withdraw,
    Pause,
    Resume,
    End,
    Analyze,
    WriteEssay,
    FollowUp,
}

#[derive(Debug, Clone, Serialize)]
pub struct CurrentQuestionView {
    pub question_id: Option<QuestionId>,
    pub turn_id: TurnId,
    pub text: String,
}

#[derive(Debug, Clone, Serialize)]
pub struct SectionView {
    pub section_id: SectionId,
    pub title: String,
    pub quality: CoverageQuality,
    pub questions: Vec<QuestionView>,
}

#[derive(Debug, Clone, Serialize)]
pub struct QuestionView {
    pub id: QuestionId,
    pub text: String,
    pub priority: Priority,
    pub state: QuestionState,
}

#[derive(Debug, Clone, Serialize)]
pub struct EssayView {
    pub number: u32,
    pub style: crate::essay::Style,
    pub title: String,
}

impl View {
    #[must_use]
    pub fn of(state: &State, now: Millis) -> View {
        let elapsed_ms = state.elapsed_ms(now);
        let section = state
            .decision
            .as_ref()
            .filter(|_| !state.status.is_over())
            .and_then(|decision| decision.made.question.section_id.clone());
        let planned = section.as_ref().and_then(|id| state.plan.section(id));
        View {
            id: state.session_id.clone(),
            topic: state.plan.topic.clone(),
            status: state.status,
            end_reason: state.end_reason,
            follow_up_of: state.follow_up_of.clone(),
            created_at: state.created_at,
            phase: state.phase,
            section_goal: planned.map(|section| section.goal.clone()),
            section,
            elapsed_ms,
            time_remaining_ms: state.plan.target_ms().saturating_sub(elapsed_ms),
            upcoming_sections: upcoming(state),
            allowed_actions: actions(state),
            current_question: current_question(state),
            transcript: state
                .transcript
                .iter()
                .filter(|turn| !turn.withdrawn)
                .cloned()
                .collect(),
            notes: Arc::clone(&state.notes),
            research: Arc::clone(&state.research),
            coverage: coverage(state),
            decision: state
                .decision
                .as_ref()
                .map(|decision| Arc::clone(&decision.made)),
            activity: meters(state, now),
            cost: state.usage,
            essays: state
                .essays
                .iter()
                .map(|written| EssayView {
                    number: written.number,
                    style: written.essay.style,
                    title: written.essay.title.clone(),
                })
                .collect(),
            cursor: state.cursor,
        }
    }
}

/// Sections in which nothing has been asked yet.
fn upcoming(state: &State) -> Vec<String> {
    if state.status.is_over() {
        return Vec::new();
    }
    let untouched = |section: &&crate::plan::Section| {
        section.questions.iter().all(|question| {
            state
                .question_state(&question.id)
                .is_some_and(QuestionState::is_unasked)
        })
    };
    state
        .plan
        .sections
        .iter()
        .filter(untouched)
        .map(|section| section.title.clone())
        .collect()
}

fn actions(state: &State) -> Vec<Action> {
    match state.status {
        Status::NotStarted => vec![Action::Start],
        Status::InProgress => {
            let mut actions = vec![Action::Answer, Action::Withdraw, Action::Pause, Action::End];
            if state.floor == Floor::Candidate {
                actions.insert(1, Action::Skip);
            }
            actions
        }
        Status::Paused => vec![Action::Resume, Action::Withdraw, Action::End],
        Status::Completed | Status::Terminated => {
            vec![
                Action::Withdraw,
                Action::Analyze,
                Action::WriteEssay,
                Action::FollowUp,
            ]
        }
    }
}

fn current_question(state: &State) -> Option<CurrentQuestionView> {
    let current = state.current.as_ref()?;
    let turn = state.turn(current.turn)?;
    Some(CurrentQuestionView {
        question_id: current.question_id.clone(),
        turn_id: current.turn,
        text: turn.text.as_str().to_owned(),
    })
}

fn coverage(state: &State) -> Vec<SectionView> {
    state
        .plan
        .sections
        .iter()
        .map(|section| SectionView {
            section_id: section.id.clone(),
            title: section.title.clone(),
            quality: state
                .notes
                .section_coverage
                .iter()
                .find(|seen| seen.section_id == section.id)
                .map_or(CoverageQuality::None, |seen| seen.coverage_quality),
            questions: section
                .questions
                .iter()
                .map(|question| QuestionView {
                    id: question.id.clone(),
                    text: question.text.clone(),
                    priority: question.priority,
                    state: state.question_state(&question.id).unwrap_or_default(),
                })
                .collect(),
        })
        .collect()
}
