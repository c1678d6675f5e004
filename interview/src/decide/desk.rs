//! The writer's hand: which question comes next, which not at all, how long it may take; and edited essays.

use super::Draft;
use crate::event::{EssayEdited, Event, QuestionPinned, QuestionWithdrawn, TimeExtended};
use crate::ids::QuestionId;
use crate::input::{ESSAY_CHARS_MAX, EXTENSION_MINUTES_MAX, Rejection};
use crate::plan::{Format, MINUTES_MAX};
use crate::state::State;
use crate::transcript::Spoken;

/// The question is chosen as soon as one is to be chosen, whatever the Orchestrator thinks.
pub(super) fn pin(draft: &mut Draft, question: QuestionId) -> Result<(), Rejection> {
    open_question(&draft.state, &question)?;
    if draft.state.pinned.as_ref() == Some(&question) {
        return Err(Rejection::AlreadySo);
    }
    draft.emit(Event::QuestionPinned(QuestionPinned {
        question_id: question,
    }));
    Ok(())
}

pub(super) fn withdraw_question(draft: &mut Draft, question: QuestionId) -> Result<(), Rejection> {
    open_question(&draft.state, &question)?;
    draft.emit(Event::QuestionWithdrawn(QuestionWithdrawn {
        question_id: question,
    }));
    Ok(())
}

/// A plan question that nobody has heard, of an interview that chooses its questions and is not over.
fn open_question(state: &State, question: &QuestionId) -> Result<(), Rejection> {
    requires_choice(state)?;
    match state.question_state(question) {
        None => Err(Rejection::NoSuchQuestion(question.clone())),
        Some(stands) if stands.is_unasked() => Ok(()),
        Some(_) => Err(Rejection::QuestionIsSettled(question.clone())),
    }
}

/// The sections of a structured interview follow their own clock and their own order.
fn requires_choice(state: &State) -> Result<(), Rejection> {
    if state.status.is_over() {
        return Err(Rejection::Over);
    }
    match state.plan.format {
        Format::Exploratory => Ok(()),
        Format::Structured => Err(Rejection::NotInThisFormat),
    }
}

pub(super) fn extend(draft: &mut Draft, minutes: u32) -> Result<(), Rejection> {
    requires_choice(&draft.state)?;
    let total = draft.state.plan.minutes.saturating_add(minutes);
    if minutes == 0 || minutes > EXTENSION_MINUTES_MAX || total > MINUTES_MAX {
        return Err(Rejection::ExtensionOutOfRange { minutes });
    }
    draft.emit(Event::TimeExtended(TimeExtended { minutes }));
    Ok(())
}

pub(super) fn edit_essay(draft: &mut Draft, of: u32, markdown: &Spoken) -> Result<(), Rejection> {
    let state = &draft.state;
    let known = state.essays.iter().any(|essay| essay.number == of)
        || state.edits.iter().any(|edit| edit.number == of);
    if !known {
        return Err(Rejection::NoSuchEssay { number: of });
    }
    let chars = markdown.as_str().chars().count();
    if markdown.as_str().trim().is_empty() {
        return Err(Rejection::Empty);
    }
    if chars > ESSAY_CHARS_MAX {
        return Err(Rejection::EssayTooLong { chars });
    }
    let number = state.next_essay_number();
    draft.emit(Event::EssayEdited(EssayEdited {
        of,
        number,
        markdown: markdown.clone(),
    }));
    Ok(())
}
