//! Quotable lines: the person's exact words, chosen for contrast, image, rule or verdict.

use interview::{Plan, PotentialUse, QuotableLine, Strength};

use super::trimming::{is_rough, quotation};
use crate::builtin::cues::Cue;
use crate::builtin::heard::{Heard, Line};
use crate::text::lexicon::Class;
use crate::text::phrases::key_phrases;
use crate::text::tokens::{Pause, Token};

const WORDS_MIN: usize = 6;
const WORDS_MAX: usize = 40;
const GOOD: f64 = 2.3;
const GREAT: f64 = 3.3;
const EXCEPTIONAL: f64 = 4.5;
const WORDS_PER_LINE: usize = 100;
const LINES_MAX: usize = 3;

pub(super) fn find(heard: &Heard<'_>, plan: &Plan) -> Vec<QuotableLine> {
    let mut best: Vec<(usize, f64)> = heard
        .lines
        .iter()
        .enumerate()
        .map(|(at, line)| (at, score(heard, line)))
        .filter(|(_, score)| *score >= GOOD)
        .collect();
    best.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
    best.truncate((1 + heard.word_count() / WORDS_PER_LINE).min(LINES_MAX));
    best.sort_unstable_by_key(|(at, _)| *at);
    best.into_iter()
        .filter_map(|(at, score)| {
            let line = &heard.lines[at];
            let text = quotation(heard, line);
            let words = text.split_whitespace().count();
            (WORDS_MIN..=WORDS_MAX)
                .contains(&words)
                .then(|| QuotableLine {
                    text: text.to_owned(),
                    turn: heard.turn,
                    potential_use: potential_use(line, words),
                    topic: topic(heard, line, plan),
                    strength: strength(score),
                })
        })
        .collect()
}

/// How memorable a sentence is by itself.
pub(super) fn score(heard: &Heard<'_>, line: &Line<'_>) -> f64 {
    if !(WORDS_MIN..=WORDS_MAX + 4).contains(&line.len())
        || !line.says_something()
        || line.has_insertion()
        || line.content < 3 && !line.cues.has(Cue::Absolute)
    {
        return 0.0;
    }
    let cues = &line.cues;
    let some = |cue: Cue, weight: f64| if cues.has(cue) { weight } else { 0.0 };
    let tokens = heard.tokens_of(line);
    let general = is_general(tokens, line);
    let balanced = general && is_balanced(tokens) && is_of_everyone(line);
    let strong = some(Cue::Image, 1.4)
        + some(Cue::Verdict, 1.2)
        + some(Cue::Rule, 1.0)
        + some(Cue::Insight, 1.1)
        + some(Cue::Reflection, 1.0)
        + some(Cue::Absolute, 0.8)
        + some(Cue::Weight, 0.6)
        + if line.text.contains('“') { 0.9 } else { 0.0 }
        + 1.4 * f64::from(u8::from(balanced));
    if strong < 1.2 {
        return 0.0;
    }
    let mut score = strong + some(Cue::Contrast, 0.6) - some(Cue::Hedge, 1.0);
    score += 0.7 * f64::from(u8::from(general));
    score += 0.5 * f64::from(u8::from(repeats(tokens)));
    score += match line.len() {
        0..=22 => 0.7,
        23..=30 => 0.0,
        31..=44 => -0.8,
        _ => -2.0,
    };
    if line.leans_back() || line.words.starts_with(" but ") {
        score -= 0.9;
    }
    let figures = tokens
        .iter()
        .filter(|token| matches!(token.class, Class::Name | Class::Number))
        .count();
    if figures * 4 > line.len() {
        score -= 1.0;
    }
    if score >= GOOD && (is_rough(line) || !ends_whole(line.text)) {
        return 0.0;
    }
    score
}

fn ends_whole(text: &str) -> bool {
    text.trim_end().ends_with(['.', '!', '”', '"']) && !text.contains("...") && !text.contains('…')
}

/// Said of always, not of one day.
fn is_general(tokens: &[Token<'_>], line: &Line<'_>) -> bool {
    let present = tokens.iter().any(|token| {
        matches!(
            token.lower.as_ref(),
            "is" | "are"
                | "isn't"
                | "can't"
                | "don't"
                | "never"
                | "always"
                | "it's"
                | "that's"
                | "it’s"
                | "that’s"
        )
    });
    line.events == 0 && (present || is_of_everyone(line))
}

/// Said of everyone, or of what a thing is not.
fn is_of_everyone(line: &Line<'_>) -> bool {
    const MARKS: [&str; 9] = [
        " you ",
        " people ",
        " nobody ",
        " everybody ",
        " everyone ",
        " it's not ",
        " isn't ",
        " wasn't about ",
        " not about ",
    ];
    MARKS.iter().any(|mark| line.words.contains(mark))
}

/// One half denies, the other asserts: “you can't schedule trust, you can only stop destroying it”.
fn is_balanced(tokens: &[Token<'_>]) -> bool {
    if tokens.len() > 26 {
        return false;
    }
    let denies = |half: &[Token<'_>]| {
        half.iter().any(|token| {
            let word = token.lower.as_ref();
            matches!(word, "not" | "never" | "nobody" | "no")
                || word.ends_with("n't")
                || word.ends_with("n’t")
        })
    };
    tokens.iter().enumerate().any(|(at, token)| {
        let (one, other) = tokens.split_at(at + 1);
        token.after == Pause::Break
            && one.len() >= 3
            && other.len() >= 3
            && denies(one) != denies(other)
            && one.iter().any(Token::is_content)
            && other.iter().any(Token::is_content)
    })
}

/// A content word said twice in a short sentence is mostly meant.
fn repeats(tokens: &[Token<'_>]) -> bool {
    tokens.len() <= 24
        && tokens.iter().enumerate().any(|(at, token)| {
            token.is_content()
                && token.lower.len() > 3
                && tokens[at + 1..]
                    .iter()
                    .skip(1)
                    .any(|later| later.lower == token.lower)
        })
}

fn strength(score: f64) -> Strength {
    if score >= EXCEPTIONAL {
        Strength::Exceptional
    } else if score >= GREAT {
        Strength::Great
    } else {
        Strength::Good
    }
}

fn potential_use(line: &Line<'_>, words: usize) -> PotentialUse {
    if line.cues.has(Cue::Reflection) {
        PotentialUse::Conclusion
    } else if words <= 8 {
        PotentialUse::SectionHeader
    } else if line.cues.has(Cue::Verdict) && words <= 25 {
        PotentialUse::Hook
    } else if words <= 20 && (line.cues.has(Cue::Absolute) || line.cues.has(Cue::Rule)) {
        PotentialUse::Tweet
    } else {
        PotentialUse::PullQuote
    }
}

/// What the line is about: its longest phrase, or the plan's topic when it has none.
pub(super) fn topic(heard: &Heard<'_>, line: &Line<'_>, plan: &Plan) -> String {
    let tokens = heard.tokens_of(line);
    key_phrases(tokens)
        .into_iter()
        .rev()
        .max_by_key(|phrase| phrase.len().min(3))
        .map_or_else(
            || plan.topic.clone(),
            |phrase| phrase.text(heard.text, tokens).to_owned(),
        )
}

#[cfg(test)]
mod tests {
    use super::*;
    use interview::TurnId;

    fn best(said: &str) -> f64 {
        let heard = Heard::new(TurnId(1), said);
        heard
            .lines
            .iter()
            .map(|line| score(&heard, line))
            .fold(0.0, f64::max)
    }

    #[test]
    fn verdicts_and_images_beat_plain_talk() {
        let strong = best("You can't schedule trust, you can only stop destroying it.");
        let plain = best("Then we moved to the second floor of the building in the spring.");
        assert!(strong >= GOOD, "{strong}");
        assert!(plain < GOOD, "{plain}");
    }

    #[test]
    fn sentences_that_break_off_are_not_quoted() {
        assert!(best("It was always the worst mistake that you can make when you go to.") < GOOD);
    }
}
