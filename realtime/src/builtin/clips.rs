//! Sentences that are being made into sound, or were and have not been said yet.

use super::outcome::Job;
use std::collections::VecDeque;

/// Sound kept for sentences that may be said next: half a minute, about as much as three long questions.
const AHEAD_SAMPLES_MAX: usize = 30 * crate::SAMPLE_RATE as usize;
/// Sentences that may be wanted ahead at the same time.
pub(super) const AHEAD_MAX: usize = 16;
/// The sentence that is waited for, and the one after it.
pub(super) const LIVE_AT_ONCE: usize = 2;

/// A sentence as it is to sound.
#[derive(Clone, PartialEq)]
pub(super) struct Line {
    pub(super) text: String,
    pub(super) speed: f64,
}

impl std::fmt::Debug for Line {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "Line({} chars)", self.text.chars().count())
    }
}

#[derive(Debug, Default)]
pub(super) struct Clips {
    made: VecDeque<Clip>,
    being_made: Vec<(Job, Line)>,
    /// Likely to be said next, the likeliest first.
    ahead: VecDeque<Line>,
}

struct Clip {
    line: Line,
    samples: Vec<i16>,
}

impl std::fmt::Debug for Clip {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "Clip({:?}, {} samples)", self.line, self.samples.len())
    }
}

impl Clips {
    pub(super) fn take(&mut self, line: &Line) -> Option<Vec<i16>> {
        let at = self.made.iter().position(|it| it.line == *line)?;
        self.made.remove(at).map(|it| it.samples)
    }

    pub(super) fn is_known(&self, line: &Line) -> bool {
        self.made.iter().any(|it| it.line == *line)
            || self.being_made.iter().any(|(_, it)| it == line)
    }

    pub(super) fn n_being_made(&self) -> usize {
        self.being_made.len()
    }

    pub(super) fn asked_for(&mut self, job: Job, line: Line) {
        self.being_made.push((job, line));
    }

    /// `None` when it was abandoned.
    pub(super) fn answered(&mut self, job: Job) -> Option<Line> {
        let at = self.being_made.iter().position(|(it, _)| *it == job)?;
        Some(self.being_made.swap_remove(at).1)
    }

    /// Old sound makes room; the newest is kept whatever its length, because somebody waits for it.
    pub(super) fn keep(&mut self, line: Line, samples: Vec<i16>) {
        self.made.push_back(Clip { line, samples });
        let length = |made: &VecDeque<Clip>| made.iter().map(|it| it.samples.len()).sum::<usize>();
        while self.made.len() > 1 && length(&self.made) > AHEAD_SAMPLES_MAX {
            self.made.pop_front();
        }
    }

    /// Replaces what was thought likely before; sound that was made for it and is not wanted any more is forgotten.
    pub(super) fn expect(&mut self, lines: Vec<Line>) {
        self.made.retain(|it| lines.contains(&it.line));
        self.ahead = lines.into_iter().take(AHEAD_MAX).collect();
    }

    /// The next to make ahead of time, when nothing else is being made.
    pub(super) fn next_ahead(&mut self) -> Option<Line> {
        if !self.being_made.is_empty() {
            return None;
        }
        while let Some(line) = self.ahead.pop_front() {
            let length: usize = self.made.iter().map(|it| it.samples.len()).sum();
            if !self.is_known(&line) && length < AHEAD_SAMPLES_MAX {
                return Some(line);
            }
        }
        None
    }

    /// What is being made for a reply that nobody wants to hear any more.
    pub(super) fn abandon(&mut self) -> Vec<Job> {
        std::mem::take(&mut self.being_made)
            .into_iter()
            .map(|(job, _)| job)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Line {
        Line {
            text: text.into(),
            speed: 1.0,
        }
    }

    #[test]
    fn a_likely_question_is_made_once_and_said_from_memory() {
        let mut clips = Clips::default();
        clips.expect(vec![line("Why?"), line("How?")]);
        let first = clips.next_ahead().unwrap();
        assert_eq!(first, line("Why?"));
        clips.asked_for(Job(1), first);
        assert_eq!(clips.next_ahead(), None, "one at a time");
        let made = clips.answered(Job(1)).unwrap();
        clips.keep(made, vec![7; 10]);
        clips.expect(vec![line("Why?"), line("How?")]);
        assert_eq!(clips.next_ahead(), Some(line("How?")));
        assert_eq!(clips.take(&line("Why?")), Some(vec![7; 10]));
        assert_eq!(clips.take(&line("Why?")), None);
    }

    #[test]
    fn sound_made_ahead_has_a_bound() {
        let mut clips = Clips::default();
        for n in 0..10 {
            clips.keep(line(&n.to_string()), vec![0; AHEAD_SAMPLES_MAX / 4]);
        }
        assert_eq!(clips.made.len(), 4);
        assert!(clips.is_known(&line("9")));
    }
}
