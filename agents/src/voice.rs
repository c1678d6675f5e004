//! The voice study: how a person talks, measured from their words, so that an essay can sound like them.

use std::collections::BTreeMap;

use interview::{Passage, Speaker};

use crate::material::Material;
use crate::text::clean;
use crate::text::cues::{Cue, Cues};
use crate::text::lexicon;
use crate::text::terms::TermWeights;
use crate::text::tokens::{Pause, Token, tokens};

const TERMS_MAX: usize = 20;
const PHRASES_MAX: usize = 12;
/// A phrase said less often is chance.
const PHRASE_TIMES_MIN: u32 = 3;

/// How a person talks.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Voice {
    /// What they talk about in their own words, strongest first; stems.
    pub vocabulary: Vec<String>,
    pub rhythm: Rhythm,
    /// What they say again and again, most often first.
    pub phrases: Vec<Habit>,
    /// Shares of their sentences, in percent.
    pub register: Register,
}

/// How long their sentences are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rhythm {
    pub sentences: usize,
    pub words_median: usize,
    /// Percent of sentences with at most eight words.
    pub short_percent: usize,
    /// Percent of sentences with more than thirty words.
    pub long_percent: usize,
}

/// A phrase and how often it was said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Habit {
    pub text: String,
    pub times: u32,
}

/// What their sentences do, in percent of all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Register {
    /// "I'm", "don't": talk rather than writing.
    pub casual: usize,
    /// "I guess", "maybe".
    pub hedged: usize,
    /// "never", "the most", "have to".
    pub bold: usize,
    /// Joy, fear, pride.
    pub warm: usize,
    /// "I", "my", "we".
    pub personal: usize,
}

/// Studies the turns of the person interviewed.
#[must_use]
pub fn study(conversation: &[Passage]) -> Voice {
    let own = conversation
        .iter()
        .filter(|passage| passage.speaker == Speaker::Candidate);
    let texts = own.map(|passage| clean::sentences(passage.text.as_str()));
    let mut study = Study::default();
    for sentences in texts {
        study.hear(sentences.iter().map(String::as_str));
    }
    study.voice()
}

/// Studies sentences that were cleaned before.
#[must_use]
pub fn study_material(material: &Material) -> Voice {
    let mut study = Study::default();
    for answer in &material.answers {
        study.hear(
            material.lines[answer.lines.clone()]
                .iter()
                .map(|line| line.text.as_str()),
        );
    }
    study.voice()
}

#[derive(Default)]
struct Study {
    lengths: Vec<usize>,
    counts: Register,
    weights: TermWeights,
    phrases: BTreeMap<String, u32>,
}

impl Study {
    fn hear<'t>(&mut self, sentences: impl Iterator<Item = &'t str>) {
        let mut stems = Vec::new();
        for sentence in sentences {
            let tokens = tokens(sentence);
            if tokens.len() >= 3 {
                self.lengths.push(tokens.len());
                count_register(sentence, &tokens, &mut self.counts);
                count_phrases(&tokens, &mut self.phrases);
                stems.extend(crate::text::terms::stems_of(&tokens));
            }
        }
        self.weights.count(&stems);
    }

    fn voice(self) -> Voice {
        let percent = |count: usize| count * 100 / self.lengths.len().max(1);
        let counts = self.counts;
        let register = Register {
            casual: percent(counts.casual),
            hedged: percent(counts.hedged),
            bold: percent(counts.bold),
            warm: percent(counts.warm),
            personal: percent(counts.personal),
        };
        let top = self.weights.top(TERMS_MAX);
        Voice {
            vocabulary: top.into_iter().map(|(stem, _)| stem.to_owned()).collect(),
            phrases: habits(self.phrases),
            register,
            rhythm: rhythm(self.lengths),
        }
    }
}

/// The rhythm of cleaned material alone; cheap.
#[must_use]
pub fn rhythm_of(material: &Material) -> Rhythm {
    let lengths = material
        .lines
        .iter()
        .map(|line| line.words)
        .filter(|words| *words >= 3);
    rhythm(lengths.collect())
}

fn rhythm(mut lengths: Vec<usize>) -> Rhythm {
    lengths.sort_unstable();
    let count = lengths.len();
    let percent = |fits: fn(usize) -> bool| {
        lengths.iter().filter(|words| fits(**words)).count() * 100 / count.max(1)
    };
    Rhythm {
        sentences: count,
        words_median: lengths.get(count / 2).copied().unwrap_or(0),
        short_percent: percent(|words| words <= 8),
        long_percent: percent(|words| words > 30),
    }
}

fn count_register(sentence: &str, tokens: &[Token<'_>], counts: &mut Register) {
    let cues = Cues::of(sentence);
    counts.casual += usize::from(
        tokens
            .iter()
            .any(|token| lexicon::is_contraction(&token.lower)),
    );
    counts.hedged += usize::from(cues.has(Cue::Hedge));
    counts.bold += usize::from(cues.has(Cue::Bold));
    counts.warm += usize::from(cues.has(Cue::Feeling));
    counts.personal += usize::from(
        tokens
            .iter()
            .any(|token| matches!(token.lower.as_ref(), "i" | "my" | "we" | "our" | "me")),
    );
}

/// Runs of three and four words with at least one that carries meaning.
fn count_phrases(tokens: &[Token<'_>], phrases: &mut BTreeMap<String, u32>) {
    for length in [3, 4] {
        for run in tokens.windows(length) {
            let whole = run[..length - 1]
                .iter()
                .all(|token| token.after == Pause::None);
            let telling = run.iter().any(|token| !token.stop);
            if whole && telling {
                let words: Vec<&str> = run.iter().map(|token| token.lower.as_ref()).collect();
                *phrases.entry(words.join(" ")).or_default() += 1;
            }
        }
    }
}

/// The most frequent phrases; one that only continues another is left out.
fn habits(phrases: BTreeMap<String, u32>) -> Vec<Habit> {
    let mut often: Vec<Habit> = phrases
        .into_iter()
        .filter(|(_, times)| *times >= PHRASE_TIMES_MIN)
        .map(|(text, times)| Habit { text, times })
        .collect();
    often.sort_by(|one, other| {
        other
            .times
            .cmp(&one.times)
            .then(other.text.len().cmp(&one.text.len()))
            .then(one.text.cmp(&other.text))
    });
    let mut kept: Vec<Habit> = Vec::new();
    for habit in often {
        if kept.len() == PHRASES_MAX {
            break;
        }
        if kept
            .iter()
            .all(|have| !have.text.contains(&habit.text) && !habit.text.contains(&have.text))
        {
            kept.push(habit);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use interview::TurnId;

    fn passage(speaker: Speaker, text: &str) -> Passage {
        Passage {
            at: TurnId(1).into(),
            speaker,
            text: text.into(),
            start_ms: 0,
            end_ms: 1_000,
        }
    }

    #[test]
    fn a_voice_is_heard_in_habits_and_rhythm() {
        let said = "It was a gnarly problem. We never gave up on a gnarly problem. I guess that's a gnarly problem for you.";
        let voice = study(&[
            passage(Speaker::Interviewer, "Tell me about bees and bees."),
            passage(Speaker::Candidate, said),
        ]);
        assert_eq!(voice.rhythm.sentences, 3);
        assert_eq!(
            voice.phrases[0],
            Habit {
                text: String::from("a gnarly problem"),
                times: 3
            }
        );
        assert_eq!((voice.register.bold, voice.register.hedged), (33, 33));
        assert!(voice.vocabulary.iter().any(|stem| stem == "problem"));
        assert!(voice.vocabulary.iter().all(|stem| stem != "bee"));
    }

    #[test]
    fn nobody_has_no_voice() {
        assert_eq!(study(&[]), Voice::default());
    }
}
