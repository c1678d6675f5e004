//! Plan questions: which of the open ones comes first.

use interview::{
    Choosing, CoverageQuality, Importance, NextQuestion, Priority, Proposal, Question,
    QuestionSource, QuestionState, Role, Section, Speaker,
};

use super::Asked;
use crate::builtin::plan_terms;
use crate::text::terms::{Stems, stems_of};
use crate::text::tokens::tokens;

/// In which order open questions are weighed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// As the plan has them, by priority.
    Plan,
    /// By priority, importance and how little is known; the last section keeps for the end.
    Weight,
    /// Only what must be asked, and the last section.
    LastSection,
}

/// How early a question comes: the smallest rank first.
type Rank = (u8, bool, u8, Importance, CoverageQuality, usize);

pub(super) fn next(job: &Choosing, asked: &Asked, order: Order) -> Option<Proposal> {
    let last = last_section(job);
    let mut open: Vec<(Rank, usize, &Section, &Question)> = Vec::new();
    for (at, section) in job.plan.sections.iter().enumerate() {
        for (number, question) in section.questions.iter().enumerate() {
            if !is_open(job, question) || !fits(job, question) {
                continue;
            }
            let in_last = last == Some(at);
            let wanted = match order {
                Order::Plan | Order::Weight => true,
                Order::LastSection => {
                    question.priority == Priority::Must || in_last || last.is_none()
                }
            };
            if wanted {
                let rank = rank(job, section, question, in_last, order, open.len());
                open.push((rank, number, section, question));
            }
        }
    }
    open.sort_by_key(|(rank, ..)| *rank);
    put_answered_back(job, &mut open);
    open.into_iter()
        .find(|(.., question)| !asked.has(&question.text))
        .map(|(_, _, section, question)| propose(section, question))
}

/// The section that looks back, if the plan is long enough to have one.
fn last_section(job: &Choosing) -> Option<usize> {
    let sections = job.plan.sections.len();
    (sections >= 3).then(|| sections - 1)
}

fn is_open(job: &Choosing, question: &Question) -> bool {
    job.questions
        .iter()
        .find(|status| status.id == question.id)
        .map_or(QuestionState::Open, |status| status.state)
        .is_unasked()
}

fn fits(job: &Choosing, question: &Question) -> bool {
    question.priority == Priority::Must || question.expected_s <= job.slack_s
}

fn rank(
    job: &Choosing,
    section: &Section,
    question: &Question,
    in_last: bool,
    order: Order,
    place: usize,
) -> Rank {
    let priority = u8::from(question.priority);
    let followup = question.role == Role::Followup;
    match order {
        Order::Plan => (
            priority,
            followup,
            0,
            Importance::High,
            CoverageQuality::None,
            place,
        ),
        Order::Weight => {
            // A must of the last section waits for what is important elsewhere: its time is set aside anyway.
            let turn = match (question.priority, in_last) {
                (Priority::Must, false) => 0,
                (Priority::Important, false) => 1,
                (Priority::Must, true) => 2,
                (Priority::Important, true) | (Priority::Nice, _) => 3,
            };
            let coverage = job
                .notes
                .section_coverage
                .iter()
                .find(|covered| covered.section_id == section.id)
                .map_or(CoverageQuality::None, |covered| covered.coverage_quality);
            (
                turn,
                followup,
                priority,
                section.importance,
                coverage,
                place,
            )
        }
        Order::LastSection => {
            let must = question.priority == Priority::Must;
            (
                u8::from(!must),
                in_last && must,
                priority,
                Importance::High,
                CoverageQuality::None,
                place,
            )
        }
    }
}

/// A question that the person has answered unprompted waits behind its equals. Must-ask questions never do.
fn put_answered_back(job: &Choosing, open: &mut Vec<(Rank, usize, &Section, &Question)>) {
    let Some((first, number, section, question)) = open.first().copied() else {
        return;
    };
    let equals = open.iter().filter(|(rank, ..)| rank.0 == first.0).count();
    if question.priority == Priority::Must || equals < 2 {
        return;
    }
    let terms = plan_terms::of(&job.plan);
    let Some(stems) = job
        .plan
        .sections
        .iter()
        .position(|other| other.id == section.id)
        .and_then(|at| terms.sections.get(at))
        .and_then(|section| section.questions.get(number))
        .map(|question| &question.stems)
    else {
        return;
    };
    let answered = job
        .window
        .iter()
        .rev()
        .filter(|turn| turn.speaker == Speaker::Candidate && !turn.withdrawn)
        .take(2)
        .any(|turn| {
            let said = Stems::from_stems(stems_of(&tokens(turn.text.as_str())));
            stems.len() >= 3 && said.shared(stems) * 4 >= stems.len() * 3
        });
    if answered {
        let question = open.remove(0);
        open.insert(equals - 1, question);
    }
}

fn propose(section: &Section, question: &Question) -> Proposal {
    let brief = if question.notes.trim().is_empty() {
        let goal = section.goal.trim();
        if goal.is_empty() {
            "Ask it openly, then wait. Listen for one concrete moment and stay with it.".to_owned()
        } else {
            format!("Ask it openly, then wait. What this part is after: {goal}")
        }
    } else {
        question.notes.trim().to_owned()
    };
    Proposal {
        question: NextQuestion {
            text: question.text.clone(),
            section_id: Some(section.id.clone()),
            source: QuestionSource::Plan,
            question_id: Some(question.id.clone()),
            expected_s: question.expected_s,
            refers_to: None,
        },
        brief,
    }
}
