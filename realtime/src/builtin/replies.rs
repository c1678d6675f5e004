//! Our side: one reply at a time, sentence by sentence, from its order to the last millisecond the person heard of it.

use super::clips::{Clips, LIVE_AT_ONCE, Line};
use super::outcome::{Job, Outcome};
use super::sentences::sentences;
use super::server::Fault;
use super::talk::Talk;
use crate::conversation::Spoken;
use crate::{Frame, ItemId, ReplyEnded, VoiceEvent, Words};
use std::collections::VecDeque;

/// Sound leaves in pieces of 20 ms.
const FRAME_SAMPLES: usize = 480;
const SAMPLES_PER_MS: usize = 24;
/// How far ahead of the moment it is heard sound leaves: enough for a network's hiccup, little enough to stop at once.
const LEAD_MS: u64 = 300;
/// A client that reports what it played may be this far behind its own sound.
const PLAYBACK_GRACE_MS: u64 = 1_500;

#[derive(Debug, Default)]
pub(super) struct Replies {
    /// Ordered and not ended.
    pub(super) current: Option<Reply>,
    clips: Clips,
}

#[derive(Debug)]
pub(super) struct Reply {
    reply: u64,
    item_id: ItemId,
    lines: VecDeque<Line>,
    /// A deliberate interruption: ordered while the person was speaking, so it does not wait for them.
    into_speech: bool,
    /// The speech server failed: what is left is shown, not heard.
    voiceless: bool,
    spoken: Spoken,
    unsent: VecDeque<i16>,
    n_samples: usize,
    started_at: Option<u64>,
    /// When its first sample would have been heard had there been no gap: sentences that came late move it.
    base: u64,
    played: Option<(u64, u64)>,
    generated: bool,
}

impl Reply {
    fn audio_ms(&self) -> u64 {
        (self.n_samples / SAMPLES_PER_MS) as u64
    }

    fn sent_ms(&self) -> u64 {
        ((self.n_samples - self.unsent.len()) / SAMPLES_PER_MS) as u64
    }

    /// By the client's own count carried forward, or by the clock when it keeps none; never more than was sent.
    fn played_ms(&self, now: u64) -> u64 {
        let played = match self.played {
            Some((played, at)) => played + now.saturating_sub(at),
            None => now.saturating_sub(self.base),
        };
        played.min(self.sent_ms())
    }

    fn ends_at(&self) -> Option<u64> {
        let sound_over = self.base + self.audio_ms();
        match self.played {
            _ if !self.generated => None,
            Some((played, at)) if played >= self.audio_ms() => Some(at),
            Some(_) => Some(sound_over + PLAYBACK_GRACE_MS),
            None => Some(sound_over),
        }
    }

    fn add(&mut self, line: &Line, clip: Vec<i16>, now: u64) {
        let before = self.audio_ms();
        self.base = match self.started_at {
            None => now,
            // The person waited for this sentence.
            Some(_) => self.base.max(now.saturating_sub(before)),
        };
        self.started_at.get_or_insert(now);
        self.spoken.add_words(&line.text);
        self.n_samples += clip.len();
        self.unsent.extend(clip);
        self.spoken.add_audio(self.audio_ms() - before);
    }
}

impl Talk {
    /// Sound of ours is in the air, or about to be.
    pub(super) fn is_audible(&self) -> bool {
        self.replies
            .current
            .as_ref()
            .is_some_and(|it| it.started_at.is_some())
    }

    pub(super) fn respond(&mut self, reply: u64, words: Option<Words>, now: u64) {
        if self
            .replies
            .current
            .as_ref()
            .is_some_and(|it| it.reply == reply)
        {
            return;
        }
        let Some(words) = words.filter(Words::is_speech) else {
            let why = "the built-in voice has no words of its own; say which to speak".into();
            return self.report(VoiceEvent::ReplyFailed { reply, why });
        };
        self.hearing.quiet.broken();
        // Whoever orders a new reply does not want the old one heard to its end.
        self.cut(now);
        let item_id = self.item_id();
        self.replies.current = Some(Reply {
            reply,
            item_id,
            lines: self.lines(words.as_str()).into(),
            into_speech: self.hearing.is_listening(),
            voiceless: false,
            spoken: Spoken::default(),
            unsent: VecDeque::new(),
            n_samples: 0,
            started_at: None,
            base: now,
            played: None,
            generated: false,
        });
        self.tick_replies(now);
    }

    /// These may be said next.
    pub(super) fn prepare(&mut self, likely: &[Words]) {
        let lines = likely
            .iter()
            .flat_map(|it| self.lines(it.as_str()))
            .collect();
        self.replies.clips.expect(lines);
        self.ask_for_clips();
    }

    fn lines(&self, words: &str) -> Vec<Line> {
        let speed = self.speed;
        sentences(words)
            .into_iter()
            .map(|text| Line { text, speed })
            .collect()
    }

    fn ask_for_clips(&mut self) {
        if !self.server.is_there() {
            return;
        }
        let live: Vec<Line> = self.replies.current.as_ref().map_or(Vec::new(), |it| {
            it.lines.iter().take(LIVE_AT_ONCE).cloned().collect()
        });
        let clips = &mut self.replies.clips;
        let mut wanted: Vec<Line> = live
            .into_iter()
            .filter(|it| !clips.is_known(it))
            .take(LIVE_AT_ONCE.saturating_sub(clips.n_being_made()))
            .collect();
        if wanted.is_empty() {
            wanted.extend(clips.next_ahead());
        }
        for line in wanted {
            let job = self.job();
            self.replies.clips.asked_for(job, line.clone());
            self.out.push_back(Outcome::Synthesise(job, line));
        }
    }

    pub(super) fn clip_came(&mut self, job: Job, clip: Result<Vec<i16>, Fault>, now: u64) {
        let Some(line) = self.replies.clips.answered(job) else {
            return;
        };
        match clip {
            Ok(samples) => {
                self.replies.clips.keep(line, samples);
                self.server_worked();
            }
            Err(fault) => self.server_failed(fault, now),
        }
        self.tick_replies(now);
    }

    /// The person began to speak, or their words are awaited, after this reply was ordered: it may be out of date already.
    fn must_wait(&self, reply: &Reply) -> bool {
        let is_busy = self.hearing.is_listening() || self.hearing.awaits_words();
        reply.started_at.is_none() && is_busy && !reply.into_speech
    }

    /// Takes the sentences whose sound is there, in order; without a server, all of them as text.
    fn take_lines(&mut self, now: u64) {
        while let Some(reply) = &self.replies.current
            && let Some(line) = reply.lines.front().cloned()
            && !self.must_wait(reply)
        {
            let voiceless = reply.voiceless || !self.server.is_there();
            let clip = match self.replies.clips.take(&line) {
                Some(clip) => clip,
                None if voiceless => Vec::new(),
                None => return,
            };
            let Some(reply) = &mut self.replies.current else {
                return;
            };
            reply.voiceless = voiceless;
            reply.lines.pop_front();
            let is_first = reply.started_at.is_none();
            reply.add(&line, clip, now);
            let (reply, item_id) = (reply.reply, reply.item_id.clone());
            if is_first {
                self.report(VoiceEvent::ReplyStarted {
                    reply,
                    item_id: item_id.clone(),
                    start_ms: now,
                });
            }
            self.report(VoiceEvent::ReplyWords {
                reply,
                item_id,
                delta: line.text.into(),
            });
        }
    }

    fn send_sound(&mut self, now: u64) {
        let Some(reply) = &mut self.replies.current else {
            return;
        };
        while !reply.unsent.is_empty() && reply.base + reply.sent_ms() < now + LEAD_MS {
            let heard_at = reply.base + reply.sent_ms();
            let n = FRAME_SAMPLES.min(reply.unsent.len());
            let samples: Vec<i16> = reply.unsent.drain(..n).collect();
            self.hearing.echo.played(heard_at, &samples);
            let frame = Frame::from_samples(Some(reply.item_id.clone()), &samples);
            self.out.push_back(Outcome::Play(frame));
        }
        if reply.lines.is_empty() && reply.unsent.is_empty() && !reply.generated {
            reply.generated = true;
            let event = VoiceEvent::ReplyGenerated {
                reply: reply.reply,
                item_id: reply.item_id.clone(),
                audio_ms: reply.audio_ms(),
            };
            self.report(event);
        }
    }

    pub(super) fn tick_replies(&mut self, now: u64) {
        self.take_lines(now);
        self.send_sound(now);
        self.ask_for_clips();
        if let Some(reply) = self
            .replies
            .current
            .take_if(|it| it.ends_at().is_some_and(|at| at <= now))
        {
            let end_ms = reply.base + reply.audio_ms();
            let heard = reply.spoken.words().clone();
            self.reply_ended(reply, heard, end_ms, false);
            self.hearing.quiet.floor_given(now);
        }
    }

    pub(super) fn replies_deadline(&self) -> Option<u64> {
        let reply = self.replies.current.as_ref()?;
        let next_frame = (!reply.unsent.is_empty())
            .then(|| (reply.base + reply.sent_ms() + 1).saturating_sub(LEAD_MS));
        [next_frame, reply.ends_at()].into_iter().flatten().min()
    }

    pub(super) fn played(&mut self, item_id: &ItemId, audio_end_ms: u64, now: u64) {
        if let Some(reply) = self
            .replies
            .current
            .as_mut()
            .filter(|it| it.item_id == *item_id)
        {
            let played = audio_end_ms.min(reply.sent_ms());
            let before = reply.played.map_or(0, |(before, _)| before);
            reply.played = Some((played.max(before), now));
            self.tick_replies(now);
        }
    }

    /// What has left entirely is heard to its end, unless the client says otherwise: the moment until then is not worth a
    /// broken sentence.
    pub(super) fn cancelled(&mut self, now: u64) {
        if let Some(reply) = &mut self.replies.current {
            if reply.generated {
                let whole = reply.audio_ms();
                reply.played.get_or_insert((whole, now));
            }
            self.cut(now);
            self.hearing.quiet.floor_given(now);
        }
    }

    /// Stop: no more sound, and only what was played was heard.
    pub(super) fn cut(&mut self, now: u64) {
        let Some(reply) = self.replies.current.take() else {
            return;
        };
        for job in self.replies.clips.abandon() {
            self.out.push_back(Outcome::Abandon(job));
        }
        if reply.started_at.is_none() {
            return self.report(VoiceEvent::ReplyFailed {
                reply: reply.reply,
                why: "stopped before its first sound".into(),
            });
        }
        self.out.push_back(Outcome::StopPlaying);
        let played_ms = reply.played_ms(now);
        self.hearing.echo.stopped(reply.base + played_ms);
        let heard = reply.spoken.heard(played_ms);
        let end_ms = reply.base + played_ms;
        let was_whole = reply.generated && played_ms >= reply.audio_ms();
        self.reply_ended(reply, heard, end_ms, !was_whole);
    }

    fn reply_ended(&mut self, reply: Reply, heard: Words, end_ms: u64, interrupted: bool) {
        let Some(start_ms) = reply.started_at else {
            return;
        };
        self.report(VoiceEvent::ReplyEnded(ReplyEnded {
            reply: reply.reply,
            item_id: reply.item_id,
            generated: reply.spoken.words().clone(),
            heard,
            interrupted,
            start_ms,
            end_ms,
            question_id: None,
        }));
    }
}
