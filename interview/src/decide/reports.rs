//! What agents report, and what happens when they do not.

use super::{Draft, afterwards, choice, cycle, sections};
use crate::decision::DecidedBy;
use crate::event::{
    AgentReported, AgentRequested, AnalysisWritten, EssayWritten, Event, Failure,
    FollowupsSuggested, NotesMerged, Outcome, Refusal, RefusedProposal, ResearchAdded,
};
use crate::ids::JobId;
use crate::input::Rejection;
use crate::job::{AgentKind, Answer, Maker, Report};
use crate::notes::Notes;
use crate::research::{Findings, topic_key};
use crate::state::{State, Status};
use crate::time::Millis;

/// How often a job is given out before it is held to be what kills its agents.
const ATTEMPTS_MAX: u32 = 3;
/// Topics are not looked up again for this long.
pub(crate) const TOPIC_FRESH_MS: u64 = 5 * 60_000;
const RESEARCH_ITEMS_MAX: usize = 200;

pub(super) fn reported(draft: &mut Draft, report: Report) -> Result<(), Rejection> {
    let job = report.job;
    if let Some(outstanding) = draft.state.jobs.get(&job) {
        let agent = outstanding.agent;
        take_in(draft, report, agent);
        return Ok(());
    }
    if let Some(agent) = draft.state.given_up.get(&job).copied() {
        take_in_late(draft, report, agent);
        return Ok(());
    }
    Err(if job < draft.state.next_job {
        Rejection::ReportedBefore(job)
    } else {
        Rejection::NoSuchJob(job)
    })
}

fn take_in(draft: &mut Draft, report: Report, agent: AgentKind) {
    let (job, by) = (report.job, report.by);
    let mut event = reported_event(&report, agent, Outcome::Ok);
    match (agent, report.result) {
        (AgentKind::NoteTaker, Ok(Answer::Notes(notes))) => {
            draft.emit(Event::AgentReported(Box::new(event)));
            merge_notes(draft, job, &notes);
        }
        (AgentKind::Researcher, Ok(Answer::Research(findings))) => {
            draft.emit(Event::AgentReported(Box::new(event)));
            add_research(draft, job, findings);
        }
        (AgentKind::Orchestrator, Ok(Answer::Proposal(proposal))) => {
            match choice::accept(&draft.state, draft.now, &proposal) {
                Ok(accepted) => {
                    draft.emit(Event::AgentReported(Box::new(event)));
                    choice::decide_on(draft, accepted, decided_by(by));
                }
                Err(why) => {
                    event.refused = Some(RefusedProposal {
                        why,
                        proposal: *proposal,
                    });
                    draft.emit(Event::AgentReported(Box::new(event)));
                    choice::fall_back(draft);
                }
            }
        }
        (AgentKind::Analysis, Ok(Answer::Analysis(analysis))) => {
            draft.emit(Event::AgentReported(Box::new(event)));
            let analysis = std::sync::Arc::new(*analysis);
            draft.emit(Event::AnalysisWritten(Box::new(AnalysisWritten {
                job_id: job,
                analysis,
            })));
        }
        (AgentKind::Writer, Ok(Answer::Essay(essay))) => {
            draft.emit(Event::AgentReported(Box::new(event)));
            let number = draft.state.next_essay_number();
            let essay = std::sync::Arc::new(*essay);
            draft.emit(Event::EssayWritten(Box::new(EssayWritten {
                job_id: job,
                number,
                essay,
            })));
        }
        (AgentKind::FollowUp, Ok(Answer::FollowUps(follow_ups))) => {
            draft.emit(Event::AgentReported(Box::new(event)));
            let follow_ups = std::sync::Arc::new(*follow_ups);
            draft.emit(Event::FollowupsSuggested(Box::new(FollowupsSuggested {
                job_id: job,
                follow_ups,
            })));
        }
        (AgentKind::Judge, Ok(Answer::Verdicts(verdicts))) => {
            let up_to = draft.state.jobs.get(&job).and_then(|it| it.up_to);
            draft.emit(Event::AgentReported(Box::new(event)));
            sections::take_in_verdicts(draft, up_to, &verdicts, by);
        }
        (_, Ok(_)) => fail(draft, event, Failure::WrongAnswer),
        (_, Err(message)) => fail(draft, event, Failure::Reported { message }),
    }
    cycle::go_on_when_gathered(draft);
    sections::go_on(draft);
    afterwards::read_on(draft, agent);
}

fn fail(draft: &mut Draft, mut event: AgentReported, failure: Failure) {
    event.outcome = Outcome::Failed;
    event.failure = Some(failure);
    let agent = event.agent;
    draft.emit(Event::AgentReported(Box::new(event)));
    if agent == AgentKind::Orchestrator && draft.state.status == Status::InProgress {
        choice::fall_back(draft);
    }
}

/// The cycle has gone on without it. What is still true is kept; a decision is not.
fn take_in_late(draft: &mut Draft, report: Report, agent: AgentKind) {
    let mut event = reported_event(&report, agent, Outcome::Late);
    let job = report.job;
    match (agent, report.result) {
        (AgentKind::NoteTaker, Ok(Answer::Notes(notes))) => {
            draft.emit(Event::AgentReported(Box::new(event)));
            merge_notes(draft, job, &notes);
        }
        (AgentKind::Researcher, Ok(Answer::Research(findings))) => {
            draft.emit(Event::AgentReported(Box::new(event)));
            add_research(draft, job, findings);
        }
        (AgentKind::Orchestrator, Ok(Answer::Proposal(proposal))) => {
            event.refused = Some(RefusedProposal {
                why: Refusal::Stale,
                proposal: *proposal,
            });
            draft.emit(Event::AgentReported(Box::new(event)));
        }
        // A late verdict is not acted on either: the next one reads the same answers again.
        (_, Ok(_)) => draft.emit(Event::AgentReported(Box::new(event))),
        (_, Err(message)) => {
            event.failure = Some(Failure::Reported { message });
            draft.emit(Event::AgentReported(Box::new(event)));
        }
    }
}

fn reported_event(report: &Report, agent: AgentKind, outcome: Outcome) -> AgentReported {
    AgentReported {
        job_id: report.job,
        agent,
        outcome,
        by: report.by,
        ms: report.ms,
        tokens: report.usage.map(|usage| usage.tokens),
        cached_tokens: report.usage.map(|usage| usage.cached_tokens),
        cost: report.usage.map(|usage| usage.cost),
        failure: None,
        refused: None,
    }
}

fn decided_by(maker: Maker) -> DecidedBy {
    match maker {
        Maker::Model => DecidedBy::Model,
        Maker::Builtin => DecidedBy::Builtin,
    }
}

fn merge_notes(draft: &mut Draft, job_id: JobId, found: &Notes) {
    let state = &draft.state;
    let mut found = found.clone();
    found.keep_what_stands(state);
    let notes = state.notes_index.news(&state.notes, &found);
    if !notes.is_empty() {
        draft.emit_unread(Event::NotesMerged(Box::new(NotesMerged { job_id, notes })));
    }
}

fn add_research(draft: &mut Draft, job_id: JobId, findings: Findings) {
    let state = &draft.state;
    let room = RESEARCH_ITEMS_MAX.saturating_sub(state.research.len());
    let mut topics = findings.wanted;
    topics.retain(|topic| !is_fresh(state, draft.now, &topic.topic) && stands(state, topic.turn));
    let mut items = findings.items;
    items.retain(|item| !is_fresh(state, draft.now, &item.topic) && stands(state, item.turn));
    items.truncate(room);
    if topics.is_empty() && items.is_empty() {
        return;
    }
    draft.emit_unread(Event::ResearchAdded(ResearchAdded {
        job_id,
        items,
        topics,
        source_available: findings.source_available,
    }));
}

fn is_fresh(state: &State, now: Millis, topic: &str) -> bool {
    state
        .researched
        .get(&topic_key(topic))
        .is_some_and(|at| now.since(*at) < TOPIC_FRESH_MS)
}

fn stands(state: &State, turn: crate::ids::TurnId) -> bool {
    state.turn(turn).is_some_and(|turn| !turn.withdrawn)
}

/// Whether these very words are in the turn. A withdrawn turn has none.
fn said(state: &State, turn: crate::ids::TurnId, quote: &str) -> bool {
    state
        .turn(turn)
        .is_some_and(|turn| crate::quotes::was_said(turn.text.as_str(), quote))
}

impl Notes {
    /// Drops what points at a turn that does not exist or was withdrawn, or at a section that the plan has not.
    fn keep_what_stands(&mut self, state: &State) {
        self.key_ideas.retain(|idea| stands(state, idea.turn));
        self.stories.retain(|story| stands(state, story.turn));
        self.claims.retain(|claim| stands(state, claim.turn));
        self.gaps.retain(|gap| stands(state, gap.turn));
        self.contradictions.retain(|found| {
            said(state, found.first_turn, &found.first_quote)
                && said(state, found.second_turn, &found.second_quote)
        });
        self.quotable_lines
            .retain(|line| said(state, line.turn, &line.text));
        self.possible_titles
            .retain(|title| stands(state, title.turn));
        self.section_coverage
            .retain(|section| state.plan.section(&section.section_id).is_some());
    }
}

/// Nobody answers for this job any more.
pub(super) fn give_up(draft: &mut Draft, job: JobId, failure: Failure) {
    let Some(outstanding) = draft.state.jobs.get(&job) else {
        return;
    };
    let event = AgentReported {
        job_id: job,
        agent: outstanding.agent,
        outcome: Outcome::Failed,
        by: Maker::Builtin,
        ms: 0,
        tokens: None,
        cached_tokens: None,
        cost: None,
        failure: None,
        refused: None,
    };
    let agent = event.agent;
    fail(draft, event, failure);
    cycle::go_on_when_gathered(draft);
    sections::go_on(draft);
    afterwards::read_on(draft, agent);
}

pub(super) fn agent_lost(draft: &mut Draft, job: JobId) -> Result<(), Rejection> {
    if !draft.state.jobs.contains_key(&job) {
        return Err(Rejection::NoSuchJob(job));
    }
    try_again(draft, job);
    Ok(())
}

/// After a crash every unanswered job is given out again, as often as its budget allows.
pub(super) fn recovered(draft: &mut Draft) -> Result<(), Rejection> {
    let owed: Vec<JobId> = draft.state.jobs.keys().copied().collect();
    if owed.is_empty() {
        return Err(Rejection::NothingDue);
    }
    for job in owed {
        try_again(draft, job);
    }
    Ok(())
}

fn try_again(draft: &mut Draft, job: JobId) {
    let Some(outstanding) = draft.state.jobs.get(&job).cloned() else {
        return;
    };
    if outstanding.attempt >= ATTEMPTS_MAX {
        give_up(draft, job, Failure::RestartBudget);
        return;
    }
    let granted_ms = match outstanding.agent {
        AgentKind::NoteTaker
        | AgentKind::Researcher
        | AgentKind::Orchestrator
        | AgentKind::Judge => cycle::LIVE_DEADLINE_MS,
        AgentKind::Planner | AgentKind::Analysis | AgentKind::Writer | AgentKind::FollowUp => {
            afterwards::DEADLINE_MS
        }
    };
    draft.emit(Event::AgentRequested(AgentRequested {
        job_id: job,
        agent: outstanding.agent,
        attempt: outstanding.attempt + 1,
        deadline: draft.now.plus(granted_ms),
        new_from: outstanding.new_from,
        up_to: outstanding.up_to,
        style: outstanding.style,
    }));
}
