//! One sentence as the words to be said and the pauses between them.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use super::numbers;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// In lower case.
    Word(String),
    /// One letter after the other: "B B C".
    Spelled(String),
    /// One of `,;:.?!`, which the voice has learned as pauses and tunes.
    Pause(char),
}

/// Said in full, whatever follows.
const SHORT: &[(&str, &str)] = &[
    ("mr", "mister"),
    ("mrs", "missus"),
    ("ms", "miz"),
    ("dr", "doctor"),
    ("prof", "professor"),
    ("vs", "versus"),
    ("etc", "et cetera"),
    ("e.g", "for example"),
    ("i.e", "that is"),
    ("a.m", "a m"),
    ("p.m", "p m"),
    ("approx", "approximately"),
];
const SIGNS: &[(char, &str)] = &[
    ('&', "and"),
    ('+', "plus"),
    ('=', "equals"),
    ('@', "at"),
    ('%', "percent"),
    ('°', "degrees"),
];
/// All capitals up to this long are letters ("IT", "CEO"), not a word that is shouted.
const INITIALS_MAX: usize = 3;

pub(super) fn pieces(sentence: &str) -> Vec<Piece> {
    let plain = plain(sentence);
    let shouted = !plain.chars().any(char::is_lowercase);
    let mut pieces = Vec::new();
    for token in plain.split_whitespace() {
        take(token, shouted, &mut pieces);
    }
    if !matches!(pieces.last(), Some(Piece::Pause('.' | '?' | '!'))) {
        pieces.push(Piece::Pause('.'));
    }
    pieces
}

/// Without accents and typographer's signs: the dictionary has neither.
fn plain(sentence: &str) -> String {
    let mut out = String::with_capacity(sentence.len());
    for sign in sentence.nfkd().filter(|it| !is_combining_mark(*it)) {
        match sign {
            '’' | '‘' | 'ʼ' => out.push('\''),
            '–' | '—' => out.push_str(" , "),
            '…' => out.push_str(". "),
            '/' | '_' | '|' => out.push(' '),
            _ => out.push(sign),
        }
    }
    // What NFKD makes of an ellipsis.
    out.replace("...", ". ")
}

fn take(token: &str, shouted: bool, pieces: &mut Vec<Piece>) {
    let inside = |it: char| it.is_alphanumeric() || "$€£%&+=@°".contains(it);
    let Some(start) = token.find(inside) else {
        pieces.extend(pause_in(token));
        return;
    };
    let end = token
        .char_indices()
        .rev()
        .find(|(_, it)| inside(*it))
        .map_or(token.len(), |(at, it)| at + it.len_utf8());
    // An apostrophe in front may be part of the word ("'em"), one behind it hardly ever is.
    let start = match token[..start].strip_suffix('\'') {
        Some(before) if token[end..].is_empty() => before.len(),
        Some(_) | None => start,
    };
    let core = &token[start..end];
    let is_short = token[end..].starts_with('.') || core.contains('.');
    match SHORT
        .iter()
        .find(|(it, _)| is_short && *it == core.to_lowercase())
    {
        Some((_, full)) => {
            pieces.extend(full.split(' ').map(|it| Piece::Word(it.to_owned())));
            pieces.extend(pause_in(token[end..].trim_start_matches('.')));
        }
        None => {
            say(core, shouted, pieces);
            pieces.extend(pause_in(&token[end..]));
        }
    }
}

fn pause_in(signs: &str) -> Option<Piece> {
    let pause = |it: char| ",;:.?!".contains(it).then_some(Piece::Pause(it));
    signs.chars().find_map(pause)
}

fn say(core: &str, shouted: bool, pieces: &mut Vec<Piece>) {
    if let Some(words) = numbers::said(core) {
        pieces.extend(words.split(' ').map(|it| Piece::Word(it.to_owned())));
        return;
    }
    if let Some((_, word)) = SIGNS.iter().find(|(it, _)| core.chars().eq([*it])) {
        pieces.push(Piece::Word((*word).to_owned()));
        return;
    }
    let letters = core.chars().filter(|it| it.is_alphabetic()).count();
    let all_capitals = letters > 1 && !core.chars().any(char::is_lowercase);
    if all_capitals
        && !shouted
        && letters <= INITIALS_MAX
        && core.chars().all(|it| it.is_ascii_alphabetic() || it == '.')
    {
        pieces.push(Piece::Spelled(core.replace('.', "")));
        return;
    }
    match split(core) {
        Some((head, tail)) => {
            say(head, shouted, pieces);
            say(tail, shouted, pieces);
        }
        None => {
            let word: String = core
                .chars()
                .filter(|it| it.is_alphabetic() || *it == '\'')
                .collect();
            if !word.is_empty() {
                pieces.push(Piece::Word(word.to_lowercase()));
            }
        }
    }
}

/// At the first hyphen, sign or change between letters and digits.
fn split(core: &str) -> Option<(&str, &str)> {
    let joins = |it: char| !it.is_alphanumeric() && it != '\'';
    let signs = core
        .char_indices()
        .find(|(_, it)| joins(*it) && !SIGNS.iter().any(|(sign, _)| sign == it));
    if let Some((at, sign)) = signs {
        return Some((&core[..at], &core[at + sign.len_utf8()..]));
    }
    let mut before: Option<char> = None;
    for (at, it) in core.char_indices() {
        let changed = before.is_some_and(|before| {
            before.is_ascii_digit() != it.is_ascii_digit() || joins(before) || joins(it)
        });
        if changed {
            return Some((&core[..at], &core[at..]));
        }
        before = Some(it);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(sentence: &str) -> String {
        let show = |it: Piece| match it {
            Piece::Word(word) => word,
            Piece::Spelled(letters) => format!("<{letters}>"),
            Piece::Pause(sign) => sign.to_string(),
        };
        let shown: Vec<String> = pieces(sentence).into_iter().map(show).collect();
        shown.join(" ")
    }

    #[test]
    fn words_pauses_and_signs_are_told_apart() {
        for (sentence, expected) in [
            ("So, you left?", "so , you left ?"),
            ("It’s done", "it's done ."),
            ("Dr. Lee — hello!", "doctor lee , hello !"),
            ("“Well-known” & naïve", "well known and naive ."),
            (
                "At 7:30 we had 12 guests.",
                "at seven thirty we had twelve guests .",
            ),
            ("The BBC and the CEO", "the <BBC> and the <CEO> ."),
            ("STOP NOW", "stop now ."),
            ("GPT4 and A-11", "<GPT> four and a eleven ."),
            ("and/or", "and or ."),
            ("10-20 people", "ten twenty people ."),
            ("rock 'n' roll", "rock n roll ."),
            ("Ask 'em", "ask 'em ."),
            ("Q&A", "q and a ."),
        ] {
            assert_eq!(written(sentence), expected, "{sentence}");
        }
    }

    #[test]
    fn odd_characters_end_without_trouble() {
        for odd in [
            "",
            "...",
            "$",
            "%%%",
            "日本",
            "a\u{0301}",
            "\u{202e}x",
            "+-+",
            "🎹",
            "1²",
        ] {
            assert_eq!(
                pieces(odd).last().map(|it| matches!(it, Piece::Pause(_))),
                Some(true)
            );
        }
    }
}
