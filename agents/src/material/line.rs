//! One sentence of the person, from what was heard to what can be printed.

use interview::Passage;

use super::lean::{self, Lean};
use super::mentions;
use super::run_on;
use super::source::{Finder, Place};
use super::usable::{self, Use};
use super::vocabulary::Vocabulary;
use crate::text::cues::Cues;
use crate::text::lexicon::Class;
use crate::text::tokens::{Pause, Token, tokens};
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
    /// The answer it belongs to, by its number.
    pub answer: usize,
    pub place: Place,
    /// Begun in this passage, interrupted, and finished in the other.
    pub begun: Option<(usize, u64)>,
    pub lean: Lean,
    pub usable: Use,
    /// Content stems, sorted, each once.
    pub stems: Vec<u32>,
    /// Stems that were said with "the", as if the listener knew of them.
    pub definite: Vec<u32>,
    pub words: usize,
    pub signs: Signs,
    pub cues: Cues,
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
    /// "It isn't.": turns the sentence before it around, so that neither may be printed without the other.
    pub reverses: bool,
    /// The sentence behind it turns it around.
    pub reversed: bool,
    /// Speaks of somebody whom "he" or "she" could mean next.
    pub person: bool,
    /// Speaks of something that "they" could mean next.
    pub plural: bool,
}

impl Line {
    /// Whether it means by itself what it meant where it was said.
    #[must_use]
    pub fn stands_alone(&self) -> bool {
        self.lean == Lean::Free
            && self.usable == Use::Good
            && !self.signs.asks
            && !self.signs.reversed
    }

    /// The text with what ties it to the sentence before, or without.
    #[must_use]
    pub fn standing(&self) -> String {
        clean::capitalise(&self.text[self.tie..])
    }

    /// The text right behind the sentence it followed: "And then" becomes "Then".
    #[must_use]
    pub fn continuing(&self) -> String {
        let tie = self.text[..self.tie].trim_end_matches([' ', ',']);
        match tie.rsplit_once([' ', ',']) {
            // Of several words that tie, the last says most.
            Some((rest, _)) => clean::capitalise(&self.text[rest.len() + 1..]),
            None if tie == "And" => self.standing(),
            None => self.text.clone(),
        }
    }
}

/// Cuts a passage into lines and appends them.
pub(super) fn push_lines(
    text: &str,
    at: usize,
    passage: &Passage,
    vocabulary: &mut Vocabulary,
    lines: &mut Vec<Line>,
) {
    let mut finder = Finder::new(passage);
    let mut quotation = Quotation::of(text);
    for range in sentences::ranges(text) {
        let torn = quotation.tears(&text[range.clone()]);
        for piece in run_on::chop(&text[range], WORDS_BEFORE_CLEANING_MAX) {
            let cleaned = clean::sentence(piece);
            let lost = piece
                .split_whitespace()
                .count()
                .saturating_sub(cleaned.split_whitespace().count());
            // What had to be cleaned much was not thought out.
            let rough = lost >= 4 && lost * 5 >= cleaned.split_whitespace().count();
            for sentence in run_on::split(&cleaned) {
                let written = clean::capitalise(&finish(&sentence));
                if !written.is_empty() {
                    let place = finder.place(&written);
                    let mut line = line(written, at, place, vocabulary);
                    if torn {
                        line.usable = Use::Never;
                    } else if rough && line.usable == Use::Good {
                        line.usable = Use::Weak;
                    }
                    lines.push(line);
                }
            }
        }
    }
}

fn line(text: String, passage: usize, place: Place, vocabulary: &mut Vocabulary) -> Line {
    let tie = lean::tie(&text);
    let tokens = tokens(&text[tie..]);
    let mut stems: Vec<u32> = tokens
        .iter()
        .filter(|token| token.is_content())
        .map(|token| vocabulary.id(&token.stem()))
        .collect();
    stems.sort_unstable();
    stems.dedup();
    let definite = definite(&tokens, vocabulary);
    let signs = signs(&text, &tokens);
    let cues = Cues::of(&text);
    let (lean, words) = (lean::lean(&tokens), tokens.len());
    let usable = usable::usable(&text, &text[tie..], &tokens, cues, lean);
    Line {
        text,
        tie,
        passage,
        answer: 0,
        place,
        begun: None,
        lean,
        usable,
        stems,
        definite,
        words,
        signs,
        cues,
        worth: 0.0,
    }
}

fn definite(tokens: &[Token<'_>], vocabulary: &mut Vocabulary) -> Vec<u32> {
    let mut found = Vec::new();
    for pair in tokens.windows(3) {
        if pair[0].lower == "the" && pair[0].after == Pause::None {
            let noun = if matches!(pair[1].class, Class::Noun) {
                &pair[1]
            } else {
                &pair[2]
            };
            if noun.class == Class::Noun && noun.is_content() {
                found.push(vocabulary.id(&noun.stem()));
            }
        }
    }
    found
}

fn signs(text: &str, tokens: &[Token<'_>]) -> Signs {
    let count = |class: Class| {
        u8::try_from(
            tokens
                .iter()
                .filter(|token| {
                    token.class == class
                        && (class != Class::Number
                            || token.text.starts_with(|c: char| c.is_ascii_digit()))
                })
                .count(),
        )
        .unwrap_or(u8::MAX)
    };
    let any = |words: &[&str]| {
        tokens
            .iter()
            .any(|token| words.contains(&token.lower.split(['\'', '’']).next().unwrap_or("")))
    };
    Signs {
        names: count(Class::Name),
        numbers: count(Class::Number),
        first_person: any(&["i", "my", "me", "we", "our", "us", "myself"]),
        second_person: any(&["you", "your", "yourself"]),
        past: tokens.iter().any(|token| {
            token.class == Class::Past
                || matches!(token.lower.as_ref(), "was" | "were" | "had" | "did")
        }),
        person: mentions::speaks_of_person(tokens),
        plural: mentions::speaks_of_many(tokens),
        quotes: text.contains(['“', '"']),
        asks: text.trim_end_matches(['”', '"']).ends_with('?'),
        reverses: usable::reverses(tokens),
        reversed: false,
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
    let body = text
        .trim_end_matches([',', ';', ':', '—', '-', '…', ' ', '–'])
        .len();
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

/// Follows a quotation over several sentences: a part of it cannot be printed, for its marks are elsewhere.
struct Quotation {
    open: bool,
    /// Marks that do not match say nothing about the sentences around them.
    matched: bool,
}

impl Quotation {
    fn of(text: &str) -> Self {
        Self {
            open: false,
            matched: !unbalanced(text),
        }
    }

    fn tears(&mut self, sentence: &str) -> bool {
        let mut torn = self.open;
        for c in sentence.chars() {
            match c {
                '“' => self.open = true,
                '”' => self.open = false,
                '"' => self.open = !self.open,
                _ => {}
            }
        }
        torn = torn || self.open;
        self.open = self.open && self.matched;
        torn
    }
}

fn unbalanced(text: &str) -> bool {
    let (open, close) = (text.matches('“').count(), text.matches('”').count());
    open != close || !text.matches('"').count().is_multiple_of(2)
}

/// Whether a turn can be the rest of a sentence that was interrupted: not an answer, not a beginning of its own.
pub(super) fn goes_on(begun: &str, rest: &str) -> bool {
    let first = sentences::sentences(rest).next().unwrap_or("");
    let tokens = tokens(first);
    let Some(word) = tokens.first() else {
        return false;
    };
    let after_to = begun.trim_end_matches(['.', '…', '—']).ends_with(" to");
    let fits = match word.class {
        Class::Verb => after_to,
        Class::Noun | Class::Name | Class::Adjective | Class::Number | Class::Past => !after_to,
        Class::Preposition => true,
        Class::Determiner
        | Class::Pronoun
        | Class::Conjunction
        | Class::Auxiliary
        | Class::Adverb
        | Class::Interjection => false,
    };
    fits && tokens.len() >= 4
}

/// Goes on with a sentence that was interrupted.
pub(super) fn join(begun: &str, rest: &str) -> String {
    let begun = begun.trim_end_matches(['.', '…', '—', '-', ' ', ',']);
    let mut chars = rest.chars();
    let second_upper = rest.chars().nth(1).is_some_and(char::is_uppercase);
    let is_i = rest.starts_with("I ") || rest.starts_with("I'") || rest.starts_with("I’");
    match chars.next() {
        Some(first) if !second_upper && !is_i => {
            format!("{begun} {}{}", first.to_lowercase(), chars.as_str())
        }
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
    let text = if shouted {
        text.to_lowercase()
    } else {
        text.to_owned()
    };
    if !shouted
        && !text.contains(" i ")
        && !text.starts_with("i ")
        && !text.contains(" i'")
        && !text.contains(" i’")
    {
        return text;
    }
    let words = text.split(' ').map(|word| {
        let lonely = word == "i"
            || word.starts_with("i'")
            || word.starts_with("i’")
            || word.starts_with("i,");
        if lonely {
            clean::capitalise(word)
        } else {
            word.to_owned()
        }
    });
    words.collect::<Vec<_>>().join(" ")
}
