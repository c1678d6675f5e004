//! A session as the outside world sees it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::activity::{Meters, meters};
use crate::decision::{Phase, QuestionState};
use crate::essay::Style;
use crate::event::{DecisionMade, EndReason, VoiceProvider};
use crate::ids::{EventId, QuestionId, SectionId, SessionId, TurnId};
use crate::notes::{CoverageQuality, Notes};
use crate::plan::Priority;
use crate::research::ResearchItem;
use crate::state::{Floor, State, Status, TotalUsage};
use crate::structured::{SectionStage, Verdict, talent_ui_state};
use crate::thrift::Thrift;
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
    /// Structured: how far the section is.
    pub section_stage: Option<SectionStage>,
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
    pub cost: CostView,
    pub essays: Vec<EssayView>,
    /// The question that the writer wants next.
    pub pinned_question: Option<QuestionId>,
    /// Who speaks for the interviewer, while somebody does.
    pub voice: Option<VoiceProvider>,
    /// None until the person has been asked.
    pub recording_consent: Option<bool>,
    pub cursor: EventId,
}

/// What the person, or whoever runs the interview, can do now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    Start,
    Answer,
    /// Submit code.
    Code,
    /// "I'm done" with this section.
    Done,
    AskAssistant,
    Skip,
    Withdraw,
    Pause,
    Resume,
    End,
    Analyze,
    WriteEssay,
    FollowUp,
}

/// What the session has cost, and how carefully it spends.
#[derive(Debug, Clone, Serialize)]
pub struct CostView {
    #[serde(flatten)]
    pub used: TotalUsage,
    /// In USD.
    pub cap: Option<f64>,
    pub thrift: Thrift,
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
    /// Structured: what must be covered, and how far it is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dimensions: Vec<Verdict>,
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
    pub style: Style,
    pub title: String,
    /// The essay or version that the writer edited into this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edited_from: Option<u32>,
}

impl View {
    #[must_use]
    pub fn of(state: &State, now: Millis) -> View {
        let elapsed_ms = state.elapsed_ms(now);
        let section = section_now(state);
        let planned = section.as_ref().and_then(|id| state.plan.section(id));
        let screen = talent_ui_state(state, now);
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
            section_stage: section_stage(state),
            elapsed_ms,
            // In a structured interview the section's own deadline is what counts.
            time_remaining_ms: screen
                .time_remaining_ms
                .unwrap_or_else(|| state.plan.target_ms().saturating_sub(elapsed_ms)),
            upcoming_sections: screen.upcoming_sections,
            allowed_actions: screen.allowed_actions,
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
            cost: CostView {
                used: state.usage,
                cap: state.cost_cap,
                thrift: state.thrift(),
            },
            essays: essays(state),
            pinned_question: state.pinned.clone(),
            voice: state.voice,
            recording_consent: state.recording_consent,
            cursor: state.cursor,
        }
    }
}

/// What was written and what the writer made of it, in the order in which it came about.
fn essays(state: &State) -> Vec<EssayView> {
    let mut essays: Vec<EssayView> = state
        .essays
        .iter()
        .map(|written| EssayView {
            number: written.number,
            style: written.essay.style,
            title: written.essay.title.clone(),
            edited_from: None,
        })
        .collect();
    for edit in &state.edits {
        let origin = essays.iter().find(|essay| essay.number == edit.of);
        let style = origin.map_or_else(Style::default, |essay| essay.style);
        let heading = edit
            .markdown
            .as_str()
            .lines()
            .find(|line| !line.trim().is_empty());
        essays.push(EssayView {
            number: edit.number,
            style,
            title: heading
                .unwrap_or_default()
                .trim_start_matches(['#', ' '])
                .to_owned(),
            edited_from: Some(edit.of),
        });
    }
    essays.sort_by_key(|essay| essay.number);
    essays
}

/// The section that is going on, or that the interviewer is about to ask about.
fn section_now(state: &State) -> Option<SectionId> {
    if let Some(structured) = &state.structured {
        let (at, _) = structured.current()?;
        return state.plan.sections.get(at).map(|it| it.id.clone());
    }
    state
        .decision
        .as_ref()
        .filter(|_| !state.status.is_over())
        .and_then(|decision| decision.made.question.section_id.clone())
}

fn section_stage(state: &State) -> Option<SectionStage> {
    let structured = state.structured.as_ref()?;
    structured.current().map(|(_, progress)| progress.stage)
}

/// Sections in which nothing has been asked yet.
pub(crate) fn upcoming(state: &State) -> Vec<String> {
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

pub(crate) fn actions(state: &State) -> Vec<Action> {
    match state.status {
        Status::NotStarted => vec![Action::Start],
        Status::InProgress => {
            let mut actions = vec![Action::Answer, Action::Withdraw, Action::Pause, Action::End];
            if state.floor == Floor::Candidate {
                actions.insert(1, Action::Skip);
            }
            if state.structured.is_some() {
                actions.splice(1..1, [Action::Code, Action::Done, Action::AskAssistant]);
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
            dimensions: state.verdicts(section),
        })
        .collect()
}
