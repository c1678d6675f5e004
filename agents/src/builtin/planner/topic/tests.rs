//! Topics as people type them.

use super::*;

/// As typed, its shape, how it is spoken of, and as a noun.
const SPOKEN_OF: [(&str, Shape, &str, &str); 17] = [
    ("Beekeeping", Shape::Thing, "beekeeping", "beekeeping"),
    (
        "why small teams ship faster",
        Shape::Clause,
        "small teams",
        "small teams",
    ),
    (
        "The 1973 records fire",
        Shape::Thing,
        "the 1973 records fire",
        "the 1973 records fire",
    ),
    (
        "Rust in production",
        Shape::Thing,
        "Rust in production",
        "Rust in production",
    ),
    (
        "how to teach maths to adults",
        Shape::HowTo,
        "how to teach maths to adults",
        "teaching maths to adults",
    ),
    (
        "Building a company alone",
        Shape::Doing,
        "building a company alone",
        "building a company alone",
    ),
    (
        "Why do small teams ship faster?",
        Shape::Question,
        "small teams",
        "small teams",
    ),
    (
        "Should hospitals own their software?",
        Shape::Question,
        "hospitals and their software",
        "hospitals and their software",
    ),
    (
        "Cómo criar abejas en la montaña",
        Shape::Foreign,
        "“Cómo criar abejas en la montaña”",
        "“Cómo criar abejas en la montaña”",
    ),
    (
        "my grandmother's kitchen",
        Shape::Thing,
        "your grandmother's kitchen",
        "your grandmother's kitchen",
    ),
    (
        "Why I left Google",
        Shape::Doing,
        "leaving Google",
        "leaving Google",
    ),
    (
        "How we migrated our billing system",
        Shape::Doing,
        "migrating your billing system",
        "migrating your billing system",
    ),
    (
        "What it takes to run a marathon",
        Shape::Doing,
        "running a marathon",
        "running a marathon",
    ),
    (
        "Is remote work here to stay?",
        Shape::Question,
        "remote work",
        "remote work",
    ),
    (
        "what makes a good teacher",
        Shape::Clause,
        "a good teacher",
        "a good teacher",
    ),
    (
        "Warum kleine Teams schneller liefern",
        Shape::Foreign,
        "“Warum kleine Teams schneller liefern”",
        "“Warum kleine Teams schneller liefern”",
    ),
    ("", Shape::Thing, "your work", "your work"),
];

#[test]
fn topics_fit_into_sentences() {
    for (typed, shape, spoken, thing) in SPOKEN_OF {
        let topic = Topic::parse(typed);
        assert_eq!(
            (topic.shape, topic.spoken.as_str(), topic.thing.as_str()),
            (shape, spoken, thing),
            "{typed}"
        );
    }
}

#[test]
fn long_topics_are_spoken_of_by_their_headline() {
    let topic = Topic::parse(
        "Moving a hospital's billing system to a new vendor: what went wrong, what went right, and what we \
         would tell another hospital before it signs anything at all",
    );
    assert_eq!(
        topic.spoken,
        "moving a hospital's billing system to a new vendor"
    );
}
