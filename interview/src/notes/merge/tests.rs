//! The merge rules of notes, one by one.

use super::*;
use crate::ids::TurnId;
use crate::notes::{Contradiction, KeyIdea, PotentialUse, QuotableLine, Strength};

fn ideas(texts: &[&str]) -> Notes {
    Notes {
        key_ideas: texts
            .iter()
            .map(|text| KeyIdea {
                text: (*text).to_owned(),
                turn: TurnId(1),
            })
            .collect(),
        ..Notes::default()
    }
}

fn coverage(quality: CoverageQuality, points: &[&str], missing: &[&str]) -> Notes {
    Notes {
        section_coverage: vec![SectionCoverage {
            section_id: SectionId::new("start"),
            coverage_quality: quality,
            key_points_covered: points
                .iter()
                .map(|text| KeyPoint {
                    text: (*text).to_owned(),
                    turn: TurnId(1),
                })
                .collect(),
            missing_aspects: missing.iter().map(|text| (*text).to_owned()).collect(),
            suggested_followup: None,
        }],
        ..Notes::default()
    }
}

fn merged(mut known: Notes, found: &Notes) -> Notes {
    known.add(known.news(found));
    known
}

#[test]
fn an_idea_with_seven_of_ten_words_in_common_is_the_same_idea() {
    let known = ideas(&["one two three four five six seven"]);
    let same = ideas(&["one two three four five six seven eight nine ten"]);
    assert_eq!(merged(known.clone(), &same), known);
    let new = ideas(&["one two three four five six eight nine ten eleven"]);
    assert_eq!(merged(known, &new).key_ideas.len(), 2);
}

#[test]
fn two_alike_ideas_in_one_report_are_one() {
    let found = ideas(&["small teams ship faster", "Small teams ship faster!"]);
    assert_eq!(merged(Notes::default(), &found).key_ideas.len(), 1);
}

#[test]
fn contradictions_are_alike_from_six_tenths() {
    let contradiction = |description: &str| Notes {
        contradictions: vec![Contradiction {
            description: description.to_owned(),
            first_quote: String::new(),
            first_turn: TurnId(1),
            second_quote: String::new(),
            second_turn: TurnId(2),
            suggested_clarification_question: String::new(),
        }],
        ..Notes::default()
    };
    let known = contradiction("a b c d e f");
    assert_eq!(
        merged(known.clone(), &contradiction("a b c d e f g h i j"))
            .contradictions
            .len(),
        1
    );
    assert_eq!(
        merged(known, &contradiction("a b c d e g h i j k"))
            .contradictions
            .len(),
        2
    );
}

#[test]
fn quotable_lines_are_alike_only_from_eight_tenths() {
    let line = |text: &str| Notes {
        quotable_lines: vec![QuotableLine {
            text: text.to_owned(),
            turn: TurnId(1),
            potential_use: PotentialUse::Hook,
            topic: String::new(),
            strength: Strength::Good,
        }],
        ..Notes::default()
    };
    let known = line("a b c d e f g h");
    assert_eq!(
        merged(known.clone(), &line("a b c d e f g h i j"))
            .quotable_lines
            .len(),
        1
    );
    assert_eq!(
        merged(known, &line("a b c d e f g i j k"))
            .quotable_lines
            .len(),
        2
    );
}

#[test]
fn coverage_never_sinks_and_points_are_appended() {
    let known = coverage(
        CoverageQuality::Adequate,
        &["they shipped in May"],
        &["the cost"],
    );
    let later = coverage(CoverageQuality::Shallow, &["the team was four people"], &[]);
    let merged = merged(known, &later);
    let section = &merged.section_coverage[0];
    assert_eq!(section.coverage_quality, CoverageQuality::Adequate);
    assert_eq!(section.key_points_covered.len(), 2);
    assert!(section.missing_aspects.is_empty());
}

#[test]
fn what_is_new_stays_what_is_new_when_it_is_asked_again() {
    let known = ideas(&["small teams ship faster"]);
    let news = known.news(&ideas(&[
        "small teams ship faster",
        "documentation is a product",
    ]));
    assert_eq!(known.news(&news), news);
}
