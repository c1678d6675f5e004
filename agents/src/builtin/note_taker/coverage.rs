//! Coverage: which sections of the plan the new turns speak to, how concretely, and what is still missing.

use interview::words::WordSet;
use interview::{CoverageQuality, KeyPoint, Notes, Plan, Section, SectionCoverage};

use super::ideas;
use super::trimming::clipped;
use crate::builtin::heard::Heard;
use crate::builtin::plan_terms::{PlanTerms, QuestionTerms};
use crate::text::clean;
use crate::text::terms::Stems;

/// A spoken question is a plan question when it shares so many words with it.
const SAME_QUESTION: f64 = 0.6;
/// Two stems in common with a section are chance, three are a subject.
const SHARED_STEMS_MIN: usize = 3;
const POINT_WORDS_MAX: usize = 32;
const LONG_ANSWER_WORDS: usize = 110;
/// Shorter than this, an answer covers nothing.
const ANSWER_WORDS_MIN: usize = 6;

/// The coverage of every section, in plan order, as it stands after the new turns.
pub(super) fn find(
    plan: &Plan,
    terms: &PlanTerms,
    notes: &Notes,
    heard: &[Answer<'_>],
) -> Vec<SectionCoverage> {
    plan.sections
        .iter()
        .enumerate()
        .map(|(at, section)| cover(at, section, terms, notes, heard))
        .collect()
}

/// A new turn with what it answers.
pub(super) struct Answer<'t> {
    pub(super) heard: Heard<'t>,
    pub(super) question: &'t str,
    asked: WordSet,
    pub(super) section: Option<usize>,
    stems: Stems,
}

impl<'t> Answer<'t> {
    pub(super) fn new(heard: Heard<'t>, question: &'t str, terms: &PlanTerms) -> Self {
        let asked = WordSet::of(question);
        let stems = heard.stem_set();
        Self {
            section: section_of(&asked, &stems, terms),
            heard,
            question,
            asked,
            stems,
        }
    }
}

/// The section that an answer belongs to: the one whose question was asked, or the one whose terms it shares.
fn section_of(asked: &WordSet, said: &Stems, terms: &PlanTerms) -> Option<usize> {
    let by_question = terms.sections.iter().position(|section| {
        section
            .questions
            .iter()
            .any(|question| is_asked(asked, question))
    });
    by_question.or_else(|| {
        let mut best: Option<(usize, usize)> = None;
        for (at, section) in terms.sections.iter().enumerate() {
            let shared = said.shared(&section.stems);
            if shared >= SHARED_STEMS_MIN && best.is_none_or(|(_, most)| shared > most) {
                best = Some((at, shared));
            }
        }
        best.map(|(at, _)| at)
    })
}

fn is_asked(asked: &WordSet, question: &QuestionTerms) -> bool {
    !asked.is_empty() && asked.jaccard(&question.words) >= SAME_QUESTION
}

fn cover(
    at: usize,
    section: &Section,
    terms: &PlanTerms,
    notes: &Notes,
    turns: &[Answer<'_>],
) -> SectionCoverage {
    let known = notes
        .section_coverage
        .iter()
        .find(|known| known.section_id == section.id);
    let terms_here = &terms.sections[at];
    let mut points = Vec::new();
    let mut long = false;
    for turn in turns {
        let shared = turn.stems.shared(&terms_here.stems);
        let enough = turn.heard.word_count() >= ANSWER_WORDS_MIN;
        if enough && (turn.section == Some(at) || shared > SHARED_STEMS_MIN) {
            points.extend(key_points(turn, &terms_here.stems, terms));
            long |= turn.section == Some(at) && turn.heard.word_count() >= LONG_ANSWER_WORDS;
        }
    }
    let missing = missing(section, &terms_here.questions, known, turns);
    let quality = quality(known, &points, long, missing.len(), section.questions.len());
    let suggested_followup = section
        .questions
        .iter()
        .filter(|question| missing.contains(&question.text))
        .min_by_key(|question| question.priority)
        .map(|question| question.text.clone());
    SectionCoverage {
        section_id: section.id.clone(),
        coverage_quality: known.map_or(quality, |known| known.coverage_quality.max(quality)),
        key_points_covered: points,
        missing_aspects: missing,
        suggested_followup,
    }
}

/// The sentences that say most about the section: one, or two of a long answer.
fn key_points(turn: &Answer<'_>, stems: &Stems, terms: &PlanTerms) -> Vec<KeyPoint> {
    let heard = &turn.heard;
    let mut lines: Vec<(usize, f64)> = heard
        .lines
        .iter()
        .enumerate()
        .filter(|(_, line)| line.says_something())
        .map(|(at, line)| {
            let shared = heard.shared(line, stems);
            let content = line.content.min(10) + 2 * shared.min(4);
            let weight = f64::from(u32::try_from(content).unwrap_or(0)) * 0.3;
            (at, ideas::score(heard, line, terms).max(0.0) + weight)
        })
        .collect();
    lines.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
    lines.truncate(if heard.word_count() >= LONG_ANSWER_WORDS {
        2
    } else {
        1
    });
    lines.sort_unstable_by_key(|(at, _)| *at);
    lines
        .into_iter()
        .map(|(at, _)| KeyPoint {
            text: clipped(&clean::sentence(heard.lines[at].text), POINT_WORDS_MAX),
            turn: heard.turn,
        })
        .filter(|point| !point.text.is_empty())
        .collect()
}

/// The section's questions that were neither asked nor answered unprompted.
fn missing(
    section: &Section,
    terms: &[QuestionTerms],
    known: Option<&SectionCoverage>,
    turns: &[Answer<'_>],
) -> Vec<String> {
    section
        .questions
        .iter()
        .zip(terms)
        .filter(|(question, terms)| {
            let open = known.is_none_or(|known| known.missing_aspects.contains(&question.text));
            open && !turns.iter().any(|turn| {
                turn.heard.word_count() >= ANSWER_WORDS_MIN
                    && (is_asked(&turn.asked, terms) || answers(&turn.stems, &terms.stems))
            })
        })
        .map(|(question, _)| question.text.clone())
        .collect()
}

/// Whether an answer speaks of nearly everything that sets a question apart.
pub(crate) fn answers(said: &Stems, question: &Stems) -> bool {
    question.len() >= 3 && said.shared(question) * 4 >= question.len() * 3
}

fn quality(
    known: Option<&SectionCoverage>,
    new: &[KeyPoint],
    long: bool,
    missing: usize,
    questions: usize,
) -> CoverageQuality {
    let all = || {
        known
            .iter()
            .flat_map(|known| &known.key_points_covered)
            .chain(new)
    };
    let points = all().count();
    let concrete = all().filter(|point| is_concrete(&point.text)).count();
    let mut turns: Vec<_> = all().map(|point| point.turn).collect();
    turns.dedup();
    if points == 0 {
        CoverageQuality::None
    } else if points >= 6 && concrete >= 2 && turns.len() >= 3 && missing * 2 <= questions {
        CoverageQuality::Deep
    } else if points >= 3 || points >= 2 && concrete >= 1 || long {
        CoverageQuality::Adequate
    } else {
        CoverageQuality::Shallow
    }
}

/// A number, or a name inside the sentence.
fn is_concrete(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_digit())
        || text.split(' ').skip(1).any(|word| {
            word.starts_with(|letter: char| letter.is_uppercase())
                && !matches!(
                    word.trim_end_matches([',', '.']),
                    "I" | "I'm" | "I’m" | "I've" | "I’ve" | "I'd" | "I’d"
                )
        })
}
