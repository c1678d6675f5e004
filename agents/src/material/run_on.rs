//! Cuts sentences that run on ("and… and… so…") at borders where both halves stand.

use crate::text::lexicon::Class;
use crate::text::tokens::{Pause, Token, tokens};

/// Longer sentences are cut where they can be.
const WORDS_MAX: usize = 34;
const LEFT_WORDS_MIN: usize = 8;
const RIGHT_WORDS_MIN: usize = 7;

const SUBJECTS: &[&str] = &[
    "i", "we", "he", "she", "they", "it", "there", "you", "that", "this",
];

/// Pieces of at most `words_max` words, cut where a clause may begin. For text without any full stop.
pub(super) fn chop(sentence: &str, words_max: usize) -> Vec<&str> {
    if sentence.split_whitespace().nth(words_max).is_none() {
        return vec![sentence];
    }
    let starts: Vec<usize> = word_starts(sentence);
    let mut pieces = Vec::new();
    let mut first = 0;
    while starts.len() - first > words_max {
        let end = chop_at(sentence, &starts, first, words_max);
        pieces.push(sentence[starts[first]..starts[end]].trim_end());
        first = end;
    }
    pieces.push(sentence[starts[first]..].trim_end());
    pieces
}

fn word_starts(text: &str) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut inside = false;
    for (at, c) in text.char_indices() {
        if c.is_whitespace() {
            inside = false;
        } else if !inside {
            inside = true;
            starts.push(at);
        }
    }
    starts
}

/// The first border behind a fair number of words: a conjunction with a subject behind it.
fn chop_at(text: &str, starts: &[usize], first: usize, words_max: usize) -> usize {
    let word = |at: usize| {
        let end = starts.get(at + 1).copied().unwrap_or(text.len());
        text[starts[at]..end]
            .trim_end()
            .trim_matches(',')
            .to_lowercase()
    };
    let border = (first + 12..first + words_max).find(|at| {
        at + 1 < starts.len()
            && matches!(
                word(*at).as_str(),
                "and" | "so" | "but" | "then" | "because"
            )
            && SUBJECTS.contains(&word(at + 1).split(['\'', '’']).next().unwrap_or(""))
    });
    border.unwrap_or(first + words_max)
}

/// The sentence in pieces of a length that can be read.
pub(super) fn split(sentence: &str) -> Vec<String> {
    let mut done = Vec::new();
    let mut waiting = vec![sentence.to_owned()];
    while let Some(text) = waiting.pop() {
        match cut(&text) {
            Some((left, right)) => {
                waiting.push(right);
                waiting.push(left);
            }
            None => done.push(text),
        }
    }
    done
}

fn cut(text: &str) -> Option<(String, String)> {
    text.split_whitespace().nth(WORDS_MAX)?;
    let tokens = tokens(text);
    let middle = tokens.len() / 2;
    let borders = (LEFT_WORDS_MIN..tokens.len().saturating_sub(RIGHT_WORDS_MIN))
        .filter(|at| is_border(text, &tokens, *at));
    let at = borders.min_by_key(|at| at.abs_diff(middle))?;
    let left = text[..tokens[at].at]
        .trim_end()
        .trim_end_matches([',', ';', '—', '-', ' ']);
    let right = text[tokens[at].at..].to_owned();
    let left = match left.strip_suffix(",”") {
        Some(quoted) => format!("{quoted}.”"),
        None => format!("{left}."),
    };
    Some((left, right))
}

/// Whether a new sentence may begin at this token.
fn is_border(text: &str, tokens: &[Token<'_>], at: usize) -> bool {
    let token = &tokens[at];
    let (left, right) = (&tokens[..at], &tokens[at..]);
    let paused = left.last().is_some_and(|last| last.after != Pause::None);
    let gap = left.last().map_or("", |last| &text[last.end()..token.at]);
    let conjunction = matches!(token.lower.as_ref(), "and" | "but" | "so");
    let opens = if conjunction {
        let strong = right.get(1).is_some_and(|next| {
            matches!(head(next), "i" | "we" | "he" | "she" | "they" | "then")
                || (next.lower == "it"
                    && right
                        .get(2)
                        .is_some_and(|verb| matches!(verb.class, Class::Auxiliary | Class::Past)))
        });
        let plural = right.get(1).is_some_and(|next| next.lower == "i")
            && right
                .get(2)
                .is_some_and(|verb| matches!(verb.lower.as_ref(), "were" | "are"));
        // "he and I went": two people, not two sentences.
        let pair = plural
            || !paused
                && left
                    .last()
                    .is_some_and(|last| matches!(last.class, Class::Pronoun | Class::Name));
        strong && !pair && (token.lower != "so" || paused) || (paused && has_subject(&right[1..]))
    } else {
        gap.contains(';') && has_subject(right)
    };
    opens
        && quotes_closed(&text[..token.at])
        && has_verb(left)
        && has_verb(right)
        && !hangs(left)
        && !crate::text::clean::breaks_off(&text[..token.at])
}

fn head<'a>(token: &'a Token<'_>) -> &'a str {
    token.lower.split(['\'', '’']).next().unwrap_or("")
}

/// A subject, and a verb soon behind it.
fn has_subject(tokens: &[Token<'_>]) -> bool {
    let Some(first) = tokens.first() else {
        return false;
    };
    let starts =
        SUBJECTS.contains(&head(first)) || matches!(first.class, Class::Determiner | Class::Name);
    let swallowed = first.lower.contains(['\'', '’']);
    let mut soon = tokens
        .iter()
        .skip(1)
        .take(4)
        .take_while(|token| token.after != Pause::Sentence);
    starts && (swallowed || soon.any(is_finite))
}

fn is_finite(token: &Token<'_>) -> bool {
    matches!(token.class, Class::Auxiliary | Class::Past)
        || (token.class == Class::Verb && !token.lower.ends_with("ing"))
}

/// Some word that can be the verb of a sentence.
pub(super) fn has_verb(tokens: &[Token<'_>]) -> bool {
    tokens.iter().enumerate().any(|(at, token)| {
        let infinitive = at > 0 && tokens[at - 1].lower == "to";
        is_finite(token) && !infinitive
            || (token.class == Class::Pronoun && token.lower.contains(['\'', '’']))
    })
}

/// A left half that only says when, if or because.
fn hangs(left: &[Token<'_>]) -> bool {
    let first = left
        .iter()
        .find(|token| !matches!(token.lower.as_ref(), "and" | "but" | "so"));
    let subordinate = first.is_some_and(|first| {
        matches!(
            first.lower.as_ref(),
            "if" | "when"
                | "because"
                | "while"
                | "although"
                | "though"
                | "since"
                | "unless"
                | "whenever"
                | "whether"
                | "as"
                | "after"
                | "before"
                | "once"
        )
    });
    subordinate && !main_clause_follows(left)
}

/// Behind a comma, a subject with a verb.
pub(super) fn main_clause_follows(tokens: &[Token<'_>]) -> bool {
    tokens
        .windows(2)
        .enumerate()
        .any(|(at, pair)| pair[0].after == Pause::Break && has_subject(&tokens[at + 1..]))
}

fn quotes_closed(text: &str) -> bool {
    text.matches('“').count() == text.matches('”').count()
        && text.matches('"').count().is_multiple_of(2)
        && text.matches('(').count() == text.matches(')').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_on_becomes_sentences_that_stand() {
        let said = "We packed the boat in the morning with rice and kerosene for the school, and then we waited for the tide until noon because the channel was too shallow, so I read the whole book twice on the beach.";
        assert_eq!(
            split(said),
            [
                "We packed the boat in the morning with rice and kerosene for the school.",
                "and then we waited for the tide until noon because the channel was too shallow, so I read the whole book twice on the beach.",
            ]
        );
        assert_eq!(split("We left, and we came back.").len(), 1);
    }

    #[test]
    fn text_without_full_stops_is_chopped() {
        let said = "we went out and we fished ".repeat(200);
        let pieces = chop(said.trim(), 40);
        assert!(
            pieces
                .iter()
                .all(|piece| piece.split_whitespace().count() <= 40)
        );
        assert_eq!(pieces.join(" "), said.trim());
    }
}
