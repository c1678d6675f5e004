//! Where a speaker stumbled: grammar that breaks in the middle, which no cleaning mends.

use crate::text::lexicon::Class;
use crate::text::tokens::{Pause, Token};

/// No pause follows these in a sentence that was thought out before it was said.
const NO_PAUSE_AFTER: &[&str] = &[
    "a", "an", "the", "my", "our", "your", "their", "of", "at", "by", "for", "with", "from", "to",
    "into", "became", "is", "was", "were", "are", "had", "have", "has", "and", "it's", "i'm",
    "they're", "we're", "he's", "she's", "can", "would", "will", "could", "should", "been", "be",
    "am", "because", "if", "than", "not", "well", "wasn't", "isn't", "that's", "there's", "i've",
    "we've", "they've", "i'd", "we'd", "they'd", "who", "which", "when", "where", "very", "every",
    "these", "those", "don't", "didn't", "haven't",
];

const ARTICLES: &[&str] = &["a", "an", "the", "my", "our", "your", "their"];
const MODALS: &[&str] = &[
    "would", "should", "could", "can", "will", "might", "may", "must",
];

/// Whether the sentence shows that it was put together while it was said.
pub(super) fn stumbles(tokens: &[Token<'_>]) -> bool {
    let count = tokens.len();
    let lower = |at: usize| tokens.get(at).map_or("", |token| token.lower.as_ref());
    let plain = |at: usize| tokens[at].after == Pause::None;
    // "I actually, when I came back": a subject that was left alone.
    let lonely = count > 4
        && matches!(lower(0), "i" | "we" | "they" | "he" | "she" | "it")
        && (tokens[0].after == Pause::Break
            || plain(0)
                && tokens[1].class == Class::Adverb
                && tokens[1].after == Pause::Break
                && !matches!(lower(1), "too" | "also"));
    lonely
        || (0..count.saturating_sub(1)).any(|at| {
            let (one, two) = (&tokens[at], &tokens[at + 1]);
            let word = if one.lower.contains('’') {
                std::borrow::Cow::Owned(one.lower.replace('’', "'"))
            } else {
                std::borrow::Cow::Borrowed(one.lower.as_ref())
            };
            let word = word.as_ref();
            match one.after {
                Pause::Break => {
                    let waits = NO_PAUSE_AFTER.contains(&word) && !is_answered(tokens, at);
                    let orphan = two.lower == "who"
                        && !matches!(
                            one.class,
                            Class::Noun | Class::Name | Class::Pronoun | Class::Number
                        );
                    let alone = matches!(word, "i" | "we" | "they" | "he" | "she") && at > 0;
                    let before = at.checked_sub(1).map_or("", lower);
                    // "It was too, the current was…", "the older, the younger parents".
                    let dropped = matches!(
                        word,
                        "too"
                            | "very"
                            | "so"
                            | "just"
                            | "really"
                            | "pretty"
                            | "more"
                            | "like"
                            | "actually"
                            | "basically"
                            | "probably"
                            | "also"
                            | "always"
                            | "literally"
                            | "certainly"
                            | "definitely"
                            | "quite"
                    ) && matches!(before, "is" | "was" | "were" | "are" | "it's")
                        && !is_answered(tokens, at);
                    let replaced = one.class == Class::Adjective
                        && ARTICLES.contains(&before)
                        && ARTICLES.contains(&two.lower.as_ref());
                    // "had some, well a good portion": begun anew.
                    let corrected = two.lower == "well" && lower(at + 2) != "as";
                    waits || orphan || alone || dropped || replaced || corrected
                }
                Pause::None => {
                    let article = ARTICLES.contains(&word)
                        && (matches!(
                            two.class,
                            Class::Conjunction | Class::Auxiliary | Class::Preposition
                        ) && !matches!(
                            two.lower.as_ref(),
                            "over"
                                | "under"
                                | "off"
                                | "down"
                                | "like"
                                | "above"
                                | "being"
                                | "so"
                                | "once"
                                | "then"
                                | "outside"
                                | "inside"
                                | "past"
                                | "will"
                                | "must"
                                | "can"
                                | "per"
                                | "near"
                                | "yet"
                                | "to-do"
                                | "doing"
                                | "why"
                                | "how"
                                | "beyond"
                                | "back"
                                | "up"
                                | "in"
                                | "behind"
                        ) || two.class == Class::Pronoun
                            && !matches!(
                                two.lower.as_ref(),
                                "folks" | "nothing" | "something" | "none" | "everything"
                            ));
                    let modals = MODALS.contains(&word) && MODALS.contains(&two.lower.as_ref());
                    let bound = matches!(word, "of" | "on" | "at" | "with" | "from" | "to" | "by")
                        && matches!(
                            two.lower.as_ref(),
                            "because" | "so" | "but" | "i" | "we" | "they" | "he" | "she"
                        );
                    let restarted = matches!(
                        word,
                        "there" | "it" | "i" | "we" | "they" | "he" | "she" | "was" | "is"
                    ) && lower(at + 2) == word
                        && plain(at + 1)
                        && matches!(two.class, Class::Pronoun | Class::Auxiliary)
                        && word != two.lower;
                    let doubled_verb = matches!(word, "is" | "was" | "were" | "are")
                        && (matches!(two.lower.as_ref(), "is" | "was" | "were")
                            || two.lower == "just"
                                && lower(at + 2) == "there"
                                && matches!(lower(at + 3), "was" | "were" | "is"));
                    let unsaid = matches!(word, "is" | "was" | "were" | "are")
                        && two.class == Class::Adverb
                        && matches!(
                            lower(at + 2),
                            "is" | "was"
                                | "were"
                                | "are"
                                | "weren't"
                                | "wasn't"
                                | "isn't"
                                | "aren't"
                                | "weren’t"
                                | "wasn’t"
                                | "isn’t"
                                | "aren’t"
                        );
                    unsaid || article || modals || bound || restarted || doubled_verb
                }
                Pause::Sentence => false,
            }
        })
}

/// "It was, of course, mine": the pause is filled and the sentence goes on behind a second pause.
fn is_answered(tokens: &[Token<'_>], at: usize) -> bool {
    let filled = tokens
        .iter()
        .skip(at + 1)
        .take(5)
        .position(|token| token.after == Pause::Break);
    let aside = tokens.get(at + 1).is_some_and(|next| {
        matches!(
            next.lower.as_ref(),
            "of" | "in"
                | "to"
                | "for"
                | "at"
                | "i"
                | "again"
                | "by"
                | "as"
                | "after"
                | "frankly"
                | "quite"
                | "however"
                | "essentially"
                | "therefore"
                | "perhaps"
                | "if"
        )
    });
    filled.is_some() && aside
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tokens::tokens;

    #[test]
    fn stumbling_is_noticed() {
        for text in [
            "My wife ended up, who was also a volunteer from a different place.",
            "They have, because it was, they were, the U.S. blockaded it.",
            "We helped bring back some of the, because we liked it.",
            "What is the what's the fun one I always tell.",
            "I actually, when I came back, my first job was as an engineer.",
            "Overfishing was just there were more people.",
            "Teachers because there I there was a teacher.",
            "They were certainly weren't all from my clan.",
            "It was too, the current was rough there.",
            "A drought is a bigger, a very serious concern.",
            "They all, and they, it wasn't trouble.",
        ] {
            assert!(stumbles(&tokens(text)), "{text}");
        }
        for text in [
            "We left, and the boat sank.",
            "It was, of course, the end of it.",
            "My father, who was a teacher, read to us.",
            "The other day we left.",
        ] {
            assert!(!stumbles(&tokens(text)), "{text}");
        }
    }
}
