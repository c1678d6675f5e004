//! The NoteTaker without a model: what the new turns add, found by how people speak when they mean something.
//!
//! Only the new turns are read closely. What was noted before is consulted through cheap filters, so that a cycle
//! costs the same at the end of an interview as at its beginning.

mod claims;
mod contradictions;
mod coverage;
mod gaps;
mod ideas;
mod quotable;
mod stories;
mod titles;
mod trimming;

pub(super) use titles::title_case;

use contradictions::Before;
use coverage::Answer;
use interview::{NoteTaking, Notes, Speaker};

use super::heard::Heard;
use super::plan_terms;

/// What the turns from `new_from` on add to the notes.
#[must_use]
pub fn take_notes(job: &NoteTaking) -> Notes {
    let terms = plan_terms::of(&job.plan);
    let mut found = Notes::default();
    let mut heard = Vec::new();
    for (at, turn) in job.window.iter().enumerate() {
        if turn.id < job.new_from || turn.withdrawn || turn.speaker != Speaker::Candidate {
            continue;
        }
        let asked = job.window[..at]
            .iter()
            .rev()
            .take_while(|before| before.speaker == Speaker::Interviewer)
            .find(|before| !before.withdrawn)
            .map_or("", |before| before.text.as_str());
        heard.push(Answer::new(
            Heard::new(turn.id, turn.text.as_str()),
            asked,
            &terms,
        ));
    }
    if heard.is_empty() {
        return found;
    }
    let before = Before::of(&job.window, &job.notes.claims);
    for answer in &heard {
        let said = &answer.heard;
        found.key_ideas.extend(ideas::find(said, &terms));
        found.stories.extend(stories::find(said));
        found.claims.extend(claims::find(said));
        found
            .contradictions
            .extend(contradictions::find(said, &before));
        found.gaps.extend(gaps::find(answer, &job.plan, &terms));
        let lines = quotable::find(said, &job.plan);
        found.possible_titles.extend(titles::find(said, &lines));
        found.quotable_lines.extend(lines);
    }
    found.section_coverage = coverage::find(&job.plan, &terms, &job.notes, &heard);
    found
}
