//! Cuts speech into tokens and guesses the part that each plays, from the lexicon and its neighbours.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;

use super::lexicon::{self, Class};

/// One word where it stands. Hyphenated words are one token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token<'t> {
    pub text: &'t str,
    /// The byte at which the word starts.
    pub at: usize,
    pub lower: Cow<'t, str>,
    pub class: Class,
    /// Says nothing about what the text is about.
    pub stop: bool,
    /// What separates this token from the next one.
    pub after: Pause,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pause {
    None,
    /// A comma, a dash, a bracket: phrases do not reach across it.
    Break,
    /// The end of a sentence, or of the text.
    Sentence,
}

impl Token<'_> {
    /// The byte after the word.
    pub fn end(&self) -> usize {
        self.at + self.text.len()
    }

    pub fn is_content(&self) -> bool {
        !self.stop
            && matches!(
                self.class,
                Class::Noun | Class::Name | Class::Verb | Class::Past | Class::Adjective
            )
    }

    /// The dictionary stem, by which forms of one word are recognised.
    pub fn stem(&self) -> Cow<'_, str> {
        super::terms::stem(&self.lower)
    }
}

/// The tokens of a text, with their classes.
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens: Vec<Token<'_>> = Vec::with_capacity(text.len() / 5);
    for (at, word) in text.unicode_word_indices() {
        if let Some(last) = tokens.last_mut() {
            let gap = &text[last.end()..at];
            if matches!(gap, "-" | "\u{2010}" | "\u{2011}") {
                last.text = &text[last.at..at + word.len()];
                continue;
            }
            last.after = pause(last.text, gap, word);
        }
        tokens.push(Token {
            text: word,
            at,
            lower: Cow::Borrowed(word),
            class: Class::Noun,
            stop: false,
            after: Pause::Sentence,
        });
    }
    for token in &mut tokens {
        if token.text.bytes().any(|byte| !byte.is_ascii_lowercase()) {
            token.lower = Cow::Owned(token.text.to_lowercase());
        }
    }
    classify(&mut tokens);
    tokens
}

fn pause(before: &str, gap: &str, next: &str) -> Pause {
    if gap.bytes().all(|byte| byte == b' ') || gap == "'" || gap == "’" {
        return Pause::None;
    }
    if gap.contains(['.', '!', '?', '…']) {
        let ends = gap.contains(['!', '?']) || !is_abbreviation(before);
        let goes_on = next.chars().next().is_some_and(char::is_lowercase);
        return match (ends, goes_on) {
            (false, _) => Pause::None,
            (true, true) => Pause::Break,
            (true, false) => Pause::Sentence,
        };
    }
    if gap.contains('\n') {
        return Pause::Sentence;
    }
    if gap.contains([
        ',', ';', ':', '—', '–', '(', ')', '[', ']', '“', '”', '"', '/', '-',
    ]) {
        return Pause::Break;
    }
    Pause::None
}

/// “Dr.”, “St.”, and the initials of names do not end sentences.
fn is_abbreviation(word: &str) -> bool {
    let capital = word.chars().next().is_some_and(char::is_uppercase);
    capital
        && (word.chars().count() == 1 && word != "I"
            || matches!(
                word,
                "Dr" | "Mr"
                    | "Mrs"
                    | "Ms"
                    | "St"
                    | "Jr"
                    | "Sr"
                    | "Prof"
                    | "Gen"
                    | "Lt"
                    | "Col"
                    | "Capt"
                    | "Sgt"
                    | "Mt"
                    | "Ft"
            ))
}

fn classify(tokens: &mut [Token<'_>]) {
    let mut sentence_start = true;
    for index in 0..tokens.len() {
        let (class, stop) = {
            let before = index.checked_sub(1).map(|before| &tokens[before]);
            let next = tokens.get(index + 1);
            guess(&tokens[index], before, next, sentence_start)
        };
        sentence_start = tokens[index].after == Pause::Sentence;
        tokens[index].class = class;
        tokens[index].stop = stop;
    }
}

fn guess(
    token: &Token<'_>,
    before: Option<&Token<'_>>,
    next: Option<&Token<'_>>,
    sentence_start: bool,
) -> (Class, bool) {
    let lower = token.lower.as_ref();
    if lower
        .bytes()
        .next()
        .is_some_and(|byte| byte.is_ascii_digit())
    {
        return (Class::Number, false);
    }
    let capital = token.text.chars().next().is_some_and(char::is_uppercase);
    let shouted = capital && token.text.chars().skip(1).any(char::is_uppercase);
    let entry = lexicon::look_up(lower);
    if capital && !sentence_start && names_something(lower, entry)
        || shouted && entry.is_none_or(|entry| !entry.stop)
        || sentence_start
            && capital
            && entry.is_none()
            && !lexicon::is_contraction(lower)
            && next.is_some_and(|next| {
                token.after == Pause::None && starts_upper(next.text) && next.text != "I"
            })
    {
        return (Class::Name, false);
    }
    let Some(entry) = entry else {
        return unlisted(lower, before);
    };
    let class = match entry.class {
        Class::Verb | Class::Past | Class::Noun if entry.class != Class::Noun => {
            by_neighbour(lower, entry, before)
        }
        Class::Verb
        | Class::Past
        | Class::Noun
        | Class::Pronoun
        | Class::Determiner
        | Class::Preposition
        | Class::Conjunction
        | Class::Auxiliary
        | Class::Adverb
        | Class::Adjective
        | Class::Interjection
        | Class::Number
        | Class::Name => entry.class,
    };
    (class, entry.stop)
}

fn starts_upper(text: &str) -> bool {
    text.chars().next().is_some_and(char::is_uppercase)
}

/// A capital in the middle of a sentence makes a name, except on the words that are always written so or never are one.
fn names_something(lower: &str, entry: Option<lexicon::Entry>) -> bool {
    if lexicon::is_contraction(lower) || matches!(lower, "i" | "english" | "god") {
        return false;
    }
    match entry {
        Some(entry) => {
            !entry.stop
                && !matches!(
                    entry.class,
                    Class::Pronoun | Class::Determiner | Class::Auxiliary | Class::Interjection
                )
        }
        None => true,
    }
}

/// A word on no list: its ending tells adverbs, verbs and adjectives from nouns.
fn unlisted(lower: &str, before: Option<&Token<'_>>) -> (Class, bool) {
    if lexicon::is_contraction(lower) {
        let class = if lower.ends_with('t') {
            Class::Auxiliary
        } else {
            Class::Pronoun
        };
        return (class, true);
    }
    let opens = before.is_some_and(|before| {
        before.after == Pause::None && matches!(before.class, Class::Determiner | Class::Adjective)
    });
    let class = if before.is_some_and(waits_for_verb) && !lower.ends_with("ly") {
        if lower.len() > 3 && lower.ends_with("ed") {
            Class::Past
        } else {
            Class::Verb
        }
    } else if lower.len() > 4 && lower.ends_with("ly") {
        Class::Adverb
    } else if lower.len() > 4 && lower.ends_with("ed") && !lower.ends_with("eed") {
        if opens { Class::Adjective } else { Class::Past }
    } else if ["ful", "ous", "ive", "able", "ible", "ical", "less", "ish"]
        .iter()
        .any(|ending| lower.len() > ending.len() + 3 && lower.ends_with(ending))
    {
        Class::Adjective
    } else {
        Class::Noun
    };
    (class, class == Class::Adverb)
}

/// “we sell”, “couldn't fathom”: whatever comes next is what is done.
fn waits_for_verb(before: &Token<'_>) -> bool {
    before.after == Pause::None
        && matches!(
            before.lower.as_ref(),
            "i" | "we"
                | "they"
                | "he"
                | "she"
                | "cannot"
                | "can't"
                | "don't"
                | "doesn't"
                | "didn't"
                | "won't"
                | "wouldn't"
                | "couldn't"
                | "shouldn't"
                | "can’t"
                | "don’t"
                | "doesn’t"
                | "didn’t"
                | "won’t"
                | "wouldn’t"
                | "couldn’t"
                | "shouldn’t"
        )
}

/// “the work” is a noun, “we work” is a verb, “a broken promise” has an adjective.
fn by_neighbour(lower: &str, entry: lexicon::Entry, before: Option<&Token<'_>>) -> Class {
    let Some(before) = before.filter(|before| before.after == Pause::None) else {
        return entry.class;
    };
    let noun_follows = match before.class {
        Class::Determiner => {
            !matches!(before.lower.as_ref(), "that" | "this" | "all" | "both")
                || entry.also_noun && before.lower == "this"
        }
        Class::Adjective => entry.also_noun || lower.ends_with("ing"),
        Class::Preposition => before.lower != "to" && (entry.also_noun || lower.ends_with("ing")),
        Class::Noun | Class::Name | Class::Number => {
            entry.also_noun && entry.class == Class::Verb && !before.lower.ends_with('s')
        }
        Class::Pronoun
        | Class::Conjunction
        | Class::Auxiliary
        | Class::Adverb
        | Class::Verb
        | Class::Past
        | Class::Interjection => false,
    };
    match (noun_follows, entry.class) {
        (true, Class::Past) => Class::Adjective,
        (true, _) => Class::Noun,
        (false, class) => class,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn classes(text: &str) -> String {
        let tagged: Vec<String> = tokens(text)
            .iter()
            .map(|token| format!("{}/{:?}", token.text, token.class))
            .collect();
        tagged.join(" ")
    }

    #[test]
    fn neighbours_settle_what_a_list_cannot() {
        assert_eq!(
            classes("The work we work"),
            "The/Determiner work/Noun we/Pronoun work/Verb"
        );
        assert_eq!(
            classes("a broken promise"),
            "a/Determiner broken/Adjective promise/Noun"
        );
    }

    #[test]
    fn a_word_on_no_list_is_a_verb_where_only_a_verb_can_stand() {
        assert_eq!(
            classes("what we ferment, couldn't fathom, the ferment"),
            "what/Pronoun we/Pronoun ferment/Verb couldn't/Auxiliary fathom/Verb the/Determiner ferment/Noun"
        );
    }

    #[test]
    fn names_are_capitals_inside_a_sentence() {
        assert_eq!(
            classes("Then Alice met us in St. Louis."),
            "Then/Adverb Alice/Name met/Past us/Pronoun in/Preposition St/Name Louis/Name"
        );
        assert_eq!(classes("Hives hum."), "Hives/Noun hum/Noun");
    }

    #[test]
    fn hyphens_join_and_commas_part() {
        let found = tokens("a follow-up, then rest");
        assert_eq!(found[1].text, "follow-up");
        assert_eq!(found[1].after, Pause::Break);
        assert_eq!(found[3].after, Pause::Sentence);
    }
}
