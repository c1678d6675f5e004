//! The next question: whether a proposal is accepted, and what stands in when it is not.

use super::Draft;
use super::clock::wrap_up_from_ms;
use crate::closing;
use crate::decision::{DecidedBy, NextQuestion, Phase, Proposal, QuestionSource};
use crate::event::{DecisionMade, Event, PhaseChanged, Refusal};
use crate::plan::{Plan, Priority, Question};
use crate::state::{QUESTIONS_ALIKE, State};
use crate::time::Millis;
use crate::words::WordSet;

/// The last question, when every other has been asked.
pub const ANYTHING_ELSE: &str = "Is there anything else you'd like to add that we haven't covered?";

const QUESTION_CHARS_MAX: usize = 1_000;
const BRIEF_CHARS_MAX: usize = 2_000;
const EXPECTED_S: std::ops::RangeInclusive<u32> = 5..=600;
const ANYTHING_ELSE_S: u32 = 45;

/// Checks a proposal against the plan, the past and the clock. What comes back may be acted on.
pub(super) fn accept(state: &State, now: Millis, proposal: &Proposal) -> Result<Proposal, Refusal> {
    let mut question = proposal.question.clone();
    question.text = question.text.trim().to_owned();
    let chars = question.text.chars().count();
    if chars == 0 || chars > QUESTION_CHARS_MAX {
        return Err(Refusal::EmptyOrTooLong);
    }
    if question.source == QuestionSource::Closing {
        return Err(Refusal::NotItsToClose);
    }
    if state.pinned.is_some() && state.pinned != question.question_id {
        return Err(Refusal::AnotherIsPinned);
    }
    let planned = planned_question(state, &question)?;
    let is_must = match planned {
        Some((section, planned)) => {
            question.question_id = Some(planned.id.clone());
            question.section_id = Some(section);
            question.source = QuestionSource::Plan;
            planned.priority == Priority::Must
        }
        None => {
            if state.was_asked(&question.text) {
                return Err(Refusal::AskedBefore);
            }
            let unknown = |id| state.plan.section(id).is_none();
            if question.section_id.as_ref().is_some_and(unknown) {
                return Err(Refusal::UnknownSection);
            }
            false
        }
    };
    question.expected_s = question
        .expected_s
        .clamp(*EXPECTED_S.start(), *EXPECTED_S.end());
    if !is_must && state.musts_s() > 0 && question.expected_s > state.slack_s(now) {
        return Err(Refusal::NoTimeForIt);
    }
    question.refers_to = question
        .refers_to
        .filter(|turn| state.turn(*turn).is_some());
    let brief = proposal.brief.chars().take(BRIEF_CHARS_MAX).collect();
    Ok(Proposal { question, brief })
}

/// The unasked plan question that is meant: by its id, or by its words.
fn planned_question<'s>(
    state: &'s State,
    question: &NextQuestion,
) -> Result<Option<(crate::ids::SectionId, &'s Question)>, Refusal> {
    if let Some(id) = &question.question_id {
        let (section, planned) = state.plan.question(id).ok_or(Refusal::UnknownQuestion)?;
        let unasked = state.question_state(id).is_some_and(|it| it.is_unasked());
        return if unasked {
            Ok(Some((section.id.clone(), planned)))
        } else {
            Err(Refusal::AskedBefore)
        };
    }
    let words = WordSet::of(&question.text);
    let best = state
        .unasked()
        .map(|planned| (WordSet::of(&planned.text).jaccard(&words), planned))
        .filter(|(similarity, _)| *similarity >= QUESTIONS_ALIKE)
        .max_by(|(one, _), (other, _)| one.total_cmp(other));
    Ok(best.and_then(|(_, planned)| {
        let (section, _) = state.plan.question(&planned.id)?;
        Some((section.id.clone(), planned))
    }))
}

pub(super) fn decide_on(draft: &mut Draft, proposal: Proposal, by: DecidedBy) {
    draft.emit(Event::DecisionMade(Box::new(DecisionMade {
        phase: draft.state.phase,
        question: proposal.question,
        brief: proposal.brief,
        by,
    })));
}

/// The deterministic choice: what the writer has pinned; must before important before nice to have, each in plan order; then the last question;
/// then goodbye.
pub(super) fn fall_back(draft: &mut Draft) {
    if nothing_left_to_ask(&draft.state) {
        enter_wrap_up(draft);
        close(draft);
        return;
    }
    let plan = draft.plan();
    let proposal = next_planned(&draft.state, &plan).unwrap_or_else(|| Proposal {
        question: NextQuestion {
            text: ANYTHING_ELSE.to_owned(),
            section_id: plan.sections.last().map(|section| section.id.clone()),
            source: QuestionSource::Gap,
            question_id: None,
            expected_s: ANYTHING_ELSE_S,
            refers_to: None,
        },
        brief: "Leave room; this is theirs.".to_owned(),
    });
    decide_on(draft, proposal, DecidedBy::Fallback);
}

fn next_planned(state: &State, plan: &Plan) -> Option<Proposal> {
    let pinned = state
        .pinned
        .as_ref()
        .and_then(|pinned| state.unasked().find(|question| question.id == *pinned));
    let question = pinned.or_else(|| {
        Priority::ALL.iter().find_map(|priority| {
            state
                .unasked()
                .find(|question| question.priority == *priority)
        })
    })?;
    let (section, _) = plan.question(&question.id)?;
    Some(Proposal {
        question: NextQuestion {
            text: question.text.clone(),
            section_id: Some(section.id.clone()),
            source: QuestionSource::Plan,
            question_id: Some(question.id.clone()),
            expected_s: question.expected_s,
            refers_to: None,
        },
        brief: question.notes.clone(),
    })
}

/// Every plan question has been asked, and so has the last one.
pub(super) fn nothing_left_to_ask(state: &State) -> bool {
    state.unasked().next().is_none() && state.was_asked(ANYTHING_ELSE)
}

/// The time is up and no must-ask question is open, or it has been overdrawn by a quarter, or nothing is left to ask.
pub(super) fn closing_is_due(state: &State, now: Millis, exhausted: bool) -> bool {
    let elapsed_ms = state.elapsed_ms(now);
    let target_ms = state.plan.target_ms();
    let time_is_up = elapsed_ms >= target_ms && state.musts_s() == 0;
    let overdrawn = elapsed_ms >= target_ms + target_ms / 4;
    time_is_up || overdrawn || exhausted
}

/// With nothing left to ask, the wrap-up begins before its time.
pub(super) fn enter_wrap_up(draft: &mut Draft) {
    if draft.state.phase < Phase::WrapUp {
        draft.emit(Event::PhaseChanged(PhaseChanged {
            phase: Phase::WrapUp,
        }));
    }
}

pub(super) fn close(draft: &mut Draft) {
    if draft.elapsed_ms() >= wrap_up_from_ms(&draft.state.plan) {
        enter_wrap_up(draft);
    }
    let proposal = Proposal {
        question: NextQuestion {
            text: closing::farewell(&draft.state.plan.topic),
            section_id: None,
            source: QuestionSource::Closing,
            question_id: None,
            expected_s: 0,
            refers_to: None,
        },
        brief: "Say goodbye warmly. Ask nothing more.".to_owned(),
    };
    decide_on(draft, proposal, DecidedBy::Fallback);
}
