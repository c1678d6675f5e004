//! Names by which the person calls the interviewer: they belong to the talk, not to an essay.

use std::collections::BTreeMap;

use interview::{Passage, Speaker};

/// Names that only ever call somebody.
pub(super) fn vocatives(conversation: &[Passage]) -> Vec<String> {
    let mut uses: BTreeMap<&str, (u32, u32)> = BTreeMap::new();
    for passage in conversation
        .iter()
        .filter(|passage| passage.speaker == Speaker::Candidate)
    {
        count(passage.text.as_str(), &mut uses);
    }
    let called = uses
        .into_iter()
        .filter(|(_, (all, calls))| calls == all && *all >= 2);
    called.map(|(name, _)| name.to_owned()).collect()
}

fn count<'t>(text: &'t str, uses: &mut BTreeMap<&'t str, (u32, u32)>) {
    let words: Vec<&str> = text.split_whitespace().collect();
    for (at, word) in words.iter().enumerate() {
        let name = word.trim_end_matches([',', '.', '?', '!']);
        if !is_name(name) {
            continue;
        }
        let before = at.checked_sub(1).map(|before| words[before]);
        let paused = before.is_some_and(|before| before.ends_with(','));
        let ends = word.len() > name.len();
        // "Army, Navy, Air Force" is a list.
        let after = if word.ends_with(',') {
            words.get(at + 1)
        } else {
            None
        };
        let in_list = before.is_some_and(|before| is_name(before.trim_end_matches(',')))
            || after.is_some_and(|next| is_name(next.trim_end_matches([',', '.'])));
        let entry = uses.entry(name).or_default();
        entry.0 += 1;
        entry.1 += u32::from(paused && ends && !in_list);
    }
}

fn is_name(word: &str) -> bool {
    let mut chars = word.chars();
    chars.next().is_some_and(char::is_uppercase) && word.len() > 2 && chars.all(char::is_lowercase)
}

/// The text without calls to anybody.
pub(super) fn without(text: String, names: &[String]) -> String {
    let mut text = text;
    for name in names {
        if text.contains(name.as_str()) {
            for mark in [",", ".", "?", "!"] {
                text = text.replace(&format!(", {name}{mark}"), mark);
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use interview::TurnId;

    #[test]
    fn the_interviewer_is_not_called_by_name() {
        let said = "It was hard, Evelyn, that year. We lived there, Evelyn. The Army, Navy, Marines came. Guam, you see, is far.";
        let passage = Passage {
            at: TurnId(1).into(),
            speaker: Speaker::Candidate,
            text: said.into(),
            start_ms: 0,
            end_ms: 1,
        };
        let names = vocatives(&[passage]);
        assert_eq!(names, ["Evelyn"]);
        assert!(
            without(said.to_owned(), &names).starts_with("It was hard, that year. We lived there.")
        );
    }
}
