//! Cuts a turn into sentences, the way a typist who knows abbreviations and quotations would.
//!
//! Written by hand because speech needs more than a general splitter gives: a quotation of several sentences stays in
//! one piece (half a quotation cannot be printed), and transcripts without capitals are still cut at their full stops.

use std::ops::Range;

/// A longer quotation is cut like other text: nobody prints it as one sentence.
const QUOTATION_BYTES_MAX: usize = 600;

/// Never end a sentence, whatever follows.
const TITLES: &[&str] = &[
    "adm", "approx", "brig", "capt", "cf", "cmdr", "col", "dr", "e.g", "eg", "fig", "gen", "gov",
    "hon", "i.e", "ie", "lt", "maj", "messrs", "mr", "mrs", "ms", "mt", "pp", "pres", "prof",
    "rep", "rev", "sen", "sgt", "viz", "vs",
];

/// End a sentence only when a word that likes to begin one follows.
const OTHER_ABBREVIATIONS: &[&str] = &[
    "a.m", "apr", "assn", "aug", "ave", "b.a", "b.s", "bldg", "blvd", "bros", "co", "corp", "ctr",
    "d.c", "dec", "dept", "dist", "est", "etc", "feb", "ft", "inc", "intl", "j.d", "jan", "jr",
    "l.a", "llc", "ltd", "m.a", "m.b.a", "m.d", "m.s", "mar", "natl", "nov", "oct", "p.m", "ph.d",
    "rd", "sept", "sep", "sr", "st", "u.k", "u.n", "u.s", "u.s.a", "univ", "wm",
];

/// Abbreviations only before a number: "No. 5", but "No. I went home."
const BEFORE_NUMBERS: &[&str] = &["no", "nos", "vol", "ch", "p", "sec", "art"];

const STARTERS: &[&str] = &[
    "a", "after", "all", "also", "an", "and", "anyway", "as", "at", "because", "before", "but",
    "by", "for", "he", "her", "his", "how", "i", "i'd", "i'll", "i'm", "i've", "if", "in", "it",
    "it's", "my", "no", "now", "of", "oh", "on", "one", "or", "our", "she", "so", "some", "that",
    "that's", "the", "their", "then", "there", "these", "they", "they're", "this", "those", "to",
    "we", "we're", "well", "what", "when", "where", "which", "while", "who", "why", "with", "yeah",
    "yes", "you", "your",
];

/// The sentences of a text, trimmed, in order.
pub fn sentences(text: &str) -> impl Iterator<Item = &str> {
    ranges(text).into_iter().map(|range| &text[range])
}

/// Where the sentences of a text stand, without the white space between them.
#[must_use]
pub fn ranges(text: &str) -> Vec<Range<usize>> {
    let caseless = is_caseless(text);
    let mut found = Vec::new();
    let (mut start, mut quotation_end) = (0, 0);
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if at < quotation_end {
            continue;
        }
        match c {
            '“' | '"' => quotation_end = quotation_end_after(text, at, c),
            '\n' if text[at + 1..]
                .trim_start_matches([' ', '\t', '\r'])
                .starts_with('\n') =>
            {
                push_trimmed(text, start..at, &mut found);
                start = at;
            }
            '.' | '!' | '?' | '…' | '。' | '！' | '？' | '؟' | '۔' | '।' | '”' => {
                if c == '”' && !ends_with_terminator(&text[..at]) {
                    continue;
                }
                let end = end_of_closers(text, at + c.len_utf8());
                if ends_sentence(text, start, at, end, c, caseless) {
                    push_trimmed(text, start..end, &mut found);
                    start = end;
                    while chars.peek().is_some_and(|(next, _)| *next < end) {
                        chars.next();
                    }
                }
            }
            _ => {}
        }
    }
    push_trimmed(text, start..text.len(), &mut found);
    found
}

/// Text in which case says nothing: without capitals, or in capitals only.
fn is_caseless(text: &str) -> bool {
    let (mut upper, mut lower) = (0_usize, 0_usize);
    for byte in text.bytes().take(4_000) {
        upper += usize::from(byte.is_ascii_uppercase());
        lower += usize::from(byte.is_ascii_lowercase());
    }
    upper * 200 < lower || lower * 4 < upper
}

/// The byte at which the closing mark stands, or the opening one's when the quotation is too long or never closed.
fn quotation_end_after(text: &str, at: usize, opening: char) -> usize {
    let inside = at + opening.len_utf8();
    let limit = floor_char_boundary(text, inside + QUOTATION_BYTES_MAX);
    let closing = if opening == '“' { '”' } else { '"' };
    let rest = &text[inside..limit];
    match rest.find([closing, '“']) {
        Some(found) if rest[found..].starts_with(closing) => {
            let end = inside + found;
            // The straight mark opens and closes, so it must be stepped over; what stood before it may end the sentence.
            if closing == '"' && !ends_with_terminator(&text[..end]) {
                end + 1
            } else {
                closing_point(text, end)
            }
        }
        Some(_) | None => at,
    }
}

/// Where scanning goes on after a quotation: at its last stop, so that `… done." Then` ends a sentence.
fn closing_point(text: &str, end: usize) -> usize {
    let before = text[..end].trim_end();
    match before.chars().next_back() {
        Some(c) if text[end..].starts_with('"') => before.len() - c.len_utf8(),
        Some(_) | None => end,
    }
}

fn floor_char_boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn ends_with_terminator(text: &str) -> bool {
    text.trim_end().ends_with(['.', '!', '?', '…'])
}

fn end_of_closers(text: &str, from: usize) -> usize {
    let closers = |c: char| {
        matches!(
            c,
            '.' | '!' | '?' | '…' | '"' | '”' | '’' | '\'' | ')' | ']'
        )
    };
    text.len() - text[from..].trim_start_matches(closers).len()
}

fn ends_sentence(text: &str, start: usize, at: usize, end: usize, c: char, caseless: bool) -> bool {
    let rest = &text[end..];
    if matches!(c, '。' | '！' | '？') {
        return true;
    }
    if !rest.starts_with(char::is_whitespace) {
        return rest.is_empty();
    }
    let next = rest.trim_start();
    let Some(first) = next
        .trim_start_matches(['"', '“', '(', '[', '\'', '‘', '—', '-'])
        .chars()
        .next()
    else {
        return true;
    };
    if first.is_lowercase() && !caseless {
        return false;
    }
    c != '.' || end > at + 1 || !is_abbreviation(&text[start..at], next)
}

/// Whether the full stop after `before` belongs to its last word.
fn is_abbreviation(before: &str, next: &str) -> bool {
    let last = before
        .rsplit(|c: char| c.is_whitespace() || matches!(c, '(' | '"' | '“' | '—' | '/'))
        .next()
        .unwrap_or("");
    if last.is_empty() || last.len() > 8 || !last.is_ascii() {
        return false;
    }
    let follower = next
        .split(|c: char| c.is_whitespace() || c == ',')
        .next()
        .unwrap_or("");
    let starts =
        follower.len() <= 8 && listed(STARTERS, &follower.to_ascii_lowercase().replace('’', "'"));
    if last.len() == 1 && last != "I" && last.bytes().all(|byte| byte.is_ascii_uppercase()) {
        return !starts;
    }
    let word = last.to_ascii_lowercase();
    listed(TITLES, &word)
        || (listed(OTHER_ABBREVIATIONS, &word) && !starts)
        || (listed(BEFORE_NUMBERS, &word) && next.starts_with(|c: char| c.is_ascii_digit()))
}

fn listed(list: &[&str], word: &str) -> bool {
    list.contains(&word)
}

fn push_trimmed(text: &str, range: Range<usize>, found: &mut Vec<Range<usize>>) {
    let slice = &text[range.clone()];
    let trimmed = slice.trim();
    if !trimmed.is_empty() {
        let start = range.start + (slice.len() - slice.trim_start().len());
        found.push(start..start + trimmed.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let found: Vec<&str> = sentences(text).collect();
        assert_eq!(found, expected, "in {text:?}");
    }

    #[test]
    fn abbreviations_stay_inside() {
        check(
            "I met Dr. Smith of Acme Inc. for lunch. We like tools, e.g. Kafka. The U.S. Army paid.",
            &[
                "I met Dr. Smith of Acme Inc. for lunch.",
                "We like tools, e.g. Kafka.",
                "The U.S. Army paid.",
            ],
        );
        check(
            "We moved to the U.S. The rest is known.",
            &["We moved to the U.S.", "The rest is known."],
        );
        check(
            "Charles J. Camarda came at 5 p.m. and left.",
            &["Charles J. Camarda came at 5 p.m. and left."],
        );
        check(
            "So did I. Then I left. No. 5 lives.",
            &["So did I.", "Then I left.", "No. 5 lives."],
        );
        check(
            "It took 3.5 years in St. Louis. No. Never.",
            &["It took 3.5 years in St. Louis.", "No.", "Never."],
        );
    }

    #[test]
    fn a_quotation_is_not_torn() {
        check(
            "I said, “Nobody. Who would?” Then I left.",
            &["I said, “Nobody. Who would?”", "Then I left."],
        );
        check(
            "He said, \"Stop. Now.\" And we did.",
            &["He said, \"Stop. Now.\"", "And we did."],
        );
        check("“Really?” he said. Yes.", &["“Really?” he said.", "Yes."]);
        check(
            "An open “quotation. Goes on.",
            &["An open “quotation.", "Goes on."],
        );
    }

    #[test]
    fn other_ends() {
        check("", &[]);
        check("  \n ", &[]);
        check("no end", &["no end"]);
        check("Wait… What?! Yes", &["Wait…", "What?!", "Yes"]);
        check("we left. then it rained.", &["we left.", "then it rained."]);
        check(
            "First thought\n\nSecond thought",
            &["First thought", "Second thought"],
        );
        check("我来了。我看见了。", &["我来了。", "我看见了。"]);
        check("هل جئت؟ نعم.", &["هل جئت؟", "نعم."]);
    }
}
