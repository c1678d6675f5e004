//! A section in a few of the candidate's own sentences. Nothing is reworded, so nothing can be added.

use serde::{Deserialize, Serialize};
use unicode_segmentation::UnicodeSegmentation;

use super::coverage::{Stems, contains};
use super::{Moment, SectionProgress};
use crate::ids::{DimensionId, TurnId};
use crate::plan::{Dimension, Section};
use crate::state::State;
use crate::transcript::{Speaker, Turn};

const FACTS_MAX: usize = 5;
const SENTENCE_CHARS_MAX: usize = 300;
/// Shorter sentences ("Yes.", "I think so.") say nothing on their own.
const SENTENCE_WORDS_MIN: usize = 4;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ContextSummary {
    /// At most five, in the order in which they were said.
    pub facts: Vec<Fact>,
    /// The dimensions that were touched, in plan order.
    pub dimensions_touched: Vec<TouchedDimension>,
    pub answers: u32,
    pub words: u32,
    /// From the pools.
    pub followups: u32,
    pub code_versions: u32,
}

/// Words of the candidate, copied.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Fact {
    pub turn_id: TurnId,
    pub text: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TouchedDimension {
    pub dimension: DimensionId,
    /// The first sentence that touched it.
    pub evidence: Fact,
}

struct Candidate<'s> {
    turn: TurnId,
    text: &'s str,
    stems: Vec<String>,
    n_cues: usize,
}

pub(super) fn summary(
    state: &State,
    section: &Section,
    progress: &SectionProgress,
) -> ContextSummary {
    let answers: Vec<&Turn> = progress
        .course
        .iter()
        .filter_map(|moment| match moment {
            Moment::Turn { turn, .. } => state.turn(*turn),
            Moment::Prompt { .. } | Moment::FollowUp { .. } => None,
        })
        .filter(|turn| turn.speaker == Speaker::Candidate && !turn.withdrawn)
        .collect();
    let stems = Stems::new();
    let sentences = sentences(&stems, &section.dimensions, &answers);
    let n_followups = progress
        .course
        .iter()
        .filter(|moment| matches!(moment, Moment::FollowUp { .. }))
        .count();
    ContextSummary {
        facts: facts(&sentences),
        dimensions_touched: touched(&stems, &section.dimensions, &sentences),
        answers: count(answers.len()),
        words: answers.iter().map(|turn| turn.words).sum(),
        followups: count(n_followups),
        code_versions: count(progress.code.len()),
    }
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

fn sentences<'s>(
    stems: &Stems,
    dimensions: &[Dimension],
    answers: &[&'s Turn],
) -> Vec<Candidate<'s>> {
    let cues: Vec<Vec<String>> = dimensions
        .iter()
        .flat_map(|dimension| stems.cues(dimension))
        .collect();
    answers
        .iter()
        .flat_map(|turn| {
            let said = turn.text.as_str();
            said.unicode_sentences()
                .map(|text| (turn.id, cut(text.trim())))
        })
        .map(|(turn, text)| {
            let stems = stems.of(text);
            let n_cues = cues.iter().filter(|cue| contains(&stems, cue)).count();
            Candidate {
                turn,
                text,
                stems,
                n_cues,
            }
        })
        .collect()
}

/// A sentence that goes on and on is cut between two words.
fn cut(sentence: &str) -> &str {
    match sentence.char_indices().nth(SENTENCE_CHARS_MAX) {
        None => sentence,
        Some((end, _)) => {
            let head = &sentence[..end];
            head.rfind(char::is_whitespace)
                .map_or(head, |space| head[..space].trim_end())
        }
    }
}

/// The sentences with the most cues, of equal ones the earlier; in the order in which they were said.
fn facts(sentences: &[Candidate<'_>]) -> Vec<Fact> {
    let mut order: Vec<(usize, &Candidate<'_>)> = sentences
        .iter()
        .enumerate()
        .filter(|(_, it)| it.n_cues > 0 || it.stems.len() >= SENTENCE_WORDS_MIN)
        .collect();
    order.sort_by_key(|(at, it)| (std::cmp::Reverse(it.n_cues), *at));
    order.truncate(FACTS_MAX);
    order.sort_by_key(|(at, _)| *at);
    order.into_iter().map(|(_, it)| it.fact()).collect()
}

fn touched(
    stems: &Stems,
    dimensions: &[Dimension],
    sentences: &[Candidate<'_>],
) -> Vec<TouchedDimension> {
    dimensions
        .iter()
        .filter_map(|dimension| {
            let cues = stems.cues(dimension);
            let first = sentences
                .iter()
                .find(|it| cues.iter().any(|cue| contains(&it.stems, cue)))?;
            Some(TouchedDimension {
                dimension: dimension.id.clone(),
                evidence: first.fact(),
            })
        })
        .collect()
}

impl Candidate<'_> {
    fn fact(&self) -> Fact {
        Fact {
            turn_id: self.turn,
            text: self.text.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_sentence_is_cut_between_words() {
        let long = "word ".repeat(100);
        let cut = cut(long.trim());
        assert!(cut.chars().count() <= SENTENCE_CHARS_MAX && cut.ends_with("word"));
        assert!(long.contains(cut));
        let endless = "é".repeat(400);
        assert_eq!(super::cut(&endless).chars().count(), SENTENCE_CHARS_MAX);
    }
}
