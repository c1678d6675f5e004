//! Threads worth picking up: what was announced and not told, what clashed, what was thin, what came up most.

use std::collections::BTreeMap;

use interview::words::WordSet;
use interview::{CoverageQuality, FollowingUp, Gap, quotes};

use super::answers;
use crate::builtin::note_taker::title_case;
use crate::builtin::planner::topic::Topic;
use crate::text::lexicon::Class;
use crate::text::phrases::key_phrases;
use crate::text::terms::TermWeights;
use crate::text::tokens::{Token, tokens};

const TITLE_WORDS: std::ops::RangeInclusive<usize> = 3..=5;
const SAME_THREAD: f64 = 0.4;
const CONSIDERED: usize = 12;

/// Something a next conversation could be about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Thread {
    pub(super) title: String,
    pub(super) why: String,
    /// The words it hangs on, as they fit into a question.
    pub(super) subject: String,
    /// Whether those words were said by the person and may be quoted.
    pub(super) said: bool,
    /// Questions that the notes already have for it.
    pub(super) questions: Vec<String>,
}

/// At least three threads, the strongest first, all different.
pub(super) fn find(job: &FollowingUp, weights: &TermWeights) -> Vec<Thread> {
    let mut threads: Vec<Thread> = Vec::new();
    let mut keep = |thread: Thread| {
        let words = WordSet::of(&thread.title);
        let known = threads.iter().any(|other| {
            WordSet::of(&other.title).jaccard(&words) >= SAME_THREAD
                || other.subject == thread.subject
        });
        if !known {
            threads.push(thread);
        }
    };
    // One of each kind first, so that the three differ in more than their words.
    contradictions(job).into_iter().take(1).for_each(&mut keep);
    gaps(job, true).into_iter().take(1).for_each(&mut keep);
    thin_sections(job).into_iter().take(1).for_each(&mut keep);
    gaps(job, true).into_iter().skip(1).for_each(&mut keep);
    repeated(job, weights).into_iter().for_each(&mut keep);
    gaps(job, false).into_iter().for_each(&mut keep);
    thin_sections(job).into_iter().for_each(&mut keep);
    always(job).into_iter().for_each(&mut keep);
    threads
}

fn contradictions(job: &FollowingUp) -> Vec<Thread> {
    job.notes
        .contradictions
        .iter()
        .map(|found| {
            let subject = subject_of(&found.second_quote).unwrap_or_else(|| "both statements".to_owned());
            Thread {
                title: titled(&["Two sides of", &subject]),
                why: format!(
                    "Two statements do not fit together yet: “{}” and “{}” Between them lies a story.",
                    found.first_quote.trim(),
                    found.second_quote.trim()
                ),
                subject,
                said: true,
                questions: vec![found.suggested_clarification_question.clone()],
            }
        })
        .collect()
}

/// How much a gap of the built-in notes promises; a model's gaps stand in the middle.
pub(super) fn promise(gap: &Gap) -> u8 {
    const ORDER: [&str; 6] = [
        "announced, not told",
        "mentioned, not explained",
        "no example given",
        "felt, not told",
        "no reason given",
        "named in passing",
    ];
    ORDER
        .iter()
        .position(|end| gap.description.ends_with(end))
        .and_then(|at| u8::try_from(at).ok())
        .unwrap_or(2)
}

/// Gaps of the notes, the most promising first; those named in passing are the weaker half.
fn gaps(job: &FollowingUp, strong: bool) -> Vec<Thread> {
    let mut gaps: Vec<&Gap> = job
        .notes
        .gaps
        .iter()
        .filter(|gap| (promise(gap) < 5) == strong)
        .collect();
    gaps.sort_by_key(|gap| promise(gap));
    gaps.into_iter()
        .take(CONSIDERED)
        .filter_map(|gap| {
            let quote = *quotes::quotations(&gap.description).first()?;
            let words = quote.split_whitespace().count();
            let is_clause = tokens(quote).iter().any(|token| {
                matches!(token.class, Class::Auxiliary | Class::Past | Class::Pronoun)
            });
            let subject = subject_of(quote).filter(|_| !is_clause);
            let title = match &subject {
                Some(subject) => titled(&["The story behind", subject]),
                None if TITLE_WORDS.contains(&words) => titled(&[quote]),
                None => titled(&[
                    "What lies behind",
                    &subject_of(quote).unwrap_or_else(|| "that moment".to_owned()),
                ]),
            };
            Some(Thread {
                title,
                why: format!(
                    "“{quote}” was said and left at that. There is probably a scene behind it."
                ),
                said: subject.is_some(),
                subject: subject.unwrap_or_else(|| quote.to_owned()),
                questions: vec![
                    gap.suggested_followup.clone(),
                    format!(
                        "You said “{quote}”. What happened right before that, and what right after?"
                    ),
                    format!("Who was with you when “{quote}” was true, and what did they do?"),
                ],
            })
        })
        .collect()
}

/// Sections of the plan that got little or nothing.
fn thin_sections(job: &FollowingUp) -> Vec<Thread> {
    let mut thin: Vec<(CoverageQuality, &interview::Section)> = job
        .plan
        .sections
        .iter()
        .map(|section| {
            let covered = job
                .notes
                .section_coverage
                .iter()
                .find(|covered| covered.section_id == section.id);
            (
                covered.map_or(CoverageQuality::None, |covered| covered.coverage_quality),
                section,
            )
        })
        .filter(|(quality, _)| *quality < CoverageQuality::Adequate)
        .collect();
    thin.sort_by_key(|(quality, section)| (section.importance, *quality));
    thin.into_iter()
        .map(|(quality, section)| Thread {
            title: titled(&[&section.title]),
            why: match quality {
                CoverageQuality::None => {
                    format!("This part of the plan was not reached. {}", section.goal)
                }
                CoverageQuality::Shallow | CoverageQuality::Adequate | CoverageQuality::Deep => {
                    format!("It was mentioned, without an example. {}", section.goal)
                }
            }
            .trim()
            .to_owned(),
            subject: section.title.to_lowercase(),
            said: false,
            questions: section
                .questions
                .iter()
                .map(|question| question.text.clone())
                .collect(),
        })
        .collect()
}

/// What the person kept coming back to.
fn repeated(job: &FollowingUp, weights: &TermWeights) -> Vec<Thread> {
    themes(job, weights, 6)
        .into_iter()
        .map(|theme| Thread {
            title: titled(&["More about", &theme]),
            why: format!("They came back to “{theme}” more than once; it carries more than there was time for."),
            subject: theme,
            said: true,
            questions: Vec::new(),
        })
        .collect()
}

/// The phrases said most often and with the heaviest words.
pub(super) fn themes(job: &FollowingUp, weights: &TermWeights, max: usize) -> Vec<String> {
    let mut seen: BTreeMap<String, (u32, String, f64)> = BTreeMap::new();
    for text in answers(&job.conversation) {
        let cut = tokens(text);
        for phrase in key_phrases(&cut) {
            let run = phrase.tokens(&cut);
            if run.len() > 3 || run.iter().any(|token| token.class == Class::Number) {
                continue;
            }
            let written = phrase.text(text, &cut);
            if written.contains(['[', ']', '\n', '(', '"', '“']) {
                continue;
            }
            let key: Vec<String> = run.iter().map(|token| token.stem().into_owned()).collect();
            let weight: f64 = key.iter().map(|stem| weights.weight(stem)).sum();
            let entry = seen
                .entry(key.join(" "))
                .or_insert((0, written.to_owned(), weight));
            entry.0 += 1;
        }
    }
    let mut all: Vec<(u32, String, f64)> = seen
        .into_values()
        .filter(|(times, ..)| *times >= 2)
        .collect();
    all.sort_by(|one, other| {
        let score = |seen: &(u32, String, f64)| f64::from(seen.0).sqrt() * seen.2;
        score(other)
            .total_cmp(&score(one))
            .then(one.1.cmp(&other.1))
    });
    let mut kept: Vec<String> = Vec::new();
    for (_, text, _) in all {
        let words = WordSet::stemmed(&text);
        if kept.len() < max
            && !kept
                .iter()
                .any(|other| WordSet::stemmed(other).jaccard(&words) > 0.3)
        {
            kept.push(text);
        }
    }
    kept
}

/// What can be asked after any conversation.
fn always(job: &FollowingUp) -> Vec<Thread> {
    let about = Topic::parse(&job.plan.topic).thing;
    let thread = |title: &str, why: &str, questions: &[String]| Thread {
        title: title.to_owned(),
        why: why.to_owned(),
        subject: about.clone(),
        said: false,
        questions: questions.to_vec(),
    };
    vec![
        thread(
            "One Day in Detail",
            "A single day, told from morning to night, gives an essay what opinions cannot.",
            &[
                format!("Choose one day with {about} and tell it to me from the morning on. What happened first?"),
                "Who else was there that day, and what would they say about it?".to_owned(),
                "At which moment of that day could it have gone another way?".to_owned(),
            ],
        ),
        thread(
            "The People Around You",
            "So far there is one voice in the story; the others who mattered deserve a face.",
            &[
                format!("Who taught you the most about {about}, and how?"),
                "With whom did you disagree, and who was right in the end?".to_owned(),
                "Whom would I have to ask to hear the other side?".to_owned(),
            ],
        ),
        thread(
            "What Comes Next Now",
            "The conversation looked back; where it leads is open.",
            &[
                format!("Where is all this going: what will have changed about {about} in five years?"),
                "What are you still trying to find out?".to_owned(),
                "What are you afraid of losing on the way?".to_owned(),
            ],
        ),
    ]
    .into_iter()
    .zip(["day", "people", "next"])
    .map(|(thread, name)| Thread {
        subject: format!("{} ({name})", thread.subject),
        ..thread
    })
    .collect()
}

/// The phrase that a quotation is about.
fn subject_of(quote: &str) -> Option<String> {
    let cut = tokens(quote);
    key_phrases(&cut)
        .into_iter()
        .max_by_key(|phrase| phrase.len().min(3))
        .map(|phrase| phrase.text(quote, &cut).to_owned())
}

/// A title of three to five words.
fn titled(parts: &[&str]) -> String {
    let text = parts.join(" ");
    let cut: Vec<&str> = text
        .split_whitespace()
        .map(|word| word.trim_matches(|letter: char| !letter.is_alphanumeric() && letter != '\''))
        .filter(|word| !word.is_empty())
        .collect();
    let mut words = cut;
    if words.len() < *TITLE_WORDS.start() {
        let lead: &[&str] = if words.len() == 2 {
            &["More", "on"]
        } else {
            &["A", "closer", "look", "at"]
        };
        words = lead.iter().copied().chain(words).collect();
    }
    words.truncate(*TITLE_WORDS.end());
    while words.len() > *TITLE_WORDS.start() && is_small(words.last().copied().unwrap_or_default())
    {
        words.pop();
    }
    title_case(&words.join(" "))
}

fn is_small(word: &str) -> bool {
    let cut: Vec<Token<'_>> = tokens(word);
    cut.first().is_some_and(|token| {
        matches!(
            token.class,
            Class::Determiner
                | Class::Preposition
                | Class::Conjunction
                | Class::Pronoun
                | Class::Auxiliary
        )
    })
}
