//! Says who of the people in a transcript was interviewed.

use std::collections::BTreeMap;

use interview::Speaker;

use super::draft::{Draft, Said};
use super::label::fold;
use super::{Imported, ImportedTurn};

/// More people than this are not looked for by name: each is compared with every speaker.
pub(super) const NAMES_MAX: usize = 100;

/// How much more often one of two people must ask before asking outweighs talking less.
const ASKING_MARGIN: f64 = 0.15;

/// The side that a label itself names, in whatever position: “Interviewer 2”, “Bob (host)”.
pub(crate) fn by_word(name: &str) -> Option<Speaker> {
    const ASKING: &[&str] = &[
        "agent",
        "ai",
        "anchor",
        "assistant",
        "bot",
        "facilitator",
        "host",
        "int",
        "interviewer",
        "interviewer_ai",
        "interviewers",
        "journalist",
        "moderator",
        "presenter",
        "question",
        "recruiter",
        "reporter",
    ];
    const ANSWERING: &[&str] = &[
        "answer",
        "applicant",
        "candidate",
        "expert",
        "guest",
        "human",
        "interviewee",
        "interviewees",
        "narrator",
        "participant",
        "respondent",
        "user",
    ];
    let folded = fold(name);
    let bracketed = folded
        .rsplit_once('(')
        .map_or("", |(_, role)| role.trim_end_matches(')'));
    let numbered =
        folded.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, ' ' | '#' | '_'));
    for word in [folded.as_str(), bracketed, numbered] {
        if ASKING.contains(&word) {
            return Some(Speaker::Interviewer);
        }
        if ANSWERING.contains(&word) {
            return Some(Speaker::Candidate);
        }
    }
    None
}

/// Whether a label stands for a person of a list: `ROSS-NAZZAL` for “Jennifer Ross-Nazzal”. Both are folded.
pub(crate) fn is_named(label: &str, full: &str) -> bool {
    let mut words = label
        .split([' ', '.'])
        .filter(|word| !word.is_empty())
        .peekable();
    words.peek().is_some() && words.all(|word| full.split([' ', '.', ',']).any(|part| part == word))
}

/// What one person does in the talk.
#[derive(Default)]
struct Part {
    written: String,
    words: usize,
    questions: usize,
    sentences: usize,
}

/// Settles every speaker.
pub(super) fn assign(mut draft: Draft) -> Imported {
    inherit_names(&mut draft.said);
    let parts = parts(&draft.said);
    let sides = sides(&draft, &parts);
    add_names(&mut draft, &parts, &sides);
    let turns = draft.said.into_iter().map(|said| ImportedTurn {
        speaker: sides[&key(&said)],
        text: said.text,
        start_ms: said.start_ms,
        end_ms: said.end_ms,
    });
    Imported {
        title: draft.title,
        interviewers: draft.interviewers,
        interviewees: draft.interviewees,
        source: draft.source,
        turns: turns.collect(),
        nul_chars_removed: 0,
    }
}

/// The names that the labels give, where the file's own lists do not have them.
fn add_names(draft: &mut Draft, parts: &BTreeMap<String, Part>, sides: &BTreeMap<String, Speaker>) {
    for (name, side) in sides {
        let written = parts[name].written.as_str();
        let list = match side {
            Speaker::Interviewer => &mut draft.interviewers,
            Speaker::Candidate => &mut draft.interviewees,
        };
        let is_new = || !list.iter().any(|full| is_named(name, &fold(full)));
        if list.len() < NAMES_MAX && is_a_name(name) && is_new() {
            list.push(written.to_owned());
        }
    }
}

/// “Interviewer”, “Speaker 2” and “Q” stand for people without naming them.
fn is_a_name(name: &str) -> bool {
    let numbered = name.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, ' ' | '_'));
    let counted = numbered != name && matches!(numbered, "speaker" | "voice" | "spk" | "person");
    !counted && by_word(name).is_none() && name.chars().count() > 1
}

/// Words without a name belong to whoever spoke before; at the beginning, to whoever speaks next.
fn inherit_names(said: &mut [Said]) {
    let mut name = said.iter().find_map(|said| said.name.clone());
    for said in said {
        if said.name.is_none() {
            said.name.clone_from(&name);
        } else {
            name.clone_from(&said.name);
        }
    }
}

fn key(said: &Said) -> String {
    said.name.as_deref().map(fold).unwrap_or_default()
}

fn parts(said: &[Said]) -> BTreeMap<String, Part> {
    let mut parts: BTreeMap<String, Part> = BTreeMap::new();
    for said in said {
        let part = parts.entry(key(said)).or_default();
        if part.written.is_empty() {
            part.written = said.name.clone().unwrap_or_default();
        }
        part.words += said.text.split_whitespace().count();
        for c in said.text.chars() {
            let asks = matches!(c, '?' | '？' | '؟');
            part.questions += usize::from(asks);
            part.sentences += usize::from(asks || matches!(c, '.' | '!' | '。'));
        }
    }
    parts
}

fn sides(draft: &Draft, parts: &BTreeMap<String, Part>) -> BTreeMap<String, Speaker> {
    let folded = |names: &[String]| names.iter().map(|name| fold(name)).collect::<Vec<_>>();
    let (interviewers, interviewees) = (folded(&draft.interviewers), folded(&draft.interviewees));
    let mut sides = BTreeMap::new();
    for name in parts.keys() {
        if let Some(side) = stated(&interviewers, &interviewees, name, parts) {
            sides.insert(name.clone(), side);
        }
    }
    let open: Vec<&String> = parts
        .keys()
        .filter(|name| !sides.contains_key(*name))
        .collect();
    let answers_known = sides.values().any(|side| *side == Speaker::Candidate);
    let main = if answers_known {
        None
    } else {
        answering(&open, parts)
    };
    for name in open {
        let side = if Some(name) == main {
            Speaker::Candidate
        } else {
            Speaker::Interviewer
        };
        sides.insert(name.clone(), side);
    }
    sides
}

/// The side that the file itself gives a name.
fn stated(
    interviewers: &[String],
    interviewees: &[String],
    name: &str,
    parts: &BTreeMap<String, Part>,
) -> Option<Speaker> {
    if let Some(side) = by_word(name) {
        return Some(side);
    }
    let have = |letter: &str| parts.contains_key(letter);
    match name {
        "q" if have("a") => return Some(Speaker::Interviewer),
        "a" if have("q") => return Some(Speaker::Candidate),
        "i" if have("r") || have("p") => return Some(Speaker::Interviewer),
        "r" | "p" if have("i") => return Some(Speaker::Candidate),
        _ => {}
    }
    let listed = |names: &[String]| names.iter().any(|full| is_named(name, full));
    if listed(interviewees) {
        Some(Speaker::Candidate)
    } else if listed(interviewers) {
        Some(Speaker::Interviewer)
    } else {
        None
    }
}

/// The one person among these who is interviewed: who talks most, unless of two that one clearly asks more.
fn answering<'a>(names: &[&'a String], parts: &BTreeMap<String, Part>) -> Option<&'a String> {
    let asking = |name: &String| {
        let part = &parts[name];
        part.questions as f64 / part.sentences.max(1) as f64
    };
    if let [one, other] = names {
        let difference = asking(one) - asking(other);
        if difference.abs() >= ASKING_MARGIN {
            return Some(if difference > 0.0 { other } else { one });
        }
    }
    names.iter().copied().max_by_key(|name| parts[*name].words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sides_of(said: &[(&str, &str)], interviewees: &[&str], interviewers: &[&str]) -> String {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let imported = assign(Draft {
            interviewees: owned(interviewees),
            interviewers: owned(interviewers),
            said: said
                .iter()
                .map(|(name, text)| Said {
                    name: (!name.is_empty()).then(|| (*name).to_owned()),
                    text: (*text).to_owned(),
                    ..Said::default()
                })
                .collect(),
            ..Draft::default()
        });
        let letter = |turn: &ImportedTurn| match turn.speaker {
            Speaker::Interviewer => 'I',
            Speaker::Candidate => 'C',
        };
        imported.turns.iter().map(letter).collect()
    }

    #[test]
    fn labels_say_who_asks() {
        for (asks, answers) in [
            ("Interviewer", "Expert"),
            ("Q", "A"),
            ("I", "R"),
            ("HOST", "Ann Lee"),
            ("Ann Lee", "Guest"),
            ("Bob (host)", "Ann"),
            ("assistant", "user"),
            ("Interviewer 2", "Participant 1"),
        ] {
            // Without the labels, the words would say the opposite.
            let said = [(asks, "I talk and talk and talk."), (answers, "Why?")];
            assert_eq!(sides_of(&said, &[], &[]), "IC", "{asks} {answers}");
        }
    }

    #[test]
    fn lists_say_who_asks() {
        let said = [("ROSS-NAZZAL", "I talk and talk."), ("White", "Why?")];
        assert_eq!(sides_of(&said, &[], &["Jennifer Ross-Nazzal"]), "IC");
        assert_eq!(sides_of(&said, &["Julie A. White"], &[]), "IC");
    }

    #[test]
    fn otherwise_whoever_asks_more_or_says_less_is_the_interviewer() {
        let asks = [
            ("Ann", "Well. Why? How? When? And after all that, what?"),
            ("Bob", "So."),
        ];
        assert_eq!(sides_of(&asks, &[], &[]), "IC");
        let says_less = [("Ann", "Go on."), ("Bob", "It rained for a week.")];
        assert_eq!(sides_of(&says_less, &[], &[]), "IC");
    }

    #[test]
    fn of_many_only_the_main_talker_was_interviewed_unless_several_are_named() {
        let said = [
            ("A B", "Why?"),
            ("C D", "It rained and rained."),
            ("E F", "And then?"),
        ];
        assert_eq!(sides_of(&said, &[], &[]), "ICI");
        assert_eq!(sides_of(&said, &["C D", "E F"], &[]), "ICC");
    }

    #[test]
    fn nobody_named_is_one_person_talking() {
        assert_eq!(sides_of(&[("", "One?"), ("", "Two?")], &[], &[]), "CC");
        let said = [("", "Hm."), ("Q", "Why?"), ("A", "So."), ("", "And so.")];
        assert_eq!(sides_of(&said, &[], &[]), "IICC");
    }
}
