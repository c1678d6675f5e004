//! What a talk is about, for a plan that others can follow: its title without what every archive writes on it.

use interview::Passage;

use super::{PlanBrief, plan};
use crate::builtin::themes::{is_telling, topics};
use crate::material::Material;

/// What separates the parts of a title.
const SEPARATORS: [&str; 5] = [": ", " | ", " – ", " — ", " - "];
/// A part of a title with one of these inside says what kind of text it is, not what it is about.
const KINDS_INSIDE: [&str; 4] = [
    "oral history",
    "transcript of",
    "interview transcript",
    "interview with",
];
const KINDS_FIRST: [&str; 8] = [
    "interview",
    "an interview",
    "edited interview",
    "conversation with",
    "a conversation with",
    "transcript",
    "podcast",
    "episode",
];
const KINDS_LAST: [&str; 4] = ["interview", "transcript", "transcription", "podcast"];
/// After one of these a kind of text says what it is about.
const ABOUT: [&str; 3] = [" about ", " on the subject of ", " regarding "];
/// “Dr. Julie A. Kramer-White” is a person, longer names are a subject.
const NAME_WORDS: std::ops::RangeInclusive<usize> = 1..=4;

const TOPICS_LOOKED_AT: usize = 12;
/// Of a talk without any theme.
const ANYTHING: &str = "a life's work";

/// The topic of a plan out of a talk. A title that only says who was interviewed is not one: then it is what the
/// person came back to most.
#[must_use]
pub fn topic_of_talk(title: &str, conversation: &[Passage]) -> String {
    let title = title.trim();
    match subject(title) {
        Subject::Title => title.to_owned(),
        Subject::Part(part) => part,
        Subject::None => theme(conversation).unwrap_or_else(|| ANYTHING.to_owned()),
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Subject {
    /// The whole title: nothing in it is about the kind of text.
    Title,
    Part(String),
    None,
}

fn subject(title: &str) -> Subject {
    let mut parts = vec![title];
    for separator in SEPARATORS {
        parts = parts
            .into_iter()
            .flat_map(|part| part.split(separator))
            .collect();
    }
    if !parts.iter().any(|part| is_kind(part)) {
        return Subject::Title;
    }
    let about = parts.iter().find_map(|part| {
        let lower = part.to_lowercase();
        let at = ABOUT
            .iter()
            .find_map(|word| lower.find(word).map(|at| at + word.len()))?;
        // Lower case may have other lengths in a few scripts; then the cut is not made.
        part.get(at..).filter(|rest| !rest.trim().is_empty())
    });
    let own: Vec<&str> = parts
        .iter()
        .map(|part| part.trim())
        .filter(|part| !part.is_empty() && !is_kind(part) && !is_person(part) && !is_number(part))
        .collect();
    match (about, own.is_empty()) {
        (Some(about), _) => Subject::Part(about.trim().to_owned()),
        (None, false) => Subject::Part(own.join(": ")),
        (None, true) => Subject::None,
    }
}

fn is_kind(part: &str) -> bool {
    let lower = part.trim().to_lowercase();
    let word_after = |first: &&&str| {
        lower
            .strip_prefix(**first)
            .is_some_and(|rest| !rest.starts_with(char::is_alphabetic))
    };
    KINDS_INSIDE.iter().any(|kind| lower.contains(kind))
        || KINDS_FIRST.iter().any(|first| word_after(&first))
        || KINDS_LAST
            .iter()
            .any(|last| lower == *last || lower.ends_with(&format!(" {last}")))
}

/// Every word begins like a name, and none is of those that names do not have.
fn is_person(part: &str) -> bool {
    let words: Vec<&str> = part.split_whitespace().collect();
    NAME_WORDS.contains(&words.len())
        && words.iter().all(|word| {
            word.starts_with(char::is_uppercase)
                && word
                    .chars()
                    .all(|c| c.is_alphabetic() || matches!(c, '.' | '-' | '\'' | '’' | ','))
        })
}

/// A date, or the number of an episode.
fn is_number(part: &str) -> bool {
    let digits = part.chars().filter(char::is_ascii_digit).count();
    digits * 2 >= part.chars().filter(|c| c.is_alphanumeric()).count()
}

/// What the person came back to most, as two things that belong together.
fn theme(conversation: &[Passage]) -> Option<String> {
    let blank = plan(&PlanBrief {
        topic: ANYTHING.to_owned(),
        context: None,
        minutes: 14,
    });
    let material = Material::of(&blank, conversation);
    let lines: Vec<usize> = (0..material.lines.len()).collect();
    let names: Vec<String> = topics(&material, &lines, TOPICS_LOOKED_AT)
        .into_iter()
        .map(|topic| topic.name)
        .filter(|name| !is_owned(name))
        .collect();
    let mut telling = names.iter().filter(|name| is_telling(name));
    match (telling.next(), telling.next()) {
        (Some(first), Some(second)) => Some(format!("{first} and {second}")),
        (Some(only), None) => Some(only.clone()),
        (None, _) => names.first().cloned(),
    }
}

/// “our plates” says whose, not what.
fn is_owned(name: &str) -> bool {
    let first = name.split_whitespace().next().unwrap_or_default();
    ["my", "our", "your", "his", "her", "its", "their"].contains(&first.to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use interview::{Speaker, TurnId};

    #[track_caller]
    fn check(title: &str, expected: &str) {
        let said = [
            "The boat yard opened at ten, and the boat yard was cold.",
            "We built dinghies at the boat yard for two winters.",
            "Nobody at the boat yard asked who had drawn them.",
        ];
        let passages = said.iter().zip(1..).map(|(text, number)| Passage {
            at: TurnId(number).into(),
            speaker: Speaker::Candidate,
            text: (*text).into(),
            start_ms: 0,
            end_ms: 0,
        });
        let talk: Vec<Passage> = passages.collect();
        assert_eq!(topic_of_talk(title, &talk), expected, "of {title}");
    }

    #[test]
    fn what_an_archive_writes_on_every_title_is_left_out() {
        check("Interview: Rust in production", "Rust in production");
        check(
            "Rust in production - Interview transcript",
            "Rust in production",
        );
        check("Interview with Ann Lee about keeping bees", "keeping bees");
        check(
            "Episode 12: Why small teams ship faster",
            "Why small teams ship faster",
        );
        check(
            "Ann Lee | Keeping bees in a city | Podcast transcript",
            "Keeping bees in a city",
        );
    }

    #[test]
    fn a_title_that_only_names_a_person_gives_way_to_what_they_talked_about() {
        for title in [
            "Transcript of National Archives History Office Oral History Interview: Bill Seibert",
            "Jed Meline Oral History Interview: Jed Meline",
            "Edited Oral History Transcript: Julie A. Kramer-White",
            "Interview with Ann Lee",
            "Interview with Ann Lee - 2011-05-03",
        ] {
            check(title, "the boat yard");
        }
    }

    #[test]
    fn a_title_that_is_a_subject_stays_as_it_is() {
        check("Boats", "Boats");
        check("How to interview users", "How to interview users");
        check("Rain: a life", "Rain: a life");
        check("Ada Lovelace", "Ada Lovelace");
    }

    #[test]
    fn a_talk_without_words_is_about_anything() {
        assert_eq!(topic_of_talk("Interview with Ann Lee", &[]), ANYTHING);
    }
}
