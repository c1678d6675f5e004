//! A whole interview in virtual time against somebody who answers at once.

use std::sync::Arc;

use agents::Expert;
use interview::event::{Channel, EndReason};
use interview::{
    Creation, Floor, Heard, Input, Millis, Plan, SessionId, next_deadline, speaking_ms, words,
};

use crate::books::Books;
use crate::journal::{Journal, LoadError};
use crate::virtual_time::{SpeakingTime, Stage};

/// An expert who knows nothing at all.
const NOTHING_TO_SAY: &str = "I have nothing to add to that.";

/// Rehearses a plan with an expert; the same seed gives the same interview. The log is in memory.
pub async fn rehearse(plan: &Arc<Plan>, expert: &Expert, seed: u64) -> Result<Stage, LoadError> {
    let creation = Creation {
        session_id: SessionId::new(format!("rehearsal-{seed}")),
        plan: Arc::clone(plan),
        follow_up_of: None,
        earlier: None,
        imported: false,
        cost_cap: None,
    };
    let start = Millis::VIRTUAL_START;
    let books = Books::create(Journal::Memory(Vec::new()), start, creation, Arc::default()).await?;
    let mut stage = Stage::new(books, start, SpeakingTime::Natural);
    if stage.take(Input::Start).await?.is_err() {
        return Ok(stage);
    }
    let mut expert = expert.clone();
    while !stage.is_closed() {
        if stage.state().floor == Floor::Candidate {
            if !answer(&mut stage, &mut expert, seed).await? {
                break;
            }
        } else {
            match next_deadline(stage.state()) {
                Some(due) => stage.advance_to(due.max(stage.now())).await?,
                None => break,
            }
        }
    }
    if !stage.state().status.is_over()
        && let Err(rejection) = stage
            .take(Input::End {
                reason: EndReason::Ended,
            })
            .await?
    {
        tracing::debug!(%rejection, "a rehearsal could not be ended");
    }
    Ok(stage)
}

/// Answers the question that was just asked. False when the answer was refused.
async fn answer(stage: &mut Stage, expert: &mut Expert, seed: u64) -> Result<bool, LoadError> {
    let question = stage
        .state()
        .transcript
        .last()
        .map(|turn| turn.text.clone())
        .unwrap_or_default();
    let answer = expert
        .answer(question.as_str(), seed)
        .unwrap_or_else(|| NOTHING_TO_SAY.to_owned());
    let start_ms = stage.state().elapsed_ms(stage.now());
    stage
        .advance_to(stage.now().plus(speaking_ms(words::count(&answer))))
        .await?;
    if stage.is_closed() {
        return Ok(true);
    }
    let heard = Heard {
        text: answer.into(),
        client_id: None,
        channel: Channel::Voice,
        start_ms: Some(start_ms),
        end_ms: None,
    };
    Ok(stage.take(Input::Heard(heard)).await?.is_ok())
}
