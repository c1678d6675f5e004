//! How new notes join the old: append what is new by word-set similarity, never overwrite.

use super::{CoverageQuality, Notes, SectionCoverage};
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

impl Notes {
    /// What of `found` is new here: what a merge would add, and nothing else.
    #[must_use]
    pub fn news(&self, found: &Notes) -> Notes {
        Notes {
            key_ideas: news(
                &self.key_ideas,
                &found.key_ideas,
                |idea| &idea.text,
                IDEAS_ALIKE,
            ),
            stories: news(
                &self.stories,
                &found.stories,
                |story| &story.summary,
                STORIES_ALIKE,
            ),
            claims: news(
                &self.claims,
                &found.claims,
                |claim| &claim.text,
                CLAIMS_ALIKE,
            ),
            gaps: news(&self.gaps, &found.gaps, |gap| &gap.description, GAPS_ALIKE),
            contradictions: news(
                &self.contradictions,
                &found.contradictions,
                |contradiction| &contradiction.description,
                CONTRADICTIONS_ALIKE,
            ),
            quotable_lines: news(
                &self.quotable_lines,
                &found.quotable_lines,
                |line| &line.text,
                QUOTABLE_ALIKE,
            ),
            possible_titles: news(
                &self.possible_titles,
                &found.possible_titles,
                |title| &title.text,
                TITLES_ALIKE,
            ),
            section_coverage: found
                .section_coverage
                .iter()
                .filter_map(|seen| self.coverage_news(seen))
                .collect(),
        }
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

    fn coverage_news(&self, seen: &SectionCoverage) -> Option<SectionCoverage> {
        let Some(known) = self
            .section_coverage
            .iter()
            .find(|known| known.section_id == seen.section_id)
        else {
            return (seen.coverage_quality > CoverageQuality::None
                || !seen.key_points_covered.is_empty())
            .then(|| seen.clone());
        };
        let points = news(
            &known.key_points_covered,
            &seen.key_points_covered,
            |point| &point.text,
            POINTS_ALIKE,
        );
        let room = COVERAGE_POINTS_MAX.saturating_sub(known.key_points_covered.len());
        let changed = !points.is_empty()
            || seen.coverage_quality > known.coverage_quality
            || seen.missing_aspects != known.missing_aspects
            || seen.suggested_followup != known.suggested_followup;
        changed.then(|| SectionCoverage {
            section_id: seen.section_id.clone(),
            coverage_quality: seen.coverage_quality.max(known.coverage_quality),
            key_points_covered: points.into_iter().take(room).collect(),
            missing_aspects: seen.missing_aspects.clone(),
            suggested_followup: seen.suggested_followup.clone(),
        })
    }
}

/// The items of `found` that are like none in `known` and like none before them.
fn news<T: Clone>(known: &[T], found: &[T], text: fn(&T) -> &String, alike: f64) -> Vec<T> {
    if found.is_empty() {
        return Vec::new();
    }
    let mut seen: Vec<WordSet> = known.iter().map(|item| WordSet::of(text(item))).collect();
    let mut fresh = Vec::new();
    for item in found {
        if known.len() + fresh.len() >= LIST_MAX {
            break;
        }
        let words = WordSet::of(text(item));
        if words.is_empty() || seen.iter().any(|other| other.jaccard(&words) >= alike) {
            continue;
        }
        seen.push(words);
        fresh.push(item.clone());
    }
    fresh
}
