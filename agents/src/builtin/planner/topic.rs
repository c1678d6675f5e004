//! A topic as somebody typed it, and how to speak of it inside a sentence.

use crate::text::lexicon::{self, Class};
use crate::text::names::names;
use crate::text::phrases::{Phrase, key_phrases};
use crate::text::tokens::{Pause, Token, tokens};

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

/// The person who typed “my kitchen” is asked about “your kitchen”.
fn addressed(text: &str) -> String {
    text.split(' ')
        .map(|word| match word {
            "my" | "My" | "our" | "Our" => "your",
            "I" | "we" | "We" => "you",
            other => other,
        })
        .collect::<Vec<_>>()
        .join(" ")
}

/// A clause about oneself, told about somebody else: “why we moved” becomes “why they moved”.
pub(super) fn third_person(clause: &str) -> String {
    let told: Vec<&str> = clause
        .split(' ')
        .map(|word| match word {
            "I" | "i" | "we" | "We" => "they",
            "my" | "My" | "our" | "Our" => "their",
            other => other,
        })
        .collect();
    let mut letters = told.join(" ").chars().collect::<Vec<char>>().into_iter();
    letters
        .next()
        .into_iter()
        .flat_map(char::to_lowercase)
        .chain(letters)
        .collect()
}

/// “why I left Google” and “what it takes to run a marathon” are spoken of as “leaving Google”, “running a marathon”.
fn as_doing(full: &str) -> Option<String> {
    let lower = full.to_lowercase();
    if let Some(at) = ["what it takes to ", "what it means to "]
        .iter()
        .find_map(|start| lower.starts_with(start).then_some(start.len()))
    {
        return Some(how_to_thing(full.get(at..)?));
    }
    let starts = ["why i ", "why we ", "how i ", "how we "];
    let at = starts
        .iter()
        .find_map(|start| lower.starts_with(start).then_some(start.len()))?;
    let rest = full.get(at..)?;
    let (verb, object) = rest.split_once(' ').unwrap_or((rest, ""));
    let base = base_form(&verb.to_lowercase())?;
    Some(
        format!("{} {object}", lexicon::ing_form(&base))
            .trim_end()
            .to_owned(),
    )
}

/// The verb of which this is the past: built, build. None when it is not known.
fn base_form(past: &str) -> Option<String> {
    const IRREGULAR: [(&str, &str); 24] = [
        ("left", "leave"),
        ("built", "build"),
        ("rebuilt", "rebuild"),
        ("sold", "sell"),
        ("quit", "quit"),
        ("lost", "lose"),
        ("bought", "buy"),
        ("chose", "choose"),
        ("wrote", "write"),
        ("rewrote", "rewrite"),
        ("made", "make"),
        ("went", "go"),
        ("became", "become"),
        ("began", "begin"),
        ("found", "find"),
        ("gave", "give"),
        ("got", "get"),
        ("kept", "keep"),
        ("learnt", "learn"),
        ("met", "meet"),
        ("ran", "run"),
        ("taught", "teach"),
        ("took", "take"),
        ("won", "win"),
    ];
    if let Some((_, base)) = IRREGULAR.iter().find(|(known, _)| *known == past) {
        return Some((*base).to_owned());
    }
    let is_verb =
        |word: &str| lexicon::look_up(word).is_some_and(|entry| entry.class == Class::Verb);
    let stem = past.strip_suffix("ed")?;
    let undoubled = stem
        .char_indices()
        .next_back()
        .map_or(stem, |(at, _)| &stem[..at]);
    [format!("{stem}e"), stem.to_owned(), undoubled.to_owned()]
        .into_iter()
        .find(|base| is_verb(base))
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

/// “how to teach maths” is no subject; “teaching maths” is.
fn how_to_thing(spoken: &str) -> String {
    let rest = spoken.strip_prefix("how to ").unwrap_or(spoken);
    let (verb, object) = rest.split_once(' ').unwrap_or((rest, ""));
    if !verb.bytes().all(|byte| byte.is_ascii_lowercase()) || verb.len() < 2 {
        return rest.to_owned();
    }
    format!("{} {object}", lexicon::ing_form(verb))
        .trim_end()
        .to_owned()
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
mod tests {
    use super::*;

    #[test]
    fn topics_fit_into_sentences() {
        for (typed, shape, spoken, thing) in [
            ("Beekeeping", Shape::Thing, "beekeeping", "beekeeping"),
            (
                "why small teams ship faster",
                Shape::Clause,
                "small teams",
                "small teams",
            ),
            (
                "The 1973 records fire",
                Shape::Thing,
                "the 1973 records fire",
                "the 1973 records fire",
            ),
            (
                "Rust in production",
                Shape::Thing,
                "Rust in production",
                "Rust in production",
            ),
            (
                "how to teach maths to adults",
                Shape::HowTo,
                "how to teach maths to adults",
                "teaching maths to adults",
            ),
            (
                "Building a company alone",
                Shape::Doing,
                "building a company alone",
                "building a company alone",
            ),
            (
                "Why do small teams ship faster?",
                Shape::Question,
                "small teams",
                "small teams",
            ),
            (
                "Should hospitals own their software?",
                Shape::Question,
                "hospitals and their software",
                "hospitals and their software",
            ),
            (
                "Cómo criar abejas en la montaña",
                Shape::Foreign,
                "“Cómo criar abejas en la montaña”",
                "“Cómo criar abejas en la montaña”",
            ),
            (
                "my grandmother's kitchen",
                Shape::Thing,
                "your grandmother's kitchen",
                "your grandmother's kitchen",
            ),
            (
                "Why I left Google",
                Shape::Doing,
                "leaving Google",
                "leaving Google",
            ),
            (
                "How we migrated our billing system",
                Shape::Doing,
                "migrating your billing system",
                "migrating your billing system",
            ),
            (
                "What it takes to run a marathon",
                Shape::Doing,
                "running a marathon",
                "running a marathon",
            ),
            (
                "Is remote work here to stay?",
                Shape::Question,
                "remote work",
                "remote work",
            ),
            (
                "what makes a good teacher",
                Shape::Clause,
                "a good teacher",
                "a good teacher",
            ),
            (
                "Warum kleine Teams schneller liefern",
                Shape::Foreign,
                "“Warum kleine Teams schneller liefern”",
                "“Warum kleine Teams schneller liefern”",
            ),
            ("", Shape::Thing, "your work", "your work"),
        ] {
            let topic = Topic::parse(typed);
            assert_eq!(
                (topic.shape, topic.spoken.as_str(), topic.thing.as_str()),
                (shape, spoken, thing),
                "{typed}"
            );
        }
    }

    #[test]
    fn long_topics_are_spoken_of_by_their_headline() {
        let topic = Topic::parse(
            "Moving a hospital's billing system to a new vendor: what went wrong, what went right, and what we \
             would tell another hospital before it signs anything at all",
        );
        assert_eq!(
            topic.spoken,
            "moving a hospital's billing system to a new vendor"
        );
    }
}
