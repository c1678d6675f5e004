//! Key ideas: sentences in which something is understood, explained or turned into a rule.

use interview::KeyIdea;

use crate::builtin::cues::Cue;
use crate::builtin::heard::{Heard, Line};
use crate::builtin::plan_terms::PlanTerms;
use crate::text::clean;
use crate::text::lexicon::Class;

/// Below this a sentence is talk, not insight.
const IDEA_MIN: f64 = 1.2;
/// One idea for every so many words of a turn, and one more.
const WORDS_PER_IDEA: usize = 100;
const IDEAS_MAX: usize = 4;

pub(super) fn find(heard: &Heard<'_>, terms: &PlanTerms) -> Vec<KeyIdea> {
    let mut best: Vec<(usize, f64)> = heard
        .lines
        .iter()
        .enumerate()
        .map(|(at, line)| (at, score(heard, line, terms)))
        .filter(|(_, score)| *score >= IDEA_MIN)
        .collect();
    best.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
    best.truncate((1 + heard.word_count() / WORDS_PER_IDEA).min(IDEAS_MAX));
    best.sort_unstable_by_key(|(at, _)| *at);
    best.into_iter()
        .filter_map(|(at, _)| {
            let text = clean::sentence(heard.lines[at].text);
            (text.split_whitespace().count() >= 5).then_some(KeyIdea {
                text,
                turn: heard.turn,
            })
        })
        .collect()
}

/// How much a sentence looks like an insight.
pub(super) fn score(heard: &Heard<'_>, line: &Line<'_>, terms: &PlanTerms) -> f64 {
    if !line.says_something() || line.len() < 7 || line.len() > 60 || line.content < 3 {
        return 0.0;
    }
    let cues = &line.cues;
    let some = |cue: Cue, weight: f64| if cues.has(cue) { weight } else { 0.0 };
    let mut score = f64::from(cues.count(Cue::Insight).min(2)) * 2.0
        + some(Cue::Cause, 0.8)
        + some(Cue::Rule, 1.5)
        + some(Cue::Verdict, 0.9)
        + some(Cue::Reflection, 1.2)
        + some(Cue::Contrast, 0.5)
        + some(Cue::Absolute, 0.5)
        + some(Cue::Opinion, 0.7)
        + some(Cue::Weight, 0.8)
        + if explains(heard, line) { 0.9 } else { 0.0 }
        - some(Cue::Hedge, 0.6);
    let told = cues.has(Cue::Insight) || cues.has(Cue::Rule) || cues.has(Cue::Reflection);
    if line.events > 1 && !told {
        score -= 1.2;
    }
    if score < 1.2 {
        return score;
    }
    let topical = heard.shared(line, &terms.topic);
    score += 0.4 * f64::from(u8::try_from(topical.min(3)).unwrap_or(3));
    if line.leans_back() {
        score -= 0.7;
    }
    if line.text.starts_with('“') || line.has_insertion() {
        score -= 0.6;
    }
    if line.len() > 38 {
        score -= 0.8;
    }
    if clean::breaks_off(line.text) {
        score -= 3.0;
    }
    score
}

/// “Food is the centre of their culture”: something is said to be something, of always.
fn explains(heard: &Heard<'_>, line: &Line<'_>) -> bool {
    line.events == 0
        && heard.tokens_of(line).windows(2).any(|pair| {
            matches!(pair[0].class, Class::Noun | Class::Name)
                && matches!(
                    pair[1].lower.as_ref(),
                    "is" | "are" | "isn't" | "aren't" | "means" | "can't" | "should"
                )
        })
}
