//! What a model gets to read of a session: the plan, the turns, the notes; words as material.

use interview::{Notes, Plan, Priority, ResearchItem, Speaker, Turn};
use prompts::{Line, Material, Noted, PlanPage, PlannedQuestion, PlannedSection};

/// Of each kind of note the newest are shown; a model that needs more has lost the thread.
const NOTES_EACH_MAX: usize = 12;
const NOTE_CHARS_MAX: usize = 240;
const RESEARCH_MAX: usize = 8;

pub(super) fn plan_page(plan: &Plan) -> PlanPage {
    PlanPage {
        topic: plan.topic.clone(),
        research_goal: plan.research_goal.clone(),
        angle: plan.angle.clone(),
        minutes: plan.minutes,
        sections: plan.sections.iter().map(planned_section).collect(),
    }
}

fn planned_section(section: &interview::Section) -> PlannedSection {
    PlannedSection {
        id: section.id.to_string(),
        title: section.title.clone(),
        goal: section.goal.clone(),
        importance: match section.importance {
            interview::Importance::High => "high",
            interview::Importance::Medium => "medium",
            interview::Importance::Low => "low",
        }
        .to_owned(),
        questions: section
            .questions
            .iter()
            .map(|question| PlannedQuestion {
                id: question.id.to_string(),
                text: question.text.clone(),
                priority: Priority::into(question.priority),
                expected_s: question.expected_s,
                notes: question.notes.clone(),
            })
            .collect(),
    }
}

/// Turns that can be read: withdrawn ones are not there.
pub(super) fn lines<'a>(turns: impl IntoIterator<Item = &'a Turn>) -> Vec<Line> {
    turns
        .into_iter()
        .filter(|turn| !turn.withdrawn)
        .map(|turn| Line {
            turn: turn.id.to_string(),
            speaker: match turn.speaker {
                Speaker::Interviewer => "interviewer",
                Speaker::Candidate => "candidate",
            },
            words: Material::of(turn.text.as_str()),
        })
        .collect()
}

fn note(kind: &'static str, turn: interview::TurnId, words: &str) -> Noted {
    Noted {
        kind,
        turn: turn.to_string(),
        words: Material::at_most(words, NOTE_CHARS_MAX),
    }
}

fn newest<T>(list: &[T]) -> impl Iterator<Item = &T> {
    list[list.len().saturating_sub(NOTES_EACH_MAX)..].iter()
}

/// A compact view of the notes, oldest first within each kind.
pub(super) fn noted(notes: &Notes) -> Vec<Noted> {
    let mut seen = Vec::new();
    seen.extend(newest(&notes.key_ideas).map(|it| note("idea", it.turn, &it.text)));
    seen.extend(newest(&notes.stories).map(|it| note("story", it.turn, &it.summary)));
    seen.extend(newest(&notes.claims).map(|it| note("claim", it.turn, &it.text)));
    seen.extend(newest(&notes.gaps).map(|it| {
        let words = format!("{} ({})", it.description, it.suggested_followup);
        note("gap", it.turn, &words)
    }));
    seen.extend(newest(&notes.contradictions).map(|it| {
        let words = format!(
            "{} ({})",
            it.description, it.suggested_clarification_question
        );
        note("contradiction", it.second_turn, &words)
    }));
    seen
}

pub(super) fn background(research: &[ResearchItem]) -> Vec<Noted> {
    research[research.len().saturating_sub(RESEARCH_MAX)..]
        .iter()
        .map(|item| {
            let words = format!(
                "{}: {} ({})",
                item.topic, item.summary, item.how_to_use_in_question
            );
            note("background", item.turn, &words)
        })
        .collect()
}

/// A text of a model at its longest.
pub(super) fn cap(text: &mut String, chars_max: usize) {
    if let Some((at, _)) = text.char_indices().nth(chars_max) {
        text.truncate(at);
    }
}
