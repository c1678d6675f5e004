//! What the candidate's screen shows at a moment.

use serde::{Deserialize, Serialize};

use crate::plan::PausedClock;
use crate::state::{State, Status};
use crate::time::Millis;
use crate::view::{self, Action};

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
    let is_over = state.structured.is_some() && state.status.is_over();
    TalentUiState {
        current_section: section.map(|section| section.title.clone()),
        section_goal_text: section.map(|section| section.goal.clone()),
        time_remaining_ms: time_remaining_ms.or(is_over.then_some(0)),
        upcoming_sections: upcoming(state, current.map(|(at, _)| at)),
        allowed_actions: view::actions(state),
    }
}

/// The sections that are still to come. In an exploratory interview they have no order of their own: what has not
/// been touched is still to come.
fn upcoming(state: &State, current: Option<usize>) -> Vec<String> {
    if state.structured.is_none() {
        return view::upcoming(state);
    }
    let n_begun = match (state.status, current) {
        (Status::NotStarted, _) => 0,
        (Status::InProgress | Status::Paused, Some(at)) => at + 1,
        (Status::InProgress | Status::Paused, None)
        | (Status::Completed | Status::Terminated, _) => state.plan.sections.len(),
    };
    let to_come = state.plan.sections.iter().skip(n_begun);
    to_come.map(|section| section.title.clone()).collect()
}
