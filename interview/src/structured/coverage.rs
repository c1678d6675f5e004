//! The built-in judge of a dimension. A rule, so that a simulation can be predicted: whole words, case-folded and
//! stemmed; one distinct cue in the section's answers is half of it, two are all of it.

use std::collections::BTreeSet;

use rust_stemmers::{Algorithm, Stemmer};
use serde::{Deserialize, Serialize};

use crate::event::CoverageLevel;
use crate::ids::DimensionId;
use crate::plan::Dimension;
use crate::words;

/// What a judge says about one dimension.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    pub dimension: DimensionId,
    pub level: CoverageLevel,
}

/// How far the answers cover each dimension, in the order of the dimensions.
pub fn coverage_rule<'a>(
    dimensions: &[Dimension],
    answers: impl IntoIterator<Item = &'a str>,
) -> Vec<Verdict> {
    let stems = Stems::new();
    let answers: Vec<Vec<String>> = answers.into_iter().map(|text| stems.of(text)).collect();
    dimensions
        .iter()
        .map(|dimension| Verdict {
            dimension: dimension.id.clone(),
            level: level(found(&stems.cues(dimension), &answers)),
        })
        .collect()
}

fn level(n_found: usize) -> CoverageLevel {
    match n_found {
        0 => CoverageLevel::NotCovered,
        1 => CoverageLevel::PartiallyCovered,
        _ => CoverageLevel::Covered,
    }
}

fn found(cues: &BTreeSet<Vec<String>>, answers: &[Vec<String>]) -> usize {
    cues.iter()
        .filter(|cue| answers.iter().any(|answer| contains(answer, cue)))
        .count()
}

/// The words of a cue follow each other in the text.
pub(super) fn contains(text: &[String], cue: &[String]) -> bool {
    !cue.is_empty() && text.windows(cue.len()).any(|window| window == cue)
}

/// Cuts texts into stems.
pub(super) struct Stems(Stemmer);

impl Stems {
    pub(super) fn new() -> Self {
        Self(Stemmer::create(Algorithm::English))
    }

    pub(super) fn of(&self, text: &str) -> Vec<String> {
        words::words(text)
            .map(|word| self.0.stem(&word.replace('’', "'")).into_owned())
            .collect()
    }

    /// A dimension's cues. Two that have the same stems are one cue.
    pub(super) fn cues(&self, dimension: &Dimension) -> BTreeSet<Vec<String>> {
        dimension
            .cues
            .iter()
            .map(|cue| self.of(cue))
            .filter(|stems| !stems.is_empty())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Priority;

    fn level_of(cues: &[&str], answers: &[&str]) -> CoverageLevel {
        let dimension = Dimension {
            id: DimensionId::new("d"),
            priority: Priority::Must,
            cues: cues.iter().map(|cue| (*cue).to_owned()).collect(),
            followups: Vec::new(),
        };
        coverage_rule(&[dimension], answers.iter().copied())[0].level
    }

    #[test]
    fn one_cue_is_half_and_two_are_all() {
        let cues = ["metric", "latency", "accuracy"];
        assert_eq!(level_of(&cues, &["We shipped."]), CoverageLevel::NotCovered);
        assert_eq!(
            level_of(&cues, &["Latency, latency and LATENCIES."]),
            CoverageLevel::PartiallyCovered
        );
        assert_eq!(
            level_of(&cues, &["The metrics were fine.", "Latency fell."]),
            CoverageLevel::Covered
        );
    }

    #[test]
    fn cues_are_whole_words() {
        assert_eq!(
            level_of(&["cat", "art"], &["The category started."]),
            CoverageLevel::NotCovered
        );
    }

    #[test]
    fn a_cue_of_several_words_is_found_as_neighbours_in_one_answer() {
        let cues = ["error budget", "on call"];
        assert_eq!(
            level_of(
                &cues,
                &["Our error budgets were spent while I was on-call."]
            ),
            CoverageLevel::Covered
        );
        assert_eq!(
            level_of(&cues, &["The budget had an error.", "error", "budget"]),
            CoverageLevel::NotCovered
        );
    }

    #[test]
    fn two_forms_of_a_word_are_one_cue() {
        assert_eq!(
            level_of(&["metric", "metrics", "Metric"], &["one metric"]),
            CoverageLevel::PartiallyCovered
        );
    }

    #[test]
    fn a_cue_without_words_is_never_found() {
        assert_eq!(level_of(&["++", ""], &["++ c"]), CoverageLevel::NotCovered);
    }
}
