//! What was said: turns of both sides, declined questions, words withdrawn.

use super::{Draft, cycle, lifecycle, sections};
use crate::closing;
use crate::event::{
    CandidateMessage, Channel, ClosingDetected, EndReason, Event, InterviewerMessage, Matched,
    QuestionAsked, QuestionDeclined, TurnWithdrawn,
};
use crate::ids::{SectionId, TurnId};
use crate::input::{ANSWER_CHARS_MAX, Heard, Rejection, Spoke, Withdrawn};
use crate::phrases;
use crate::state::{QUESTIONS_ALIKE, Status};
use crate::time::speaking_ms;
use crate::transcript::{Speaker, Spoken};
use crate::words::{self, WordSet};

pub(super) fn heard(draft: &mut Draft, heard: Heard) -> Result<(), Rejection> {
    lifecycle::require_running(draft)?;
    if let Some(turn) = heard
        .client_id
        .as_ref()
        .and_then(|id| draft.state.clients.get(id))
    {
        return Err(Rejection::HeardBefore(*turn));
    }
    let text = checked(&heard.text)?;
    if !draft.state.imported && phrases::strikes(text.as_str()) {
        return withdraw(draft, &Withdrawn::Last);
    }
    let declines = !draft.state.imported && phrases::declines(text.as_str());
    let words = words::count(text.as_str());
    if heard.channel == Channel::Voice {
        // Recognisers write down breaths as commas and hums as "mhm": neither is an answer.
        if words == 0 {
            return Err(Rejection::Empty);
        }
        if phrases::acknowledges(text.as_str()) {
            return Err(Rejection::OnlyAcknowledged);
        }
    }
    let now_ms = draft.elapsed_ms();
    let end_ms = heard.end_ms.unwrap_or(now_ms).min(now_ms);
    let floor_since_ms = draft.state.transcript.last().map_or(0, |turn| turn.end_ms);
    let start_ms = heard
        .start_ms
        .unwrap_or_else(|| end_ms.saturating_sub(speaking_ms(words)))
        .max(floor_since_ms)
        .min(end_ms);
    let question = draft.state.current.clone();
    let (section_id, late) = section_now(draft);
    draft.emit(Event::CandidateMessage(CandidateMessage {
        turn_id: draft.state.next_turn(),
        text,
        words,
        section_id,
        late,
        client_id: heard.client_id,
        channel: heard.channel,
        start_ms,
        end_ms,
        withdrawn: false,
    }));
    if sections::is_structured(&draft.state) {
        // What a short refusal leaves open is the judge's to say, and the follow-ups' to ask.
        sections::go_on(draft);
        return Ok(());
    }
    if declines && let Some(current) = question {
        draft.emit(Event::QuestionDeclined(QuestionDeclined {
            question_id: current.question_id,
        }));
    }
    cycle::start_if_due(draft);
    Ok(())
}

/// The section that something said now belongs to, and whether that one is already over.
fn section_now(draft: &Draft) -> (Option<SectionId>, bool) {
    let plan = &draft.state.plan;
    let structured = draft.state.structured.as_ref();
    match structured.and_then(|it| it.place(plan, draft.now)) {
        Some(place) => {
            let section = plan.sections.get(place.section);
            (section.map(|section| section.id.clone()), place.late)
        }
        None => (None, false),
    }
}

fn checked(text: &Spoken) -> Result<Spoken, Rejection> {
    let trimmed = text.as_str().trim();
    if trimmed.is_empty() {
        return Err(Rejection::Empty);
    }
    // Bytes are an upper bound of characters: the long count is only taken for long texts.
    if trimmed.len() > ANSWER_CHARS_MAX {
        let chars = trimmed.chars().count();
        if chars > ANSWER_CHARS_MAX {
            return Err(Rejection::TooLong { chars });
        }
    }
    Ok(if trimmed.len() == text.as_str().len() {
        text.clone()
    } else {
        trimmed.into()
    })
}

pub(super) fn spoke(draft: &mut Draft, spoke: Spoke) -> Result<(), Rejection> {
    lifecycle::require_running(draft)?;
    let text = checked(&spoke.text)?;
    let turn_id = draft.state.next_turn();
    let asked = if spoke.aside {
        None
    } else {
        asked_question(draft, &spoke, text.as_str())
    };
    let now_ms = draft.elapsed_ms();
    let end_ms = spoke.end_ms.unwrap_or(now_ms).min(now_ms);
    let floor_since_ms = draft.state.transcript.last().map_or(0, |turn| turn.end_ms);
    let start_ms = end_ms
        .saturating_sub(spoke.took_ms)
        .max(floor_since_ms)
        .min(end_ms);
    draft.emit(Event::InterviewerMessage(InterviewerMessage {
        turn_id,
        words: words::count(text.as_str()),
        text: text.clone(),
        interrupted: spoke.interrupted,
        aside: spoke.aside,
        question_id: asked.as_ref().map(|asked| asked.question_id.clone()),
        refers_to: spoke.refers_to,
        start_ms,
        end_ms,
    }));
    if let Some(asked) = asked {
        draft.emit(Event::QuestionAsked(asked));
    }
    let may_close = !draft.state.imported && !sections::is_structured(&draft.state);
    let said = closing::Said {
        text: text.as_str(),
        start_ms,
        interrupted: spoke.interrupted,
    };
    let may_close = may_close && !spoke.aside;
    if may_close && closing::ends_the_interview(&draft.state, draft.now, &said) {
        draft.emit(Event::ClosingDetected(ClosingDetected { turn_id }));
        lifecycle::complete(draft, EndReason::ClosingDetected);
    }
    Ok(())
}

/// The plan question that was heard: the one the speaker names if the whole of it was spoken, else the one that the
/// words match best.
fn asked_question(draft: &Draft, spoke: &Spoke, text: &str) -> Option<QuestionAsked> {
    let heard = WordSet::of(text);
    let turn_id = draft.state.next_turn();
    let similarity = |question: &crate::plan::Question| WordSet::of(&question.text).jaccard(&heard);
    let named = spoke
        .question_id
        .as_ref()
        .and_then(|id| draft.state.unasked().find(|question| question.id == *id));
    if let Some(question) = named.filter(|_| !spoke.interrupted) {
        return Some(QuestionAsked {
            question_id: question.id.clone(),
            turn_id,
            matched: Matched::Id,
            similarity: similarity(question),
        });
    }
    let (similarity, best) = draft
        .state
        .unasked()
        .map(|question| (similarity(question), question))
        .filter(|(similarity, _)| *similarity >= QUESTIONS_ALIKE)
        .max_by(|(one, _), (other, _)| one.total_cmp(other))?;
    Some(QuestionAsked {
        question_id: best.id.clone(),
        turn_id,
        matched: Matched::Text,
        similarity,
    })
}

pub(super) fn skip(draft: &mut Draft) -> Result<(), Rejection> {
    lifecycle::require_running(draft)?;
    let current = draft.state.current.clone().ok_or(Rejection::NothingAsked)?;
    draft.emit(Event::QuestionDeclined(QuestionDeclined {
        question_id: current.question_id,
    }));
    cycle::start_if_due(draft);
    sections::go_on(draft);
    Ok(())
}

/// Words can be withdrawn at any time, also long after the interview.
pub(super) fn withdraw(draft: &mut Draft, which: &Withdrawn) -> Result<(), Rejection> {
    if draft.state.status == Status::NotStarted {
        return Err(Rejection::NotStarted);
    }
    let turn_id: Option<TurnId> = match which {
        Withdrawn::Turn(turn) => Some(*turn),
        Withdrawn::Client(client) => draft.state.clients.get(client).copied(),
        Withdrawn::Last => draft.state.last_candidate_turn().map(|turn| turn.id),
    };
    let standing = turn_id
        .and_then(|turn| draft.state.turn(turn))
        .filter(|turn| turn.speaker == Speaker::Candidate && !turn.withdrawn)
        .map(|turn| turn.id)
        .ok_or(Rejection::NothingToWithdraw)?;
    draft.emit(Event::TurnWithdrawn(TurnWithdrawn { turn_id: standing }));
    Ok(())
}
