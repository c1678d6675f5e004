//! The live cycle: NoteTaker and Researcher side by side, then the Orchestrator, then a decision.

use super::{Draft, choice};
use crate::decision::DecidedBy;
use crate::event::{AgentRequested, Event, GuidanceSent};
use crate::ids::{EventId, TurnId};
use crate::input::Rejection;
use crate::job::AgentKind;
use crate::plan::Format;
use crate::state::{Floor, Stage, State, Status};
use crate::thrift::Thrift;
use crate::time::Millis;

/// A cycle is due this often.
const PERIOD_MS: u64 = 10_000;
/// When the person has finished a turn, a cycle does not wait for its period, but keeps this distance.
const DISTANCE_MS: u64 = 4_000;
/// Without new content, a decision younger than this is used again.
const REUSE_MS: u64 = 30_000;
/// Findings older than this describe a conversation that has moved on.
pub(super) const LIVE_DEADLINE_MS: u64 = 8_000;

/// When the next cycle is due; none while one is under way.
pub(super) fn due_at(state: &State) -> Option<Millis> {
    let live = state.status == Status::InProgress
        && state.plan.format == Format::Exploratory
        && !state.imported
        && state.cycle.stage == Stage::Idle;
    if !live {
        return None;
    }
    let Some(started_at) = state.cycle.started_at else {
        return state.clock.started_at;
    };
    let person_finished = state.floor == Floor::Interviewer;
    let wait_ms = if person_finished {
        DISTANCE_MS
    } else {
        PERIOD_MS
    };
    // Nobody is kept waiting for an answer to save money, so only the distance of regular cycles grows.
    let saving = state.thrift() >= Thrift::FewerCycles && !person_finished;
    Some(started_at.plus(if saving { 2 * wait_ms } else { wait_ms }))
}

/// Starts a cycle if it is time for one. Says whether it did.
pub(super) fn start_if_due(draft: &mut Draft) -> bool {
    let due = due_at(&draft.state).is_some_and(|due| due <= draft.now);
    if due {
        start(draft);
    }
    due
}

fn start(draft: &mut Draft) {
    if draft.state.owes_notes() {
        let new_from = draft.state.noted_up_to.next();
        let up_to = draft.state.transcript.last().map(|turn| turn.id);
        for agent in [AgentKind::NoteTaker, AgentKind::Researcher] {
            request(draft, agent, LIVE_DEADLINE_MS, Some(new_from), up_to);
        }
        return;
    }
    match reusable(draft) {
        Some(event) => draft.emit(event),
        None => choose(draft),
    }
}

fn reusable(draft: &Draft) -> Option<Event> {
    let state = &draft.state;
    let decision = state.decision.as_ref()?;
    let nothing_new = state.transcript.len() == state.cycle.turns_seen;
    // While the interviewer owes a question, only a decision that has not been spoken can pay it.
    let young = draft.now.since(decision.at) < REUSE_MS;
    (nothing_new && young && state.floor == Floor::Candidate).then(|| {
        let mut made = (*decision.made).clone();
        made.by = DecidedBy::Reused;
        Event::DecisionMade(Box::new(made))
    })
}

/// Asks the Orchestrator, unless there is nothing left to choose.
pub(super) fn choose(draft: &mut Draft) {
    if draft.state.pinned.is_some() {
        choice::fall_back(draft);
        return;
    }
    let exhausted = choice::nothing_left_to_ask(&draft.state);
    if exhausted {
        choice::enter_wrap_up(draft);
    }
    if choice::closing_is_due(&draft.state, draft.now, exhausted) {
        choice::close(draft);
        return;
    }
    let up_to = draft.state.transcript.last().map(|turn| turn.id);
    request(
        draft,
        AgentKind::Orchestrator,
        LIVE_DEADLINE_MS,
        None,
        up_to,
    );
}

/// NoteTaker and Researcher have both been heard, or given up: on to the Orchestrator.
pub(super) fn go_on_when_gathered(draft: &mut Draft) {
    let gathered = draft.state.cycle.stage == Stage::Gathering
        && draft.state.status == Status::InProgress
        && draft.state.outstanding(AgentKind::NoteTaker).is_none()
        && draft.state.outstanding(AgentKind::Researcher).is_none();
    if gathered {
        choose(draft);
    }
}

pub(super) fn request(
    draft: &mut Draft,
    agent: AgentKind,
    deadline_ms: u64,
    new_from: Option<TurnId>,
    up_to: Option<TurnId>,
) {
    draft.emit(Event::AgentRequested(AgentRequested {
        job_id: draft.state.next_job,
        agent,
        attempt: 1,
        deadline: draft.now.plus(deadline_ms),
        new_from,
        up_to,
        style: None,
    }));
}

/// The voice has the guidance.
pub(super) fn guided(draft: &mut Draft, decision: EventId) -> Result<(), Rejection> {
    let newest = draft
        .state
        .decision
        .as_ref()
        .is_some_and(|it| it.event_id == decision);
    let guidance = draft.state.guidance.as_ref().map(|it| it.since);
    let known = draft
        .state
        .guided
        .as_ref()
        .is_some_and(|it| it.decision.event_id == decision && guidance == Some(it.since));
    if !newest || known {
        return Err(Rejection::NotTheDecision(decision));
    }
    draft.emit(Event::GuidanceSent(GuidanceSent { decision }));
    Ok(())
}
