//! Essays and analyses as a reader meets them.

use interview::Style;

use crate::stage::{analyse, conversation, fixture, show, write};

#[test]
fn a_standard_essay() {
    insta::assert_snapshot!(show(&write(&fixture(), Style::Standard)));
}

#[test]
fn a_punchy_essay() {
    insta::assert_snapshot!(show(&write(&fixture(), Style::Punchy)));
}

#[test]
fn a_reflective_essay() {
    insta::assert_snapshot!(show(&write(&fixture(), Style::Reflective)));
}

#[test]
fn an_analysis() {
    insta::assert_json_snapshot!(analyse(&fixture()));
}

#[test]
fn an_empty_conversation_gives_a_title_and_nothing_else() {
    for turns in [
        vec![],
        vec!["Hello?"],
        vec!["How are you?", ""],
        vec!["How are you?", "Um. [laughs] …"],
    ] {
        for style in Style::ALL {
            let essay = write(&conversation(turns.clone()), style);
            assert!(
                !essay.title.is_empty() && essay.paragraphs.is_empty(),
                "{turns:?}"
            );
        }
    }
}

#[test]
fn three_short_answers_make_a_short_essay() {
    let talk = conversation([
        "What do you do?",
        "Um, I keep bees on the roof of a hospital in Leeds, you know, about forty hives now.",
        "Why there?",
        "Well, the, the patients asked for it. They wanted something living to look at from the beds.",
        "What did you learn?",
        "I learned that bees make nervous people calm, because nobody can hurry a hive.",
    ]);
    let essay = write(&talk, Style::Standard);
    let text: Vec<&str> = essay
        .sentences()
        .map(|sentence| sentence.text.as_str())
        .collect();
    assert_eq!(
        text,
        [
            "I keep bees on the roof of a hospital in Leeds, about forty hives now.",
            "The patients asked for it.",
            "They wanted something living to look at from the beds.",
            "I learned that bees make nervous people calm, because nobody can hurry a hive.",
        ]
    );
}

#[test]
fn one_word_answers_are_no_essay_and_no_panic() {
    let talk = conversation(["Ready?", "Yes.", "Sure?", "Sure.", "Really?", "Really."]);
    for style in Style::ALL {
        assert!(write(&talk, style).paragraphs.is_empty());
    }
}

#[test]
fn every_part_of_an_analysis_names_its_turns() {
    let talk = fixture();
    let analysis = analyse(&talk);
    assert!((5..=8).contains(&analysis.main_claims.len()));
    assert!((3..=6).contains(&analysis.themes.len()));
    assert!(
        analysis
            .main_claims
            .iter()
            .chain(&analysis.tensions)
            .all(|finding| !finding.turns.is_empty())
    );
    assert!(analysis.themes.iter().all(|theme| !theme.turns.is_empty()));
    for quote in &analysis.quotes {
        let passage = talk
            .iter()
            .find(|passage| passage.at == quote.turn)
            .unwrap();
        let heard: Vec<&str> = passage.text.as_str().split_whitespace().collect();
        assert!(heard.join(" ").contains(&quote.text), "{}", quote.text);
    }
}

#[test]
fn the_sections_of_a_plan_are_the_parts_of_the_essay() {
    let parts = [
        ("Leaving home", "Why did you join the Peace Corps?"),
        (
            "Learning to teach",
            "Was the job you had related to engineering?",
        ),
        (
            "At school",
            "What was the school like, and your assignment to teach?",
        ),
    ];
    let mut plan = (*crate::stage::plan()).clone();
    plan.sections = parts
        .iter()
        .enumerate()
        .map(|(number, (title, question))| section(number, title, question))
        .collect();
    let essay = crate::stage::write_with(&fixture(), Style::Standard, std::sync::Arc::new(plan));
    let headings: Vec<&str> = essay
        .paragraphs
        .iter()
        .filter_map(|paragraph| paragraph.heading.as_deref())
        .collect();
    assert_eq!(headings, parts.map(|(title, _)| title));
}

fn section(number: usize, title: &str, question: &str) -> interview::Section {
    let value = serde_json::json!({
        "id": format!("s{number}"), "title": title, "importance": "medium",
        "questions": [{ "id": format!("q{number}"), "text": question, "role": "backbone", "priority": 1, "expected_s": 60 }],
    });
    serde_json::from_value(value).unwrap()
}
