//! What a model gets to read of a session: the plan, the turns, the notes; words as material.

use std::borrow::Cow;

use interview::{Notes, Plan, Priority, ResearchItem, Speaker, Turn, TurnId};
use prompts::{Line, Material, Noted, PlanPage, PlannedQuestion, PlannedSection, RecordLine};

/// Of the notes about turns that are not shown, the newest; a model that needs more has lost the thread.
const EARLIER_NOTES_MAX: usize = 40;
/// More notes about one turn are not shown again.
const TURN_NOTES_MAX: usize = 10;
const NOTE_CHARS_MAX: usize = 240;

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
            speaker: speaker(turn),
            words: Material::of(turn.text.as_str()),
        })
        .collect()
}

fn speaker(turn: &Turn) -> &'static str {
    match turn.speaker {
        Speaker::Interviewer => "interviewer",
        Speaker::Candidate => "candidate",
    }
}

/// What the core gives each agent to see. A window of this length has lost turns at its beginning.
pub(super) const NOTES_TURNS: usize = 20;
pub(super) const RESEARCH_TURNS: usize = 20;
pub(super) const CHOICE_TURNS: usize = 30;
/// A full window begins at a multiple of this, so that it keeps its beginning for a while.
const STEP: u32 = 10;

/// The talk as a model reads it. From call to call it only grows at its end, so that a server can keep the rest.
#[derive(Debug)]
pub(super) struct Record {
    /// Notes about turns that are not shown.
    pub(super) earlier: Vec<Noted>,
    pub(super) lines: Vec<RecordLine>,
}

/// A note that may be shown. Its words are made fit for a prompt only if it is.
#[derive(Debug)]
pub(super) struct Note<'a> {
    kind: &'static str,
    turn: TurnId,
    words: Cow<'a, str>,
}

impl Note<'_> {
    fn shown(&self) -> Noted {
        Noted {
            kind: self.kind,
            turn: self.turn.to_string(),
            words: Material::at_most(&self.words, NOTE_CHARS_MAX),
        }
    }
}

/// The turns of a window, each with the notes about it. New turns are always among them.
pub(super) fn record(
    window: &[Turn],
    window_max: usize,
    new_from: TurnId,
    mut notes: Vec<Note<'_>>,
) -> Record {
    let first = window.first().map_or(TurnId(0), |turn| turn.id);
    let begin = match window.len() < window_max {
        true => first,
        false => TurnId(first.0.div_ceil(STEP) * STEP).min(new_from.max(first)),
    };
    // In the order in which they were taken, within a turn.
    notes.sort_by_key(|note| note.turn);
    let (earlier, later) = notes.split_at(notes.partition_point(|note| note.turn < begin));
    let newest = &earlier[earlier.len().saturating_sub(EARLIER_NOTES_MAX)..];
    let shown = window
        .iter()
        .filter(|turn| turn.id >= begin && !turn.withdrawn);
    let lines = shown.map(|turn| {
        let about = &later[later.partition_point(|note| note.turn < turn.id)..];
        let about = about.iter().take_while(|note| note.turn == turn.id);
        RecordLine {
            turn: turn.id.to_string(),
            speaker: speaker(turn),
            words: Material::of(turn.text.as_str()),
            noted: about.take(TURN_NOTES_MAX).map(Note::shown).collect(),
        }
    });
    Record {
        lines: lines.collect(),
        earlier: newest.iter().map(Note::shown).collect(),
    }
}

fn note<'a>(kind: &'static str, turn: TurnId, words: impl Into<Cow<'a, str>>) -> Note<'a> {
    Note {
        kind,
        turn,
        words: words.into(),
    }
}

/// The notes in few words, each with its turn.
pub(super) fn noted(notes: &Notes) -> Vec<Note<'_>> {
    let ideas = notes.key_ideas.iter();
    let stories = notes.stories.iter();
    let claims = notes.claims.iter();
    let gaps = notes.gaps.iter().map(|it| {
        let words = format!("{} ({})", it.description, it.suggested_followup);
        note("gap", it.turn, words)
    });
    let contradictions = notes.contradictions.iter().map(|it| {
        let question = &it.suggested_clarification_question;
        let words = format!("{} ({question})", it.description);
        note("contradiction", it.second_turn, words)
    });
    ideas
        .map(|it| note("idea", it.turn, &it.text))
        .chain(stories.map(|it| note("story", it.turn, &it.summary)))
        .chain(claims.map(|it| note("claim", it.turn, &it.text)))
        .chain(gaps)
        .chain(contradictions)
        .collect()
}

/// What was found out, for whoever chooses a question.
pub(super) fn background(research: &[ResearchItem]) -> impl Iterator<Item = Note<'_>> {
    research.iter().map(|item| {
        let how = &item.how_to_use_in_question;
        let words = format!("{}: {} ({how})", item.topic, item.summary);
        note("background", item.turn, words)
    })
}

/// What was looked up, for whoever looks up more.
pub(super) fn lookups(research: &[ResearchItem]) -> Vec<Note<'_>> {
    let topics = research.iter().map(|item| (item.turn, &item.topic));
    topics
        .map(|(turn, topic)| note("looked up", turn, topic))
        .collect()
}

/// A text of a model at its longest.
pub(super) fn cap(text: &mut String, chars_max: usize) {
    if let Some((at, _)) = text.char_indices().nth(chars_max) {
        text.truncate(at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turns(ids: std::ops::RangeInclusive<u32>) -> Vec<Turn> {
        let turn = |id| Turn {
            id: TurnId(id),
            speaker: Speaker::Candidate,
            text: format!("Words {id}.").as_str().into(),
            words: 2,
            start_ms: 0,
            end_ms: 0,
            interrupted: false,
            withdrawn: id == 7,
        };
        ids.map(turn).collect()
    }

    fn shown(record: &Record) -> (String, String) {
        let name = |line: Option<&RecordLine>| line.map_or(String::new(), |it| it.turn.clone());
        (name(record.lines.first()), name(record.lines.last()))
    }

    #[test]
    fn a_talk_is_shown_from_its_beginning_until_the_window_is_full_and_then_in_steps() {
        let of = |ids: std::ops::RangeInclusive<u32>| {
            let new_from = TurnId(*ids.end());
            let record = record(&turns(ids), 20, new_from, Vec::new());
            assert!(record.lines.iter().all(|line| line.turn != "turn_7"));
            shown(&record)
        };
        let pair = |one: &str, other: &str| (one.to_owned(), other.to_owned());
        assert_eq!(of(1..=19), pair("turn_1", "turn_19"));
        assert_eq!(of(1..=20), pair("turn_10", "turn_20"));
        assert_eq!(of(10..=29), pair("turn_10", "turn_29"));
        assert_eq!(of(11..=30), pair("turn_20", "turn_30"));
    }

    #[test]
    fn new_turns_are_never_left_out() {
        let record = record(&turns(1..=20), 20, TurnId(3), Vec::new());
        assert_eq!(shown(&record).0, "turn_3");
        let all = super::record(&turns(5..=24), 20, TurnId(1), Vec::new());
        assert_eq!(shown(&all).0, "turn_5");
    }

    #[test]
    fn notes_stand_below_their_turn_and_those_of_earlier_turns_before_all() {
        let notes = vec![
            note("claim", TurnId(12), "late"),
            note("idea", TurnId(2), "early"),
            note("idea", TurnId(7), "struck"),
        ];
        let record = record(&turns(1..=20), 20, TurnId(20), notes);
        let kinds: Vec<&str> = record.earlier.iter().map(|it| it.words.as_str()).collect();
        assert_eq!(kinds, ["early", "struck"]);
        let line = record.lines.iter().find(|it| it.turn == "turn_12").unwrap();
        assert_eq!(line.noted[0].words.as_str(), "late");
    }
}
