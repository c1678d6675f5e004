//! The same topic in other words: addressed to the person, told about them, or as something that one does.

use crate::text::lexicon::{self, Class};

/// The person who typed “my kitchen” is asked about “your kitchen”.
pub(super) fn addressed(text: &str) -> String {
    text.split(' ')
        .map(|word| match word {
            "my" | "My" | "our" | "Our" => "your",
            "I" | "we" | "We" => "you",
            other => other,
        })
        .collect::<Vec<_>>()
        .join(" ")
}

/// A clause about oneself, told about somebody else: “why we moved” becomes “why they moved”.
pub(in super::super) fn third_person(clause: &str) -> String {
    let told: Vec<&str> = clause
        .split(' ')
        .map(|word| match word {
            "I" | "i" | "we" | "We" => "they",
            "my" | "My" | "our" | "Our" => "their",
            other => other,
        })
        .collect();
    let mut letters = told.join(" ").chars().collect::<Vec<char>>().into_iter();
    letters
        .next()
        .into_iter()
        .flat_map(char::to_lowercase)
        .chain(letters)
        .collect()
}

/// “why I left Google” and “what it takes to run a marathon” are spoken of as “leaving Google”, “running a marathon”.
pub(super) fn as_doing(full: &str) -> Option<String> {
    let lower = full.to_lowercase();
    if let Some(at) = ["what it takes to ", "what it means to "]
        .iter()
        .find_map(|start| lower.starts_with(start).then_some(start.len()))
    {
        return Some(how_to_thing(full.get(at..)?));
    }
    let starts = ["why i ", "why we ", "how i ", "how we "];
    let at = starts
        .iter()
        .find_map(|start| lower.starts_with(start).then_some(start.len()))?;
    let rest = full.get(at..)?;
    let (verb, object) = rest.split_once(' ').unwrap_or((rest, ""));
    let base = base_form(&verb.to_lowercase())?;
    Some(
        format!("{} {object}", lexicon::ing_form(&base))
            .trim_end()
            .to_owned(),
    )
}

/// The verb of which this is the past: built, build. None when it is not known.
fn base_form(past: &str) -> Option<String> {
    const IRREGULAR: [(&str, &str); 24] = [
        ("left", "leave"),
        ("built", "build"),
        ("rebuilt", "rebuild"),
        ("sold", "sell"),
        ("quit", "quit"),
        ("lost", "lose"),
        ("bought", "buy"),
        ("chose", "choose"),
        ("wrote", "write"),
        ("rewrote", "rewrite"),
        ("made", "make"),
        ("went", "go"),
        ("became", "become"),
        ("began", "begin"),
        ("found", "find"),
        ("gave", "give"),
        ("got", "get"),
        ("kept", "keep"),
        ("learnt", "learn"),
        ("met", "meet"),
        ("ran", "run"),
        ("taught", "teach"),
        ("took", "take"),
        ("won", "win"),
    ];
    if let Some((_, base)) = IRREGULAR.iter().find(|(known, _)| *known == past) {
        return Some((*base).to_owned());
    }
    let is_verb =
        |word: &str| lexicon::look_up(word).is_some_and(|entry| entry.class == Class::Verb);
    let stem = past.strip_suffix("ed")?;
    let undoubled = stem
        .char_indices()
        .next_back()
        .map_or(stem, |(at, _)| &stem[..at]);
    [format!("{stem}e"), stem.to_owned(), undoubled.to_owned()]
        .into_iter()
        .find(|base| is_verb(base))
}

/// “how to teach maths” is no subject; “teaching maths” is.
pub(super) fn how_to_thing(spoken: &str) -> String {
    let rest = spoken.strip_prefix("how to ").unwrap_or(spoken);
    let (verb, object) = rest.split_once(' ').unwrap_or((rest, ""));
    if !verb.bytes().all(|byte| byte.is_ascii_lowercase()) || verb.len() < 2 {
        return rest.to_owned();
    }
    format!("{} {object}", lexicon::ing_form(verb))
        .trim_end()
        .to_owned()
}
