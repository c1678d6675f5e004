//! One sentence of the person, from what was heard to what can be printed.

use interview::Passage;

use super::lean::{self, Lean};
use super::source::{Finder, Place};
use super::usable::{self, Use};
use super::vocabulary::Vocabulary;
use super::run_on;
use crate::text::tokens::{Token, tokens};
use crate::text::{clean, sentences};

/// A sentence longer than this is cut before it is cleaned: no person would print it, and cleaning looks at neighbours.
const WORDS_BEFORE_CLEANING_MAX: usize = 120;

/// A sentence that was said, as it may be printed.
#[derive(Debug, Clone)]
pub struct Line {
    pub text: String,
    /// How much of the beginning only ties it to what came before: "And then ".
    pub tie: usize,
    /// The passage it was said in, by its number in the conversation.
    pub passage: usize,
    pub place: Place,
    /// Begun in this passage, interrupted, and finished in the other.
    pub begun: Option<(usize, u64)>,
    pub lean: Lean,
    pub usable: Use,
    /// Content stems, sorted, each once.
    pub stems: Vec<u32>,
    pub words: usize,
    pub signs: Signs,
    pub worth: f32,
}

/// What a sentence shows of itself, counted once.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Signs {
    pub names: u8,
    pub numbers: u8,
    pub first_person: bool,
    pub second_person: bool,
    pub past: bool,
    pub quotes: bool,
    pub asks: bool,
}

impl Line {
    /// The text with what ties it to the sentence before, or without.
    #[must_use]
    pub fn standing(&self) -> String {
        clean::capitalise(&self.text[self.tie..])
    }

    /// The text right behind the sentence it followed: "And then" becomes "Then".
    #[must_use]
    pub fn continuing(&self) -> String {
        let tie = &self.text[..self.tie];
        match tie.strip_prefix("And ").or_else(|| tie.strip_prefix("And, ")) {
            Some(_) => clean::capitalise(self.text[4..].trim_start_matches([' ', ','])),
            None => self.text.clone(),
        }
    }
}

/// Cuts a passage into lines and appends them.
pub(super) fn push_lines(text: &str, at: usize, passage: &Passage, vocabulary: &mut Vocabulary, lines: &mut Vec<Line>) {
    let mut finder = Finder::new(passage);
    for range in sentences::ranges(text) {
        for piece in run_on::chop(&text[range], WORDS_BEFORE_CLEANING_MAX) {
            let cleaned = clean::sentence(piece);
            for sentence in run_on::split(&cleaned) {
                let written = finish(&sentence);
                if !written.is_empty() {
                    let place = finder.place(&written);
                    lines.push(line(written, at, place, vocabulary));
                }
            }
        }
    }
}

fn line(text: String, passage: usize, place: Place, vocabulary: &mut Vocabulary) -> Line {
    let tie = lean::tie(&text);
    let tokens = tokens(&text[tie..]);
    let mut stems: Vec<u32> = tokens.iter().filter(|token| token.is_content()).map(|token| vocabulary.id(&token.stem())).collect();
    stems.sort_unstable();
    stems.dedup();
    let signs = signs(&text, &tokens);
    let (lean, usable, words) = (lean::lean(&tokens), usable::usable(&text, &text[tie..], &tokens), tokens.len());
    Line { text, tie, passage, place, begun: None, lean, usable, stems, words, signs, worth: 0.0 }
}

fn signs(text: &str, tokens: &[Token<'_>]) -> Signs {
    use crate::text::lexicon::Class;
    let count = |class: Class| u8::try_from(tokens.iter().filter(|token| token.class == class && (class != Class::Number || token.text.starts_with(|c: char| c.is_ascii_digit()))).count()).unwrap_or(u8::MAX);
    let any = |words: &[&str]| tokens.iter().any(|token| words.contains(&token.lower.split(['\'', '’']).next().unwrap_or("")));
    Signs {
        names: count(Class::Name),
        numbers: count(Class::Number),
        first_person: any(&["i", "my", "me", "we", "our", "us", "myself"]),
        second_person: any(&["you", "your", "yourself"]),
        past: tokens.iter().any(|token| token.class == Class::Past || matches!(token.lower.as_ref(), "was" | "were" | "had" | "did")),
        quotes: text.contains(['“', '"']),
        asks: text.trim_end_matches(['”', '"']).ends_with('?'),
    }
}

/// A full stop at the end, no mark without its partner.
fn finish(sentence: &str) -> String {
    let mut text = sentence.trim().to_owned();
    if unbalanced(&text) {
        text.retain(|c| !matches!(c, '“' | '”' | '"'));
    }
    if text.matches('(').count() != text.matches(')').count() {
        text.retain(|c| !matches!(c, '(' | ')'));
    }
    let body = text.trim_end_matches([',', ';', ':', '—', '-', '…', ' ', '–']).len();
    let cut_off = body < text.len() && text[body..].contains(['—', '…', '-']);
    text.truncate(body);
    while text.ends_with("..") {
        text.pop();
    }
    if !text.chars().any(char::is_alphanumeric) {
        return String::new();
    }
    let inner = text.trim_end_matches(['”', '"', '’', ')']);
    if !inner.ends_with(['.', '!', '?', '。', '؟', '۔', '।', '！', '？']) {
        // What trails off keeps its mark, so that it is known to be cut off.
        text.push(if cut_off { '…' } else { '.' });
    }
    text
}

fn unbalanced(text: &str) -> bool {
    let (open, close) = (text.matches('“').count(), text.matches('”').count());
    open != close || !text.matches('"').count().is_multiple_of(2)
}

/// Goes on with a sentence that was interrupted.
pub(super) fn join(begun: &str, rest: &str) -> String {
    let begun = begun.trim_end_matches(['.', '…', '—', '-', ' ', ',']);
    let mut chars = rest.chars();
    let second_upper = rest.chars().nth(1).is_some_and(char::is_uppercase);
    let is_i = rest.starts_with("I ") || rest.starts_with("I'") || rest.starts_with("I’");
    match chars.next() {
        Some(first) if !second_upper && !is_i => format!("{begun} {}{}", first.to_lowercase(), chars.as_str()),
        Some(_) | None => format!("{begun} {rest}"),
    }
}

/// Text in capitals only is set in small letters; a lonely "i" becomes "I".
pub(super) fn sentence_case(text: &str) -> String {
    let (mut upper, mut lower) = (0_usize, 0_usize);
    for c in text.chars() {
        upper += usize::from(c.is_uppercase());
        lower += usize::from(c.is_lowercase());
    }
    let shouted = upper > 20 && lower * 8 < upper;
    let text = if shouted { text.to_lowercase() } else { text.to_owned() };
    if !shouted && !text.contains(" i ") && !text.starts_with("i ") && !text.contains(" i'") && !text.contains(" i’") {
        return text;
    }
    let words = text.split(' ').map(|word| {
        let lonely = word == "i" || word.starts_with("i'") || word.starts_with("i’") || word.starts_with("i,");
        if lonely { clean::capitalise(word) } else { word.to_owned() }
    });
    words.collect::<Vec<_>>().join(" ")
}
