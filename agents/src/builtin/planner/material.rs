//! What the topic and its context offer to ask about: phrases, names, figures, as they were written.

use std::collections::BTreeMap;

use interview::words::WordSet;

use super::topic::Topic;
use crate::text::lexicon::Class;
use crate::text::names::{NumberKind, is_person, names, numbers};
use crate::text::phrases::{Phrase, key_phrases};
use crate::text::tokens::{Token, tokens};

const CONTEXT_BYTES_MAX: usize = 60_000;
const TERMS_MAX: usize = 4;
const SAME_TERM: f64 = 0.5;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Material {
    /// The phrases that the context comes back to.
    pub(super) terms: Vec<String>,
    pub(super) people: Vec<String>,
    pub(super) figures: Vec<String>,
}

#[derive(Debug, Default)]
struct Seen {
    text: String,
    times: u32,
    words: usize,
    first: usize,
}

/// Reads the context. What the topic itself says is no news.
pub(super) fn gather(topic: &Topic, context: &str) -> Material {
    let mut cut = context.len().min(CONTEXT_BYTES_MAX);
    while !context.is_char_boundary(cut) {
        cut -= 1;
    }
    let text = &context[..cut];
    let all = tokens(text);
    let mut phrases: BTreeMap<String, Seen> = BTreeMap::new();
    for phrase in key_phrases(&all) {
        note(&mut phrases, text, &all, phrase);
    }
    let mut people: BTreeMap<String, Seen> = BTreeMap::new();
    for name in names(&all) {
        if is_person(&all, name) {
            note(&mut people, text, &all, name);
        }
    }
    let known = [WordSet::of(&topic.full)];
    let people = ranked(people, &known, 2, |seen| seen.times * 2);
    let mut taken = known.to_vec();
    taken.extend(people.iter().map(|name| WordSet::of(name)));
    let terms = ranked(phrases, &taken, TERMS_MAX, |seen| {
        // A phrase of several words is more telling than a word, unless the word keeps coming back.
        let words = u32::try_from(seen.words.min(3)).unwrap_or(1);
        if seen.words == 1 && seen.times < 3 {
            0
        } else {
            seen.times * words
        }
    });
    Material {
        terms,
        people,
        figures: figures(text, &all),
    }
}

fn note(into: &mut BTreeMap<String, Seen>, text: &str, tokens: &[Token<'_>], phrase: Phrase) {
    let run = phrase.tokens(tokens);
    let written = phrase.text(text, tokens);
    let clean = !written.contains(['\n', '[', ']', '(', '"', '“', '”', '|', '*', '#', '/']);
    let numbered = run.iter().any(|token| token.class == Class::Number);
    if !clean || numbered || written.chars().count() > 50 {
        return;
    }
    let key: Vec<String> = run.iter().map(|token| token.stem().into_owned()).collect();
    let seen = into.entry(key.join(" ")).or_default();
    if seen.times == 0 {
        written.clone_into(&mut seen.text);
        seen.words = run.len();
        seen.first = phrase.first;
    }
    seen.times += 1;
}

fn ranked(
    found: BTreeMap<String, Seen>,
    known: &[WordSet],
    max: usize,
    weight: impl Fn(&Seen) -> u32,
) -> Vec<String> {
    let mut all: Vec<Seen> = found
        .into_values()
        .filter(|seen| weight(seen) > 0)
        .collect();
    all.sort_by_key(|seen| (std::cmp::Reverse(weight(seen)), seen.first));
    let mut taken = known.to_vec();
    let mut kept = Vec::new();
    for seen in all {
        let words = WordSet::of(&seen.text);
        if kept.len() < max && !taken.iter().any(|other| other.jaccard(&words) >= SAME_TERM) {
            taken.push(words);
            kept.push(seen.text);
        }
    }
    kept
}

/// Figures that somebody could explain: counts with their unit, percentages, money.
fn figures(text: &str, tokens: &[Token<'_>]) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for number in numbers(text, tokens) {
        let end = number.unit.map_or(number.phrase.end, |unit| unit + 1);
        let whole = Phrase {
            first: number.phrase.first,
            end,
        };
        let written = whole.text(text, tokens);
        let written = match number.kind {
            NumberKind::Percent if number.unit.is_none() => format!("{written}%"),
            NumberKind::Money if number.unit.is_none() => format!("${written}"),
            NumberKind::Percent | NumberKind::Money | NumberKind::Count => written.to_owned(),
            NumberKind::Year => continue,
        };
        let telling = match number.kind {
            NumberKind::Percent | NumberKind::Money => true,
            NumberKind::Count => number.unit.is_some() && number.value >= 2.0,
            NumberKind::Year => false,
        };
        let clean =
            !written.contains(['\n', '[', '(', '"', '“', '|']) && written.chars().count() <= 40;
        if telling && clean && !kept.contains(&written) {
            kept.push(written);
        }
        if kept.len() == 2 {
            break;
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_context_gives_its_phrases_people_and_figures() {
        let context = "The varroa mite arrived in 1998. Maria Spivak was the first to breed for hygiene. Since then the varroa \
                       mite has cost us 40 percent of all colonies, and winter losses keep rising. Winter losses are the \
                       number everybody quotes.";
        let found = gather(&Topic::parse("beekeeping"), context);
        assert_eq!(
            found.terms[..2],
            ["varroa mite".to_owned(), "winter losses".to_owned()]
        );
        assert_eq!(found.people, ["Maria Spivak"]);
        assert_eq!(found.figures, ["40 percent"]);
    }
}
