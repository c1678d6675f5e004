//! What a rehearsal showed: coverage and timing as data.

use interview::{CoverageQuality, Priority, Question, Section, SectionId, Speaker, State};
use serde::Serialize;

/// From this word-set similarity on, a question was asked before.
const REPEATED: f64 = 0.6;

#[derive(Debug, Serialize)]
pub struct Rehearsed {
    pub seed: u64,
    pub minutes: f64,
    pub turns: usize,
    pub answers: usize,
    pub questions_asked: usize,
    pub questions: usize,
    pub musts_asked: usize,
    pub musts: usize,
    pub repeated_questions: usize,
    pub sections: Vec<SectionRehearsed>,
}

#[derive(Debug, Serialize)]
pub struct SectionRehearsed {
    pub section_id: SectionId,
    pub title: String,
    pub asked: usize,
    pub questions: usize,
    pub quality: CoverageQuality,
}

#[must_use]
pub fn rehearsed(state: &State, seed: u64) -> Rehearsed {
    let asked = |question: &Question| {
        state
            .question_state(&question.id)
            .is_some_and(|it| !it.is_unasked())
    };
    let musts = || {
        let all = state.plan.questions().map(|(_, question)| question);
        all.filter(|question| question.priority == Priority::Must)
    };
    let all_asked = state
        .plan
        .questions()
        .filter(|(_, question)| asked(question));
    let candidates = |turn: &&interview::Turn| turn.speaker == Speaker::Candidate;
    #[expect(
        clippy::cast_precision_loss,
        reason = "minutes of an interview are small"
    )]
    let minutes = (state.elapsed_ms(state.last_at) / 6_000) as f64 / 10.0;
    Rehearsed {
        seed,
        minutes,
        turns: state.transcript.len(),
        answers: state.transcript.iter().filter(candidates).count(),
        questions_asked: all_asked.count(),
        questions: state.questions.len(),
        musts_asked: musts().filter(|question| asked(question)).count(),
        musts: musts().count(),
        repeated_questions: repeated(state),
        sections: state
            .plan
            .sections
            .iter()
            .map(|section| SectionRehearsed {
                section_id: section.id.clone(),
                title: section.title.clone(),
                asked: section.questions.iter().filter(|it| asked(it)).count(),
                questions: section.questions.len(),
                quality: coverage(state, section),
            })
            .collect(),
    }
}

fn coverage(state: &State, section: &Section) -> CoverageQuality {
    let seen = &state.notes.section_coverage;
    seen.iter()
        .find(|seen| seen.section_id == section.id)
        .map_or(CoverageQuality::None, |seen| seen.coverage_quality)
}

/// Questions that had been asked before in nearly the same words.
fn repeated(state: &State) -> usize {
    let asked: Vec<_> = state.asked.iter().collect();
    (1..asked.len())
        .filter(|n| {
            let before = &asked[..*n];
            before
                .iter()
                .any(|before| before.words.jaccard(&asked[*n].words) >= REPEATED)
        })
        .count()
}
