//! What happens because time has passed: phases, deadlines, cycles, the hard end.

use super::{Draft, cycle, lifecycle, reports, sections};
use crate::decision::Phase;
use crate::event::{EndReason, Event, Failure, PhaseChanged};
use crate::ids::JobId;
use crate::input::Rejection;
use crate::plan::Plan;
use crate::state::{State, Status};
use crate::time::Millis;

/// An exploratory interview may overrun its target, but not for ever.
fn hard_end_ms(plan: &Plan) -> u64 {
    plan.target_ms() * 2
}

fn deep_dive_from_ms(plan: &Plan) -> u64 {
    plan.target_ms() * 15 / 100
}

pub(crate) fn wrap_up_from_ms(plan: &Plan) -> u64 {
    plan.target_ms() * 85 / 100
}

pub(super) fn tick(draft: &mut Draft) -> Result<(), Rejection> {
    settle(draft);
    if draft.events.is_empty() {
        Err(Rejection::NothingDue)
    } else {
        Ok(())
    }
}

/// Whatever is due happens, in the order in which it was due.
pub(super) fn settle(draft: &mut Draft) {
    while due_at(&draft.state).is_some_and(|due| due <= draft.now) {
        let events_before = draft.events.len();
        do_what_is_due(draft);
        if draft.events.len() == events_before {
            break;
        }
    }
}

fn do_what_is_due(draft: &mut Draft) {
    let now = draft.now;
    if sections::is_structured(&draft.state) {
        sections::do_what_is_due(draft);
        return;
    }
    if let Some(job) = overdue_job(&draft.state, now) {
        reports::give_up(draft, job, Failure::Deadline);
        return;
    }
    if draft.state.status != Status::InProgress || draft.state.imported {
        return;
    }
    if moment(&draft.state, hard_end_ms(&draft.state.plan)).is_some_and(|end| end <= now) {
        lifecycle::complete(draft, EndReason::TimeExpired);
        return;
    }
    if let Some((phase, from)) = next_phase(&draft.state)
        && from <= now
    {
        draft.emit(Event::PhaseChanged(PhaseChanged { phase }));
        return;
    }
    cycle::start_if_due(draft);
}

fn overdue_job(state: &State, now: Millis) -> Option<JobId> {
    state
        .jobs
        .iter()
        .filter(|(_, job)| job.deadline <= now)
        .min_by_key(|(_, job)| job.deadline)
        .map(|(id, _)| *id)
}

/// The next phase by time, and when it begins.
fn next_phase(state: &State) -> Option<(Phase, Millis)> {
    let (phase, from_ms) = match state.phase {
        Phase::Opening => (Phase::DeepDive, deep_dive_from_ms(&state.plan)),
        Phase::DeepDive => (Phase::WrapUp, wrap_up_from_ms(&state.plan) + 1),
        Phase::WrapUp => return None,
    };
    moment(state, from_ms).map(|from| (phase, from))
}

fn moment(state: &State, elapsed_ms: u64) -> Option<Millis> {
    state
        .clock
        .moment(elapsed_ms, state.plan.clock_while_paused)
}

/// The next moment at which something happens by itself. It may lie in the past: then it is overdue.
pub(crate) fn due_at(state: &State) -> Option<Millis> {
    if sections::is_structured(state) {
        return sections::due_at(state);
    }
    let job = state.jobs.values().map(|job| job.deadline).min();
    let running = state.status == Status::InProgress && !state.imported;
    if !running {
        return job;
    }
    let phase = next_phase(state).map(|(_, from)| from);
    let end = moment(state, hard_end_ms(&state.plan));
    [job, phase, end, cycle::due_at(state)]
        .into_iter()
        .flatten()
        .min()
}
