//! The Researcher without a source: it names what is worth looking up and never pretends to have looked.

use interview::words::{WordSet, words};
use interview::{Findings, ResearchKind, ResearchTopic, Researching, Speaker};

use super::cues::Cue;
use super::heard::{Heard, Line};
use super::plan_terms::{self, PlanTerms};
use crate::text::lexicon::Class;
use crate::text::names::{NumberKind, is_person, names, numbers};
use crate::text::phrases::{Phrase, key_phrases};
use crate::text::tokens::Token;

/// Topics named in one cycle; more would not be looked up before the talk has moved on.
const WANTED_MAX: usize = 4;
const TOPIC_WORDS_MAX: usize = 8;
/// Two topics that share so many of their words are one.
const SAME_TOPIC: f64 = 0.6;

/// What the new turns bring up that an interviewer would want to know more about.
#[must_use]
pub fn research(job: &Researching) -> Findings {
    let terms = plan_terms::of(&job.plan);
    let mut wanted: Vec<(u8, ResearchTopic)> = Vec::new();
    for turn in &job.window {
        if turn.id < job.new_from || turn.withdrawn || turn.speaker != Speaker::Candidate {
            continue;
        }
        let heard = Heard::new(turn.id, turn.text.as_str());
        for line in heard.lines.iter().filter(|line| !line.is_question()) {
            let tokens = heard.tokens_of(line);
            wanted.extend(coined(&heard, tokens));
            wanted.extend(measured(&heard, line));
            wanted.extend(called(&heard, tokens));
            wanted.extend(sweeping(&heard, line, &terms));
        }
    }
    wanted.sort_by_key(|(rank, topic)| (*rank, topic.turn));
    let known: Vec<WordSet> = job
        .known
        .iter()
        .map(|item| &item.topic)
        .chain(&job.fresh_topics)
        .map(|topic| WordSet::of(topic))
        .collect();
    Findings {
        wanted: distinct(wanted, known, &job.plan.topic),
        items: Vec::new(),
        source_available: false,
    }
}

fn distinct(
    wanted: Vec<(u8, ResearchTopic)>,
    mut known: Vec<WordSet>,
    plan_topic: &str,
) -> Vec<ResearchTopic> {
    known.push(WordSet::of(plan_topic));
    let mut kept = Vec::new();
    for (_, topic) in wanted {
        let set = WordSet::of(&topic.topic);
        let seen = known.iter().any(|other| other.jaccard(&set) >= SAME_TOPIC);
        if !seen && !set.is_empty() && words(&topic.topic).count() <= TOPIC_WORDS_MAX {
            known.push(set);
            kept.push(topic);
        }
        if kept.len() == WANTED_MAX {
            break;
        }
    }
    kept
}

/// Terms that the speaker introduces as terms: “what we call a nucleus colony”.
fn coined(heard: &Heard<'_>, tokens: &[Token<'_>]) -> Option<(u8, ResearchTopic)> {
    let at = tokens.iter().enumerate().position(|(at, token)| {
        let before = |back: usize| {
            at.checked_sub(back)
                .map_or("", |at| tokens[at].lower.as_ref())
        };
        match token.lower.as_ref() {
            "call" => matches!(before(1), "we" | "i" | "they" | "you" | "people"),
            "called" => matches!(
                before(1),
                "so" | "is" | "was" | "it's" | "it’s" | "were" | "are"
            ),
            "known" => matches!(before(1), "is" | "was" | "also"),
            _ => false,
        }
    })?;
    let phrase = key_phrases(tokens)
        .into_iter()
        .find(|phrase| phrase.first > at && phrase.first <= at + 3)?;
    let topic = phrase.text(heard.text, tokens);
    (topic.len() >= 4).then(|| {
        let wanted = ResearchTopic {
            topic: topic.to_owned(),
            kind: ResearchKind::Definition,
            why: format!("A term of art: “{topic}”. Know what it means before asking further."),
            turn: heard.turn,
        };
        (1, wanted)
    })
}

/// Claims with figures in them, years with events, percentages.
fn measured(heard: &Heard<'_>, line: &Line<'_>) -> Option<(u8, ResearchTopic)> {
    let tokens = heard.tokens_of(line);
    if !tokens.iter().any(|token| token.class == Class::Number) {
        return None;
    }
    let found = numbers(heard.text, tokens);
    let claimed = found.iter().find(|number| match number.kind {
        NumberKind::Percent | NumberKind::Money => true,
        NumberKind::Count => {
            number.value >= 100.0 && number.unit.is_some_and(|unit| !tokens[unit].stop)
        }
        NumberKind::Year => false,
    });
    if let Some(number) = claimed {
        let end = number.unit.map_or(number.phrase.end, |unit| unit + 1);
        let figure = Phrase {
            first: number.phrase.first,
            end,
        }
        .text(heard.text, tokens);
        let subject = subject(heard, tokens, number.phrase.first);
        let topic = match subject {
            Some(subject) if !figure.contains(subject) => format!("{subject}: {figure}"),
            Some(_) | None => figure.to_owned(),
        };
        let wanted = ResearchTopic {
            topic,
            kind: ResearchKind::Metric,
            why: format!("A figure to check: “{figure}”."),
            turn: heard.turn,
        };
        return Some((2, wanted));
    }
    let year = found
        .iter()
        .find(|number| number.kind == NumberKind::Year && number.value >= 1_500.0)?;
    let subject = subject(heard, tokens, usize::MAX)?;
    let said = year.phrase.text(heard.text, tokens);
    let wanted = ResearchTopic {
        topic: format!("{subject} {said}"),
        kind: ResearchKind::Context,
        why: format!("What was happening around “{subject}” in {said}."),
        turn: heard.turn,
    };
    line.content.ge(&4).then_some((3, wanted))
}

/// What a figure is about: a name in the sentence, or its longest phrase, that is not the figure itself.
fn subject<'t>(heard: &Heard<'t>, tokens: &[Token<'t>], figure: usize) -> Option<&'t str> {
    let apart = |phrase: &Phrase| !(phrase.first..phrase.end + 1).contains(&figure);
    names(tokens)
        .into_iter()
        .find(|name| apart(name) && name.len() >= 2)
        .or_else(|| {
            key_phrases(tokens)
                .into_iter()
                .filter(|phrase| apart(phrase) && phrase.len() >= 2)
                .max_by_key(|phrase| phrase.len())
        })
        .map(|phrase| phrase.text(heard.text, tokens))
        .filter(|text| !text.contains(['[', ']', '"', '“', '”']))
}

/// Proper names: people by their company, the rest as context.
fn called(heard: &Heard<'_>, tokens: &[Token<'_>]) -> Vec<(u8, ResearchTopic)> {
    names(tokens)
        .into_iter()
        .filter_map(|name| {
            let topic = name.text(heard.text, tokens);
            let topic = topic.trim_end_matches("'s").trim_end_matches("’s");
            let letters = topic
                .chars()
                .filter(|letter| letter.is_alphabetic())
                .count();
            let acronym = name.len() == 1
                && letters >= 2
                && topic
                    .chars()
                    .all(|letter| letter.is_uppercase() || !letter.is_alphabetic());
            if letters < 2
                || topic.contains(['[', ']'])
                || name.len() == 1 && letters < 4 && !acronym
            {
                return None;
            }
            let (rank, kind, why) = if acronym {
                (
                    2,
                    ResearchKind::Definition,
                    format!("What “{topic}” stands for and does."),
                )
            } else if is_person(tokens, name) {
                (
                    2,
                    ResearchKind::Person,
                    format!("Who {topic} is, and what connects them to this."),
                )
            } else {
                // A place or a brand that is named once is rarely the point.
                if name.len() == 1 && heard.text.matches(topic).count() < 3 {
                    return None;
                }
                let rank = if name.len() >= 2 { 3 } else { 4 };
                (
                    rank,
                    ResearchKind::Context,
                    format!("What “{topic}” is, for a question that shows it."),
                )
            };
            let wanted = ResearchTopic {
                topic: topic.to_owned(),
                kind,
                why,
                turn: heard.turn,
            };
            Some((rank, wanted))
        })
        .collect()
}

/// Statements without exceptions deserve a counterexample.
fn sweeping(heard: &Heard<'_>, line: &Line<'_>, terms: &PlanTerms) -> Option<(u8, ResearchTopic)> {
    let general = line.cues.has(Cue::Absolute)
        && line.events == 0
        && !line.cues.has(Cue::Hedge)
        && line.says_something()
        && (5..=25).contains(&line.len());
    if !general {
        return None;
    }
    let tokens = heard.tokens_of(line);
    let topical = tokens
        .iter()
        .any(|token| token.is_content() && terms.topic.contains(&token.stem()));
    let phrase = key_phrases(tokens)
        .into_iter()
        .max_by_key(|phrase| phrase.len())?;
    (topical || phrase.len() >= 2).then(|| {
        let topic = phrase.text(heard.text, tokens);
        let wanted = ResearchTopic {
            topic: topic.to_owned(),
            kind: ResearchKind::Counterpoint,
            why: format!(
                "Said without exception: “{}”. Is there one?",
                line.text.trim()
            ),
            turn: heard.turn,
        };
        (3, wanted)
    })
}

#[cfg(test)]
mod tests;
