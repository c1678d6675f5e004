//! Pairs that clash, and pairs that only look as if they did.

use super::*;
use interview::Confidence;

fn contradictions(first: &str, second: &str) -> Vec<Contradiction> {
    let window = [turn(2, first), turn(6, second)];
    let in_window = find(&Heard::new(TurnId(6), second), &Before::of(&window, &[]));
    // What was noted long ago is found as well as what was just said.
    let claim = Claim {
        text: first.to_owned(),
        confidence: Confidence::High,
        turn: TurnId(2),
    };
    let noted = find(
        &Heard::new(TurnId(6), second),
        &Before::of(&window[1..], &[claim]),
    );
    assert_eq!(in_window, noted, "{first} / {second}");
    in_window
}

fn turn(number: u32, text: &str) -> Turn {
    Turn {
        id: TurnId(number),
        speaker: Speaker::Candidate,
        text: text.into(),
        words: 0,
        start_ms: 0,
        end_ms: 0,
        interrupted: false,
        withdrawn: false,
    }
}

#[test]
fn denials_opposites_broken_principles_and_other_figures_clash() {
    for (first, second) in [
        (
            "I never check email before noon.",
            "Every morning I check email first thing.",
        ),
        (
            "Documentation is crucial.",
            "We shipped without docs for six months.",
        ),
        (
            "I think that meetings are useless.",
            "Meetings are essential for a young team.",
        ),
        (
            "Hiring early was the best decision we made.",
            "Hiring early was our worst decision.",
        ),
        (
            "We started the company with five people in a garage.",
            "There were twelve people when we started the company.",
        ),
        (
            "The first three people I hired were friends from school.",
            "I never hire friends.",
        ),
        (
            "The fire started in 1973.",
            "I believe the fire started in 1974.",
        ),
        (
            "We never tested anything on real customers.",
            "We tested everything on real customers.",
        ),
    ] {
        let found = contradictions(first, second);
        assert_eq!(found.len(), 1, "{first} / {second}");
        assert_eq!(found[0].first_quote, first);
        assert!(second.contains(&found[0].second_quote));
    }
}

#[test]
fn what_only_looks_like_a_contradiction_is_left_alone() {
    for (first, second) in [
        (
            "I never had a computer as a child.",
            "The computer was in the next room.",
        ),
        (
            "We used to test everything by hand.",
            "We don't test anything by hand.",
        ),
        (
            "I never liked the city.",
            "I liked the people in the office.",
        ),
        ("My brother always kept bees.", "I never kept horses."),
        (
            "We had 12 people in the office.",
            "We sold 300 boxes of honey.",
        ),
        (
            "It was not only a fire, it was a flood.",
            "It was a fire in the night.",
        ),
        (
            "He didn't want to sell the farm.",
            "I wanted to sell the farm.",
        ),
        ("Documentation is crucial.", "We had no money at all."),
        ("I did not go in 1975.", "I did go in 1978."),
    ] {
        assert_eq!(contradictions(first, second), [], "{first} / {second}");
    }
}

#[test]
fn the_question_quotes_contiguous_words() {
    let found = contradictions(
        "Documentation is crucial.",
        "Well, we shipped without docs for six months.",
    );
    assert_eq!(
        found[0].suggested_clarification_question,
        "You said “Documentation is crucial”, and also “we shipped without docs for six months”. What made the difference?"
    );
}
