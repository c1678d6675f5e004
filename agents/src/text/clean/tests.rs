//! Before and after, as an editor would mark them.

use super::{breaks_off, debris, sentence, sentences};

fn check(table: &[(&str, &str)], clean: impl Fn(&str) -> String) {
    for (before, after) in table {
        assert_eq!(&clean(before), after, "before: {before:?}");
    }
}

#[test]
fn fillers_go() {
    check(
        &[
            (
                "Um, I was raised in a little town.",
                "I was raised in a little town.",
            ),
            (
                "And, uh, they were both supportive in the end.",
                "And they were both supportive in the end.",
            ),
            (
                "If you score high enough, you know, your name is referred.",
                "If you score high enough, your name is referred.",
            ),
            (
                "There was the branch that, you know, supported all of it.",
                "There was the branch that supported all of it.",
            ),
            ("You know, it rained.", "It rained."),
            ("Do you know what I did?", "Do you know what I did?"),
            ("It was hard, you know.", "It was hard."),
            ("I mean, we left.", "We left."),
            ("I mean we left.", "We left."),
            (
                "By that I mean the whole crew.",
                "By that I mean the whole crew.",
            ),
            (
                "I think they sort of figured it was par for the course.",
                "I think they figured it was par for the course.",
            ),
            ("It was some sort of plan.", "It was some sort of plan."),
            (
                "That's the kind of thing I like.",
                "That's the kind of thing I like.",
            ),
            ("It was kind of like a dream.", "It was a dream."),
            ("Well, yeah, so we left.", "So we left."),
            ("But, I mean, we left.", "But we left."),
            ("It was, like, ten miles.", "It was ten miles."),
            ("I like apples.", "I like apples."),
            (
                "We had to like meet every day.",
                "We had to meet every day.",
            ),
            ("I would like to go.", "I would like to go."),
            (
                "It was like literally ten yards.",
                "It was literally ten yards.",
            ),
            ("It was like a dream.", "It was like a dream."),
            (
                "We stayed for like 10 minutes.",
                "We stayed for 10 minutes.",
            ),
            ("It was good, right?", "It was good."),
            (
                "That is where I was posted so.",
                "That is where I was posted.",
            ),
            ("It took a mile or so.", "It took a mile or so."),
        ],
        sentence,
    );
}

#[test]
fn false_starts_are_mended() {
    check(
        &[
            (
                "I was, I had an engineering degree.",
                "I had an engineering degree.",
            ),
            ("It— it was cold.", "It was cold."),
            ("It was half, half time health.", "It was half time health."),
            ("The the boat left.", "The boat left."),
            ("We were, we were tired.", "We were tired."),
            ("It was a long, long time.", "It was a long, long time."),
            ("He had had enough.", "He had had enough."),
            (
                "At the end of that time, you were—it was a rather rigorous program.",
                "At the end of that time, it was a rather rigorous program.",
            ),
            (
                "People came, during, especially during wartime.",
                "People came, especially during wartime.",
            ),
            ("I went to the, to a school.", "I went to a school."),
            ("I said, “no no no.”", "I said, “no no no.”"),
            ("I'd say, “I'm going.”", "I'd say, “I'm going.”"),
            ("It is beyond the a price.", "It is beyond a price."),
            (
                "It is a bigger, a very serious concern.",
                "It is a very serious concern.",
            ),
            ("People would should be safe.", "People should be safe."),
        ],
        sentence,
    );
}

#[test]
fn debris_goes() {
    check(
        &[
            ("a B.A. [Bachelor of Arts] in history", "a B.A. in history"),
            ("EFT [Exploration Flight Test]-1 flew.", "EFT-1 flew."),
            (
                "the [NASA] Engineering Center",
                "the NASA Engineering Center",
            ),
            (
                "not done in [four decades], that's",
                "not done in four decades, that's",
            ),
            (
                "We left [laughs]. (laughter) Then\\n\\n we slept.",
                "We left. Then we slept.",
            ),
            ("[00:01:02] We left.", "We left."),
            (
                "for the Station, [a program]. Then",
                "for the Station. Then",
            ),
            ("00:01:02 SMITH: We left at 5:30.", "We left at 5:30."),
            ("Mary Jones: We left.", "We left."),
            ("Here's the thing: we left.", "Here's the thing: we left."),
            ("It was [inaudible] cold.", "It was cold."),
        ],
        debris,
    );
}

#[test]
fn a_text_that_breaks_off_is_known() {
    for text in [
        "It seemed like a great way to.",
        "I was one of the first to even get a.",
        "So we had the…",
        "And so they were—",
    ] {
        assert!(breaks_off(text), "{text}");
    }
    for text in [
        "That is where I came from.",
        "I knew what it was.",
        "We were on solid ground with the data we had.",
        "We left.",
        "That's what it is like.",
    ] {
        assert!(!breaks_off(text), "{text}");
    }
}

#[test]
fn a_turn_becomes_sentences() {
    assert_eq!(
        sentences("Um. Uh, well, we left. Yeah."),
        ["We left.", "Yeah."]
    );
}
