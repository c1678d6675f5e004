//! Both sides of a talk on one clock, each on a channel of its own.

use std::collections::BTreeMap;

use realtime::{Frame, ItemId, SAMPLE_RATE, VoiceEvent, write_wav_of_two};

/// Three hours; no interview is longer, and a file of two channels stays far below what the format can hold.
const SAMPLES_MAX: usize = 3 * 3_600 * SAMPLE_RATE as usize;
const SAMPLES_PER_MS: u64 = SAMPLE_RATE as u64 / 1_000;

#[derive(Debug, Default)]
pub(super) struct Tape {
    person: Vec<i16>,
    interviewer: Vec<i16>,
    /// Sound of replies that have not ended.
    open: BTreeMap<ItemId, Open>,
}

#[derive(Debug, Default)]
struct Open {
    start_ms: u64,
    samples: Vec<i16>,
}

impl Tape {
    pub(super) fn heard(&mut self, samples: &[i16]) {
        if self.person.len() < SAMPLES_MAX {
            self.person.extend(samples);
        }
    }

    pub(super) fn played(&mut self, frame: &Frame) {
        if let Some(item_id) = &frame.item_id {
            let open = self.open.entry(item_id.clone()).or_default();
            if open.samples.len() < SAMPLES_MAX {
                open.samples.extend(frame.samples());
            }
        }
    }

    /// Sound may leave before it is heard; its place and its length are what the voice reports.
    pub(super) fn noticed(&mut self, event: &VoiceEvent) {
        if let VoiceEvent::ReplyStarted {
            item_id, start_ms, ..
        } = event
        {
            self.open.entry(item_id.clone()).or_default().start_ms = *start_ms;
        }
        if let VoiceEvent::ReplyEnded(ended) = event
            && let Some(mut open) = self.open.remove(&ended.item_id)
        {
            let length = ended.end_ms.saturating_sub(ended.start_ms) * SAMPLES_PER_MS;
            open.samples.truncate(length as usize);
            self.place(&open);
        }
    }

    fn place(&mut self, open: &Open) {
        let from = (open.start_ms * SAMPLES_PER_MS) as usize;
        if from + open.samples.len() > SAMPLES_MAX {
            return;
        }
        let end = (from + open.samples.len()).max(self.interviewer.len());
        self.interviewer.resize(end, 0);
        self.interviewer[from..from + open.samples.len()].copy_from_slice(&open.samples);
    }

    pub(super) fn wav(mut self) -> anyhow::Result<Vec<u8>> {
        for open in std::mem::take(&mut self.open).into_values() {
            self.place(&open);
        }
        Ok(write_wav_of_two(
            &self.person,
            &self.interviewer,
            SAMPLE_RATE,
        )?)
    }
}
