//! What an interview is about, named with the person's own noun phrases.

use std::collections::BTreeMap;

use crate::material::{Line, Material, Use};
use crate::text::lexicon::Class;
use crate::text::phrases::key_phrases;
use crate::text::terms;
use crate::text::tokens::{Token, tokens};

/// A noun phrase that the person keeps coming back to.
#[derive(Debug, Clone)]
pub(super) struct Topic {
    pub(super) name: String,
    /// Its stems, sorted.
    pub(super) stems: Vec<u32>,
    /// The lines it was said in.
    pub(super) lines: Vec<usize>,
    pub(super) score: f32,
}

/// Words that make a poor name for anything.
const POOR: &[&str] = &[
    "lot", "kind", "thing", "way", "bit", "couple", "sort", "course", "one", "side", "fact",
    "point", "time", "year", "day", "people", "guy", "folk", "stuff", "area", "number", "order",
    "part", "place", "question", "idea", "month", "week", "hour", "end", "reason", "sense",
    "percent", "rest", "hand", "mind", "name", "word", "example", "today", "interest", "work",
    "job", "need", "use", "god", "yes", "okay", "gosh", "hell", "heck", "turn", "fun", "look",
    "while", "anymore", "chance", "amount", "type", "level", "case", "piece", "group", "whole",
    "other",
];

/// The topics of some lines, strongest first. What is said elsewhere as often says little about these lines.
pub(super) fn topics(material: &Material, lines: &[usize], max: usize) -> Vec<Topic> {
    let mut found: BTreeMap<Vec<u32>, Candidate> = BTreeMap::new();
    for at in lines {
        let line = &material.lines[*at];
        if line.usable <= Use::Weak {
            collect(material, line, *at, &mut found);
        }
    }
    let mut topics: Vec<Topic> = found
        .into_iter()
        .filter_map(|(stems, candidate)| candidate.topic(stems, material))
        .collect();
    topics.sort_by(|one, other| {
        other
            .score
            .total_cmp(&one.score)
            .then_with(|| one.name.cmp(&other.name))
    });
    apart(topics, max)
}

#[derive(Default)]
struct Candidate {
    /// How the phrase was said, and how often so.
    forms: BTreeMap<String, u32>,
    lines: Vec<usize>,
    words: usize,
    named: bool,
}

fn collect(material: &Material, line: &Line, at: usize, found: &mut BTreeMap<Vec<u32>, Candidate>) {
    let tokens = tokens(&line.text);
    for phrase in key_phrases(&tokens) {
        let words = phrase.tokens(&tokens);
        if !names_well(words) {
            continue;
        }
        let ids: Option<Vec<u32>> = words
            .iter()
            .filter(|word| word.lower != "of")
            .map(|word| material.vocabulary.known(&terms::stem(&word.lower)))
            .collect();
        let Some(mut stems) = ids.filter(|ids| !ids.is_empty()) else {
            continue;
        };
        stems.sort_unstable();
        stems.dedup();
        let candidate = found.entry(stems).or_default();
        let form = phrase.with_determiner(&tokens).text(&line.text, &tokens);
        *candidate.forms.entry(heading_form(form)).or_default() += 1;
        candidate.words = words.len();
        candidate.named = candidate.named || words.iter().any(|word| word.class == Class::Name);
        if candidate.lines.last() != Some(&at) {
            candidate.lines.push(at);
        }
    }
}

/// "the", "my" and "our" stay; other determiners are dropped.
fn heading_form(form: &str) -> String {
    let (first, rest) = form.split_once(' ').unwrap_or(("", form));
    match first.to_lowercase().as_str() {
        "the" | "my" | "our" => form.to_lowercase_first(),
        "a" | "an" | "this" | "that" | "these" | "those" | "his" | "her" | "their" | "its"
        | "your" | "some" | "any" | "every" | "each" | "no" | "all" | "both" | "another"
        | "such" | "many" | "much" | "few" | "several" | "most" | "more" | "enough" | "half"
        | "either" | "neither" | "whose" | "less" | "fewer" => rest.to_owned(),
        _ => form.to_owned(),
    }
}

trait LowercaseFirst {
    fn to_lowercase_first(&self) -> String;
}

impl LowercaseFirst for str {
    fn to_lowercase_first(&self) -> String {
        let mut chars = self.chars();
        chars.next().map_or_else(String::new, |first| {
            first.to_lowercase().chain(chars).collect()
        })
    }
}

fn names_well(words: &[Token<'_>]) -> bool {
    let last = words.last();
    let poor_end = last.is_none_or(|last| {
        POOR.contains(&terms::stem(&last.lower).as_ref()) || POOR.contains(&last.lower.as_ref())
    });
    let digits = words
        .iter()
        .any(|word| word.lower.starts_with(|c: char| c.is_ascii_digit()));
    let short = words.len() == 1
        && last.is_some_and(|last| last.text.chars().count() < 4 && last.class != Class::Name);
    !poor_end && !digits && !short && words.len() <= 4
}

impl Candidate {
    fn topic(self, stems: Vec<u32>, material: &Material) -> Option<Topic> {
        let mut forms: Vec<(&String, &u32)> = self.forms.iter().collect();
        // The form said most often; among equals the one with its article.
        forms.sort_by_key(|(form, times)| {
            (std::cmp::Reverse(**times), std::cmp::Reverse(form.len()))
        });
        // "the archival unit" rather than "archival unit", where it was said so.
        let with_article = |form: &str| {
            self.forms
                .keys()
                .find(|have| have.strip_prefix("the ") == Some(form))
                .cloned()
        };
        let mut name = forms.first()?.0.trim_end_matches(['.', ',']).to_owned();
        if (!self.named || self.words > 1)
            && let Some(with) = with_article(&name)
        {
            name = with;
        }
        if self.named
            && self.words == 1
            && let Some(bare) = name.strip_prefix("the ")
        {
            name = bare.to_owned();
        }
        // "U.S" lost its last stop to the end of the word.
        if name
            .rsplit(' ')
            .next()
            .is_some_and(|last| last.contains('.') && !last.chars().any(char::is_lowercase))
        {
            name.push('.');
        }
        let weight = stems
            .iter()
            .map(|stem| material.vocabulary.weight(*stem))
            .sum::<f32>()
            / f32::from(u8::try_from(stems.len()).unwrap_or(u8::MAX));
        let times = f32::from(u16::try_from(self.lines.len()).unwrap_or(u16::MAX));
        let length = match self.words {
            1 if self.named => 0.7,
            1 => 0.35,
            2 => 1.25,
            3 => 1.3,
            _ => 1.0,
        };
        let score = (weight + 0.1) * times.powf(0.8) * length;
        Some(Topic {
            name,
            stems,
            lines: self.lines,
            score,
        })
    }
}

/// Leaves out topics that share a word with a stronger one.
fn apart(topics: Vec<Topic>, max: usize) -> Vec<Topic> {
    let mut kept: Vec<Topic> = Vec::new();
    for topic in topics {
        let shares = kept
            .iter()
            .any(|have| have.stems.iter().any(|stem| topic.stems.contains(stem)));
        if !shares {
            kept.push(topic);
            if kept.len() == max {
                break;
            }
        }
    }
    kept
}

const SMALL_WORDS: &[&str] = &[
    "a", "an", "and", "at", "but", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with",
];

/// Whether a name says something above a part or on a title: several words, or a name that is no acronym.
pub(super) fn is_telling(name: &str) -> bool {
    let bare = name.trim_start_matches("the ").trim_start_matches("The ");
    bare.contains(' ')
        || bare.starts_with(char::is_uppercase)
            && bare.chars().skip(1).all(|c| c.is_lowercase())
            && bare.chars().count() > 3
}

/// Title Case As In A Book, with the small words small.
pub(super) fn title_case(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let last = words.len().saturating_sub(1);
    let cased = words.iter().enumerate().map(|(at, word)| {
        let small = SMALL_WORDS.contains(&word.to_lowercase().as_str());
        if small && at > 0 && at < last {
            word.to_lowercase()
        } else {
            crate::text::clean::capitalise(word)
        }
    });
    cased.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_cased_like_titles() {
        assert_eq!(
            title_case("the chain of custody and the fire"),
            "The Chain of Custody and the Fire"
        );
        assert_eq!(heading_form("an early warning"), "early warning");
        assert_eq!(heading_form("The heat shield"), "the heat shield");
    }
}
