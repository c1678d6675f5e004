//! What the voice reports of itself, and whether the person may be recorded.

use super::Draft;
use crate::event::{
    Event, GuidanceFailed, RecordingConsent, VoiceConnected, VoiceLost, VoiceProvider,
    VoiceRolledOver,
};
use crate::ids::EventId;
use crate::input::Rejection;

/// Reasons come from outside; a log is no place for their novels.
const REASON_CHARS_MAX: usize = 300;

pub(super) fn connected(draft: &mut Draft, provider: VoiceProvider) -> Result<(), Rejection> {
    require_unfinished(draft)?;
    if draft.state.voice == Some(provider) {
        return Err(Rejection::AlreadySo);
    }
    draft.emit(Event::VoiceConnected(VoiceConnected { provider }));
    Ok(())
}

pub(super) fn lost(draft: &mut Draft, reason: &str) -> Result<(), Rejection> {
    let provider = draft.state.voice.ok_or(Rejection::AlreadySo)?;
    draft.emit(Event::VoiceLost(VoiceLost {
        provider,
        reason: shortened(reason),
    }));
    Ok(())
}

pub(super) fn rolled_over(draft: &mut Draft, reason: Option<&str>) -> Result<(), Rejection> {
    let provider = draft.state.voice.ok_or(Rejection::NoVoice)?;
    draft.emit(Event::VoiceRolledOver(VoiceRolledOver {
        provider,
        reason: reason.map(shortened),
    }));
    Ok(())
}

/// The voice goes on with the guidance it had; the decision stands and is pushed again with the next change.
pub(super) fn guidance_failed(
    draft: &mut Draft,
    decision: EventId,
    reason: &str,
) -> Result<(), Rejection> {
    let newest = draft
        .state
        .decision
        .as_ref()
        .is_some_and(|it| it.event_id == decision);
    if !newest {
        return Err(Rejection::NotTheDecision(decision));
    }
    draft.emit(Event::GuidanceFailed(GuidanceFailed {
        decision,
        reason: shortened(reason),
    }));
    Ok(())
}

pub(super) fn consent(draft: &mut Draft, granted: bool) -> Result<(), Rejection> {
    require_unfinished(draft)?;
    if draft.state.recording_consent == Some(granted) {
        return Err(Rejection::AlreadySo);
    }
    draft.emit(Event::RecordingConsent(RecordingConsent { granted }));
    Ok(())
}

fn require_unfinished(draft: &Draft) -> Result<(), Rejection> {
    if draft.state.status.is_over() {
        return Err(Rejection::Over);
    }
    Ok(())
}

fn shortened(reason: &str) -> String {
    reason.chars().take(REASON_CHARS_MAX).collect()
}
