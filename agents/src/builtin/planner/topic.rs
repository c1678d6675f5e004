//! A topic as somebody typed it, and how to speak of it inside a sentence.

mod rewording;

use crate::text::lexicon::{self, Class};
use crate::text::names::names;
use crate::text::phrases::{Phrase, key_phrases};
use crate::text::tokens::{Pause, Token, tokens};
pub(super) use rewording::third_person;
use rewording::{addressed, as_doing, how_to_thing};

/// Longer topics are spoken of by a part of themselves.
const SPOKEN_WORDS_MAX: usize = 11;
const SPOKEN_CHARS_MAX: usize = 90;

/// The grammar of a topic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// “beekeeping”, “the 1973 records fire”
    Thing,
    /// “building a company”
    Doing,
    /// “how to teach maths to adults”
    HowTo,
    /// “why small teams ship faster”
    Clause,
    /// “Why do small teams ship faster?”
    Question,
    /// In a language whose grammar is not known here.
    Foreign,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Topic {
    pub(crate) shape: Shape,
    /// As typed, without white space and end marks.
    pub(crate) full: String,
    /// Fits after “about”, “of”, “to” or “with”.
    pub(crate) spoken: String,
    /// What can be the subject of a sentence, where “why …” and “how …” cannot.
    pub(crate) thing: String,
}

impl Topic {
    pub(crate) fn parse(typed: &str) -> Self {
        let full: String = typed.split_whitespace().collect::<Vec<_>>().join(" ");
        let asks = full.ends_with(['?', '？']);
        let full = full
            .trim_end_matches(['.', '!', '?', '？', ':', ';', ',', ' '])
            .to_owned();
        if full.is_empty() {
            return Self {
                shape: Shape::Thing,
                full: "your work".to_owned(),
                spoken: "your work".to_owned(),
                thing: "your work".to_owned(),
            };
        }
        if let Some(rest) = without_lead_in(&full) {
            let inner = Self::parse(rest);
            return Self { full, ..inner };
        }
        if let Some(doing) = as_doing(&full) {
            let inner = Self::parse(&doing);
            return Self { full, ..inner };
        }
        let cut = tokens(&full);
        let shape = shape(&cut, asks);
        let spoken = match shape {
            Shape::Foreign => format!("“{}”", shortened(&full)),
            Shape::Question => two_phrases(&full, &cut),
            Shape::Clause => main_phrase(&full, &cut),
            Shape::Thing | Shape::Doing | Shape::HowTo => {
                if is_long(&full) {
                    headline(&full, &cut)
                } else {
                    plain_start(&full, &cut)
                }
            }
        };
        let thing = match shape {
            Shape::HowTo => how_to_thing(&spoken),
            Shape::Thing | Shape::Doing | Shape::Foreign | Shape::Clause | Shape::Question => {
                spoken.clone()
            }
        };
        Self {
            shape,
            full,
            spoken: addressed(&spoken),
            thing: addressed(&thing),
        }
    }
}

/// “what we learned from …” is about what follows.
fn without_lead_in(full: &str) -> Option<&str> {
    const LEAD_INS: [&str; 10] = [
        "what we learned from ",
        "what i learned from ",
        "what we learnt from ",
        "what i learnt from ",
        "lessons learned from ",
        "lessons from ",
        "the lessons of ",
        "the story of ",
        "my experience with ",
        "the story behind ",
    ];
    let lead_in = LEAD_INS.iter().find(|lead_in| {
        full.get(..lead_in.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(lead_in))
    })?;
    full.get(lead_in.len()..).filter(|rest| rest.len() > 3)
}

fn is_long(text: &str) -> bool {
    text.split(' ').count() > SPOKEN_WORDS_MAX || text.chars().count() > SPOKEN_CHARS_MAX
}

fn shape(cut: &[Token<'_>], asks: bool) -> Shape {
    let word = |at: usize| cut.get(at).map_or("", |token| token.lower.as_ref());
    if is_foreign(cut) {
        return Shape::Foreign;
    }
    let auxiliary_first =
        lexicon::look_up(word(0)).is_some_and(|entry| entry.class == Class::Auxiliary);
    if asks || auxiliary_first && cut.len() > 2 {
        return Shape::Question;
    }
    match word(0) {
        "how" if word(1) == "to" => Shape::HowTo,
        "why" | "how" | "what" | "when" | "where" | "whether" | "who" | "which" => {
            let inverted =
                lexicon::look_up(word(1)).is_some_and(|entry| entry.class == Class::Auxiliary);
            if inverted {
                Shape::Question
            } else {
                Shape::Clause
            }
        }
        first if first.len() > 5 && first.ends_with("ing") && cut.len() > 1 => Shape::Doing,
        _ => Shape::Thing,
    }
}

/// Letters of another alphabet, or the small words of another language and none of English.
fn is_foreign(cut: &[Token<'_>]) -> bool {
    const SMALL: &str = "el la los las del en con para por que una y der die das und mit von für ein eine le les des et \
        dans pour sur une du il lo gli che di da os em uma het een van voor och att na se cómo wie warum pourquoi comment";
    let other_letters = cut.iter().any(|token| {
        token
            .text
            .chars()
            .any(|letter| letter.is_alphabetic() && u32::from(letter) > 0x24F)
    });
    let small = cut
        .iter()
        .filter(|token| SMALL.split_whitespace().any(|word| word == token.lower))
        .count();
    let english = cut
        .iter()
        .filter(|token| {
            lexicon::look_up(&token.lower).is_some_and(|entry| {
                matches!(
                    entry.class,
                    Class::Determiner
                        | Class::Preposition
                        | Class::Auxiliary
                        | Class::Pronoun
                        | Class::Conjunction
                )
            }) && !matches!(
                token.lower.as_ref(),
                "in" | "as" | "a" | "an" | "per" | "me" | "die" | "no" | "to"
            )
        })
        .count();
    let asks = cut.first().is_some_and(|first| {
        matches!(
            first.lower.as_ref(),
            "warum" | "wie" | "pourquoi" | "cómo" | "waarom" | "perché" | "wieso" | "weshalb"
        )
    });
    other_letters || (small >= 2 || asks) && english == 0
}

/// The first letter small where the word is an ordinary one; names and words on no list stay as typed.
fn plain_start(text: &str, cut: &[Token<'_>]) -> String {
    let Some(first) = cut.first() else {
        return text.to_owned();
    };
    let shouted = first.text.chars().skip(1).any(char::is_uppercase);
    let ordinary = lexicon::look_up(&first.lower).is_some()
        || [
            "ing", "tion", "ment", "ness", "ship", "logy", "graphy", "ism", "ance", "ence", "ity",
            "ure", "work",
        ]
        .iter()
        .any(|ending| first.lower.ends_with(ending) && first.lower.len() > ending.len() + 2);
    let titled = cut.len() > 1
        && cut
            .iter()
            .skip(1)
            .filter(|token| token.class == Class::Name)
            .count()
            * 3
            > cut.len();
    if shouted || !ordinary || titled && first.class != Class::Determiner {
        return text.to_owned();
    }
    let mut letters = text.chars();
    match letters.next() {
        Some(letter) => letter.to_lowercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// A question is spoken of by what it brings together: “hospitals and their software”.
fn two_phrases(full: &str, cut: &[Token<'_>]) -> String {
    let phrases = key_phrases(cut);
    match phrases.as_slice() {
        [one, other, ..] if other.end <= one.end + 4 => {
            let second = other.with_determiner(cut);
            format!(
                "{} and {}",
                widened(*one, full, cut),
                second.text(full, cut)
            )
        }
        _ => main_phrase(full, cut),
    }
}

/// A phrase with the plain adjectives before it, and whose it is: “our biggest customer”.
fn widened(mut phrase: Phrase, full: &str, cut: &[Token<'_>]) -> String {
    while let Some(before) = phrase.first.checked_sub(1).and_then(|at| cut.get(at))
        && before.class == Class::Adjective
        && before.after == Pause::None
    {
        phrase.first -= 1;
    }
    let whole = phrase.with_determiner(cut);
    let owned = cut.get(whole.first).is_some_and(|first| {
        matches!(
            first.lower.as_ref(),
            "our" | "my" | "their" | "the" | "his" | "her" | "a" | "an"
        )
    });
    if owned { whole } else { phrase }
        .text(full, cut)
        .to_owned()
}

/// What the whole is mainly about: a name, or the first phrase.
fn main_phrase(full: &str, cut: &[Token<'_>]) -> String {
    let phrase = key_phrases(cut)
        .into_iter()
        .max_by_key(|phrase| (phrase.len().min(3), std::cmp::Reverse(phrase.first)))
        .or_else(|| names(cut).into_iter().next());
    match phrase {
        Some(phrase) => widened(phrase, full, cut),
        None => "this question".to_owned(),
    }
}

/// A long topic's own headline: up to its colon or dash, or the phrases it opens with.
fn headline(full: &str, cut: &[Token<'_>]) -> String {
    let head = full
        .split([':', '–', '—', '(', ';'])
        .next()
        .unwrap_or(full)
        .trim();
    let words = head.split(' ').count();
    if (2..=SPOKEN_WORDS_MAX).contains(&words) && head.chars().count() <= SPOKEN_CHARS_MAX {
        return plain_start(head, &tokens(head));
    }
    let clause = full.split(',').next().unwrap_or(full).trim();
    if (2..=SPOKEN_WORDS_MAX).contains(&clause.split(' ').count())
        && clause.len() <= SPOKEN_CHARS_MAX
    {
        return plain_start(clause, &tokens(clause));
    }
    main_phrase(full, cut)
}

fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(SPOKEN_CHARS_MAX).collect();
    if short.len() < text.len() {
        if let Some(space) = short.rfind(' ') {
            short.truncate(space);
        }
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests;
