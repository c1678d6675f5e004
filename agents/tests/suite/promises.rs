//! Promises that hold for any conversation whatever.

use std::sync::Arc;

use interview::{Essay, Grade, Passage, Speaker, Style};
use proptest::prelude::*;

use crate::stage::{conversation, fixture, write};

/// Speech with everything that speech has, and some that it has not.
fn speech() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        8 => Just("We built the boat in Guam in 1973 because nobody else would do it. "),
        4 => Just("I, I was, um, you know, the first engineer on the island, and we never slept. "),
        4 => Just("He said, “Stop. Now.” and then they left the harbor with sixty men. "),
        3 => Just("And it was hard for the families. That was the worst of it. "),
        3 => Just("I learned that you have to ask the people who live there [laughs] before you build. "),
        2 => Just("Yeah. No, not really. That's a good question. "),
        2 => Just("and so we went out and we came back and then I was tired and they were hungry and it rained and so we sat in the old church and nobody said a word "),
        1 => Just("\\n\\n [00:01:02] SMITH: "),
        1 => Just("MY FATHER TAUGHT ME TO READ THE SEA BEFORE I COULD READ A BOOK. "),
        1 => Just("أنا أحب البحر. 我喜欢船。 "),
        1 => Just("” “ \" ( [ — … , . "),
    ];
    let words = proptest::collection::vec(piece, 0..14).prop_map(|pieces| pieces.concat());
    prop_oneof![6 => words, 1 => "\\PC{0,200}"]
}

fn talks() -> impl Strategy<Value = Arc<Vec<Passage>>> {
    proptest::collection::vec(speech(), 0..12)
        .prop_map(|turns| conversation(turns.iter().map(String::as_str)))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_essay_keeps_its_promises(talk in talks()) {
        for style in Style::ALL {
            let essay = write(&talk, style);
            check(&essay, &talk);
            prop_assert_eq!(&essay, &write(&talk, style));
        }
    }

    #[test]
    fn cleaning_never_panics_and_never_adds(text in "\\PC{0,300}") {
        for sentence in agents::text::clean::sentences(&text) {
            prop_assert!(sentence.chars().filter(|c| c.is_alphabetic()).count() <= text.chars().flat_map(char::to_uppercase).count() * 2);
        }
    }
}

#[test]
fn a_real_essay_keeps_its_promises() {
    let talk = fixture();
    for style in Style::ALL {
        check(&write(&talk, style), &talk);
    }
}

fn check(essay: &Essay, talk: &[Passage]) {
    let (min, max) = match essay.style {
        Style::Standard => (4, 6),
        Style::Punchy => (1, 3),
        Style::Reflective => (7, 10),
    };
    let lengths: Vec<usize> = essay
        .paragraphs
        .iter()
        .map(|paragraph| paragraph.sentences.len())
        .collect();
    // A short talk may have one paragraph that is shorter; none is ever longer than promised.
    let short = lengths.iter().filter(|length| **length < min).count();
    assert!(
        lengths.iter().all(|length| *length <= max) && short <= 1,
        "{lengths:?} sentences in the paragraphs of a {:?} essay",
        essay.style
    );
    for sentence in essay.sentences() {
        let text = &sentence.text;
        for filler in [
            " um ",
            " um,",
            " uh ",
            " uh,",
            "you know,",
            "[",
            "\\n",
            "  ",
        ] {
            assert!(!text.contains(filler), "{filler:?} in {text}");
        }
        assert!(
            text.chars().next().is_some_and(|c| !c.is_lowercase()),
            "{text}"
        );
        assert!(!sentence.sources.is_empty() && sentence.grade != Grade::Bridging);
        let source = sentence.sources.last().unwrap();
        let passage = talk
            .iter()
            .find(|passage| passage.at == source.turn)
            .unwrap();
        assert_eq!(passage.speaker, Speaker::Candidate);
        assert!((passage.start_ms..=passage.end_ms).contains(&source.start_ms));
        if sentence.grade == Grade::Quoted {
            assert!(
                is_part(text, passage.text.as_str()),
                "{text} is not in {}",
                passage.text.as_str()
            );
        }
    }
}

/// Word for word, but for the first letter's case, the end mark and white space.
fn is_part(text: &str, heard: &str) -> bool {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let wanted = plain(text);
    let wanted = wanted.trim_end_matches(['.', '!', '?', '…', '。']);
    let mut letters = wanted.chars();
    let first = letters
        .next()
        .map(|c| c.to_lowercase().to_string())
        .unwrap_or_default();
    let heard = plain(heard);
    heard.contains(wanted) || heard.contains(&format!("{first}{}", letters.as_str()))
}

#[test]
fn a_hundred_kilobytes_without_a_full_stop_are_survived() {
    let long = "so we went down to the river and we counted the boats because nobody had counted them before ".repeat(1_100);
    let talk = conversation(["Go on.", long.as_str()]);
    for style in Style::ALL {
        check(&write(&talk, style), &talk);
    }
}

#[test]
fn nine_hundred_and_seventy_short_turns_make_an_essay() {
    let turns: Vec<String> = (0..485)
        .flat_map(|number| [format!("What happened in year {number}?"), format!("In year {number} we planted {} trees on the hill behind the school because the river had taken the old ones.", number * 7)])
        .collect();
    let talk = conversation(turns.iter().map(String::as_str));
    for style in Style::ALL {
        check(&write(&talk, style), &talk);
    }
}
