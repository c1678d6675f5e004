//! What the candidate's screen shows at a moment.

use serde::{Deserialize, Serialize};

use crate::plan::{Format, PausedClock};
use crate::state::{State, Status};
use crate::time::Millis;

/// What the person can do now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    Start,
    Chat,
    Code,
    /// "I'm done" with this section.
    Done,
    Skip,
    AskAssistant,
    Pause,
    Resume,
    Withdraw,
    End,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TalentUiState {
    /// The title of the section that is going on.
    pub current_section: Option<String>,
    pub section_goal_text: Option<String>,
    /// Until the section's deadline; the only clock there is.
    pub time_remaining_ms: Option<u64>,
    /// Titles only.
    pub upcoming_sections: Vec<String>,
    pub allowed_actions: Vec<Action>,
}

/// The screen of the interview at this moment.
#[must_use]
pub fn talent_ui_state(state: &State, now: Millis) -> TalentUiState {
    let current = state.structured.as_ref().and_then(|it| it.current());
    let section = current.and_then(|(at, _)| state.plan.sections.get(at));
    let time_remaining_ms = current.and_then(|(_, progress)| {
        let stands_still = state.plan.clock_while_paused == PausedClock::Stops;
        let now = state
            .clock
            .paused_at
            .filter(|_| stands_still)
            .unwrap_or(now);
        progress.deadline.map(|deadline| deadline.since(now))
    });
    let n_begun = match (state.status, current) {
        (Status::NotStarted, _) => 0,
        (_, Some((at, _))) => at + 1,
        (_, None) => state.plan.sections.len(),
    };
    TalentUiState {
        current_section: section.map(|section| section.title.clone()),
        section_goal_text: section.map(|section| section.goal.clone()),
        time_remaining_ms,
        upcoming_sections: state
            .plan
            .sections
            .iter()
            .skip(n_begun)
            .map(|section| section.title.clone())
            .collect(),
        allowed_actions: allowed_actions(state),
    }
}

fn allowed_actions(state: &State) -> Vec<Action> {
    match (state.status, state.plan.format) {
        (Status::NotStarted, _) => vec![Action::Start],
        (Status::InProgress, Format::Structured) => vec![
            Action::Chat,
            Action::Code,
            Action::Done,
            Action::Skip,
            Action::AskAssistant,
            Action::Pause,
            Action::Withdraw,
            Action::End,
        ],
        (Status::InProgress, Format::Exploratory) => vec![
            Action::Chat,
            Action::Skip,
            Action::Pause,
            Action::Withdraw,
            Action::End,
        ],
        (Status::Paused, _) => vec![Action::Resume, Action::Withdraw, Action::End],
        (Status::Completed | Status::Terminated, _) => vec![Action::Withdraw],
    }
}
