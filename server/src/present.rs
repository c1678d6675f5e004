//! How sessions are shown: to the owner whole, to a participant without what is the writer's alone.

use coordinator::now;
use interview::{Format, QuestionState, SessionId, Speaker, State, Status, TotalUsage, View};
use serde::Serialize;
use serde_json::Value;

use crate::access::Access;
use crate::desk::Desk;
use crate::problem::Problem;
use crate::routes::files::recording_of;

/// What a participant sees. Everything else is the writer's or the recruiter's.
const PARTICIPANTS_FIELDS: &[&str] = &[
    "id",
    "topic",
    "format",
    "status",
    "end_reason",
    "phase",
    "section",
    "section_goal",
    "section_stage",
    "elapsed_ms",
    "time_remaining_ms",
    "upcoming_sections",
    "allowed_actions",
    "current_question",
    "transcript",
    "assistant",
    "cursor",
];

/// What a participant can do when the talk is over is the owner's to do.
const OWNERS_ACTIONS: &[&str] = &["analyze", "write_essay", "follow_up"];

#[derive(Serialize)]
struct Shown {
    #[serde(flatten)]
    view: View,
    format: Format,
    has_recording: bool,
    /// Structured: the questions to the candidate's assistant and its answers.
    assistant: Vec<interview::AssistantRecord>,
}

pub(crate) async fn view(desk: &Desk, state: &State, access: &Access) -> Result<Value, Problem> {
    let moment = if state.status.is_over() {
        state.last_at
    } else {
        now().max(state.last_at)
    };
    let shown = Shown {
        view: View::of(state, moment),
        format: state.plan.format,
        has_recording: recording_of(desk, &state.session_id).await.is_some(),
        assistant: match state.plan.format {
            Format::Structured => interview::evaluation_bundle(state).assistant,
            Format::Exploratory => Vec::new(),
        },
    };
    let mut value = serde_json::to_value(shown).map_err(|error| Problem::internal(&error))?;
    if let (Access::Participant(_), Some(fields)) = (access, value.as_object_mut()) {
        fields.retain(|name, _| PARTICIPANTS_FIELDS.contains(&name.as_str()));
        if let Some(actions) = fields
            .get_mut("allowed_actions")
            .and_then(Value::as_array_mut)
        {
            actions.retain(|action| {
                !action
                    .as_str()
                    .is_some_and(|name| OWNERS_ACTIONS.contains(&name))
            });
        }
    }
    Ok(value)
}

/// A session in a list.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Row {
    pub(crate) id: SessionId,
    topic: String,
    format: Option<Format>,
    status: Option<Status>,
    created_at: String,
    duration_ms: u64,
    answers: usize,
    questions_asked: usize,
    questions: usize,
    follow_up_of: Option<SessionId>,
    /// It was held elsewhere: no question of its plan was asked here.
    imported: bool,
    essays: usize,
    cost: TotalUsage,
    /// Why the session cannot be read, if it cannot.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
}

impl Row {
    pub(crate) fn of(state: &State) -> Row {
        Row {
            id: state.session_id.clone(),
            topic: state.plan.topic.clone(),
            format: Some(state.plan.format),
            status: Some(state.status),
            created_at: state.created_at.to_string(),
            duration_ms: state.elapsed_ms(now()),
            answers: state
                .transcript
                .iter()
                .filter(|turn| turn.speaker == Speaker::Candidate && !turn.withdrawn)
                .count(),
            questions_asked: state
                .questions
                .iter()
                .filter(|question: &&QuestionState| !question.is_unasked())
                .count(),
            questions: state.questions.len(),
            follow_up_of: state.follow_up_of.clone(),
            imported: state.imported,
            essays: state.essays.len(),
            cost: state.usage,
            problem: None,
        }
    }

    /// One damaged session must not hide the others.
    pub(crate) fn unreadable(id: SessionId, problem: &Problem) -> Row {
        Row {
            id,
            topic: String::new(),
            format: None,
            status: None,
            created_at: String::new(),
            duration_ms: 0,
            answers: 0,
            questions_asked: 0,
            questions: 0,
            follow_up_of: None,
            imported: false,
            essays: 0,
            cost: TotalUsage::default(),
            problem: Some(format!("cannot be read ({})", problem.status())),
        }
    }
}
