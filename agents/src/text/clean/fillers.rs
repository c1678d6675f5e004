//! Sounds and small phrases that carry nothing: um, you know, I mean, sort of.

use super::filler_lists::{
    ASIDES, KIND_REAL_BEFORE, KNOW_REAL_AFTER, KNOW_REAL_BEFORE, OPENER_ALONE,
    OPENER_BEFORE_SUBJECT, OPENERS, SUBJECTS,
};
use super::tokens::{SOUNDS, Token, remove};
use crate::text::lexicon::{self, Class};

pub(super) fn remove_fillers(tokens: &mut Vec<Token<'_>>) {
    sounds(tokens);
    asides(tokens);
    openers(tokens);
    you_know(tokens);
    kind_of(tokens);
    like(tokens);
    closers(tokens);
}

/// "to like meet", "was like nice", "for like ten minutes": a pause made of a word.
fn like(tokens: &mut Vec<Token<'_>>) {
    const BE: &[&str] = &["is", "was", "were", "are", "been", "be", "it's", "that's"];
    const COMPARING: &[&str] = &[
        "something",
        "look",
        "looks",
        "looked",
        "feel",
        "feels",
        "felt",
        "just",
        "more",
        "sounds",
        "sounded",
        "seems",
        "seemed",
        "things",
        "not",
    ];
    const NUMBERS: &[&str] = &[
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "ten",
        "twelve",
        "twenty",
        "thirty",
        "forty",
        "fifty",
        "a hundred",
        "half",
    ];
    let mut at = 1;
    while at + 1 < tokens.len() {
        let (before, next) = (&tokens[at - 1], &tokens[at + 1]);
        let found =
            tokens[at].is("like") && tokens[at].is_bare() && before.is_bare() && !tokens[at].quoted;
        let class = lexicon::look_up(&next.key).map(|entry| entry.class);
        let number = next.core.starts_with(|c: char| c.is_ascii_digit()) || next.is_any(NUMBERS);
        let filler = before.is_any(&["to", "would", "could", "i'd", "they'd", "we'd"])
            && class == Some(Class::Verb)
            || before.is_any(BE)
                && (matches!(class, Some(Class::Adjective | Class::Past))
                    || next.is_any(&["literally", "really", "pretty", "totally", "very", "so"]))
            || number && !before.is_any(COMPARING)
            || before.is_any(&["then", "and", "so", "but"])
                && next.is("a")
                && tokens.get(at + 2).is_some_and(|unit| {
                    unit.is_any(&[
                        "week", "month", "year", "day", "couple", "few", "minute", "hour",
                    ])
                });
        if found && filler {
            remove(tokens, at..at + 1);
        } else {
            at += 1;
        }
    }
}

fn sounds(tokens: &mut Vec<Token<'_>>) {
    let mut at = 0;
    while at < tokens.len() {
        if tokens[at].is_any(SOUNDS) && !tokens[at].quoted {
            remove(tokens, at..at + 1);
        } else {
            at += 1;
        }
    }
}

fn matches(tokens: &[Token<'_>], at: usize, phrase: &[&str]) -> bool {
    tokens.len() >= at + phrase.len()
        && phrase
            .iter()
            .zip(&tokens[at..])
            .all(|(word, token)| token.is(word) && !token.quoted)
        && tokens[at..at + phrase.len() - 1].iter().all(Token::is_bare)
}

/// ", you know," in the middle: a pause before and after.
fn asides(tokens: &mut Vec<Token<'_>>) {
    let mut at = 1;
    while at < tokens.len() {
        let found = if tokens[at - 1].pauses() {
            aside_at(tokens, at)
        } else {
            None
        };
        match found {
            Some(length) => remove(tokens, at..at + length),
            None => at += 1,
        }
    }
}

/// How many tokens say nothing from here on: one aside, or several in a row.
fn aside_at(tokens: &[Token<'_>], from: usize) -> Option<usize> {
    let mut at = from;
    while let Some(phrase) = ASIDES
        .iter()
        .find(|phrase| matches(tokens, at, phrase) && tokens[at + phrase.len() - 1].pauses())
    {
        at += phrase.len();
    }
    (at > from).then_some(at - from)
}

/// "Well, yeah, I mean, we left." begins with "We left."
fn openers(tokens: &mut Vec<Token<'_>>) {
    // A conjunction may stand before them: "But, I mean, we left."
    let mut at = 0;
    loop {
        if at == 0
            && tokens.len() > 2
            && tokens[0].is_any(&["and", "but", "so", "because"])
            && starts_opener(tokens, 1).is_some()
        {
            at = 1;
        }
        match starts_opener(tokens, at) {
            Some(length) if tokens.len() > at + length => remove(tokens, at..at + length),
            Some(_) | None => break,
        }
    }
    if at == 1 && tokens.first().is_some_and(|token| token.trail == ",") {
        tokens[0].trail.clear();
    }
}

fn starts_opener(tokens: &[Token<'_>], at: usize) -> Option<usize> {
    OPENERS
        .iter()
        .filter(|phrase| matches(tokens, at, phrase))
        .map(|phrase| phrase.len())
        .max()
        .filter(|length| opener_ends(tokens, at, *length))
}

/// A pause behind an opener parts it from the sentence; some part themselves.
fn opener_ends(tokens: &[Token<'_>], at: usize, length: usize) -> bool {
    let last = &tokens[at + length - 1];
    let Some(next) = tokens.get(at + length) else {
        return false;
    };
    // "I'd say, “Go.”" tells what was said.
    if next.opens_quotation() {
        return false;
    }
    if last.pauses() || last.ends_sentence() {
        return true;
    }
    let alone = length == 1 && at == 0 && last.is_any(OPENER_ALONE);
    let before_subject =
        length == 1 && at == 0 && last.is_any(OPENER_BEFORE_SUBJECT) && next.is_any(SUBJECTS);
    let like_a_week = length == 1
        && at <= 1
        && last.is("like")
        && (next.core.starts_with(|c: char| c.is_ascii_digit())
            || next.is_any(&["a", "two", "three", "four", "five", "six", "ten"])
                && tokens.get(2).is_some_and(|unit| {
                    unit.is_any(&[
                        "week", "weeks", "month", "months", "year", "years", "day", "days",
                        "couple", "few", "hour", "hours", "minute", "minutes",
                    ])
                }));
    let i_mean = length == 2
        && at <= 1
        && last.is("mean")
        && !next.is_any(&["it", "that", "to", "the", "business", "by"]);
    alone || before_subject || like_a_week || i_mean
}

/// "you know" and "I mean" without pauses around them.
fn you_know(tokens: &mut Vec<Token<'_>>) {
    let mut at = 0;
    while at + 1 < tokens.len() {
        let know = matches(tokens, at, &["you", "know"]) && !know_is_real(tokens, at);
        let mean = matches(tokens, at, &["i", "mean"])
            && at > 0
            && tokens[at - 1].pauses()
            && tokens
                .get(at + 2)
                .is_some_and(|next| !next.is_any(&["it", "that", "to", "by"]));
        if (know || mean) && tokens.len() > 3 {
            remove(tokens, at..at + 2);
        } else {
            at += 1;
        }
    }
}

fn know_is_real(tokens: &[Token<'_>], at: usize) -> bool {
    let paused = at == 0 || tokens[at - 1].pauses();
    let before = at > 0 && !tokens[at - 1].pauses() && tokens[at - 1].is_any(KNOW_REAL_BEFORE);
    if before {
        return true;
    }
    if tokens[at + 1].pauses() || tokens[at + 1].ends_sentence() {
        return false;
    }
    let after = tokens
        .get(at + 2)
        .is_some_and(|next| next.is_any(KNOW_REAL_AFTER));
    after
        || (!paused
            && tokens
                .get(at + 2)
                .is_some_and(|next| next.is_any(&["that", "it", "this", "the", "your", "a"])))
}

/// "sort of figured" is "figured"; "some sort of plan" stays.
fn kind_of(tokens: &mut Vec<Token<'_>>) {
    let mut at = 0;
    while at + 2 < tokens.len() {
        let found = (matches(tokens, at, &["kind", "of"]) || matches(tokens, at, &["sort", "of"]))
            && tokens[at + 1].is_bare();
        let real = at > 0 && tokens[at - 1].is_bare() && tokens[at - 1].is_any(KIND_REAL_BEFORE);
        let adjective = at > 0
            && tokens[at - 1].is_bare()
            && (tokens[at - 1].key.ends_with("ent") || tokens[at - 1].key.ends_with("est"));
        if !found || real || adjective {
            at += 1;
            continue;
        }
        let like = tokens[at + 2].is("like") && tokens.len() > at + 3;
        remove(tokens, at..at + 2 + usize::from(like));
    }
}

/// "…, you know." and "…, right?" at the end.
fn closers(tokens: &mut Vec<Token<'_>>) {
    const SO_BELONGS: &[&str] = &[
        "think", "do", "did", "does", "or", "say", "said", "hope", "guess", "believe", "if",
        "much", "ever", "very", "even", "quite", "and", "not", "just", "is", "was", "suppose",
        "years", "months", "days", "miles", "doing", "more", "less",
    ];
    let count = tokens.len();
    if count > 4 && tokens[count - 1].is("so") && !tokens[count - 2].is_any(SO_BELONGS) {
        remove(tokens, count - 1..count);
    }
    while let Some(length) = ends_with_aside(tokens) {
        let end = tokens.len();
        remove(tokens, end - length..end);
        if let Some(last) = tokens.last_mut()
            && last.trail.contains('?')
        {
            last.trail = last.trail.replace('?', ".");
        }
    }
}

fn ends_with_aside(tokens: &[Token<'_>]) -> Option<usize> {
    const TAGS: &[&[&str]] = &[
        &["so"],
        &["but"],
        &["and"],
        &["you", "know"],
        &["i", "guess"],
        &["and", "so"],
        &["so", "yeah"],
        &["but", "yeah"],
        &["or", "not"],
        &["too", "you", "know"],
        &["and", "everything"],
        &["and", "things", "like", "that"],
        &["and", "stuff"],
        &["huh"],
        &["or", "so"],
        &["and", "that", "kind", "of", "thing"],
        &["that", "kind", "of", "thing"],
        &["if", "i", "remember", "correctly"],
        &["i", "have", "to", "say", "that"],
        &["that", "sort", "of", "thing"],
        &["and", "that", "sort", "of", "thing"],
    ];
    ASIDES
        .iter()
        .chain(TAGS)
        .filter(|phrase| tokens.len() > phrase.len() + 1)
        .find(|phrase| {
            let at = tokens.len() - phrase.len();
            matches(tokens, at, phrase) && tokens[at - 1].pauses()
        })
        .map(|phrase| phrase.len())
}
