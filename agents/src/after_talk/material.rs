//! What a model gets to read of a talk: bounded, and with nothing in it that could pass for an instruction of ours.

use interview::{Notes, Passage, Speaker, TurnId, TurnRef};
use prompts::{Line, Material, Noted};

use crate::prose::Said;
use crate::style_guide::{Person, StyleGuide, Taste};
use crate::voice::{self, Voice};

/// Of a talk that is longer, the longest turns are shortened. An hour of talk has about half of it.
pub const TRANSCRIPT_CHARS_MAX: usize = 120_000;
const NOTES_EACH_MAX: usize = 12;
const NOTE_CHARS_MAX: usize = 400;
/// A turn is never shortened below this.
const TURN_CHARS_MIN: usize = 60;

/// The talk, a turn to a line, each with its name.
pub(super) fn transcript(conversation: &[Passage]) -> Vec<Line> {
    let cap = turn_cap(conversation);
    let fitting = TRANSCRIPT_CHARS_MAX / TURN_CHARS_MIN;
    let line = |passage: &Passage| Line {
        turn: passage.at.to_string(),
        speaker: match passage.speaker {
            Speaker::Interviewer => "Interviewer",
            Speaker::Candidate => "Expert",
        },
        words: Material::at_most(passage.text.as_str(), cap),
    };
    conversation.iter().take(fitting).map(line).collect()
}

/// How many characters a turn may keep so that all of them fit.
fn turn_cap(conversation: &[Passage]) -> usize {
    let mut lengths: Vec<usize> = conversation
        .iter()
        .map(|passage| passage.text.as_str().chars().count())
        .collect();
    lengths.sort_unstable();
    let mut room = TRANSCRIPT_CHARS_MAX;
    for (at, length) in lengths.iter().enumerate() {
        let share = room / (lengths.len() - at);
        if *length > share {
            return share.max(TURN_CHARS_MIN);
        }
        room -= length;
    }
    TRANSCRIPT_CHARS_MAX
}

/// What was noted while the talk went on, newest first, a few of each kind.
pub(super) fn notes(notes: &Notes) -> Vec<Noted> {
    let mut list = Vec::new();
    let mut add = |kind: &'static str,
                   items: &mut dyn DoubleEndedIterator<Item = (&str, TurnId)>| {
        let noted = |(text, turn): (&str, TurnId)| Noted {
            kind,
            turn: turn.to_string(),
            words: Material::at_most(text, NOTE_CHARS_MAX),
        };
        list.extend(items.rev().take(NOTES_EACH_MAX).map(noted));
    };
    add(
        "idea",
        &mut notes.key_ideas.iter().map(|it| (it.text.as_str(), it.turn)),
    );
    add(
        "story",
        &mut notes
            .stories
            .iter()
            .map(|it| (it.summary.as_str(), it.turn)),
    );
    add(
        "claim",
        &mut notes.claims.iter().map(|it| (it.text.as_str(), it.turn)),
    );
    add(
        "gap",
        &mut notes
            .gaps
            .iter()
            .map(|it| (it.description.as_str(), it.turn)),
    );
    let contradictions = notes.contradictions.iter();
    add(
        "contradiction",
        &mut contradictions.map(|it| (it.description.as_str(), it.second_turn)),
    );
    list
}

/// How the person talks, in words.
pub(super) fn voice_study(conversation: &[Passage]) -> Vec<Material> {
    let Voice {
        vocabulary,
        rhythm,
        phrases,
        register,
    } = voice::study(conversation);
    let habits: Vec<&str> = phrases.iter().map(|habit| habit.text.as_str()).collect();
    let lines = [
        format!("word stems they come back to: {}", vocabulary.join(", ")),
        format!("phrases they repeat: {}", habits.join("; ")),
        format!(
            "sentences: {} words in the middle, {} % short (up to 8 words), {} % long (over 30)",
            rhythm.words_median, rhythm.short_percent, rhythm.long_percent
        ),
        format!(
            "register: {} % of sentences with contractions, {} % hedged, {} % bold, {} % with feeling, {} % about \
             themselves",
            register.casual, register.hedged, register.bold, register.warm, register.personal
        ),
    ];
    lines.iter().map(|line| Material::of(line)).collect()
}

/// What the writer's earlier edits ask for, in words.
pub(super) fn guide_in_words(guide: &StyleGuide) -> Vec<Material> {
    let mut lines = vec![format!(
        "about {} words to a sentence and {} sentences to a paragraph",
        guide.sentence_words, guide.paragraph_sentences
    )];
    let mut taste = |what: &str, taste: Taste| match taste {
        Taste::Unknown => {}
        Taste::Kept => lines.push(format!("{what} are welcome")),
        Taste::Dropped => lines.push(format!("no {what}")),
    };
    taste("headings", guide.headings);
    taste("pull quotes", guide.pull_quotes);
    taste("contractions", guide.contractions);
    match guide.person {
        Person::First => {}
        Person::Third => lines.push("in the third person".to_owned()),
    }
    if !guide.struck.is_empty() {
        lines.push(format!("words to do without: {}", guide.struck.join(", ")));
    }
    for replacement in &guide.replaced {
        lines.push(format!(
            "“{}” instead of “{}”",
            replacement.preferred, replacement.instead_of
        ));
    }
    lines.iter().map(|line| Material::of(line)).collect()
}

/// The turns that an answer names. Those that are nobody's are complained about.
pub(super) fn turns(named: &[String], said: &Said<'_>, wrong: &mut super::Wrong) -> Vec<TurnRef> {
    let mut found = Vec::new();
    for name in named {
        match turn(name, said) {
            Some(turn) if !found.contains(&turn) => found.push(turn),
            Some(_) => {}
            None => {
                let name: String = name.chars().take(40).collect();
                wrong.note(format!("“{name}” is not a turn of the expert"));
            }
        }
    }
    found
}

pub(super) fn turn(name: &str, said: &Said<'_>) -> Option<TurnRef> {
    let name = name.trim().trim_matches(['[', ']']);
    let parsed: TurnRef =
        serde_json::from_value(serde_json::Value::String(name.to_owned())).ok()?;
    said.has(&parsed).then_some(parsed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use interview::TurnId;

    fn passage(number: u32, text: &str) -> Passage {
        Passage {
            at: TurnId(number).into(),
            speaker: Speaker::Candidate,
            text: text.into(),
            start_ms: 0,
            end_ms: 0,
        }
    }

    fn shown(talk: &[Passage]) -> Vec<String> {
        let lines = transcript(talk);
        lines
            .iter()
            .map(|line| line.words.as_str().to_owned())
            .collect()
    }

    #[test]
    fn a_talk_that_is_too_long_loses_the_middle_of_its_longest_turns() {
        let long = "word ".repeat(60_000);
        let lines = shown(&[passage(1, "Short and whole."), passage(2, &long)]);
        assert_eq!(lines[0], "Short and whole.");
        assert!(lines[1].chars().count() < TRANSCRIPT_CHARS_MAX + 20);
        assert!(lines[1].contains(" […] "));
    }

    #[test]
    fn ten_thousand_turns_are_no_more_than_fit() {
        let talk: Vec<Passage> = (1..10_000)
            .map(|number| passage(number, &"word ".repeat(40)))
            .collect();
        let all: usize = shown(&talk).iter().map(|line| line.chars().count()).sum();
        assert!(all <= TRANSCRIPT_CHARS_MAX * 11 / 10, "{all}");
    }

    #[test]
    fn a_talk_that_fits_is_whole() {
        let said = "word ".repeat(20_000);
        assert_eq!(shown(&[passage(1, said.trim())]), [said.trim()]);
    }
}
