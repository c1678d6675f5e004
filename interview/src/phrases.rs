//! Short things people say that mean more than their words: "strike that", "I'd rather not".

use crate::words;

/// Longer utterances are answers, whatever they contain.
const STRIKE_WORDS_MAX: usize = 6;
const DECLINE_WORDS_MAX: usize = 14;

const STRIKES: [&str; 4] = [
    "strike that",
    "scratch that",
    "strike what i just said",
    "delete that please",
];

const DECLINES: [&str; 9] = [
    "rather not",
    "no comment",
    "skip this question",
    "skip that question",
    "next question please",
    "don't want to talk about",
    "don’t want to talk about",
    "not comfortable talking",
    "prefer not to",
];

/// Sounds that say "go on". A "yes" or a "no" is an answer.
const ACKNOWLEDGEMENTS: [&str; 17] = [
    "mhm", "mm", "mmm", "hm", "hmm", "mm hmm", "mm hm", "uh huh", "uhhuh", "aha", "ah", "oh",
    "right", "okay", "ok", "i see", "got it",
];

/// Nothing but a sound that shows the person is listening.
pub(crate) fn acknowledges(text: &str) -> bool {
    const WORDS_MAX: usize = 3;
    let said: Vec<String> = words::words(text).take(WORDS_MAX + 1).collect();
    let repeated = said.windows(2).all(|pair| pair.first() == pair.last());
    said.len() <= WORDS_MAX
        && (ACKNOWLEDGEMENTS.contains(&said.join(" ").as_str())
            || (repeated
                && said
                    .first()
                    .is_some_and(|word| ACKNOWLEDGEMENTS.contains(&word.as_str()))))
}

/// The person wants what was just said to be gone.
pub(crate) fn strikes(text: &str) -> bool {
    let said: Vec<String> = words::words(text).take(STRIKE_WORDS_MAX + 1).collect();
    said.len() <= STRIKE_WORDS_MAX && {
        let said = said.join(" ");
        STRIKES.iter().any(|phrase| said.contains(phrase))
    }
}

/// The person does not want to answer.
pub(crate) fn declines(text: &str) -> bool {
    let said: Vec<String> = words::words(text).take(DECLINE_WORDS_MAX + 1).collect();
    said.len() <= DECLINE_WORDS_MAX && {
        let said = said.join(" ");
        DECLINES.iter().any(|phrase| said.contains(phrase))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn striking_is_a_short_order_and_not_a_story_about_one() {
        assert!(strikes("Strike that."));
        assert!(strikes("Oh, please scratch that!"));
        assert!(!strikes(
            "Then the union said: strike that plant and the next one too, and we did."
        ));
    }

    #[test]
    fn a_hum_is_no_answer_and_a_yes_is_one() {
        assert!(acknowledges("Mhm."));
        assert!(acknowledges("Right, right."));
        assert!(acknowledges("Uh-huh"));
        assert!(!acknowledges("Yes."));
        assert!(!acknowledges("Right, and then we moved."));
    }

    #[test]
    fn declining_is_short_too() {
        assert!(declines("I'd rather not talk about that."));
        assert!(declines("No comment."));
        assert!(!declines(
            "I would rather not have gone there, but in the end the year in Chuuk was what made me a teacher."
        ));
    }
}
