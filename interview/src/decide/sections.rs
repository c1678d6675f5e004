//! The rules of structured interviews: sections in order, coverage, follow-ups from pools, "I'm done".
//!
//! What the requirements leave open is settled here:
//! - After each answer: coverage first (it may end the section), then a follow-up while the budget lasts, then the
//!   section's next backbone question. With nothing left to ask the section waits for "I'm done" or its time.
//! - One judge at a time. What is said while it reads is judged next, before anything is asked. A judge that fails
//!   changes nothing; the next one reads the whole section again. A verdict on a section that is over raises that
//!   section's coverage only. Late answers are not judged.
//! - A pause stops neither timers (unless the plan says so) nor judges, but what follows from a verdict waits for the
//!   candidate's return: no section begins early to an empty chair. What was presented meanwhile is said on return.
//! - "I'm done" with too little said is answered by one request a section, and refused from then on until enough is
//!   said. Late and withdrawn words do not count.
//! - After the last section there is no grace: the interview is over. Ended before that, it was abandoned.

mod channels;
mod clock;

use super::{Draft, cycle, lifecycle};
use crate::event::{
    CoverageUpdated, EndReason, Event, FollowupPresented, PromptPresented, SectionEndReason,
    SectionEnded, SectionStarted, Terminated, TerminationReason,
};
use crate::ids::TurnId;
use crate::input::Rejection;
use crate::job::{AgentKind, Maker};
use crate::plan::{Format, Plan, Role, Section};
use crate::state::{State, Status};
use crate::structured::{FollowUp, SectionProgress, Verdict, next_follow_up};
use crate::transcript::Turn;

pub(super) use channels::{assistant_answered, assistant_asked, code_submitted, speech_failed};
pub(super) use clock::{do_what_is_due, due_at};

/// What a candidate who is done too early is asked, once a section.
pub(crate) const OUTLINE_REQUEST: &str = "Please provide a brief outline so we can proceed.";

pub(super) fn is_structured(state: &State) -> bool {
    match state.plan.format {
        Format::Structured => true,
        Format::Exploratory => false,
    }
}

/// The interview must have sections, and be going on.
fn require_running(draft: &Draft) -> Result<(), Rejection> {
    if !is_structured(&draft.state) {
        return Err(Rejection::NotInThisFormat);
    }
    lifecycle::require_running(draft)
}

/// The section that is going on: where it stands in the plan, what the plan says of it, how far it is.
fn current<'s, 'p>(
    state: &'s State,
    plan: &'p Plan,
) -> Option<(usize, &'p Section, &'s SectionProgress)> {
    let (at, progress) = state.structured.as_ref()?.current()?;
    Some((at, plan.sections.get(at)?, progress))
}

pub(super) fn start(draft: &mut Draft, at: usize) {
    let plan = draft.plan();
    let Some(section) = plan.sections.get(at) else {
        lifecycle::complete(draft, EndReason::AllSectionsDone);
        return;
    };
    draft.emit(Event::SectionStarted(SectionStarted {
        section_id: section.id.clone(),
        // From the moment at which it really starts: a late start costs nobody a second.
        deadline: draft.now.plus(length_ms(&plan, section)),
    }));
    present_prompt(draft, section);
}

fn length_ms(plan: &Plan, section: &Section) -> u64 {
    u64::from(section.minutes.unwrap_or(plan.minutes)) * 60_000
}

/// The section is over, and the next one begins at once.
fn end(draft: &mut Draft, reason: SectionEndReason) {
    let plan = draft.plan();
    let Some((at, section, _)) = current(&draft.state, &plan) else {
        return;
    };
    draft.emit(Event::SectionEnded(SectionEnded {
        section_id: section.id.clone(),
        reason,
    }));
    match reason {
        SectionEndReason::TimeExpired
        | SectionEndReason::CoverageSatisfied
        | SectionEndReason::CandidateDone => start(draft, at + 1),
        SectionEndReason::SystemError => {}
    }
}

/// The candidate answered, a judge reported, the pause is over: whatever is to come next comes, as soon as what was
/// said has been judged.
pub(super) fn go_on(draft: &mut Draft) {
    let plan = draft.plan();
    if draft.state.status != Status::InProgress {
        return;
    }
    let Some((_, section, progress)) = current(&draft.state, &plan) else {
        return;
    };
    if progress
        .deadline
        .is_some_and(|deadline| deadline <= draft.now)
    {
        // Time comes first; its tick ends the section.
        return;
    }
    if progress.is_satisfied(section) {
        end(draft, SectionEndReason::CoverageSatisfied);
        return;
    }
    if !progress.owes_next || draft.state.outstanding(AgentKind::Judge).is_some() {
        return;
    }
    if !section.dimensions.is_empty()
        && let Some(new_from) = draft.state.first_unjudged(progress)
    {
        let up_to = progress.turns_in_time().next_back();
        let deadline_ms = cycle::LIVE_DEADLINE_MS;
        cycle::request(draft, AgentKind::Judge, deadline_ms, Some(new_from), up_to);
        return;
    }
    match next_follow_up(section, progress) {
        Some(follow_up) => {
            let budget_remaining = progress.budget_remaining - 1;
            present_follow_up(draft, section, follow_up, budget_remaining);
        }
        None => present_prompt(draft, section),
    }
}

fn present_follow_up(
    draft: &mut Draft,
    section: &Section,
    follow_up: FollowUp,
    budget_remaining: u32,
) {
    draft.emit(Event::FollowupPresented(FollowupPresented {
        section_id: section.id.clone(),
        dimension: follow_up.dimension,
        text: follow_up.text,
        budget_remaining,
    }));
}

/// The next backbone question of the section, word for word. With none left, the section waits for more from the
/// candidate, for "I'm done", or for its end.
fn present_prompt(draft: &mut Draft, section: &Section) {
    let n_prompts = match draft.state.structured.as_ref().and_then(|it| it.current()) {
        Some((_, progress)) => progress.n_prompts,
        None => return,
    };
    let next = section
        .questions
        .iter()
        .filter(|question| question.role == Role::Backbone)
        .nth(n_prompts);
    if let Some(question) = next {
        draft.emit(Event::PromptPresented(PromptPresented {
            section_id: section.id.clone(),
            question_id: Some(question.id.clone()),
            text: question.text.clone(),
        }));
    }
}

/// "I'm done." Counts when there is something to be done with; asked for an outline once; refused after that.
pub(super) fn done(draft: &mut Draft) -> Result<(), Rejection> {
    require_running(draft)?;
    let plan = draft.plan();
    let (_, section, progress) = current(&draft.state, &plan).ok_or(Rejection::NothingAsked)?;
    let words_missing = section
        .minimum_words
        .saturating_sub(draft.state.section_words(progress));
    if words_missing == 0 {
        end(draft, SectionEndReason::CandidateDone);
        return Ok(());
    }
    if progress.outline_requested {
        return Err(Rejection::MoreNeeded { words_missing });
    }
    // Not a follow-up: it is from no pool and costs no budget.
    draft.emit(Event::PromptPresented(PromptPresented {
        section_id: section.id.clone(),
        question_id: None,
        text: OUTLINE_REQUEST.to_owned(),
    }));
    Ok(())
}

/// Ended before its sections were.
pub(super) fn abandon(draft: &mut Draft) {
    let plan = draft.plan();
    let section = current(&draft.state, &plan).map(|(_, section, _)| section.id.to_string());
    draft.emit(Event::InterviewTerminated(Terminated {
        reason: TerminationReason::Abandoned,
        context: match section {
            Some(id) => format!("ended during section {id}"),
            None => "ended between sections".to_owned(),
        },
    }));
}

/// A judge has spoken about the answers up to a turn. Levels rise and never sink; what the plan does not know is
/// left out.
pub(super) fn take_in_verdicts(
    draft: &mut Draft,
    up_to: Option<TurnId>,
    verdicts: &[Verdict],
    by: Maker,
) {
    let plan = draft.plan();
    let judged = draft.state.structured.as_ref().and_then(|structured| {
        let at = structured.section_of(up_to?)?;
        let progress = structured.sections.get(at)?;
        Some((plan.sections.get(at)?, progress.coverage.clone()))
    });
    let Some((section, known)) = judged else {
        return;
    };
    for (dimension, known) in section.dimensions.iter().zip(known) {
        let level = verdicts
            .iter()
            .filter(|verdict| verdict.dimension == dimension.id)
            .map(|verdict| verdict.level)
            .max();
        if let Some(level) = level.filter(|level| *level > known) {
            draft.emit(Event::CoverageUpdated(CoverageUpdated {
                section_id: section.id.clone(),
                dimension: dimension.id.clone(),
                level,
                by,
            }));
        }
    }
}

/// What a judge gets to see: the section's turns up to the last one it is asked about.
pub(crate) fn judged_turns(state: &State, up_to: TurnId) -> Option<(usize, Vec<Turn>)> {
    let structured = state.structured.as_ref()?;
    let at = structured.section_of(up_to)?;
    let turns = structured
        .sections
        .get(at)?
        .turns_in_time()
        .filter(|id| *id <= up_to)
        .filter_map(|id| state.turn(id))
        .filter(|turn| !turn.withdrawn)
        .cloned()
        .collect();
    Some((at, turns))
}
