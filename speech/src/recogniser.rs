//! Speech to text with a whisper.cpp model.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context as _, bail};
use whisper_rs::{
    FullParams, SamplingStrategy, WhisperContext, WhisperContextParameters, WhisperSegment,
    WhisperState,
};

use crate::sound::{HEARD_RATE, level_db};

/// Whisper's own limit for what may precede the text.
const PROMPT_TOKENS_MAX: usize = 224;
/// Quieter than this nobody speaks, and Whisper would invent something.
const SILENCE_DB: f32 = -60.0;
/// Whisper refuses less than a second; silence is added up to this.
const SAMPLES_MIN: usize = HEARD_RATE as usize * 11 / 10;
/// The length of Whisper's window, and its steps in it.
const WINDOW_SECONDS: usize = 30;
const WINDOW_STEPS: usize = 1_500;
/// A shorter window than 15 s saves no more time worth having and costs words.
const STEPS_MIN: usize = 768;
/// The rule of Whisper's authors for a segment that is noise: surely no speech, and unsure of its words.
const NO_SPEECH_MIN: f32 = 0.6;
const LOG_PROBABILITY_MIN: f32 = -1.0;

/// What the caller knows about the sound.
#[derive(Debug, Default)]
pub(crate) struct Hint {
    pub(crate) language: Option<Language>,
    pub(crate) prompt: Option<String>,
    pub(crate) temperature: f32,
}

/// A language that Whisper knows, by its code: "en".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Language(&'static str);

impl Language {
    pub(crate) fn read(written: &str) -> Option<Language> {
        // The library does not survive a code with a zero byte.
        if !written.chars().all(|it| it.is_ascii_alphabetic()) {
            return None;
        }
        let id = whisper_rs::get_lang_id(&written.to_ascii_lowercase())?;
        whisper_rs::get_lang_str(id).map(Language)
    }
}

#[derive(Debug)]
pub(crate) struct Heard {
    /// In English: "german".
    pub(crate) language: &'static str,
    pub(crate) seconds: f32,
    pub(crate) segments: Vec<Segment>,
}

impl Heard {
    pub(crate) fn text(&self) -> String {
        let parts: Vec<&str> = self.segments.iter().map(|it| it.text.trim()).collect();
        parts.join(" ").trim().to_owned()
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Segment {
    pub(crate) start_s: f32,
    pub(crate) end_s: f32,
    pub(crate) text: String,
    pub(crate) log_probability: f32,
    pub(crate) no_speech: f32,
}

#[derive(Debug)]
pub(crate) struct Recogniser {
    context: WhisperContext,
    /// Working memory, kept for the next request: to make it takes longer than to recognise a word. There are never
    /// more than requests at the same time, which the queue bounds.
    idle: Mutex<Vec<WhisperState>>,
    threads: i32,
}

impl Recogniser {
    pub(crate) fn load(weights: &Path, threads: usize) -> anyhow::Result<Recogniser> {
        let context = WhisperContext::new_with_params(weights, WhisperContextParameters::default())
            .ok()
            .with_context(|| {
                format!(
                    "{} is no whisper.cpp model, or damaged; try `viva models verify`",
                    weights.display()
                )
            })?;
        Ok(Recogniser {
            context,
            idle: Mutex::default(),
            threads: i32::try_from(threads)?,
        })
    }

    /// English only, or any language.
    pub(crate) fn knows(&self, language: Language) -> bool {
        self.context.is_multilingual() || language == Language("en")
    }

    /// Takes seconds. Returns early, with an error, once `given_up` is set.
    pub(crate) fn listen(
        &self,
        samples: &[f32],
        hint: &Hint,
        given_up: &Arc<AtomicBool>,
    ) -> anyhow::Result<Heard> {
        let seconds = samples.len() as f32 / HEARD_RATE as f32;
        if level_db(samples) < SILENCE_DB {
            return Ok(Heard {
                language: hint.language.and_then(full_name).unwrap_or("english"),
                seconds,
                segments: Vec::new(),
            });
        }
        let mut padded = samples.to_vec();
        padded.resize(padded.len().max(SAMPLES_MIN), 0.0);
        let prompt = match hint.prompt.as_deref().filter(|it| !it.contains('\0')) {
            Some(prompt) => self
                .context
                .tokenize(prompt, PROMPT_TOKENS_MAX)
                .unwrap_or_default(),
            None => Vec::new(),
        };
        let mut state = self.state()?;
        let params = self.params(hint, &prompt, padded.len(), Arc::clone(given_up));
        let outcome = state.full(params, &padded);
        if given_up.load(Ordering::Relaxed) {
            bail!("nobody waits for the text any longer");
        }
        outcome.map_err(|error| anyhow::anyhow!("whisper failed: {error}"))?;
        let heard = Heard {
            language: whisper_rs::get_lang_str_full(state.full_lang_id_from_state())
                .unwrap_or("english"),
            seconds,
            segments: segments(&state, seconds),
        };
        // A state that failed is not used again; this one did not.
        self.idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(state);
        Ok(heard)
    }

    fn state(&self) -> anyhow::Result<WhisperState> {
        let idle = self
            .idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        match idle {
            Some(state) => Ok(state),
            None => self
                .context
                .create_state()
                .map_err(|error| anyhow::anyhow!("no memory to recognise with: {error}")),
        }
    }

    fn params<'a>(
        &self,
        hint: &Hint,
        prompt: &'a [i32],
        n_samples: usize,
        given_up: Arc<AtomicBool>,
    ) -> FullParams<'static, 'a> {
        let mut params = FullParams::new(SamplingStrategy::Greedy { best_of: 2 });
        params.set_n_threads(self.threads);
        params.set_no_context(true);
        params.set_print_special(false);
        params.set_print_progress(false);
        params.set_print_realtime(false);
        params.set_print_timestamps(false);
        params.set_suppress_nst(true);
        params.set_temperature(hint.temperature);
        params.set_audio_ctx(steps(n_samples));
        if !prompt.is_empty() {
            params.set_tokens(prompt);
        }
        params.set_language(Some(match hint.language {
            Some(Language(code)) => code,
            None if self.context.is_multilingual() => "auto",
            None => "en",
        }));
        // This version of whisper-rs hands the C++ a pointer to a `Box<dyn FnMut() -> bool>` and reads it back as the
        // type given here: only this very type is right. It never frees the box, a few dozen bytes a request.
        let ask: Box<dyn FnMut() -> bool> = Box::new(move || given_up.load(Ordering::Relaxed));
        params.set_abort_callback_safe::<_, Box<dyn FnMut() -> bool>>(ask);
        params
    }
}

/// Whisper always computes a window of 30 s; for a short turn most of it would be silence.
fn steps(n_samples: usize) -> i32 {
    let whole = WINDOW_SECONDS * HEARD_RATE as usize;
    if n_samples >= whole {
        return 0;
    }
    // Half a second more, so that the last word is not cut.
    let needed = (n_samples + HEARD_RATE as usize / 2) * WINDOW_STEPS / whole;
    i32::try_from(needed.clamp(STEPS_MIN, WINDOW_STEPS)).unwrap_or(0)
}

fn full_name(language: Language) -> Option<&'static str> {
    whisper_rs::get_lang_str_full(whisper_rs::get_lang_id(language.0)?)
}

fn segments(state: &WhisperState, seconds: f32) -> Vec<Segment> {
    let read = |segment: WhisperSegment<'_>| {
        let text = segment.to_str_lossy().ok()?.trim().to_owned();
        let centiseconds = |it: i64| (it as f32 / 100.0).clamp(0.0, seconds);
        Some(Segment {
            start_s: centiseconds(segment.start_timestamp()),
            end_s: centiseconds(segment.end_timestamp()),
            text,
            log_probability: log_probability(&segment),
            no_speech: segment.no_speech_probability(),
        })
    };
    state
        .as_iter()
        .filter_map(read)
        .filter(|it| !is_noise(it))
        .collect()
}

fn log_probability(segment: &WhisperSegment<'_>) -> f32 {
    let tokens = (0..segment.n_tokens()).filter_map(|at| segment.get_token(at));
    let logs: Vec<f32> = tokens
        .map(|it| it.token_probability().max(1e-9).ln())
        .collect();
    logs.iter().sum::<f32>() / logs.len().max(1) as f32
}

/// What is no speech is written in brackets, "[BLANK_AUDIO]", or guessed at.
fn is_noise(segment: &Segment) -> bool {
    let text = segment.text.as_str();
    let bracketed = (text.starts_with('[') && text.ends_with(']'))
        || (text.starts_with('(') && text.ends_with(')'));
    let guessed =
        segment.no_speech > NO_SPEECH_MIN && segment.log_probability < LOG_PROBABILITY_MIN;
    bracketed || guessed || !text.chars().any(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_known_by_their_code_and_nothing_else_gets_through() {
        assert_eq!(Language::read("EN"), Some(Language("en")));
        for wrong in ["", "xx", "e\0n", "en-US", "klingon"] {
            assert_eq!(Language::read(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn a_short_turn_gets_a_short_window_and_a_long_one_the_whole() {
        assert_eq!(steps(16_000), 768);
        assert_eq!(steps(16_000 * 20), 1_025);
        assert_eq!(steps(16_000 * 29), 1_475);
        assert_eq!(steps(16_000 * 30), 0);
    }

    #[test]
    fn brackets_stops_and_wild_guesses_are_noise() {
        let segment = |text: &str, no_speech, log_probability| Segment {
            start_s: 0.0,
            end_s: 1.0,
            text: text.to_owned(),
            log_probability,
            no_speech,
        };
        assert!(is_noise(&segment("[BLANK_AUDIO]", 0.1, -0.1)));
        assert!(is_noise(&segment("(wind)", 0.1, -0.1)));
        assert!(is_noise(&segment("...", 0.1, -0.1)));
        assert!(is_noise(&segment("Thank you.", 0.9, -1.4)));
        assert!(!is_noise(&segment("Thank you.", 0.9, -0.2)));
        assert!(!is_noise(&segment("Yes.", 0.1, -1.4)));
    }
}
