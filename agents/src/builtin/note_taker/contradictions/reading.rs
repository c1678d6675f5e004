//! What a sentence asserts, in the few respects in which two sentences can be compared.

use crate::builtin::cues::{Cue, Cues};
use crate::builtin::heard::{Heard, Line};
use crate::text::lexicon::Class;
use crate::text::names::{Number, NumberKind, numbers};
use crate::text::tokens::{Pause, Token};

/// How two statements fail to fit together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Clash {
    /// One says it, the other denies it.
    Polarity,
    /// One calls it best, the other worst.
    Antonyms,
    /// One calls it necessary, the other did without.
    Practice,
    /// Two figures for one thing.
    Numbers,
}

#[derive(Debug)]
pub(super) struct Reading {
    /// Content stems in order, with their class.
    stems: Vec<(String, Class)>,
    negated: bool,
    /// Stems of what the denials deny: the verbs and adjectives right after them.
    denied: Vec<String>,
    cues: Cues,
    /// Words of opposite pairs: the pair's number, and which side.
    opposites: Vec<(usize, bool)>,
    figures: Vec<(NumberKind, f64, Option<String>)>,
    /// Who it is said of: the first personal pronoun.
    person: Option<Person>,
    /// What was done without: the stem after the word that says so.
    without: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Person {
    Speaker,
    Others,
}

/// Words that exclude each other, both sides.
pub(super) const OPPOSITES: [(&[&str], &[&str]); 16] = [
    (&["always", "everyday"], &["never"]),
    (&["everyone", "everybody"], &["nobody"]),
    (&["best", "greatest"], &["worst"]),
    (
        &["easy", "easiest", "simple"],
        &["hard", "hardest", "difficult", "impossible"],
    ),
    (
        &["love", "loved", "loves", "enjoyed", "enjoy"],
        &["hate", "hated", "hates", "despised"],
    ),
    (
        &["success", "succeeded", "successful", "triumph"],
        &["failure", "failed", "disaster", "fiasco"],
    ),
    (
        &[
            "essential",
            "crucial",
            "indispensable",
            "vital",
            "necessary",
        ],
        &[
            "useless",
            "pointless",
            "unnecessary",
            "worthless",
            "irrelevant",
        ],
    ),
    (&["important"], &["unimportant", "irrelevant", "pointless"]),
    (&["cheap", "cheapest"], &["expensive", "costly"]),
    (
        &["fast", "faster", "quick", "quickly"],
        &["slow", "slower", "slowly"],
    ),
    (&["right"], &["wrong"]),
    (&["safe", "safest"], &["dangerous", "unsafe", "risky"]),
    (
        &["increased", "increases", "rose", "grew"],
        &["decreased", "decreases", "fell", "shrank"],
    ),
    (
        &["trusted", "trust", "trusts"],
        &["distrusted", "distrust", "mistrusted"],
    ),
    (&["alone"], &["together"]),
    (&["possible"], &["impossible"]),
];

impl Reading {
    pub(super) fn of_line(heard: &Heard<'_>, line: &Line<'_>) -> Self {
        let tokens = heard.tokens_of(line);
        let figures = if tokens.iter().any(|token| token.class == Class::Number) {
            numbers(heard.text, tokens)
                .into_iter()
                .map(|number| figure(&number, tokens))
                .collect()
        } else {
            Vec::new()
        };
        Self {
            stems: tokens
                .iter()
                .filter(|token| token.is_content())
                .map(|token| (token.stem().into_owned(), token.class))
                .collect(),
            negated: denials(tokens).count() % 2 == 1,
            denied: denied(tokens),
            cues: line.cues,
            opposites: opposites(tokens),
            figures,
            person: person(tokens),
            without: without(tokens),
        }
    }

    /// How the two clash, if they do. `self` was said first.
    pub(super) fn clash(&self, later: &Reading) -> Option<Clash> {
        let shared = self.shared(later);
        let smaller = self.stems.len().min(later.stems.len());
        if self.principle_broken(later) || later.principle_broken(self) {
            return Some(Clash::Practice);
        }
        // What speaks of change over time explains itself.
        let shifted = self.cues.has(Cue::Shift) || later.cues.has(Cue::Shift);
        if shifted || smaller == 0 {
            return None;
        }
        if self.other_figure(later, shared) {
            return Some(Clash::Numbers);
        }
        let about_same =
            shared >= 3 && shared * 2 >= smaller || shared == 2 && shared * 4 >= smaller * 3;
        let same_person = match (self.person, later.person) {
            (Some(one), Some(other)) => one == other,
            (None, _) | (_, None) => true,
        };
        if self.negated != later.negated {
            let (denial, assertion) = if self.negated {
                (self, later)
            } else {
                (later, self)
            };
            let heads = denial.denied.iter().any(|stem| assertion.says(stem));
            let fits = heads && about_same && same_person && self.same_figures(later);
            return fits.then_some(Clash::Polarity);
        }
        let opposed = self.opposites.iter().any(|(pair, side)| {
            later
                .opposites
                .iter()
                .any(|(other, other_side)| pair == other && side != other_side)
        });
        let short = self.opposed_subject(later);
        (opposed && same_person && (about_same || short)).then_some(Clash::Antonyms)
    }

    fn shared(&self, other: &Reading) -> usize {
        self.stems
            .iter()
            .enumerate()
            .filter(|(at, (stem, _))| {
                !self.stems[..*at].iter().any(|(before, _)| before == stem)
                    && other.stems.iter().any(|(theirs, _)| theirs == stem)
            })
            .count()
    }

    fn says(&self, stem: &str) -> bool {
        self.stems.iter().any(|(own, _)| own == stem)
    }

    /// “Meetings are useless” against “meetings are essential”: short, and the same thing named first.
    fn opposed_subject(&self, other: &Reading) -> bool {
        let (Some((one, class)), Some((two, _))) = (self.stems.first(), other.stems.first()) else {
            return false;
        };
        one == two
            && matches!(class, Class::Noun | Class::Name)
            && self.stems.len() <= 4
            && other.stems.len() <= 4
    }

    /// Whether this calls something necessary that the other did without.
    fn principle_broken(&self, practice: &Reading) -> bool {
        let Some(missing) = &practice.without else {
            return false;
        };
        self.cues.has(Cue::Weight)
            && practice.person == Some(Person::Speaker)
            && !self.negated
            && self.without.is_none()
            && self.stems.iter().take(4).any(|(stem, class)| {
                matches!(class, Class::Noun | Class::Verb) && is_same_thing(stem, missing)
            })
    }

    fn other_figure(&self, other: &Reading, shared: usize) -> bool {
        let ([one], [two]) = (self.figures.as_slice(), other.figures.as_slice()) else {
            return false;
        };
        let same_kind = one.0 == two.0 && one.2 == two.2;
        let differ = (one.1 - two.1).abs() > one.1.abs().max(two.1.abs()) * 0.1
            || one.0 == NumberKind::Year && (one.1 - two.1).abs() >= 1.0;
        let unit_shared = usize::from(
            one.2
                .as_ref()
                .is_some_and(|unit| self.stems.iter().any(|(stem, _)| stem == unit)),
        );
        let events_match = self
            .stems
            .iter()
            .filter(|(_, class)| matches!(class, Class::Past | Class::Verb))
            .any(|(stem, _)| other.stems.iter().any(|(theirs, _)| theirs == stem));
        let enough = shared.saturating_sub(unit_shared) >= 2;
        same_kind && differ && self.negated == other.negated && enough && events_match
    }

    /// Two statements about different years or amounts do not deny each other.
    fn same_figures(&self, other: &Reading) -> bool {
        self.figures.is_empty() || other.figures.is_empty() || self.figures == other.figures
    }
}

fn figure(number: &Number, tokens: &[Token<'_>]) -> (NumberKind, f64, Option<String>) {
    let unit = number
        .unit
        .and_then(|at| tokens.get(at))
        .map(|token| token.stem().into_owned());
    (number.kind, number.value, unit)
}

/// Where the denials are. “Not only” denies nothing, and neither does the “no” that answers a question.
fn denials<'a>(tokens: &'a [Token<'_>]) -> impl Iterator<Item = usize> + 'a {
    tokens.iter().enumerate().filter_map(|(at, token)| {
        let next = tokens.get(at + 1).map_or("", |next| next.lower.as_ref());
        let denies = match token.lower.as_ref() {
            "not" => !matches!(next, "only" | "just" | "necessarily" | "to" | "sure"),
            "never" | "nobody" | "nothing" | "none" | "without" | "neither" | "hardly"
            | "cannot" => true,
            "no" => {
                token.after == Pause::None
                    && !matches!(next, "doubt" | "matter" | "question" | "one" | "no")
            }
            other => other.ends_with("n't") || other.ends_with("n’t"),
        };
        denies.then_some(at)
    })
}

/// What says something within three words after each denial: a verb or an adjective, or the thing there was none of.
fn denied(tokens: &[Token<'_>]) -> Vec<String> {
    denials(tokens)
        .filter_map(|at| {
            tokens
                .get(at + 1..)?
                .iter()
                .take(3)
                .find(|token| {
                    let thing = matches!(tokens[at].lower.as_ref(), "no" | "without" | "nobody");
                    token.is_content()
                        && (thing || !matches!(token.class, Class::Noun | Class::Name))
                })
                .map(|token| token.stem().into_owned())
        })
        .collect()
}

fn opposites(tokens: &[Token<'_>]) -> Vec<(usize, bool)> {
    let mut found = Vec::new();
    for token in tokens {
        for (pair, (one, other)) in OPPOSITES.iter().enumerate() {
            let word = token.lower.as_ref();
            if one.contains(&word) {
                found.push((pair, true));
            } else if other.contains(&word) {
                found.push((pair, false));
            }
        }
    }
    found
}

fn person(tokens: &[Token<'_>]) -> Option<Person> {
    tokens.iter().find_map(|token| {
        let word = token.lower.as_ref();
        let bare = word.split(['\'', '’']).next().unwrap_or(word);
        match bare {
            "i" | "we" | "my" | "our" => Some(Person::Speaker),
            "he" | "she" | "they" | "his" | "her" | "their" => Some(Person::Others),
            _ => None,
        }
    })
}

/// The stem of what follows “without”, “no”, “skipped”, “never wrote”, “didn't have”.
fn without(tokens: &[Token<'_>]) -> Option<String> {
    let at = tokens.iter().enumerate().position(|(at, token)| {
        let before = at.checked_sub(1).map_or("", |at| tokens[at].lower.as_ref());
        let denied = before == "never" || before == "didn't" || before == "didn’t";
        match token.lower.as_ref() {
            "without" | "skipped" | "skip" | "ignored" | "dropped" => true,
            "no" => matches!(
                before,
                "had" | "with" | "was" | "were" | "wrote" | "did" | "have"
            ),
            "have" | "had" | "write" | "wrote" | "do" | "did" | "use" | "used" | "bother" => denied,
            _ => false,
        }
    })?;
    tokens[at + 1..]
        .iter()
        .take(3)
        .find(|token| token.is_content() || token.class == Class::Noun && !token.stop)
        .map(|token| token.stem().into_owned())
}

/// The same stem, or a short form of it: docs and documentation.
fn is_same_thing(one: &str, other: &str) -> bool {
    let (short, long) = if one.len() <= other.len() {
        (one, other)
    } else {
        (other, one)
    };
    short == long || (3..=4).contains(&short.len()) && long.len() >= 7 && long.starts_with(short)
}
