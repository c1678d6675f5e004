//! After the talk: the last notes, analysis, essays, follow-ups.

use super::Draft;
use super::cycle::LIVE_DEADLINE_MS;
use crate::essay::Style;
use crate::event::{AgentRequested, Event};
use crate::ids::TurnId;
use crate::input::Rejection;
use crate::job::AgentKind;
use crate::react::NOTES_WINDOW;

/// A model may write for minutes.
pub(super) const DEADLINE_MS: u64 = 10 * 60_000;

pub(super) fn notes_wanted(draft: &mut Draft) -> Result<(), Rejection> {
    if !draft.state.status.is_over() {
        return Err(Rejection::NotOver);
    }
    if let Some(job) = draft.state.outstanding(AgentKind::NoteTaker) {
        return Err(Rejection::UnderWay(job));
    }
    if !draft.state.owes_notes() {
        return Err(Rejection::NothingDue);
    }
    request_next_window(draft);
    Ok(())
}

/// A window has been read after the talk: on to the next, until all are.
pub(super) fn read_on(draft: &mut Draft, reported: AgentKind) {
    let reading = reported == AgentKind::NoteTaker && draft.state.status.is_over();
    if reading
        && draft.state.owes_notes()
        && draft.state.outstanding(AgentKind::NoteTaker).is_none()
    {
        request_next_window(draft);
    }
}

fn request_next_window(draft: &mut Draft) {
    let state = &draft.state;
    let window = u32::try_from(NOTES_WINDOW).unwrap_or(u32::MAX);
    let last = u32::try_from(state.transcript.len()).unwrap_or(u32::MAX);
    let first = state.noted_up_to.next();
    let up_to = TurnId(state.noted_up_to.0.saturating_add(window).min(last));
    super::cycle::request(
        draft,
        AgentKind::NoteTaker,
        LIVE_DEADLINE_MS,
        Some(first),
        Some(up_to),
    );
}

pub(super) fn analysis_wanted(draft: &mut Draft) -> Result<(), Rejection> {
    request(draft, AgentKind::Analysis, None)
}

pub(super) fn essay_wanted(draft: &mut Draft, style: Style) -> Result<(), Rejection> {
    request(draft, AgentKind::Writer, Some(style))
}

pub(super) fn follow_ups_wanted(draft: &mut Draft) -> Result<(), Rejection> {
    request(draft, AgentKind::FollowUp, None)
}

fn request(draft: &mut Draft, agent: AgentKind, style: Option<Style>) -> Result<(), Rejection> {
    let state = &draft.state;
    if !state.status.is_over() {
        return Err(Rejection::NotOver);
    }
    if state.last_candidate_turn().is_none() {
        return Err(Rejection::NoConversation);
    }
    if let Some(job) = state.outstanding(agent) {
        return Err(Rejection::UnderWay(job));
    }
    draft.emit(Event::AgentRequested(AgentRequested {
        job_id: draft.state.next_job,
        agent,
        attempt: 1,
        deadline: draft.now.plus(DEADLINE_MS),
        new_from: None,
        up_to: None,
        style,
    }));
    Ok(())
}
