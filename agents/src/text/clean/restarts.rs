//! Stutters, repeated words, and sentences that were begun twice.

use super::tokens::{Token, is_name, remove};
use crate::text::lexicon::{self, Class};

/// Said twice on purpose.
const EMPHATIC: &[&str] = &[
    "again", "bad", "big", "blah", "far", "great", "hard", "hold", "hours", "long", "many", "more",
    "much", "never", "no", "nobody", "okay", "old", "over", "really", "small", "so", "too", "up",
    "very", "way", "years", "yes", "far", "fast", "slowly", "down", "crazy", "round", "around",
];
/// Rightly doubled without a pause.
const DOUBLED: &[&str] = &["had", "that"];

const SUBJECTS: &[&str] = &[
    "he", "i", "it", "she", "there", "they", "we", "you", "this", "that", "what", "who",
];

/// A sentence does not stop at these; when it seems to, it was begun anew.
const UNFINISHED: &[&str] = &[
    "a", "about", "also", "am", "an", "and", "are", "as", "at", "be", "because", "been", "being",
    "but", "by", "can", "can't", "could", "did", "didn't", "do", "does", "don't", "for", "from",
    "get", "going", "gonna", "got", "had", "has", "have", "he", "he's", "her", "his", "how", "i",
    "i'd", "i'll", "i'm", "i've", "if", "in", "into", "is", "it's", "its", "just", "kind", "like",
    "may", "might", "my", "of", "on", "or", "our", "really", "she", "she's", "should", "so",
    "some", "than", "that's", "the", "their", "them", "then", "there's", "these", "they", "they'd",
    "they're", "they've", "this", "to", "trying", "very", "wanted", "was", "wasn't", "we", "we'd",
    "we're", "we've", "were", "what", "when", "where", "which", "who", "will", "with", "would",
    "you'd", "you're", "your", "that", "went", "got", "said", "until", "whether", "while", "every",
    "sort", "started", "during",
];

/// A text that ends with one of these was cut off.
const NEVER_LAST: &[&str] = &[
    "a", "an", "and", "because", "but", "gonna", "he's", "i'd", "i'll", "i'm", "i've", "if",
    "into", "its", "it's", "my", "or", "our", "she's", "than", "the", "their", "there's", "they'd",
    "they're", "they've", "very", "we'd", "we're", "we've", "which", "you'd", "you're", "your",
    "every", "whether", "until", "during",
];

/// A text that ends with one of these was cut off, unless a word of asking or relation stands before.
const STRANDED: &[&str] = &[
    "at", "from", "get", "going", "he", "i", "is", "just", "of", "said", "she", "they", "to",
    "trying", "was", "we", "went", "were", "when", "with", "for", "wanted", "like", "had", "has",
    "have", "where", "how",
];

pub(super) fn mend_restarts(tokens: &mut Vec<Token<'_>>) {
    repeated_words(tokens);
    for length in (2..=5).rev() {
        repeated_phrases(tokens, length);
    }
    repeated_across_a_word(tokens);
    begun_anew(tokens);
    doubled_modals(tokens);
    articles(tokens);
}

/// "the a price" is "a price"; "a bigger, a very serious concern" is "a very serious concern".
fn articles(tokens: &mut Vec<Token<'_>>) {
    const ARTICLES: &[&str] = &["a", "an", "the"];
    let mut at = 0;
    while at + 2 < tokens.len() {
        let article = tokens[at].is_any(ARTICLES) && tokens[at].is_bare() && !tokens[at].quoted;
        let adjective = tokens[at + 1].key.ends_with("er")
            || lexicon::look_up(&tokens[at + 1].key)
                .is_some_and(|entry| entry.class == Class::Adjective);
        // "The A above middle C" is a note, not a slip.
        if article && tokens[at + 1].is_any(ARTICLES) && !is_name(tokens, at + 1) {
            remove(tokens, at..at + 1);
        } else if article
            && adjective
            && tokens[at + 1].trail == ","
            && tokens[at + 2].key == tokens[at].key
        {
            drop_first(tokens, at, 2);
        } else {
            at += 1;
        }
    }
}

/// "would should be" is "should be".
fn doubled_modals(tokens: &mut Vec<Token<'_>>) {
    const MODALS: &[&str] = &[
        "would", "should", "could", "can", "will", "might", "may", "must",
    ];
    let mut at = 0;
    while at + 1 < tokens.len() {
        if tokens[at].is_any(MODALS)
            && tokens[at].is_bare()
            && !tokens[at].quoted
            && tokens[at + 1].is_any(MODALS)
            && at > 0
            && !is_name(tokens, at + 1)
        {
            remove(tokens, at..at + 1);
        } else {
            at += 1;
        }
    }
}

/// Whether a text breaks off: its last word is one that no sentence ends with.
pub(super) fn breaks_off(tokens: &[Token<'_>]) -> bool {
    let Some(last) = tokens.last() else {
        return false;
    };
    let trails_off = last.trail.contains(['…', '—']) || last.trail.contains("..");
    if last.quoted {
        return false;
    }
    last.is_any(NEVER_LAST)
        || (trails_off && last.is_any(UNFINISHED))
        || (last.is_any(STRANDED) && !may_be_stranded(tokens))
}

/// "When the dough tells me to", "because I had to": what is done stands before.
fn leaves_the_deed_unsaid(tokens: &[Token<'_>]) -> bool {
    const MOVED: &[&str] = &[
        "me", "him", "her", "us", "them", "want", "wanted", "wants", "need", "needed", "needs",
        "have", "had", "has", "used", "supposed", "able", "tried", "meant", "expected", "allowed",
        "asked", "told",
    ];
    match tokens {
        [earlier @ .., moved, last] => {
            earlier.len() >= 4
                && last.is_any(&["to"])
                && moved.is_any(MOVED)
                && !last.trail.contains(['…', '—'])
                && !last.trail.contains("..")
        }
        [] | [_] => false,
    }
}

/// "Where I came from", "what it was", "than I had": such endings are whole.
fn may_be_stranded(tokens: &[Token<'_>]) -> bool {
    const OPENERS: &[&str] = &[
        "what",
        "where",
        "who",
        "which",
        "how",
        "than",
        "as",
        "that",
        "wherever",
        "whatever",
        "everything",
        "nothing",
        "whoever",
        "why",
        "not",
        "or",
        "so",
        "anything",
        "something",
    ];
    let end = tokens.len();
    if leaves_the_deed_unsaid(tokens) {
        return true;
    }
    let asked = tokens.last().is_some_and(|last| last.trail.contains('?'));
    // "the data we had": the noun stands before.
    let tail = &tokens[end.saturating_sub(3)..];
    let relative = tail.len() == 3
        && tail[0].is_bare()
        && !tail[0].is_any(UNFINISHED)
        && tail[1].is_any(SUBJECTS)
        && !tail[2].is_any(SUBJECTS);
    relative
        || asked
        || tokens[end.saturating_sub(9)..end.saturating_sub(1)]
            .iter()
            .any(|token| token.is_any(OPENERS))
}

fn repeated_words(tokens: &mut Vec<Token<'_>>) {
    let mut at = 0;
    while at + 1 < tokens.len() {
        let (one, two) = (&tokens[at], &tokens[at + 1]);
        // "when I was there, there were people".
        let there = one.is("there")
            && tokens
                .get(at + 2)
                .is_some_and(|next| next.is_any(&["is", "was", "were", "are", "would", "had"]));
        let same = !there && one.key == two.key && !one.quoted && !one.ends_sentence();
        let meant = if one.pauses() {
            one.is_any(EMPHATIC) || (is_name(tokens, at) && !one.is("i"))
        } else {
            one.is_any(DOUBLED)
                || one.is_any(EMPHATIC)
                || one.core.bytes().all(|byte| byte.is_ascii_digit())
        };
        if same && !meant {
            drop_first(tokens, at, 1);
        } else {
            at += 1;
        }
    }
}

/// Leaves out the first of two, so that the marks of the second stay.
fn drop_first(tokens: &mut Vec<Token<'_>>, at: usize, length: usize) {
    if let Some(last) = tokens.get_mut(at + length - 1) {
        last.trail.clear();
    }
    remove(tokens, at..at + length);
}

/// "I was, I was going" is "I was going".
fn repeated_phrases(tokens: &mut Vec<Token<'_>>, length: usize) {
    let mut at = 0;
    while at + 2 * length <= tokens.len() {
        let (one, two) = (
            &tokens[at..at + length],
            &tokens[at + length..at + 2 * length],
        );
        let same = one
            .iter()
            .zip(two)
            .all(|(one, two)| one.key == two.key && !one.quoted)
            && one[..length - 1].iter().all(Token::is_bare)
            && !one[length - 1].ends_sentence();
        if same {
            drop_first(tokens, at, length);
        } else {
            at += 1;
        }
    }
}

/// "during, especially during wartime" is "especially during wartime"; "in the, in a house" is "in a house".
fn repeated_across_a_word(tokens: &mut Vec<Token<'_>>) {
    let mut at = 0;
    while at + 2 < tokens.len() {
        let first = &tokens[at];
        let small = first.is_any(UNFINISHED) && !first.quoted;
        let across =
            small && first.pauses() && tokens[at + 1].is_bare() && tokens[at + 2].key == first.key;
        let doubled = small
            && first.is_bare()
            && tokens[at + 1].pauses()
            && tokens[at + 1].is_any(UNFINISHED)
            && tokens[at + 2].key == first.key
            && !tokens[at + 1].is_any(SUBJECTS);
        if across {
            drop_first(tokens, at, 1);
        } else if doubled {
            drop_first(tokens, at, 2);
        } else {
            at += 1;
        }
    }
}

/// "I was, I had a degree" and "you were—it was hard": a fragment, a pause, a new subject.
fn begun_anew(tokens: &mut Vec<Token<'_>>) {
    let mut start = 0;
    let mut at = 0;
    while at + 2 < tokens.len() {
        if !tokens[at].pauses() || tokens[at].quoted {
            at += 1;
            continue;
        }
        let next = &tokens[at + 1];
        let fragment = &tokens[start..=at];
        let length = at + 1 - start;
        let subject = subject_of(next);
        let opens = fragment
            .iter()
            .find(|token| !token.is_any(&["and", "but", "so", "because", "well", "then"]))
            .and_then(subject_of);
        let same_subject = subject.is_some() && opens == subject;
        let unfinished = tokens[at].is_any(UNFINISHED)
            && !tokens[at].is_any(&[
                "that", "then", "so", "like", "also", "really", "them", "her", "this",
            ]);
        let anew = unfinished
            && ((same_subject && length <= 6)
                || (tokens[at].dashes() && subject.is_some() && length <= 8 && opens.is_some())
                || (tokens[at].dashes() && same_subject));
        if anew {
            let keep = usize::from(fragment[0].is_any(&["but", "because"]) && length > 1);
            drop_first(tokens, start + keep, length - keep);
            at = start;
        } else {
            start = at + 1;
            at += 1;
        }
    }
}

fn subject_of<'a>(token: &Token<'a>) -> Option<&'static str> {
    let bare = token.key.split('\'').next().unwrap_or("");
    SUBJECTS.iter().find(|subject| **subject == bare).copied()
}
