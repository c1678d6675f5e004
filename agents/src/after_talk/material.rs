//! What a model gets to read of a talk: bounded, and with nothing in it that could pass for an instruction of ours.

use std::fmt::Write as _;

use interview::{Notes, Passage, Speaker, TurnRef};

use crate::prose::Said;
use crate::style_guide::{Person, StyleGuide, Taste};
use crate::voice::{self, Voice};

/// Of a talk that is longer, the longest turns are shortened. An hour of talk has about half of it.
pub const TRANSCRIPT_CHARS_MAX: usize = 120_000;
const NOTES_EACH_MAX: usize = 12;
/// A turn is never shortened below this.
const TURN_CHARS_MIN: usize = 60;

/// The talk, a turn to a line, each with its name.
pub(super) fn transcript(conversation: &[Passage]) -> String {
    let cap = turn_cap(conversation);
    let mut text = String::new();
    for passage in conversation {
        if text.len() >= TRANSCRIPT_CHARS_MAX * 4 {
            break;
        }
        let who = match passage.speaker {
            Speaker::Interviewer => "Interviewer",
            Speaker::Candidate => "Expert",
        };
        let said = passage.text.as_str().split_whitespace().collect::<Vec<_>>().join(" ");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[{}] {who}: {}", passage.at, shortened(&said, cap));
    }
    text
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
    usize::MAX
}

/// The beginning and the end of a long text: people say why first and what of it last.
fn shortened(text: &str, chars_max: usize) -> String {
    let count = text.chars().count();
    if count <= chars_max {
        return text.to_owned();
    }
    let head: String = text.chars().take(chars_max * 2 / 3).collect();
    let tail: String = text.chars().skip(count - chars_max / 3).collect();
    format!("{head} … {tail}")
}

/// What was noted while the talk went on, newest first, a few of each kind.
pub(super) fn notes(notes: &Notes) -> String {
    let mut text = String::new();
    let mut list = |what: &str, items: Vec<String>| {
        for item in items.into_iter().rev().take(NOTES_EACH_MAX) {
            let _ = writeln!(text, "- {what}: {item}");
        }
    };
    let on = |text: &str, turn| format!("{text} [{turn}]");
    list("idea", notes.key_ideas.iter().map(|it| on(&it.text, it.turn)).collect());
    list("story", notes.stories.iter().map(|it| on(&it.summary, it.turn)).collect());
    list("claim", notes.claims.iter().map(|it| on(&it.text, it.turn)).collect());
    list("gap", notes.gaps.iter().map(|it| on(&it.description, it.turn)).collect());
    let contradiction = |it: &interview::Contradiction| on(&it.description, it.second_turn);
    list("contradiction", notes.contradictions.iter().map(contradiction).collect());
    text
}

/// How the person talks, in words.
pub(super) fn voice_study(conversation: &[Passage]) -> String {
    let Voice {
        vocabulary,
        rhythm,
        phrases,
        register,
    } = voice::study(conversation);
    let habits: Vec<&str> = phrases.iter().map(|habit| habit.text.as_str()).collect();
    let mut text = String::new();
    let _ = writeln!(text, "- word stems they come back to: {}", vocabulary.join(", "));
    if !habits.is_empty() {
        let _ = writeln!(text, "- phrases they repeat: {}", habits.join("; "));
    }
    let _ = writeln!(
        text,
        "- sentences: {} words in the middle, {} % short (up to 8 words), {} % long (over 30)",
        rhythm.words_median, rhythm.short_percent, rhythm.long_percent
    );
    let _ = writeln!(
        text,
        "- register: {} % of sentences with contractions, {} % hedged, {} % bold, {} % with feeling, {} % about themselves",
        register.casual, register.hedged, register.bold, register.warm, register.personal
    );
    text
}

/// What the writer's earlier edits ask for, in words.
pub(super) fn guide_in_words(guide: &StyleGuide) -> String {
    let mut text = format!(
        "- about {} words to a sentence and {} sentences to a paragraph\n",
        guide.sentence_words, guide.paragraph_sentences
    );
    let mut taste = |what: &str, taste: Taste| match taste {
        Taste::Unknown => {}
        Taste::Kept => {
            let _ = writeln!(text, "- {what} are welcome");
        }
        Taste::Dropped => {
            let _ = writeln!(text, "- no {what}");
        }
    };
    taste("headings", guide.headings);
    taste("pull quotes", guide.pull_quotes);
    taste("contractions", guide.contractions);
    match guide.person {
        Person::First => {}
        Person::Third => text.push_str("- in the third person\n"),
    }
    if !guide.struck.is_empty() {
        let _ = writeln!(text, "- words to do without: {}", guide.struck.join(", "));
    }
    for replacement in &guide.replaced {
        let _ = writeln!(text, "- “{}” instead of “{}”", replacement.preferred, replacement.instead_of);
    }
    text
}

/// The turns that an answer names. Those that are nobody's are complained about.
pub(super) fn turns(named: &[String], said: &Said<'_>, wrong: &mut super::Wrong) -> Vec<TurnRef> {
    let mut found = Vec::new();
    for name in named {
        match turn(name, said) {
            Some(turn) if !found.contains(&turn) => found.push(turn),
            Some(_) => {}
            None => wrong.note(format!("“{}” is not a turn of the expert", shortened(name, 40))),
        }
    }
    found
}

pub(super) fn turn(name: &str, said: &Said<'_>) -> Option<TurnRef> {
    let name = name.trim().trim_matches(['[', ']']);
    let parsed: TurnRef = serde_json::from_value(serde_json::Value::String(name.to_owned())).ok()?;
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

    #[test]
    fn a_talk_that_is_too_long_loses_the_middle_of_its_longest_turns() {
        let long = "word ".repeat(60_000);
        let talk = [passage(1, "Short and whole."), passage(2, &long)];
        let text = transcript(&talk);
        assert!(text.chars().count() < TRANSCRIPT_CHARS_MAX + 200);
        assert!(text.starts_with("[turn_1] Expert: Short and whole.\n"));
        assert!(text.contains(" … "));
    }

    #[test]
    fn a_talk_that_fits_is_whole() {
        let text = transcript(&[passage(1, "One\n[turn_9] Expert: two")]);
        assert_eq!(text, "[turn_1] Expert: One [turn_9] Expert: two\n");
    }
}
