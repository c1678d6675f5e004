//! What is known about English words by themselves: their class, and whether they carry meaning.
//!
//! A list, not a model: closed classes are complete, verbs are the few hundred that speech is made of, and every word
//! that is on no list counts as a noun, which is what the unknown words of an expert mostly are.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::word_lists as lists;

/// The part a word plays. What a list cannot know is settled by its neighbours in `tokens`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    Pronoun,
    Determiner,
    Preposition,
    Conjunction,
    /// Forms of be, have, do, and the modal verbs.
    Auxiliary,
    Adverb,
    /// A verb in any form but the past.
    Verb,
    /// A verb in the past tense, or its participle.
    Past,
    Adjective,
    /// Sounds that answer or fill: yeah, well, um.
    Interjection,
    Number,
    Noun,
    /// A proper name or an acronym.
    Name,
}

/// What the lists say about one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    pub class: Class,
    /// Says nothing about what a text is about.
    pub stop: bool,
    /// As much a noun as a verb: work, change, plan.
    pub also_noun: bool,
}

static ENTRIES: LazyLock<HashMap<String, Entry>> = LazyLock::new(build);

/// What is known about a lower-case word.
pub fn look_up(lower: &str) -> Option<Entry> {
    ENTRIES.get(lower).copied()
}

/// Whether a lower-case word says nothing about what a text is about.
pub fn is_stop(lower: &str) -> bool {
    look_up(lower).is_some_and(|entry| entry.stop)
        || lower.chars().count() < 2
        || is_contraction(lower)
}

/// “don't”, “we've”, “I’m”: a pronoun or an auxiliary with something swallowed.
pub fn is_contraction(lower: &str) -> bool {
    lower
        .rsplit_once(['\'', '’'])
        .is_some_and(|(head, tail)| match tail {
            "t" | "m" | "re" | "ve" | "ll" | "d" => true,
            "s" => look_up(head).is_some_and(|entry| entry.stop),
            _ => false,
        })
}

fn build() -> HashMap<String, Entry> {
    let mut entries = HashMap::with_capacity(4_000);
    let mut add = |list: &str, class: Class, stop: bool, also_noun: bool| {
        for word in list.split_whitespace() {
            // The first list that knows a word wins: closed classes come first.
            entries.entry(word.to_owned()).or_insert(Entry {
                class,
                stop,
                also_noun,
            });
        }
    };
    add(lists::PRONOUNS, Class::Pronoun, true, false);
    add(lists::DETERMINERS, Class::Determiner, true, false);
    add(lists::PREPOSITIONS, Class::Preposition, true, false);
    add(lists::CONJUNCTIONS, Class::Conjunction, true, false);
    add(lists::AUXILIARIES, Class::Auxiliary, true, false);
    add(lists::INTERJECTIONS, Class::Interjection, true, false);
    add(lists::ADVERBS, Class::Adverb, true, false);
    add(lists::NUMBER_WORDS, Class::Number, true, false);
    add(lists::PLAIN_ADJECTIVES, Class::Adjective, true, false);
    add(lists::PLAIN_NOUNS, Class::Noun, true, false);
    add(lists::IRREGULAR_PASTS_STOP, Class::Past, true, false);
    add(lists::IRREGULAR_PASTS, Class::Past, false, false);
    add(lists::IRREGULAR_PRESENTS, Class::Verb, true, false);
    add(lists::ADJECTIVES, Class::Adjective, false, false);
    for (list, stop, also_noun) in [
        (lists::PLAIN_VERBS, true, false),
        (lists::VERBS_AND_NOUNS, false, true),
        (lists::VERBS, false, false),
    ] {
        for verb in list.split_whitespace() {
            for (form, class) in forms(verb) {
                let known = entries.entry(form).or_insert(Entry {
                    class,
                    stop,
                    also_noun,
                });
                // “work” says little, but it is a noun as well.
                known.also_noun |= also_noun && known.class == class;
            }
        }
    }
    entries
}

/// The regular forms of a verb. Irregular pasts have their own list.
fn forms(verb: &str) -> [(String, Class); 4] {
    let ends_in_e = verb.ends_with('e');
    let stem = if ends_in_e && !verb.ends_with("ee") {
        &verb[..verb.len() - 1]
    } else {
        verb
    };
    let y = verb
        .strip_suffix('y')
        .filter(|head| !head.ends_with(['a', 'e', 'o', 'u']));
    let third = match y {
        Some(head) => format!("{head}ies"),
        None if verb.ends_with(['s', 'x', 'z']) || verb.ends_with("ch") || verb.ends_with("sh") => {
            format!("{verb}es")
        }
        None => format!("{verb}s"),
    };
    let doubled = doubled_end(verb);
    let past = match (y, doubled) {
        (Some(head), _) => format!("{head}ied"),
        (None, Some(end)) => format!("{verb}{end}ed"),
        (None, None) if ends_in_e => format!("{verb}d"),
        (None, None) => format!("{stem}ed"),
    };
    let ing = match doubled {
        Some(end) => format!("{verb}{end}ing"),
        None => format!("{stem}ing"),
    };
    [
        (verb.to_owned(), Class::Verb),
        (third, Class::Verb),
        (past, Class::Past),
        (ing, Class::Verb),
    ]
}

/// The form of a verb that can be a subject: teach, teaching.
pub fn ing_form(verb: &str) -> String {
    let [.., (ing, _)] = forms(verb);
    ing
}

/// The consonant that is doubled before an ending: stop, stopped.
fn doubled_end(verb: &str) -> Option<char> {
    if lists::DOUBLING.split_whitespace().any(|word| word == verb) {
        verb.chars().next_back()
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(word: &str) -> Option<Class> {
        look_up(word).map(|entry| entry.class)
    }

    #[test]
    fn verbs_are_known_in_all_their_forms() {
        assert_eq!(class("decided"), Some(Class::Past));
        assert_eq!(class("stopped"), Some(Class::Past));
        assert_eq!(class("carries"), Some(Class::Verb));
        assert_eq!(class("went"), Some(Class::Past));
        assert_eq!(class("building"), Some(Class::Verb));
    }

    #[test]
    fn an_experts_own_words_are_on_no_list() {
        for word in ["hive", "microfilm", "avionics", "rust"] {
            assert_eq!(look_up(word), None, "{word}");
            assert!(!is_stop(word));
        }
        assert!(is_stop("don't") && is_stop("we’ve") && is_stop("that's"));
    }
}
