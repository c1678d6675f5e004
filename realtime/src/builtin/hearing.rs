//! The person's side: when they speak, whether it is an interruption, an echo or a short "mhm", and when their turn is over.

use super::detector::{Detector, EAR_RATE, WINDOW_MS, Window};
use super::echo::{Echo, STEP_MS};
use super::outcome::{Job, Outcome};
use super::talk::{Talk, ms};
use super::turns::{Kind, Piece, Turn, Turns};
use crate::turns::{Pauses, Quiet};
use crate::{Frame, ItemId, Setup, UnusableRate, VoiceEvent};
use std::collections::VecDeque;
use std::time::Duration;

/// Sound before the detector was sure: the beginning of a word is quiet.
const PREROLL_WINDOWS: usize = 30;
/// The same after a long pause.
const LEAD_IN_WINDOWS: usize = 10;
const SAMPLES_PER_MS: usize = EAR_RATE as usize / 1_000;
/// Silence inside an answer is shortened to this; recognisers make up words for more.
const SILENCE_KEPT_MS: usize = 480;
/// A long answer is recognised in pieces, cut in a pause once a piece is this long…
const PIECE_MS_MIN: usize = 5_000;
const PIECE_PAUSE_MS: u64 = 480;
/// …or at any quiet moment, or at last anywhere.
const PIECE_MS_QUIET: usize = 22_000;
const PIECE_MS_MAX: usize = 28_000;
/// Nobody speaks for so long without a pause; what does is a radio.
const PIECES_MAX: usize = 64;
/// Frames do not leave a microphone with a metronome; only a real gap moves the clock.
const DRIFT_MS: u64 = 250;
/// A microphone that delivers nothing for this long is off.
const MICROPHONE_GAP_MS: u64 = 400;
/// Silence that ends something short said into our speech.
const ASIDE_SILENCE_MS: u64 = 400;
/// Speech while our last sound may still echo has to last this long to be somebody's.
const AFTER_ECHO_MS: u64 = 320;
/// An echo is recognised a moment after it has stopped being one.
const ECHO_MARGIN_MS: u64 = 300;
/// A shorter pause is between words.
const PAUSE_MIN_MS: u64 = 200;

#[derive(Debug)]
pub(super) struct Hearing {
    pub(super) quiet: Quiet,
    pub(super) echo: Echo,
    pub(super) turns: Turns,
    pauses: Pauses,
    patience: Duration,
    detector: Detector,
    /// Where the next window begins, on the voice's clock.
    window_at: Option<u64>,
    preroll: VecDeque<Vec<i16>>,
    speaking: Option<Speaking>,
}

#[derive(Debug)]
struct Speaking {
    item_id: ItemId,
    start_ms: u64,
    /// Where somebody was last heard.
    voice_end_ms: u64,
    voiced_ms: u64,
    doubt: Doubt,
    /// The open piece, and whether there is more than silence in it.
    sound: Vec<i16>,
    is_voiced: bool,
    pieces: Vec<Piece>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Doubt {
    /// It is the person's turn.
    None,
    /// Our own sound is in the air: this may be an echo, a "mhm", or an interruption.
    Tentative { echo_until: Option<u64> },
}

impl Hearing {
    pub(super) fn new(setup: &Setup) -> Result<Hearing, UnusableRate> {
        Ok(Hearing {
            quiet: Quiet::new(setup.silence),
            echo: Echo::default(),
            turns: Turns::default(),
            pauses: Pauses::default(),
            patience: setup.patience,
            detector: Detector::new()?,
            window_at: None,
            preroll: VecDeque::new(),
            speaking: None,
        })
    }

    /// The person has the floor and speaks, or pauses.
    pub(super) fn is_listening(&self) -> bool {
        self.speaking
            .as_ref()
            .is_some_and(|it| it.doubt == Doubt::None)
    }

    pub(super) fn awaits_words(&self) -> bool {
        self.turns.awaits_answer()
    }

    pub(super) fn set_patience(&mut self, silence: Duration) {
        self.patience = self.pauses.patience(silence);
    }

    /// What was said until here is dealt with; what follows begins anew.
    fn forget(&mut self) -> Option<Speaking> {
        self.preroll.clear();
        self.detector.forget();
        self.speaking.take()
    }

    /// Of a turn that is over or of the one that is being said.
    pub(super) fn awaited_piece(&mut self, job: Job) -> Option<&mut Piece> {
        let open = self.speaking.iter_mut().flat_map(|it| &mut it.pieces);
        self.turns
            .pieces()
            .chain(open)
            .find(|it| matches!(it, Piece::Awaited(its) if *its == job))
    }

    /// The silence that ends what is being said.
    fn silence_ms(speaking: &Speaking, patience: Duration) -> u64 {
        match speaking.doubt {
            Doubt::None => ms(patience),
            Doubt::Tentative { .. } => ASIDE_SILENCE_MS,
        }
    }

    /// The moment at which a frame captured then begins, without the jitter of its way here.
    fn place(&mut self, captured_at: u64) {
        let pending = self.detector.pending_ms();
        let expected = self.window_at.map(|it| it + pending);
        if expected.is_none_or(|it| it.abs_diff(captured_at) > DRIFT_MS) {
            self.window_at = Some(captured_at.saturating_sub(pending));
        }
    }
}

impl Speaking {
    fn add(&mut self, window: &Window, end_ms: u64) {
        let silence_ms = end_ms.saturating_sub(self.voice_end_ms);
        if window.voiced {
            self.voice_end_ms = end_ms;
            self.voiced_ms += WINDOW_MS;
            self.is_voiced = true;
        }
        if window.voiced || silence_ms as usize <= SILENCE_KEPT_MS {
            self.sound.extend(&window.samples);
        }
    }

    fn sound_ms(&self) -> usize {
        self.sound.len() / SAMPLES_PER_MS
    }

    fn ends_piece(&self, window: &Window, end_ms: u64) -> bool {
        let pause = end_ms.saturating_sub(self.voice_end_ms);
        let length = self.sound_ms();
        self.doubt == Doubt::None
            && self.pieces.len() < PIECES_MAX
            && (length >= PIECE_MS_MIN && pause == PIECE_PAUSE_MS
                || length >= PIECE_MS_QUIET && !window.voiced
                || length >= PIECE_MS_MAX)
    }
}

impl Talk {
    /// Sound of the microphone. Without a speech server nobody could say what was said in it, so it is let go.
    pub(super) fn microphone(&mut self, frame: &Frame, captured_at: u64, now: u64) {
        if self.server == super::server::Server::Absent {
            return;
        }
        self.hearing.place(captured_at);
        for window in self.hearing.detector.hear(&frame.samples()) {
            let at = self.hearing.window_at.unwrap_or(captured_at);
            self.hearing.window_at = Some(at + WINDOW_MS);
            self.hear_window(window, at, now);
        }
    }

    fn hear_window(&mut self, window: Window, at: u64, now: u64) {
        let step = window.samples.len() * STEP_MS as usize / WINDOW_MS as usize;
        for (n, samples) in window.samples.chunks(step).enumerate() {
            self.hearing.echo.heard(at + n as u64 * STEP_MS, samples);
        }
        let end_ms = at + WINDOW_MS;
        let Some(speaking) = &mut self.hearing.speaking else {
            if window.onset {
                self.begin(&window, end_ms);
            }
            return self.remember(window.samples);
        };
        let pause = at.saturating_sub(speaking.voice_end_ms);
        if window.voiced && pause >= PAUSE_MIN_MS && speaking.doubt == Doubt::None {
            self.hearing.pauses.paused(Duration::from_millis(pause));
        }
        if window.voiced && pause as usize > SILENCE_KEPT_MS {
            let before = self
                .hearing
                .preroll
                .iter()
                .rev()
                .take(LEAD_IN_WINDOWS)
                .rev();
            speaking.sound.extend(before.flatten());
        }
        speaking.add(&window, end_ms);
        match speaking.doubt {
            Doubt::None if speaking.ends_piece(&window, end_ms) => self.cut_piece(),
            Doubt::None => {}
            Doubt::Tentative { .. } => self.consider(end_ms, now),
        }
        self.end_if_silent(end_ms, now);
        self.remember(window.samples);
    }

    fn remember(&mut self, samples: Vec<i16>) {
        let preroll = &mut self.hearing.preroll;
        if preroll.len() == PREROLL_WINDOWS {
            preroll.pop_front();
        }
        preroll.push_back(samples);
    }

    fn begin(&mut self, window: &Window, end_ms: u64) {
        let item_id = self.item_id();
        let in_doubt = self.is_audible() || self.hearing.echo.is_possible(end_ms);
        let mut sound: Vec<i16> = self.hearing.preroll.iter().flatten().copied().collect();
        sound.extend(&window.samples);
        let start_ms = end_ms.saturating_sub(super::detector::ONSET_MS);
        self.hearing.speaking = Some(Speaking {
            item_id: item_id.clone(),
            start_ms,
            voice_end_ms: end_ms,
            voiced_ms: super::detector::ONSET_VOICED_MS,
            doubt: match in_doubt {
                true => Doubt::Tentative { echo_until: None },
                false => Doubt::None,
            },
            sound,
            is_voiced: true,
            pieces: Vec::new(),
        });
        if !in_doubt {
            self.hearing.quiet.broken();
            self.report(VoiceEvent::SpeechStarted {
                item_id,
                audio_ms: start_ms,
            });
        }
    }

    /// Somebody speaks, or seems to, while our own sound may be in the microphone.
    fn consider(&mut self, end_ms: u64, now: u64) {
        let is_audible = self.is_audible();
        let enough = match is_audible {
            true => ms(self.timing.barge_in),
            false => AFTER_ECHO_MS,
        };
        let hearing = &mut self.hearing;
        let Some(speaking) = &mut hearing.speaking else {
            return;
        };
        let Doubt::Tentative { echo_until } = speaking.doubt else {
            return;
        };
        if speaking.voiced_ms < enough || speaking.voice_end_ms < end_ms {
            return;
        }
        if hearing.echo.is_echo(speaking.start_ms, end_ms) {
            speaking.doubt = Doubt::Tentative {
                echo_until: Some(end_ms),
            };
            // A "mhm" through the echo is still only a "mhm".
            speaking.voiced_ms = enough.saturating_sub(ECHO_MARGIN_MS);
            return;
        }
        speaking.doubt = Doubt::None;
        if let Some(until) = echo_until {
            // What came before was ours.
            let own_ms = until.saturating_sub(ECHO_MARGIN_MS + speaking.start_ms);
            speaking.start_ms += own_ms;
            let kept = (end_ms.saturating_sub(speaking.start_ms) as usize + SILENCE_KEPT_MS)
                * SAMPLES_PER_MS;
            let surplus = speaking.sound.len().saturating_sub(kept);
            speaking.sound.drain(..surplus);
        }
        let (item_id, audio_ms) = (speaking.item_id.clone(), speaking.start_ms);
        hearing.quiet.broken();
        self.report(VoiceEvent::SpeechStarted { item_id, audio_ms });
        if is_audible {
            self.cut(now);
        }
    }

    fn cut_piece(&mut self) {
        let job = self.job();
        if let Some(speaking) = &mut self.hearing.speaking {
            let sound = std::mem::take(&mut speaking.sound);
            speaking.is_voiced = false;
            speaking.pieces.push(Piece::Awaited(job));
            self.out.push_back(Outcome::Transcribe(job, sound));
        }
    }

    fn end_if_silent(&mut self, heard_until: u64, now: u64) {
        let patience = self.hearing.patience;
        let silent =
            self.hearing.speaking.as_ref().is_some_and(|it| {
                it.voice_end_ms + Hearing::silence_ms(it, patience) <= heard_until
            });
        if silent {
            self.end(now);
        }
    }

    fn end(&mut self, now: u64) {
        let is_audible = self.is_audible();
        let Some(speaking) = &self.hearing.speaking else {
            return;
        };
        let in_doubt = speaking.doubt != Doubt::None;
        let (from, to) = (speaking.start_ms, speaking.voice_end_ms);
        if in_doubt && self.hearing.echo.is_echo(from, to) {
            self.hearing.forget();
            return;
        }
        if speaking.is_voiced {
            self.cut_piece();
        }
        let Some(speaking) = self.hearing.forget() else {
            return;
        };
        // A "yes" into our last word is an answer; a "yes" that we speak on over is not.
        let kind = match in_doubt && is_audible {
            true => Kind::Aside,
            false => Kind::Answer,
        };
        let (item_id, audio_ms) = (speaking.item_id.clone(), speaking.start_ms);
        if in_doubt && kind == Kind::Answer {
            self.report(VoiceEvent::SpeechStarted { item_id, audio_ms });
        }
        let (item_id, audio_ms) = (speaking.item_id.clone(), speaking.voice_end_ms);
        if kind == Kind::Answer {
            self.report(VoiceEvent::SpeechStopped { item_id, audio_ms });
        }
        let turn = Turn {
            item_id: speaking.item_id,
            start_ms: speaking.start_ms,
            end_ms: speaking.voice_end_ms,
            kind,
            pieces: speaking.pieces,
            n_shown: 0,
        };
        self.turn_over(turn, now);
    }

    /// Push to talk: what was said so far is a turn.
    pub(super) fn commit_turn(&mut self, now: u64) {
        if let Some(speaking) = &mut self.hearing.speaking {
            speaking.doubt = Doubt::None;
        }
        self.end(now);
    }

    pub(super) fn clear_input(&mut self, now: u64) {
        let Some(speaking) = self.hearing.forget() else {
            return;
        };
        for piece in &speaking.pieces {
            if let Piece::Awaited(job) = piece {
                self.out.push_back(Outcome::Abandon(*job));
            }
        }
        if speaking.doubt == Doubt::None {
            self.report(VoiceEvent::SpeechStopped {
                item_id: speaking.item_id,
                audio_ms: speaking.voice_end_ms,
            });
            self.hearing.quiet.floor_given(now);
        }
    }

    pub(super) fn tick_hearing(&mut self, now: u64) {
        let heard_until = self.hearing.window_at.unwrap_or(0);
        if heard_until + MICROPHONE_GAP_MS <= now {
            // The microphone was switched off in the middle of an answer: that ends it too.
            self.end_if_silent(now - MICROPHONE_GAP_MS, now);
        } else if let Some((quiet, times)) = self.hearing.quiet.nudge(now) {
            // Only who listens can tell silence from somebody who types.
            self.report(VoiceEvent::Silent { quiet, times });
        }
    }

    pub(super) fn hearing_deadline(&self) -> Option<u64> {
        let hearing = &self.hearing;
        // While the microphone is on, its sound is the clock.
        hearing.speaking.as_ref().map(|it| {
            it.voice_end_ms + Hearing::silence_ms(it, hearing.patience) + MICROPHONE_GAP_MS
        })
    }
}
