//! Where parts begin, and what stands above them.

use interview::{Plan, Style};

use super::arrange::Draft;
use super::shape::Shape;
use crate::builtin::themes::{is_telling, topics};
use crate::material::{Material, jaccard};
use crate::text::clean;

/// What stands above a paragraph.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Above {
    pub(super) heading: Option<String>,
    /// A line to be set off.
    pub(super) pull_quote: Option<usize>,
}

const PARTS_MAX: usize = 5;
const PULL_QUOTES_MAX: usize = 3;

/// One entry for each paragraph.
pub(super) fn divide(material: &Material, shape: &Shape, draft: &Draft, plan: &Plan) -> Vec<Above> {
    let mut above = vec![Above::default(); draft.paragraphs.len()];
    match shape.style {
        Style::Standard => name_parts(material, draft, plan, &mut above),
        Style::Punchy => pull_quotes(material, draft, &mut above),
        Style::Reflective => {}
    }
    above
}

fn name_parts(material: &Material, draft: &Draft, plan: &Plan, above: &mut [Above]) {
    let starts = starts(material, draft);
    let mut used: Vec<String> = Vec::new();
    for (number, start) in starts.iter().enumerate() {
        let end = starts
            .get(number + 1)
            .copied()
            .unwrap_or(draft.paragraphs.len());
        let lines: Vec<usize> = draft.paragraphs[*start..end]
            .iter()
            .flatten()
            .copied()
            .collect();
        let planned = section_of(material, lines.first().copied())
            .and_then(|section| plan.sections.get(section))
            .map(|section| section.title.clone());
        // A heading announces what the reader meets next or again and again, not what comes up once, a page later.
        let opening = &draft.paragraphs[*start];
        let own = || {
            topics(material, &lines, 12)
                .into_iter()
                .filter(|topic| is_telling(&topic.name))
                .filter(|topic| {
                    topic.lines.len() >= 3 || topic.lines.iter().any(|line| opening.contains(line))
                })
                .map(|topic| clean::capitalise(&topic.name))
                .find(|name| {
                    let lower = name.to_lowercase();
                    used.iter().all(|have| !shares_word(have, &lower))
                })
        };
        let heading = planned
            .filter(|title| !used.contains(&title.to_lowercase()))
            .or_else(own);
        if let Some(heading) = heading {
            used.push(heading.to_lowercase());
            above[*start].heading = Some(heading);
        }
    }
}

fn shares_word(one: &str, other: &str) -> bool {
    one.split_whitespace()
        .any(|word| word.len() > 3 && other.split_whitespace().any(|have| have == word))
}

fn section_of(material: &Material, line: Option<usize>) -> Option<usize> {
    let line = line?;
    material
        .answers
        .iter()
        .find(|answer| answer.lines.contains(&line))
        .and_then(|answer| answer.section)
}

/// The paragraphs at which parts begin: where the plan's section changes, or else where the words change most.
fn starts(material: &Material, draft: &Draft) -> Vec<usize> {
    let first = usize::from(draft.has_hook);
    let body =
        first..draft.paragraphs.len() - usize::from(draft.has_close && draft.paragraphs.len() > 1);
    let count = body.len();
    if count < 4 {
        return Vec::new();
    }
    let section = |at: usize| section_of(material, draft.paragraphs[at].first().copied());
    let changes: Vec<usize> = body
        .clone()
        .filter(|at| *at == first || section(*at) != section(at - 1))
        .collect();
    if body.clone().any(|at| section(at).is_some()) && (2..=PARTS_MAX + 2).contains(&changes.len())
    {
        return changes;
    }
    let parts = (count / 2).clamp(2, PARTS_MAX - 1);
    let stems = |range: std::ops::Range<usize>| {
        let mut stems: Vec<u32> = range
            .flat_map(|at| &draft.paragraphs[at])
            .flat_map(|at| material.lines[*at].stems.iter().copied())
            .collect();
        stems.sort_unstable();
        stems.dedup();
        stems
    };
    // Even parts, each border moved by at most one paragraph to where the words change most.
    let mut starts = vec![first];
    for part in 1..parts {
        let even = first + count * part / parts;
        let earliest = even.saturating_sub(1).max(starts[part - 1] + 2);
        let latest = (even + 2).min(body.end.saturating_sub(2 * (parts - part) - 1));
        let near = earliest..latest.max(earliest + 1).min(body.end);
        let change = |at: &usize| {
            jaccard(
                &stems(at.saturating_sub(1)..*at),
                &stems(*at..(at + 1).min(draft.paragraphs.len())),
            )
        };
        let best = near.min_by(|one, other| change(one).total_cmp(&change(other)));
        starts.extend(best);
    }
    starts
}

/// Short lines, word for word, set off between the paragraphs; none that the essay says anyway.
fn pull_quotes(material: &Material, draft: &Draft, above: &mut [Above]) {
    let count = draft.paragraphs.len();
    if count < 6 {
        return;
    }
    let printed: Vec<usize> = draft.paragraphs.iter().flatten().copied().collect();
    let mut fits: Vec<usize> = (0..material.lines.len())
        .filter(|at| {
            let line = &material.lines[*at];
            line.place.verbatim
                && line.stands_alone()
                && (5..=14).contains(&line.words)
                && line.tie == 0
                && printed.iter().all(|have| {
                    have != at && jaccard(&material.lines[*have].stems, &line.stems) < 0.4
                })
        })
        .collect();
    fits.sort_by(|one, other| {
        material.lines[*other]
            .worth
            .total_cmp(&material.lines[*one].worth)
            .then(one.cmp(other))
    });
    fits.truncate(PULL_QUOTES_MAX);
    for line in fits {
        // Before the paragraph that was said next.
        let place = (2..count - 1)
            .filter(|at| above[*at].pull_quote.is_none() && above[at - 1].pull_quote.is_none())
            .min_by_key(|at| {
                draft.paragraphs[*at]
                    .first()
                    .map_or(usize::MAX, |first| first.abs_diff(line))
            });
        if let Some(place) = place {
            above[place].pull_quote = Some(line);
        }
    }
}
