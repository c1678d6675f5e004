//! The sentences that matter by themselves: claims, tensions, quotes.

use interview::{AnalysedQuote, Finding, Passage, PotentialUse};

use super::turns;
use crate::material::{Lean, Line, Material, Use, heard_slice, jaccard};
use crate::text::cues::{Cue, Cues};

const CLAIMS_MAX: usize = 8;
const TENSIONS_MAX: usize = 5;
const QUOTES_MAX: usize = 10;

/// The strongest opinions and insights, in talk order.
pub(super) fn claims(material: &Material, conversation: &[Passage]) -> Vec<Finding> {
    let score = |line: &Line| {
        let standing = line.stands_alone() && (6..=36).contains(&line.words);
        let claims = line.cues.up_to(Cue::Opinion, 3)
            + line.cues.up_to(Cue::Insight, 2)
            + line.cues.up_to(Cue::Bold, 2);
        (standing && claims >= 1.0).then_some(line.worth + 0.35 * claims)
    };
    let mut chosen = best(material, score, CLAIMS_MAX);
    chosen.sort_unstable();
    chosen
        .into_iter()
        .map(|at| Finding {
            text: material.lines[at].standing(),
            turns: turns(conversation, std::iter::once(&material.lines[at])),
        })
        .collect()
}

/// Contrasts that the person draws, with the sentence before where "But" answers it.
pub(super) fn tensions(material: &Material, conversation: &[Passage]) -> Vec<Finding> {
    let answers_last = |at: usize| {
        material.lines[at].text.starts_with("But ")
            && at > 0
            && material.lines[at - 1].passage == material.lines[at].passage
    };
    let mut scored: Vec<(f32, usize)> = (0..material.lines.len())
        .filter_map(|at| {
            let line = &material.lines[at];
            if line.usable != Use::Good || line.signs.asks || line.signs.reversed || line.words > 40
            {
                return None;
            }
            let pair = answers_last(at) && {
                let before = &material.lines[at - 1];
                before.usable == Use::Good && before.lean == Lean::Free && before.words <= 30
            };
            let inside = Cues::of(&line.text[line.tie..]).count(Cue::Contrast);
            let stands = line.lean == Lean::Free && inside > 0 && line.words >= 8;
            (pair || stands).then(|| {
                (
                    line.worth + 0.3 * f32::from(inside.min(3)) + if pair { 0.3 } else { 0.0 },
                    at,
                )
            })
        })
        .collect();
    scored.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    let mut chosen: Vec<usize> = Vec::new();
    for (_, at) in scored {
        if chosen.len() < TENSIONS_MAX
            && chosen
                .iter()
                .all(|have| jaccard(&material.lines[*have].stems, &material.lines[at].stems) < 0.4)
        {
            chosen.push(at);
        }
    }
    chosen.sort_unstable();
    chosen
        .into_iter()
        .map(|at| {
            let line = &material.lines[at];
            if answers_last(at)
                && material.lines[at - 1].lean == Lean::Free
                && material.lines[at - 1].usable == Use::Good
            {
                let before = &material.lines[at - 1];
                Finding {
                    text: format!("{} {}", before.standing(), line.text),
                    turns: turns(conversation, [before, line].into_iter()),
                }
            } else {
                Finding {
                    text: line.standing(),
                    turns: turns(conversation, std::iter::once(line)),
                }
            }
        })
        .collect()
}

/// Lines worth showing, word for word.
pub(super) fn quotes(material: &Material, conversation: &[Passage]) -> Vec<AnalysedQuote> {
    let score = |line: &Line| {
        let fits = line.place.verbatim && line.stands_alone() && (5..=28).contains(&line.words);
        fits.then(|| {
            line.worth
                + 0.25 * line.cues.up_to(Cue::Opinion, 3)
                + 0.2 * line.cues.up_to(Cue::Feeling, 2)
                + if line.words <= 18 { 0.3 } else { 0.0 }
        })
    };
    let chosen = best(material, score, QUOTES_MAX);
    let mut hook = true;
    let mut quotes: Vec<(usize, AnalysedQuote)> = chosen
        .into_iter()
        .filter_map(|at| {
            let line = &material.lines[at];
            let passage = &conversation[line.passage];
            let text = heard_slice(passage.text.as_str(), &line.standing())?;
            let potential_use = if hook {
                PotentialUse::Hook
            } else if line.cues.has(Cue::Summing) {
                PotentialUse::Conclusion
            } else if line.words <= 7 {
                PotentialUse::SectionHeader
            } else if line.words <= 14 {
                PotentialUse::Tweet
            } else {
                PotentialUse::PullQuote
            };
            hook = false;
            Some((
                at,
                AnalysedQuote {
                    text,
                    turn: passage.at.clone(),
                    potential_use,
                },
            ))
        })
        .collect();
    quotes.sort_by_key(|(at, _)| *at);
    quotes.into_iter().map(|(_, quote)| quote).collect()
}

/// The best lines by a score, none saying what another says.
fn best(material: &Material, score: impl Fn(&Line) -> Option<f32>, max: usize) -> Vec<usize> {
    let mut scored: Vec<(f32, usize)> = material
        .lines
        .iter()
        .enumerate()
        .filter_map(|(at, line)| Some((score(line)?, at)))
        .collect();
    scored.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    let mut chosen: Vec<usize> = Vec::new();
    for (_, at) in scored {
        if chosen.len() == max {
            break;
        }
        if chosen
            .iter()
            .all(|have| jaccard(&material.lines[*have].stems, &material.lines[at].stems) < 0.35)
        {
            chosen.push(at);
        }
    }
    chosen
}
