//! Keeps a call's sound, once the person has agreed and on the clock of the events.

use std::path::PathBuf;

use interview::{Millis, State};
use realtime::{Frame, ItemId, Recorder, VoiceEvent};

/// A network may hold sound back for this long without anything being missing.
const STALL_MS: u64 = 400;

/// The recording of one call. Before consent there is no recorder, and so nothing that could keep a sample.
#[derive(Debug)]
pub(super) struct Keeping {
    path: PathBuf,
    recorder: Option<Recorder>,
    /// A recording that failed is not begun again: the disk would fail again.
    failed: bool,
    /// The reply that is being spoken, and where its next frame belongs, on the voice's clock.
    reply: Option<(ItemId, u64)>,
    /// Where the microphone's next sample belongs, on the talk's clock.
    microphone_ms: u64,
}

/// Where a voice's clock stands against the interview's.
#[derive(Debug, Clone, Copy)]
pub(super) struct Clocks {
    /// How long the interview has lasted.
    pub(super) talk_ms: u64,
    /// How long the voice has run.
    pub(super) voice_ms: u64,
}

impl Clocks {
    fn on_the_talks(self, voice_ms: u64) -> u64 {
        (self.talk_ms + voice_ms).saturating_sub(self.voice_ms)
    }
}

impl Keeping {
    pub(super) fn new(path: PathBuf) -> Keeping {
        Keeping {
            path,
            recorder: None,
            failed: false,
            reply: None,
            microphone_ms: 0,
        }
    }

    /// Begins and ends the recording as the person's consent says.
    pub(super) fn obey(&mut self, state: &State, now: Millis) {
        let wanted = state.recording_consent == Some(true) && !self.failed;
        if wanted && self.recorder.is_none() {
            self.begin(state.elapsed_ms(now));
        } else if !wanted {
            self.end();
        }
    }

    fn begin(&mut self, talk_ms: u64) {
        let folder = self.path.parent().map(std::fs::create_dir_all);
        let begun = match folder {
            Some(Err(error)) => Err(error.into()),
            Some(Ok(())) | None => Recorder::resume(&self.path, talk_ms),
        };
        match begun {
            Ok(recorder) => self.recorder = Some(recorder),
            Err(error) => {
                tracing::error!(%error, "the talk cannot be recorded");
                self.failed = true;
            }
        }
    }

    /// Samples follow each other as they were spoken, however they arrive; only a microphone that was off makes a gap.
    pub(super) fn heard(&mut self, frame: &Frame, clocks: Clocks) {
        if let Some(recorder) = &self.recorder {
            let arrived = clocks.talk_ms.saturating_sub(frame.ms());
            let was_off = arrived.saturating_sub(self.microphone_ms) > STALL_MS;
            let at = if was_off { arrived } else { self.microphone_ms };
            recorder.person(at, frame.samples());
            self.microphone_ms = at + frame.ms();
        }
    }

    /// Sound of a reply goes where the reply began, one frame after the other.
    pub(super) fn spoken(&mut self, frame: &Frame, clocks: Clocks) {
        let Some(recorder) = &self.recorder else {
            return;
        };
        let Some(item) = &frame.item_id else {
            return;
        };
        let at = match &self.reply {
            Some((open, at)) if open == item => *at,
            Some(_) | None => clocks.voice_ms,
        };
        recorder.interviewer(clocks.on_the_talks(at), frame.samples());
        self.reply = Some((item.clone(), at + frame.ms()));
    }

    pub(super) fn noticed(&mut self, event: &VoiceEvent, clocks: Clocks) {
        if let VoiceEvent::ReplyStarted {
            item_id, start_ms, ..
        } = event
        {
            self.reply = Some((item_id.clone(), *start_ms));
        }
        if let (VoiceEvent::ReplyEnded(ended), Some(recorder)) = (event, &self.recorder)
            && ended.interrupted
        {
            recorder.cut_interviewer(clocks.on_the_talks(ended.end_ms));
        }
    }

    pub(super) fn second(&self, clocks: Clocks) {
        if let Some(recorder) = &self.recorder {
            recorder.clock(clocks.talk_ms);
        }
    }

    /// Closes the file in the background: the disk may take a moment, and nobody has to wait for it.
    pub(super) fn end(&mut self) {
        if let Some(recorder) = self.recorder.take() {
            tokio::task::spawn_blocking(move || match recorder.close() {
                Ok(kept) => tracing::info!(ms = kept.ms, dropped = kept.n_dropped, "recorded"),
                Err(error) => tracing::error!(%error, "the recording did not close in order"),
            });
        }
    }
}
