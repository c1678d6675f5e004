//! Where a speaker stumbled: grammar that breaks in the middle, which no cleaning mends.

use crate::text::lexicon::Class;
use crate::text::tokens::{Pause, Token};

/// No pause follows these in a sentence that was thought out before it was said.
const NO_PAUSE_AFTER: &str = " a an the my our your their of at by for with from to into became is was were are had have has and it's \
    i'm they're we're he's she's can would will could should been be am because if than not wasn't isn't that's there's i've we've \
    they've i'd we'd they'd who which when where very every these those don't didn't haven't ";

/// Between "was" and a pause these wait for a word that never came.
const WAITING: &[&str] = &[
    "too",
    "very",
    "so",
    "just",
    "really",
    "pretty",
    "more",
    "like",
    "actually",
    "basically",
    "probably",
    "also",
    "always",
    "literally",
    "certainly",
    "definitely",
    "quite",
];

const ARTICLES: &[&str] = &["a", "an", "the", "my", "our", "your", "their"];
const MODALS: &[&str] = &[
    "would", "should", "could", "can", "will", "might", "may", "must",
];
const PEOPLE: &[&str] = &["i", "we", "they", "he", "she"];
const BE: &[&str] = &["is", "was", "were", "are"];

/// Behind an article, these are nouns or adjectives whatever the lists say.
const AFTER_ARTICLE: &[&str] = &[
    "above",
    "back",
    "behind",
    "being",
    "beyond",
    "can",
    "doing",
    "down",
    "everything",
    "folks",
    "how",
    "in",
    "inside",
    "like",
    "must",
    "near",
    "none",
    "nothing",
    "off",
    "once",
    "outside",
    "over",
    "past",
    "per",
    "so",
    "something",
    "then",
    "to-do",
    "under",
    "up",
    "while",
    "why",
    "will",
    "yet",
];

/// Whether the sentence shows that it was put together while it was said.
pub(super) fn stumbles(text: &str, tokens: &[Token<'_>]) -> bool {
    let sentence = Sentence { text, tokens };
    sentence.leaves_subject_alone()
        || (0..tokens.len().saturating_sub(1)).any(|at| match tokens[at].after {
            Pause::Break => sentence.breaks_at_pause(at),
            Pause::None => sentence.breaks_within(at),
            Pause::Sentence => false,
        })
}

struct Sentence<'a, 't> {
    text: &'a str,
    tokens: &'a [Token<'t>],
}

impl Sentence<'_, '_> {
    fn lower(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| token.lower.as_ref())
    }

    fn is(&self, at: usize, list: &[&str]) -> bool {
        list.contains(&self.lower(at))
    }

    fn pauses(&self, at: usize) -> bool {
        self.tokens
            .get(at)
            .is_some_and(|token| token.after == Pause::Break)
    }

    /// "I actually, when I came back": a subject, and then another thought.
    fn leaves_subject_alone(&self) -> bool {
        let [first, second, ..] = self.tokens else {
            return false;
        };
        let subject = self.tokens.len() > 4
            && (self.is(0, PEOPLE) || matches!(first.lower.as_ref(), "it" | "you"));
        let adverb = first.after == Pause::None
            && second.class == Class::Adverb
            && self.pauses(1)
            && !self.is(1, &["too", "also"]);
        subject && (self.pauses(0) || adverb)
    }

    /// A pause where none can be.
    fn breaks_at_pause(&self, at: usize) -> bool {
        let (one, two) = (&self.tokens[at], &self.tokens[at + 1]);
        let gap = self.text.get(one.end()..two.at).unwrap_or("");
        if gap.contains(['“', '"']) && !gap.contains([',', ';', ':', '—']) {
            // A quotation mark alone is no pause.
            return false;
        }
        let before = at.checked_sub(1);
        let after_be =
            before.is_some_and(|before| self.is(before, BE) || self.is(before, &["it's", "it’s"]));
        let waits = waits_for_more(&one.lower) || self.is(at, WAITING) && after_be;
        // "ended up, who was also": a relative clause without its noun.
        let orphan = two.lower == "who"
            && !matches!(
                one.class,
                Class::Noun | Class::Name | Class::Pronoun | Class::Number
            );
        // "a couple of years from well, really".
        let sought = one.lower == "well"
            && before.is_some_and(|before| {
                let token = &self.tokens[before];
                token.class == Class::Preposition
                    && token.after == Pause::None
                    && token.lower != "as"
            });
        let alone = sought || at > 0 && self.is(at, PEOPLE);
        // "the older, the younger parents": the second takes the place of the first.
        let replaced = one.class == Class::Adjective
            && before.is_some_and(|before| self.is(before, ARTICLES))
            && self.is(at + 1, ARTICLES);
        // "had some, well a good portion": begun anew.
        let corrected =
            two.lower == "well" && self.lower(at + 2) != "as" && !gap.contains(['“', '"']);
        waits && !self.is_answered(at) || orphan || alone || replaced || corrected
    }

    /// "It was, of course, mine": the pause is filled and the sentence goes on behind a second pause.
    fn is_answered(&self, at: usize) -> bool {
        const ASIDES: &[&str] = &[
            "of",
            "in",
            "to",
            "for",
            "at",
            "i",
            "again",
            "by",
            "as",
            "after",
            "frankly",
            "quite",
            "however",
            "essentially",
            "therefore",
            "perhaps",
            "if",
        ];
        let filled = (at + 1..at + 6).any(|next| self.pauses(next));
        // "the people that I worked with, that were in my section".
        let relative = self.tokens[at].class == Class::Preposition
            && (at.saturating_sub(6)..at)
                .any(|before| self.is(before, &["that", "who", "which", "where", "what", "whom"]));
        relative || filled && self.is(at + 1, ASIDES)
    }

    /// Two words that cannot follow each other.
    fn breaks_within(&self, at: usize) -> bool {
        let (one, two) = (&self.tokens[at], &self.tokens[at + 1]);
        let small = matches!(
            two.class,
            Class::Conjunction | Class::Auxiliary | Class::Preposition | Class::Pronoun
        );
        let article = self.is(at, ARTICLES) && small && !self.is(at + 1, AFTER_ARTICLE);
        let modals = self.is(at, MODALS) && self.is(at + 1, MODALS);
        let bound = self.is(at, &["of", "on", "at", "with", "from", "to", "by"])
            && (self.is(at + 1, &["because", "so", "but"]) || self.is(at + 1, PEOPLE));
        // "there I there was", "it was it was".
        let restarted = (self.is(at, PEOPLE) || self.is(at, &["there", "it", "was", "is"]))
            && self.lower(at + 2) == one.lower
            && two.after == Pause::None
            && matches!(two.class, Class::Pronoun | Class::Auxiliary)
            && two.lower != one.lower;
        let hurried = self.is(at, &["of", "on", "at", "with", "from", "by"])
            && two.class == Class::Adverb
            && self.lower(at + 2) == "because";
        let negated = (one.lower.ends_with("n't") || one.lower.ends_with("n’t"))
            && self.tokens[at + 1..]
                .iter()
                .take_while(|token| token.after == Pause::None && token.class != Class::Conjunction)
                .take(4)
                .any(|token| token.lower == one.lower);
        let meant = hurried || negated || at > 0 && one.lower == "i" && two.lower == "mean";
        article
            || modals
            || bound
            || restarted
            || meant
            || self.verb_twice(at)
            || self.is(at, PEOPLE) && self.begins_anew(at)
    }

    /// "was just there were", "were certainly weren't".
    fn verb_twice(&self, at: usize) -> bool {
        if !self.is(at, BE) {
            return false;
        }
        let adverb = self.tokens[at + 1].class == Class::Adverb;
        let again = |at: usize| {
            self.is(at, BE)
                || self.is(
                    at,
                    &[
                        "weren't",
                        "wasn't",
                        "isn't",
                        "aren't",
                        "weren’t",
                        "wasn’t",
                        "isn’t",
                        "aren’t",
                    ],
                )
        };
        let other_subject =
            self.lower(at + 1) == "just" && self.lower(at + 2) == "there" && self.is(at + 3, BE);
        self.is(at + 1, BE) || adverb && again(at + 2) || other_subject
    }

    /// "I one day I went": the same subject comes again before any verb or pause.
    fn begins_anew(&self, at: usize) -> bool {
        for token in self.tokens[at + 1..].iter().take(3) {
            if token.lower == self.tokens[at].lower {
                return true;
            }
            if matches!(
                token.class,
                Class::Verb | Class::Past | Class::Auxiliary | Class::Conjunction
            ) || token.after != Pause::None
            {
                return false;
            }
        }
        false
    }
}

fn waits_for_more(lower: &str) -> bool {
    let found = |word: &str| {
        NO_PAUSE_AFTER.match_indices(word).any(|(at, _)| {
            NO_PAUSE_AFTER[..at].ends_with(' ')
                && NO_PAUSE_AFTER[at + word.len()..].starts_with(' ')
        })
    };
    if lower.contains('’') {
        found(&lower.replace('’', "'"))
    } else {
        found(lower)
    }
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
            "I one day I went in there.",
            "There is no I mean, it's not a coincidence.",
            "Even on just because it was difficult to meet.",
            "They haven't a very just haven't seen much.",
        ] {
            assert!(stumbles(text, &tokens(text)), "{text}");
        }
        for text in [
            "We left, and the boat sank.",
            "It was, of course, the end of it.",
            "My father, who was a teacher, read to us.",
            "The other day we left.",
            "We called those a “follow-through search” in the office.",
            "The people that I worked with, that were in my section, were skilled.",
            "People feel like “Well, our models are good enough.”",
        ] {
            assert!(!stumbles(text, &tokens(text)), "{text}");
        }
    }
}
