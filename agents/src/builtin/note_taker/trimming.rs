//! Where a quotation should start and end: always a contiguous piece of what was said.

use crate::builtin::heard::{Heard, Line};
use crate::text::clean;
use crate::text::lexicon::{self, Class};
use crate::text::tokens::Token;

/// The sentence without the sounds before it; exactly as said from there on.
pub(super) fn quotation<'t>(heard: &Heard<'t>, line: &Line<'t>) -> &'t str {
    let tokens = heard.tokens_of(line);
    let mut skip = 0;
    while let Some(sound) = leading_sound(&tokens[skip..]) {
        skip += sound;
    }
    if skip < tokens.len() && tokens.len() - skip > 3 && joins(&tokens[skip]) {
        // “And I …” can start at “I”; “and the …” would start with a small letter.
        let next = &tokens[skip + 1];
        if next.text.starts_with(char::is_uppercase) {
            skip += 1;
        }
    }
    match tokens.get(skip) {
        Some(first) if skip > 0 && tokens.len() - skip > 3 => {
            line.text.get(first.at - line.at..).unwrap_or(line.text)
        }
        Some(_) | None => line.text,
    }
}

/// How many tokens a sound at the front has.
fn leading_sound(tokens: &[Token<'_>]) -> Option<usize> {
    let first = tokens.first()?;
    let second = tokens.get(1).map_or("", |token| token.lower.as_ref());
    match (first.lower.as_ref(), second) {
        ("you", "know") | ("i", "mean") => Some(2),
        _ if first.class == Class::Interjection => Some(1),
        _ => None,
    }
}

fn joins(token: &Token<'_>) -> bool {
    matches!(
        token.lower.as_ref(),
        "and" | "so" | "but" | "because" | "then"
    )
}

/// Whether the words would have to be mended before they could be printed.
pub(super) fn is_rough(line: &Line<'_>) -> bool {
    let sounds = [
        " um ",
        " uh ",
        " you know ",
        " i mean ",
        " er ",
        " sort of ",
        " kind of ",
    ];
    sounds.iter().any(|sound| line.words.contains(sound))
        || stutters(&line.words)
        || line.text.ends_with(['—', '-'])
        || clean::breaks_off(line.text)
        || clean::sentence(line.text).split_whitespace().count() + 1
            < line.text.split_whitespace().count()
}

/// A small word twice in a row: “what's, what's”.
fn stutters(words: &str) -> bool {
    let mut before = "";
    words.split_whitespace().any(|word| {
        let again = word == before
            && lexicon::is_stop(word)
            && !matches!(word, "had" | "that" | "very" | "really" | "so");
        before = word;
        again
    })
}

/// A text cut after so many words at most, at a word's end.
pub(super) fn clipped(text: &str, words_max: usize) -> String {
    let mut words = text.split_whitespace();
    let mut kept: Vec<&str> = words.by_ref().take(words_max).collect();
    if words.next().is_none() {
        return text.trim().to_owned();
    }
    // A clause that ends at a comma reads better than one that breaks off.
    if let Some(comma) = kept
        .iter()
        .rposition(|word| word.ends_with([',', ';', '—']))
        && comma + 1 >= words_max * 2 / 3
    {
        kept.truncate(comma + 1);
    }
    let joined = kept.join(" ");
    format!("{}…", joined.trim_end_matches([',', ';', '—', '.']))
}

#[cfg(test)]
mod tests {
    use super::*;
    use interview::TurnId;

    fn check(said: &str, expected: &str) {
        let heard = Heard::new(TurnId(1), said);
        assert_eq!(quotation(&heard, &heard.lines[0]), expected);
        assert!(said.contains(expected));
    }

    #[test]
    fn sounds_before_a_sentence_are_left_out() {
        check(
            "Well, yeah, I never looked back at it.",
            "I never looked back at it.",
        );
        check(
            "And I knew that we were finished.",
            "I knew that we were finished.",
        );
        check("And the bees knew it too.", "And the bees knew it too.");
        check(
            "“Nobody told us anything,” she said.",
            "“Nobody told us anything,” she said.",
        );
    }

    #[test]
    fn long_texts_are_clipped_at_a_clause() {
        assert_eq!(clipped("one two three, four five six", 4), "one two three…");
        assert_eq!(clipped("one two", 4), "one two");
    }
}
