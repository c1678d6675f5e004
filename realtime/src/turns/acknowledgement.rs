//! "Mhm", "right", "I see": words that say "go on", not "stop" and not "here is my answer".

const WORDS_MAX: usize = 3;

/// English and German. Single words, and short phrases with their spaces.
const LISTENING: &[&str] = &[
    "ah",
    "aha",
    "alright",
    "cool",
    "exactly",
    "genau",
    "go on",
    "hm",
    "hmm",
    "i see",
    "ja",
    "klar",
    "m hm",
    "mhm",
    "mm",
    "mm hmm",
    "mmhmm",
    "mmm",
    "oh",
    "ok",
    "okay",
    "of course",
    "right",
    "sure",
    "uh huh",
    "uhhuh",
    "wow",
    "yeah",
    "yep",
    "yes",
];

/// Only what was said during a reply should be asked about: "yes" after a question is an answer.
pub fn is_acknowledgement(text: &str) -> bool {
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower
        .split(|it: char| !it.is_alphanumeric())
        .filter(|it| !it.is_empty())
        .collect();
    if words.is_empty() || words.len() > WORDS_MAX {
        return false;
    }
    let phrase = words.join(" ");
    LISTENING.contains(&phrase.as_str()) || words.iter().all(|it| LISTENING.contains(it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn listening_noises_are_told_from_words_that_want_the_floor() {
        for listening in [
            "Mhm.",
            "mm-hmm",
            "Right, right.",
            "Uh-huh!",
            "I see.",
            "Okay, yeah.",
        ] {
            assert!(is_acknowledgement(listening), "{listening}");
        }
        for wants_the_floor in [
            "No.",
            "Wait",
            "Right, but we did it twice",
            "I see it differently",
            "",
            ".",
            "okay okay okay okay",
        ] {
            assert!(!is_acknowledgement(wants_the_floor), "{wants_the_floor}");
        }
    }
}
