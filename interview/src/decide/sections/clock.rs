//! The section timers. The server's deadlines are the only ones; whoever shows a clock derives it from them.

use super::super::{Draft, reports};
use super::{current, end, length_ms};
use crate::event::{Event, Failure, SectionEndReason, SectionTimeWarning};
use crate::ids::JobId;
use crate::plan::PausedClock;
use crate::state::{State, Status};
use crate::time::Millis;

/// Something that happens by itself.
enum Due {
    Warning { seconds_left: u32 },
    Expiry,
    GivenUp(JobId),
}

pub(in crate::decide) fn due_at(state: &State) -> Option<Millis> {
    next_due(state).map(|(at, _)| at)
}

/// Does the one thing that was due first. Its events bear the time at which it is done, so that the log never goes
/// back and a section that starts late still has its whole length.
pub(in crate::decide) fn do_what_is_due(draft: &mut Draft) {
    let Some((_, due)) = next_due(&draft.state).filter(|(at, _)| *at <= draft.now) else {
        return;
    };
    match due {
        Due::Warning { seconds_left } => warn(draft, seconds_left),
        Due::Expiry => end(draft, SectionEndReason::TimeExpired),
        Due::GivenUp(job) => reports::give_up(draft, job, Failure::Deadline),
    }
}

fn warn(draft: &mut Draft, seconds_left: u32) {
    let plan = draft.plan();
    let section_id = current(&draft.state, &plan).map(|(_, section, _)| section.id.clone());
    if let Some(section_id) = section_id {
        draft.emit(Event::SectionTimeWarning(SectionTimeWarning {
            section_id,
            seconds_left,
        }));
    }
}

/// Of two things due at one moment the section's own comes first: a follow-up in a section that ends at once would
/// be wasted.
fn next_due(state: &State) -> Option<(Millis, Due)> {
    let job = state
        .jobs
        .iter()
        .min_by_key(|(_, job)| job.deadline)
        .map(|(id, job)| (job.deadline, Due::GivenUp(*id)));
    let timer = next_timer(state);
    match (timer, job) {
        (Some(timer), Some(job)) if job.0 < timer.0 => Some(job),
        (Some(timer), _) => Some(timer),
        (None, job) => job,
    }
}

fn next_timer(state: &State) -> Option<(Millis, Due)> {
    let runs = match state.status {
        Status::InProgress => true,
        Status::Paused => state.plan.clock_while_paused == PausedClock::Runs,
        Status::NotStarted | Status::Completed | Status::Terminated => false,
    };
    let (_, section, progress) = current(state, &state.plan).filter(|_| runs)?;
    let deadline = progress.deadline?;
    let length_ms = length_ms(&state.plan, section);
    // The plan has the longest warning first.
    let warning = state.plan.warnings_s.iter().find(|seconds| {
        u64::from(**seconds) * 1_000 < length_ms && !progress.warned_s.contains(seconds)
    });
    Some(match warning {
        Some(seconds_left) => (
            Millis(deadline.0.saturating_sub(i64::from(*seconds_left) * 1_000)),
            Due::Warning {
                seconds_left: *seconds_left,
            },
        ),
        None => (deadline, Due::Expiry),
    })
}
