//! Titles that the talk itself offers: a short strong line, or a phrase with colour in it.

use interview::{QuotableLine, Strength, Title};

use crate::builtin::heard::Heard;
use crate::text::lexicon::Class;
use crate::text::phrases::{Phrase, key_phrases};
use crate::text::tokens::{Token, tokens};

const TITLE_WORDS_MAX: usize = 7;

/// Adjectives that make an ordinary phrase worth a second look.
const COLOURED: &str = "dark brutal painful impossible stubborn quiet silent hidden secret broken lost empty strange \
    beautiful terrible hard lonely brave bold honest wrong dangerous invisible forgotten accidental unfinished burning \
    burnt dead wild slow gentle perfect";

/// At most one title for a turn: a short strong line, a phrase with colour, or what its best idea is about.
pub(super) fn find(heard: &Heard<'_>, lines: &[QuotableLine]) -> Option<Title> {
    let line = lines
        .iter()
        .filter(|line| line.strength >= Strength::Great)
        .find_map(|line| short_clause(&line.text));
    let text = line.or_else(|| {
        key_phrases(&heard.tokens)
            .into_iter()
            .find(|phrase| is_coloured(phrase.tokens(&heard.tokens)))
            .map(|phrase| with_the(phrase, heard))
    });
    let text = text.or_else(|| lines.iter().find_map(|line| telling_phrase(&line.text)))?;
    Some(Title {
        text: title_case(&text),
        turn: heard.turn,
    })
}

fn short_clause(text: &str) -> Option<String> {
    let clause = text
        .trim_end_matches(['.', '!', '”', '"'])
        .trim_start_matches(['“', '"']);
    let words = clause.split_whitespace().count();
    (3..=TITLE_WORDS_MAX)
        .contains(&words)
        .then(|| clause.to_owned())
}

/// The longest phrase of a line, when it is long enough to stand alone.
fn telling_phrase(text: &str) -> Option<String> {
    let tokens = tokens(text);
    key_phrases(&tokens)
        .into_iter()
        .filter(|phrase| {
            let run = phrase.tokens(&tokens);
            (2..=5).contains(&run.len())
                && run
                    .iter()
                    .all(|token| !matches!(token.class, Class::Number))
                && (run.len() >= 3 || run[0].class == Class::Adjective && !run[0].stop)
        })
        .max_by_key(|phrase| phrase.len())
        .map(|phrase| phrase.text(text, &tokens).to_owned())
}

fn is_coloured(tokens: &[Token<'_>]) -> bool {
    tokens.len() >= 2
        && tokens.first().is_some_and(|first| {
            first.class == Class::Adjective
                && COLOURED.split_whitespace().any(|word| word == first.lower)
        })
}

fn with_the(phrase: Phrase, heard: &Heard<'_>) -> String {
    let whole = phrase.with_determiner(&heard.tokens);
    let bare = phrase.text(heard.text, &heard.tokens);
    let first = &heard.tokens[whole.first];
    match first.lower.as_ref() {
        "the" | "a" | "an" | "my" | "our" => whole.text(heard.text, &heard.tokens).to_owned(),
        _ => bare.to_owned(),
    }
}

/// Capitals on the words that count, and on the first.
pub(crate) fn title_case(text: &str) -> String {
    const SMALL: [&str; 18] = [
        "a", "an", "the", "of", "in", "on", "at", "to", "for", "and", "or", "but", "by", "as",
        "with", "from", "nor", "is",
    ];
    let mut title = String::with_capacity(text.len());
    for (at, word) in text.split_whitespace().enumerate() {
        if at > 0 {
            title.push(' ');
        }
        let mut letters = word.chars();
        match letters.next() {
            Some(first) if at == 0 || !SMALL.contains(&word) => {
                title.extend(first.to_uppercase());
                title.push_str(letters.as_str());
            }
            Some(_) | None => title.push_str(word),
        }
    }
    title
}
