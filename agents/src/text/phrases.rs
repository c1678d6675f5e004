//! Key phrases as they were said: runs of words that read like a noun phrase, with the bytes at which they stand.

use super::lexicon::Class;
use super::tokens::{Pause, Token};

/// The longest phrase: beyond that it is a sentence.
const PHRASE_WORDS_MAX: usize = 5;

/// A run of tokens, by their numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Phrase {
    pub first: usize,
    /// One past the last token.
    pub end: usize,
}

impl Phrase {
    /// The phrase exactly as it stands in the text that the tokens were cut from.
    pub fn text<'t>(&self, text: &'t str, tokens: &[Token<'_>]) -> &'t str {
        match (tokens.get(self.first), tokens.get(self.end.wrapping_sub(1))) {
            (Some(first), Some(last)) => text.get(first.at..last.end()).unwrap_or_default(),
            _ => "",
        }
    }

    pub fn len(&self) -> usize {
        self.end - self.first
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn tokens<'a, 't>(&self, tokens: &'a [Token<'t>]) -> &'a [Token<'t>] {
        tokens.get(self.first..self.end).unwrap_or_default()
    }

    /// The same phrase with “the”, “a”, “my” before it, where one was said.
    pub fn with_determiner(mut self, tokens: &[Token<'_>]) -> Self {
        if let Some(before) = self.first.checked_sub(1).and_then(|at| tokens.get(at))
            && before.class == Class::Determiner
            && before.after == Pause::None
        {
            self.first -= 1;
        }
        self
    }
}

/// Every noun phrase that says something: adjectives and nouns up to a last noun, at least one word of it telling.
pub fn key_phrases(tokens: &[Token<'_>]) -> Vec<Phrase> {
    let mut phrases = Vec::new();
    let mut first = 0;
    while first < tokens.len() {
        if !opens(&tokens[first]) {
            first += 1;
            continue;
        }
        let mut end = first;
        while end < tokens.len() {
            let part = goes_in(tokens, end);
            if !part {
                break;
            }
            end += 1;
            if tokens[end - 1].after != Pause::None {
                break;
            }
        }
        let next = end.max(first + 1);
        phrases.extend(trimmed(tokens, first, end));
        first = next;
    }
    phrases
}

fn opens(token: &Token<'_>) -> bool {
    matches!(
        token.class,
        Class::Noun | Class::Name | Class::Adjective | Class::Number
    )
}

/// Whether a token continues a phrase; “of” and “for” do between two nouns of which the second is telling.
fn goes_in(tokens: &[Token<'_>], at: usize) -> bool {
    let token = &tokens[at];
    if opens(token) {
        return true;
    }
    token.lower == "of"
        && token.after == Pause::None
        && at > 0
        && (!tokens[at - 1].stop || at > 1 && is_telling_adjective(&tokens[at - 2]))
        && matches!(tokens[at - 1].class, Class::Noun | Class::Name)
        && tokens
            .get(at + 1)
            .is_some_and(|next| matches!(next.class, Class::Noun | Class::Name) && !next.stop)
}

fn is_telling_adjective(token: &Token<'_>) -> bool {
    token.class == Class::Adjective && !token.stop && token.after == Pause::None
}

fn trimmed(tokens: &[Token<'_>], mut first: usize, mut end: usize) -> Option<Phrase> {
    while end > first && !matches!(tokens[end - 1].class, Class::Noun | Class::Name) {
        end -= 1;
    }
    while first < end && tokens[first].class == Class::Adjective && tokens[first].stop {
        first += 1;
    }
    while first < end && tokens[first].class == Class::Number && tokens[first].stop {
        first += 1;
    }
    if end - first > PHRASE_WORDS_MAX {
        first = end - PHRASE_WORDS_MAX;
    }
    let run = tokens.get(first..end)?;
    let telling = run.iter().any(|token| {
        is_telling_adjective(token)
            || !token.stop
                && matches!(token.class, Class::Noun | Class::Name)
                && token.lower.len() > 2
    });
    let last_is_plain = run.last().is_some_and(|last| last.stop);
    (telling && !(last_is_plain && run.len() == 1)).then_some(Phrase { first, end })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tokens::tokens;

    fn phrases(text: &str) -> Vec<&str> {
        let tokens = tokens(text);
        key_phrases(&tokens)
            .iter()
            .map(|phrase| phrase.text(text, &tokens))
            .collect()
    }

    #[test]
    fn phrases_are_the_words_as_they_were_said() {
        assert_eq!(
            phrases(
                "The sprinkler system was, you know, a political compromise that the architects made."
            ),
            ["sprinkler system", "political compromise", "architects"]
        );
        assert_eq!(
            phrases("We lost the chain of custody in two weeks."),
            ["chain of custody"]
        );
    }

    #[test]
    fn plain_words_alone_are_no_phrase() {
        assert_eq!(
            phrases("It was a good thing in a way at the time."),
            Vec::<&str>::new()
        );
    }

    #[test]
    fn the_article_can_be_had_back() {
        let text = "Those were the dark days of winter.";
        let tokens = tokens(text);
        let phrase = key_phrases(&tokens)[0].with_determiner(&tokens);
        assert_eq!(phrase.text(text, &tokens), "the dark days of winter");
    }
}
