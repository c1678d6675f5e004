//! The Orchestrator without a model: which question comes next, by rules that can be read aloud.
//!
//! Opening: must-ask questions in plan order. Deep dive: plan and conversation take turns, as long as the slack pays
//! for it. Wrap-up: what must still be asked, then reflection, then room for what was forgotten.

mod backbone;
mod organic;
mod reflection;

use interview::words::WordSet;
use interview::{Choosing, Phase, Proposal};

/// Two questions that share so many of their words are one question.
pub(super) const SAME_QUESTION: f64 = 0.6;

/// What has been asked, ready to be compared with what might be.
pub(super) struct Asked {
    sets: Vec<WordSet>,
}

impl Asked {
    pub(super) fn of(asked: &[String]) -> Self {
        Self {
            sets: asked.iter().map(|text| WordSet::of(text)).collect(),
        }
    }

    pub(super) fn has(&self, text: &str) -> bool {
        let words = WordSet::of(text);
        self.sets
            .iter()
            .any(|asked| asked.jaccard(&words) >= SAME_QUESTION)
    }
}

/// The next question. Never one that was asked, and never one that eats into the time of a must-ask question.
#[must_use]
pub fn choose(job: &Choosing) -> Proposal {
    let asked = Asked::of(&job.asked);
    let planned = match job.phase {
        Phase::Opening => backbone::next(job, &asked, backbone::Order::Plan),
        Phase::DeepDive => {
            if job.backbone_in_a_row >= 1
                && let Some(proposal) = organic::next(job, &asked)
            {
                return proposal;
            }
            backbone::next(job, &asked, backbone::Order::Weight)
                .or_else(|| organic::later(job, &asked))
        }
        Phase::WrapUp => backbone::next(job, &asked, backbone::Order::LastSection),
    };
    planned.unwrap_or_else(|| reflection::next(job, &asked))
}

#[cfg(test)]
mod tests;
