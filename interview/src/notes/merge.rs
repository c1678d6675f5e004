//! How new notes join the old: append what is new by word-set similarity, never overwrite.

use std::collections::BTreeMap;

use super::{CoverageQuality, KeyPoint, Notes, SectionCoverage};
use crate::ids::SectionId;
use crate::words::WordSet;

const IDEAS_ALIKE: f64 = 0.7;
const STORIES_ALIKE: f64 = 0.7;
const CLAIMS_ALIKE: f64 = 0.7;
const GAPS_ALIKE: f64 = 0.7;
const CONTRADICTIONS_ALIKE: f64 = 0.6;
const QUOTABLE_ALIKE: f64 = 0.8;
const TITLES_ALIKE: f64 = 0.7;
const POINTS_ALIKE: f64 = 0.7;

/// The most a list of notes holds. An hour's interview stays far below; a runaway agent does not get further.
const LIST_MAX: usize = 400;
const COVERAGE_POINTS_MAX: usize = 40;

/// The word sets of everything noted, so that a merge costs the same after ten turns and after ten thousand.
#[derive(Debug, Clone, Default)]
pub(crate) struct NotesIndex {
    key_ideas: Vec<WordSet>,
    stories: Vec<WordSet>,
    claims: Vec<WordSet>,
    gaps: Vec<WordSet>,
    contradictions: Vec<WordSet>,
    quotable_lines: Vec<WordSet>,
    possible_titles: Vec<WordSet>,
    /// The points of each section.
    points: BTreeMap<SectionId, Vec<WordSet>>,
}

impl NotesIndex {
    pub(crate) fn of(notes: &Notes) -> Self {
        let mut index = Self::default();
        index.add(notes);
        index
    }

    /// Takes in what has been added to the notes.
    pub(crate) fn add(&mut self, news: &Notes) {
        self.key_ideas
            .extend(news.key_ideas.iter().map(|idea| WordSet::of(&idea.text)));
        self.stories
            .extend(news.stories.iter().map(|story| WordSet::of(&story.summary)));
        self.claims
            .extend(news.claims.iter().map(|claim| WordSet::of(&claim.text)));
        self.gaps
            .extend(news.gaps.iter().map(|gap| WordSet::of(&gap.description)));
        self.contradictions.extend(
            news.contradictions
                .iter()
                .map(|found| WordSet::of(&found.description)),
        );
        self.quotable_lines.extend(
            news.quotable_lines
                .iter()
                .map(|line| WordSet::of(&line.text)),
        );
        self.possible_titles.extend(
            news.possible_titles
                .iter()
                .map(|title| WordSet::of(&title.text)),
        );
        for seen in &news.section_coverage {
            let points = seen
                .key_points_covered
                .iter()
                .map(|point| WordSet::of(&point.text));
            self.points
                .entry(seen.section_id.clone())
                .or_default()
                .extend(points);
        }
    }

    /// What of `found` is new: what a merge would add to `known`, and nothing else.
    pub(crate) fn news(&self, known: &Notes, found: &Notes) -> Notes {
        Notes {
            key_ideas: fresh(
                &self.key_ideas,
                &found.key_ideas,
                |idea| &idea.text,
                IDEAS_ALIKE,
            ),
            stories: fresh(
                &self.stories,
                &found.stories,
                |story| &story.summary,
                STORIES_ALIKE,
            ),
            claims: fresh(
                &self.claims,
                &found.claims,
                |claim| &claim.text,
                CLAIMS_ALIKE,
            ),
            gaps: fresh(&self.gaps, &found.gaps, |gap| &gap.description, GAPS_ALIKE),
            contradictions: fresh(
                &self.contradictions,
                &found.contradictions,
                |found| &found.description,
                CONTRADICTIONS_ALIKE,
            ),
            quotable_lines: fresh(
                &self.quotable_lines,
                &found.quotable_lines,
                |line| &line.text,
                QUOTABLE_ALIKE,
            ),
            possible_titles: fresh(
                &self.possible_titles,
                &found.possible_titles,
                |title| &title.text,
                TITLES_ALIKE,
            ),
            section_coverage: found
                .section_coverage
                .iter()
                .filter_map(|seen| known.coverage_news(seen, self.points.get(&seen.section_id)))
                .collect(),
        }
    }
}

impl Notes {
    /// What of `found` is new here: what a merge would add, and nothing else.
    #[must_use]
    pub fn news(&self, found: &Notes) -> Notes {
        NotesIndex::of(self).news(self, found)
    }

    /// Adds what `news` found to be new. Nothing that was noted before is changed or dropped; only the quality of a
    /// section's coverage rises, and what it still misses is as last seen.
    pub fn add(&mut self, news: Notes) {
        self.key_ideas.extend(news.key_ideas);
        self.stories.extend(news.stories);
        self.claims.extend(news.claims);
        self.gaps.extend(news.gaps);
        self.contradictions.extend(news.contradictions);
        self.quotable_lines.extend(news.quotable_lines);
        self.possible_titles.extend(news.possible_titles);
        for seen in news.section_coverage {
            match self
                .section_coverage
                .iter_mut()
                .find(|known| known.section_id == seen.section_id)
            {
                Some(known) => {
                    known.coverage_quality = known.coverage_quality.max(seen.coverage_quality);
                    known.key_points_covered.extend(seen.key_points_covered);
                    known.missing_aspects = seen.missing_aspects;
                    known.suggested_followup = seen.suggested_followup;
                }
                None => self.section_coverage.push(seen),
            }
        }
    }

    fn coverage_news(
        &self,
        seen: &SectionCoverage,
        known_points: Option<&Vec<WordSet>>,
    ) -> Option<SectionCoverage> {
        let Some(known) = self
            .section_coverage
            .iter()
            .find(|known| known.section_id == seen.section_id)
        else {
            return (seen.coverage_quality > CoverageQuality::None
                || !seen.key_points_covered.is_empty())
            .then(|| seen.clone());
        };
        let points = new_points(
            known_points.map_or(&[], Vec::as_slice),
            &seen.key_points_covered,
        );
        let changed = !points.is_empty()
            || seen.coverage_quality > known.coverage_quality
            || seen.missing_aspects != known.missing_aspects
            || seen.suggested_followup != known.suggested_followup;
        changed.then(|| SectionCoverage {
            section_id: seen.section_id.clone(),
            coverage_quality: seen.coverage_quality.max(known.coverage_quality),
            key_points_covered: points,
            missing_aspects: seen.missing_aspects.clone(),
            suggested_followup: seen.suggested_followup.clone(),
        })
    }
}

fn new_points(known: &[WordSet], seen: &[KeyPoint]) -> Vec<KeyPoint> {
    let room = COVERAGE_POINTS_MAX.saturating_sub(known.len());
    if room == 0 {
        return Vec::new();
    }
    let mut points = fresh(known, seen, |point| &point.text, POINTS_ALIKE);
    points.truncate(room);
    points
}

/// The items of `found` that are like none of the `known` and like none before them.
fn fresh<T: Clone>(known: &[WordSet], found: &[T], text: fn(&T) -> &String, alike: f64) -> Vec<T> {
    let mut taken: Vec<WordSet> = Vec::new();
    let mut fresh = Vec::new();
    for item in found {
        if known.len() + fresh.len() >= LIST_MAX {
            break;
        }
        let words = WordSet::of(text(item));
        let seen_before = |other: &WordSet| other.jaccard(&words) >= alike;
        if words.is_empty() || known.iter().any(seen_before) || taken.iter().any(seen_before) {
            continue;
        }
        taken.push(words);
        fresh.push(item.clone());
    }
    fresh
}

#[cfg(test)]
mod tests;
