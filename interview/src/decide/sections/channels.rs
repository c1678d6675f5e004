//! What goes on beside the conversation: code, the candidate's assistant, a voice that fails.

use sha2::{Digest, Sha256};

use super::super::Draft;
use super::{end, require_running};
use crate::event::{
    AssistantQuery, AssistantResponse, CandidateCodeSubmission, Event, SectionEndReason,
    SpeechFailed, Terminated, TerminationReason,
};
use crate::input::{ASSISTANT_QUERY_CHARS_MAX, CODE_BYTES_MAX, Rejection};
use crate::job::{Maker, Usage};
use crate::state::Status;
use crate::structured::{ASSISTANT_REFUSAL, oversteps};
use crate::transcript::Spoken;

/// Enough to look up every word of a task, too few to have it solved word by word.
const ASSISTANT_QUERIES_MAX: usize = 10;
/// One retry.
const SPEECH_FAILURES_MAX: u32 = 2;
const FAILURE_CHARS_MAX: usize = 500;

/// Code is kept whole, under its hash. It changes no coverage and no timer.
pub(in crate::decide) fn code_submitted(
    draft: &mut Draft,
    source: Spoken,
) -> Result<(), Rejection> {
    require_running(draft)?;
    let bytes = source.as_str().len();
    if source.as_str().trim().is_empty() {
        return Err(Rejection::Empty);
    }
    if bytes > CODE_BYTES_MAX {
        return Err(Rejection::CodeTooLong { bytes });
    }
    let plan = draft.plan();
    let structured = draft.state.structured.as_ref();
    let place = structured
        .and_then(|it| it.place(&plan, draft.now))
        .ok_or(Rejection::NothingAsked)?;
    let section = plan
        .sections
        .get(place.section)
        .ok_or(Rejection::NothingAsked)?;
    let sha256 = hex(&Sha256::digest(source.as_str().as_bytes()));
    let newest = structured
        .and_then(|it| it.sections.get(place.section))
        .and_then(|progress| progress.code.last());
    if newest.is_some_and(|version| version.sha256 == sha256) {
        return Err(Rejection::SubmittedBefore);
    }
    draft.emit(Event::CandidateCodeSubmission(CandidateCodeSubmission {
        section_id: section.id.clone(),
        source,
        sha256,
        late: place.late,
    }));
    Ok(())
}

fn hex(bytes: &[u8]) -> String {
    const DIGITS: [char; 16] = [
        '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f',
    ];
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .map(|half| DIGITS[usize::from(half)])
        .collect()
}

/// The assistant is asked. It cannot touch sections, timers or follow-ups: this event changes none of them.
pub(in crate::decide) fn assistant_asked(
    draft: &mut Draft,
    text: &Spoken,
) -> Result<(), Rejection> {
    require_running(draft)?;
    let text = text.as_str().trim();
    if text.is_empty() {
        return Err(Rejection::Empty);
    }
    let chars = text.chars().count();
    if chars > ASSISTANT_QUERY_CHARS_MAX {
        return Err(Rejection::QueryTooLong { chars });
    }
    let structured = draft
        .state
        .structured
        .as_ref()
        .ok_or(Rejection::NotInThisFormat)?;
    let n_here = structured
        .assistant
        .iter()
        .filter(|exchange| Some(exchange.section) == structured.current)
        .count();
    if n_here >= ASSISTANT_QUERIES_MAX {
        return Err(Rejection::NoMoreQueries {
            limit: ASSISTANT_QUERIES_MAX,
        });
    }
    let query = structured.assistant.last().map_or(1, |last| last.query + 1);
    draft.emit(Event::AssistantQuery(AssistantQuery {
        query,
        text: text.into(),
    }));
    Ok(())
}

/// The assistant answered. An answer that goes too far is withheld, and only that it did is kept.
pub(in crate::decide) fn assistant_answered(
    draft: &mut Draft,
    query: u32,
    text: &str,
    by: Maker,
    usage: Option<Usage>,
) -> Result<(), Rejection> {
    let structured = draft
        .state
        .structured
        .as_ref()
        .ok_or(Rejection::NotInThisFormat)?;
    match draft.state.status {
        Status::InProgress | Status::Paused => {}
        Status::NotStarted => return Err(Rejection::NotStarted),
        Status::Completed | Status::Terminated => return Err(Rejection::Over),
    }
    let waits = structured
        .assistant
        .iter()
        .any(|exchange| exchange.query == query && exchange.answer.is_none());
    if !waits {
        return Err(Rejection::NoSuchQuery { query });
    }
    let text = text.trim();
    if text.is_empty() {
        return Err(Rejection::Empty);
    }
    let violation = oversteps(text).is_some();
    let shown = if violation { ASSISTANT_REFUSAL } else { text };
    draft.emit(Event::AssistantResponse(AssistantResponse {
        query,
        text: shown.to_owned(),
        by,
        violation,
        tokens: usage.map(|usage| usage.tokens),
        cached_tokens: usage.map(|usage| usage.cached_tokens),
        cost: usage.map(|usage| usage.cost),
    }));
    Ok(())
}

/// The voice failed. It is asked once more; then the interview ends with its log as it is.
pub(in crate::decide) fn speech_failed(draft: &mut Draft, why: &str) -> Result<(), Rejection> {
    require_running(draft)?;
    let structured = draft.state.structured.as_ref();
    let attempt = structured
        .filter(|it| it.unspoken.is_some())
        .map(|it| it.speech_failures + 1)
        .ok_or(Rejection::NothingToSay)?;
    let message: String = why.chars().take(FAILURE_CHARS_MAX).collect();
    draft.emit(Event::SpeechFailed(SpeechFailed {
        attempt,
        message: message.clone(),
    }));
    if attempt >= SPEECH_FAILURES_MAX {
        end(draft, SectionEndReason::SystemError);
        draft.emit(Event::InterviewTerminated(Terminated {
            reason: TerminationReason::SystemError,
            context: format!("the interviewer could not speak: {message}"),
        }));
    }
    Ok(())
}
