//! Beginning, pausing, resuming and ending an interview.

use super::{Draft, cycle, sections};
use crate::decision::Phase;
use crate::event::{
    Completed, EndReason, Event, PauseReason, Paused, PhaseChanged, Resumed, Started,
};
use crate::input::Rejection;
use crate::state::Status;

pub(super) fn start(draft: &mut Draft) -> Result<(), Rejection> {
    match draft.state.status {
        Status::NotStarted => {}
        Status::InProgress | Status::Paused => return Err(Rejection::AlreadyStarted),
        Status::Completed | Status::Terminated => return Err(Rejection::Over),
    }
    draft.emit(Event::InterviewStarted(Started {}));
    if draft.state.imported {
        return Ok(());
    }
    if sections::is_structured(&draft.state) {
        sections::start(draft, 0);
    } else {
        draft.emit(Event::PhaseChanged(PhaseChanged {
            phase: Phase::Opening,
        }));
        cycle::start_if_due(draft);
    }
    Ok(())
}

pub(super) fn pause(draft: &mut Draft, reason: PauseReason) -> Result<(), Rejection> {
    require_running(draft)?;
    draft.emit(Event::InterviewPaused(Paused { reason }));
    Ok(())
}

pub(super) fn resume(draft: &mut Draft) -> Result<(), Rejection> {
    match draft.state.status {
        Status::Paused => {}
        Status::NotStarted => return Err(Rejection::NotStarted),
        Status::InProgress => return Err(Rejection::NotPaused),
        Status::Completed | Status::Terminated => return Err(Rejection::Over),
    }
    draft.emit(Event::InterviewResumed(Resumed {}));
    sections::go_on(draft);
    Ok(())
}

pub(super) fn end(draft: &mut Draft, reason: EndReason) -> Result<(), Rejection> {
    match draft.state.status {
        Status::InProgress | Status::Paused => {}
        Status::NotStarted => return Err(Rejection::NotStarted),
        Status::Completed | Status::Terminated => return Err(Rejection::Over),
    }
    if sections::is_structured(&draft.state) && !draft.state.imported {
        sections::abandon(draft);
    } else {
        complete(draft, reason);
    }
    Ok(())
}

pub(super) fn complete(draft: &mut Draft, reason: EndReason) {
    draft.emit(Event::InterviewCompleted(Completed { reason }));
}

/// The interview must be going on.
pub(super) fn require_running(draft: &Draft) -> Result<(), Rejection> {
    match draft.state.status {
        Status::InProgress => Ok(()),
        Status::NotStarted => Err(Rejection::NotStarted),
        Status::Paused => Err(Rejection::Paused),
        Status::Completed | Status::Terminated => Err(Rejection::Over),
    }
}
