//! Decides which of the names that a text seems to use are its speakers.
//!
//! “Remember: never do that” looks like “Robert: never do that”. What tells them apart is the rest of the
//! file: speakers speak again, and their labels all look alike.

use std::collections::{BTreeMap, BTreeSet};

use super::label::{self, Form, Label, Shape};
use super::roles;

/// Collects the labels of a text, one paragraph at a time.
#[derive(Default)]
pub(crate) struct Census {
    names: BTreeMap<String, Tally>,
    paragraphs: usize,
    labelled: usize,
    first_labelled: bool,
}

#[derive(Default)]
struct Tally {
    strong: usize,
    plain: usize,
    alone: usize,
    lower: bool,
}

/// The names that are speakers.
#[derive(Default)]
pub(crate) struct Speakers {
    with_colon: BTreeSet<String>,
    alone: BTreeSet<String>,
}

impl Speakers {
    /// Whether this label opens a turn.
    pub(crate) fn know(&self, label: &Label<'_>) -> bool {
        let name = label::fold(label.name);
        match label.form {
            Form::Strong | Form::Plain => self.with_colon.contains(&name),
            Form::Alone => self.alone.contains(&name),
        }
    }

    pub(crate) fn are_unknown(&self) -> bool {
        self.with_colon.is_empty() && self.alone.is_empty()
    }
}

impl Census {
    /// Counts a paragraph, or a line that has a label without beginning one.
    pub(crate) fn count(&mut self, label: Option<&Label<'_>>, begins_paragraph: bool) {
        let named = label.map(|label| (label, label::fold(label.name)));
        let known = |name: &String| self.names.contains_key(name) || !is_no_name(name);
        if let Some((label, name)) = named.filter(|(_, name)| known(name)) {
            let tally = self.names.entry(name).or_default();
            match label.form {
                Form::Strong => tally.strong += 1,
                Form::Plain => tally.plain += 1,
                Form::Alone => tally.alone += 1,
            }
            tally.lower |= label::shape(label.name) == Some(Shape::Lower);
            // Every short line has the shape of a name alone, so it says nothing about the text as a whole.
            if begins_paragraph && label.form != Form::Alone {
                self.labelled += 1;
                self.first_labelled |= self.paragraphs == 0;
            }
        }
        self.paragraphs += usize::from(begins_paragraph);
    }

    /// How often a name opens a line.
    pub(crate) fn times(&self, name: &str) -> usize {
        let tally = self.names.get(&label::fold(name));
        tally.map_or(0, |tally| tally.strong + tally.plain + tally.alone)
    }

    /// Every name found, folded.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.keys().map(String::as_str)
    }

    pub(crate) fn speakers(&self) -> Speakers {
        let speakers = Speakers {
            with_colon: self.with_colon(),
            alone: self.alone(),
        };
        if self.is_talk(&speakers) {
            speakers
        } else {
            Speakers::default()
        }
    }

    fn with_colon(&self) -> BTreeSet<String> {
        let strong: usize = self.names.values().map(|tally| tally.strong).sum();
        let plain: usize = self.names.values().map(|tally| tally.plain).sum();
        let mostly_strong = strong > 0 && strong >= plain;
        let mostly_labelled = self.labelled * 5 >= self.paragraphs * 4;
        let is_speaker = |(name, tally): &(&String, &Tally)| {
            if tally.strong + tally.plain == 0 {
                return false;
            }
            if tally.strong > 0 || self.has_role(name) {
                return true;
            }
            if mostly_strong {
                return false;
            }
            if tally.lower {
                return tally.plain >= 2 && tally.plain * 4 >= self.paragraphs;
            }
            tally.plain >= 2 || mostly_labelled
        };
        self.names
            .iter()
            .filter(is_speaker)
            .map(|(name, _)| name.clone())
            .collect()
    }

    fn alone(&self) -> BTreeSet<String> {
        let repeated: BTreeSet<String> = self
            .names
            .iter()
            .filter(|(name, tally)| {
                let often = tally.alone >= 2 && !tally.lower;
                often || (tally.alone >= 1 && roles::by_word(name).is_some())
            })
            .map(|(name, _)| name.clone())
            .collect();
        // One line that comes again is a refrain; a talk has two sides.
        if repeated.len() < 2 {
            return BTreeSet::new();
        }
        // In a talk whose names stand alone, somebody who speaks once has a line alone too; but so has
        // every short heading, and words lost to a speaker called “Background” are worse than a heading kept.
        repeated
    }

    /// Names like “Interviewer”; single letters only where the letter for the other side is there.
    fn has_role(&self, name: &str) -> bool {
        let have = |letter: &str| self.names.contains_key(letter);
        match name {
            "q" => have("a"),
            "a" => have("q"),
            "i" => have("r") || have("p"),
            "r" | "p" => have("i"),
            _ => roles::by_word(name).is_some(),
        }
    }

    fn is_talk(&self, speakers: &Speakers) -> bool {
        let names: BTreeSet<&String> = speakers.with_colon.iter().chain(&speakers.alone).collect();
        let again = names.iter().any(|name| self.times(name) >= 2);
        let in_roles = names.iter().any(|name| self.has_role(name));
        let all_labelled = self.labelled > 0 && self.labelled == self.paragraphs;
        let sides = names.len() >= 2 || in_roles || self.first_labelled;
        sides && (again || in_roles || all_labelled)
    }
}

/// Words that stand before a colon in every second essay.
pub(crate) fn is_no_name(name: &str) -> bool {
    const WORDS: &str = "abstract|also|and|because|but|chapter|collection|conclusion|copyright|date|duration|e.g.\
        |edited by|example|figure|finally|first|for example|http|https|i.e.|important|in conclusion\
        |interviewed by|introduction|language|length|lesson|license|location|next|no|note|notes|ok\
        |okay|part|place|point|project|ps|p.s.|recorded|remember|right|rule|second|section|session\
        |so|source|step|subject|summary|table|then|third|time|tip|title|today|topic|transcribed by\
        |transcriber|transcript|update|url|warning|well|yeah|yes";
    let folded = label::fold(name.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' '));
    WORDS.split('|').any(|word| word == folded) || folded.split(' ').any(is_about_talks)
}

/// “Oral History Interview: Ann Lee” is a title.
fn is_about_talks(word: &str) -> bool {
    const WORDS: &[&str] = &[
        "conversation",
        "episode",
        "history",
        "interview",
        "podcast",
        "recording",
        "transcript",
        "transcription",
    ];
    WORDS.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn speakers(paragraphs: &[&str]) -> String {
        let mut census = Census::default();
        for paragraph in paragraphs {
            census.count(label::find(paragraph).as_ref(), true);
        }
        let speakers = census.speakers();
        let names: Vec<String> = speakers
            .with_colon
            .into_iter()
            .chain(speakers.alone)
            .collect();
        names.join(", ")
    }

    #[test]
    fn speakers_are_told_from_other_words_before_a_colon() {
        let table: &[(&[&str], &str)] = &[
            (&["Ann: Hi.", "Bob: Hello."], "ann, bob"),
            (
                &[
                    "Ann: Hi.",
                    "Bob: Yes.",
                    "Ann: So.",
                    "Remember: no.",
                    "Joe: no.",
                    "Bob: Ha.",
                ],
                "ann, bob, joe",
            ),
            (
                &["We learned a lot.", "Lesson 1: listen.", "Lesson 2: wait."],
                "",
            ),
            (
                &[
                    "We learned a lot.",
                    "Mother: listen.",
                    "It went on.",
                    "Mother: wait.",
                ],
                "",
            ),
            (&["We learned.", "Remember: one.", "Remember: two."], ""),
            (
                &["**Ann:** Hi.", "**Bob:** Yes.", "Mom: no.", "Mom: yes."],
                "ann, bob",
            ),
            (&["Q: Why?", "A: So."], "a, q"),
            (&["A: Why?", "B: So.", "A: And?"], "a, b"),
            (&["ann: hi", "bob: ho", "ann: he", "bob: ha"], "ann, bob"),
            (
                &[
                    "ANN",
                    "Words words.",
                    "BOB",
                    "Words words.",
                    "ANN",
                    "Words.",
                    "BOB",
                    "No.",
                ],
                "ann, bob",
            ),
            (
                &["Never Again", "Words words.", "Never Again", "Words."],
                "",
            ),
            (&["Ann: only I speak here."], "ann"),
        ];
        for (paragraphs, expected) in table {
            assert_eq!(speakers(paragraphs), *expected, "{paragraphs:?}");
        }
    }

    #[test]
    fn words_that_are_no_names_are_known_in_any_case() {
        for word in ["abstract", "Note", "Lesson 3", "yes", "P.S."] {
            assert!(is_no_name(word), "{word}");
        }
        assert!(!is_no_name("Ann"));
    }
}
