//! A turn as the built-in agents hear it: cut into sentences, each with its tokens and its cues.

use interview::TurnId;

use super::cues::{Cue, Cues};
use crate::text::lexicon::Class;
use crate::text::sentences;
use crate::text::terms::Stems;
use crate::text::tokens::{Token, tokens};

/// A turn is analysed up to here: about ten minutes of speech without a pause.
const TURN_BYTES_MAX: usize = 12_000;

/// What one turn says.
#[derive(Debug)]
pub(crate) struct Heard<'t> {
    pub(crate) turn: TurnId,
    pub(crate) text: &'t str,
    pub(crate) tokens: Vec<Token<'t>>,
    pub(crate) lines: Vec<Line<'t>>,
    /// The stem of every content token; empty for the others.
    pub(crate) stems: Vec<String>,
}

/// One sentence of a turn.
#[derive(Debug)]
pub(crate) struct Line<'t> {
    /// Exactly as it stands in the turn.
    pub(crate) text: &'t str,
    /// The byte of the turn at which it starts.
    pub(crate) at: usize,
    /// The tokens of the turn that are its own.
    pub(crate) first: usize,
    pub(crate) end: usize,
    /// The words joined by single spaces, a space before and behind.
    pub(crate) words: String,
    pub(crate) cues: Cues,
    /// Verbs in the past tense, forms of “be” and “have” left out.
    pub(crate) events: usize,
    pub(crate) content: usize,
}

impl<'t> Heard<'t> {
    pub(crate) fn new(turn: TurnId, text: &'t str) -> Self {
        let mut cut = text.len().min(TURN_BYTES_MAX);
        while !text.is_char_boundary(cut) {
            cut -= 1;
        }
        let text = &text[..cut];
        let tokens = tokens(text);
        let mut lines = Vec::new();
        let mut first = 0;
        for range in sentences::ranges(text) {
            while first < tokens.len() && tokens[first].at < range.start {
                first += 1;
            }
            let mut end = first;
            while end < tokens.len() && tokens[end].at < range.end {
                end += 1;
            }
            if end > first {
                lines.push(Line::new(
                    &text[range.clone()],
                    range.start,
                    &tokens[first..end],
                    first,
                ));
            }
            first = end;
        }
        let stems = tokens
            .iter()
            .map(|token| {
                if token.is_content() {
                    token.stem().into_owned()
                } else {
                    String::new()
                }
            })
            .collect();
        Self {
            turn,
            text,
            tokens,
            lines,
            stems,
        }
    }

    pub(crate) fn tokens_of(&self, line: &Line<'_>) -> &[Token<'t>] {
        self.tokens.get(line.first..line.end).unwrap_or_default()
    }

    /// How many content words of a sentence are in a set of stems.
    pub(crate) fn shared(&self, line: &Line<'_>, stems: &Stems) -> usize {
        self.stems[line.first..line.end]
            .iter()
            .filter(|stem| !stem.is_empty() && stems.contains(stem))
            .count()
    }

    /// The distinct stems of the whole turn.
    pub(crate) fn stem_set(&self) -> Stems {
        let said = self.stems.iter().filter(|stem| !stem.is_empty());
        Stems::from_stems(said.cloned().collect())
    }

    pub(crate) fn word_count(&self) -> usize {
        self.tokens.len()
    }
}

impl<'t> Line<'t> {
    fn new(text: &'t str, at: usize, tokens: &[Token<'_>], first: usize) -> Self {
        let mut words = String::with_capacity(text.len() + 2);
        words.push(' ');
        for token in tokens {
            if token.lower.contains('’') {
                words.push_str(&token.lower.replace('’', "'"));
            } else {
                words.push_str(&token.lower);
            }
            words.push(' ');
        }
        Self {
            text,
            at,
            first,
            end: first + tokens.len(),
            cues: Cues::find(&words),
            words,
            events: tokens
                .iter()
                .filter(|token| token.class == Class::Past)
                .count(),
            content: tokens.iter().filter(|token| token.is_content()).count(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.end - self.first
    }

    pub(crate) fn is_question(&self) -> bool {
        self.text.trim_end().ends_with('?')
    }

    /// Whether editors or machines wrote into the words.
    pub(crate) fn has_insertion(&self) -> bool {
        self.text
            .contains(['[', ']', '<', '>', '{', '}', '\\', '|', '_'])
    }

    /// Whether the sentence says something that can stand in notes.
    pub(crate) fn says_something(&self) -> bool {
        self.len() >= 3
            && self.content >= 2
            && !self.is_question()
            && !self.cues.has(Cue::Chat)
            && !self.cues.has(Cue::Ignorance)
    }

    /// Whether the first word points at something said before.
    pub(crate) fn leans_back(&self) -> bool {
        const LEANING: [&str; 17] = [
            " it ",
            " that ",
            " this ",
            " they ",
            " he ",
            " she ",
            " those ",
            " these ",
            " that's ",
            " it's ",
            " which ",
            " then ",
            " so ",
            " and ",
            " they're ",
            " or ",
            " because ",
        ];
        LEANING.iter().any(|start| self.words.starts_with(start))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_is_cut_into_sentences_with_their_tokens() {
        let heard = Heard::new(TurnId(3), "We built it. Then, you know, it broke!");
        assert_eq!(heard.lines.len(), 2);
        assert_eq!(heard.lines[1].words, " then you know it broke ");
        assert_eq!(heard.tokens_of(&heard.lines[1])[4].text, "broke");
        assert_eq!(heard.lines[1].events, 1);
    }
}
