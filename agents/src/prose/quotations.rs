//! Settles quotations: kept when said, repaired when nearly said, without marks when not.

use interview::Quotations;
use interview::quotes::was_said;
use unicode_segmentation::UnicodeSegmentation;

use super::marks::{Piece, is_double, pieces};
use super::said::{Found, Said, Span};

/// A text whose quotations have been settled.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Settled {
    pub(super) text: String,
    /// What its quotations were copied from.
    pub(super) spans: Vec<Span>,
}

/// Replaces every quotation by the words that were said, or takes its marks away.
pub(super) fn settle(
    text: &str,
    named: &[usize],
    said: &Said<'_>,
    tally: &mut Quotations,
) -> Settled {
    let mut work = Work {
        said,
        tally,
        done: Settled::default(),
    };
    let cut = pieces(text);
    for piece in &cut {
        match piece {
            Piece::Plain(text) => work.done.text.push_str(text),
            Piece::Quoted(words) if words.contains('{') => work.references_inside(words, named),
            Piece::Quoted(words) => work.quote(words, named),
            Piece::Reference { named: turn, words } => work.reference(turn, words, named),
        }
    }
    let mut done = work.done;
    done.text = done.text.split_whitespace().collect::<Vec<_>>().join(" ");
    done
}

struct Work<'a, 'c> {
    said: &'a Said<'c>,
    tally: &'a mut Quotations,
    done: Settled,
}

impl Work<'_, '_> {
    /// “{turn_7: words}”: the marks are those of the reference.
    fn references_inside(&mut self, words: &str, named: &[usize]) {
        for piece in pieces(words) {
            match piece {
                Piece::Plain(text) | Piece::Quoted(text) => {
                    self.done.text.push_str(&unmarked(text))
                }
                Piece::Reference { named: turn, words } => self.reference(turn, words, named),
            }
        }
    }

    fn reference(&mut self, turn: &str, words: &str, named: &[usize]) {
        let turn = super::draft::turn_ref(turn);
        let own: Vec<usize> = self.said.turns_of(&turn.into_iter().collect::<Vec<_>>());
        let words = super::marks::bare(words);
        let named = if own.is_empty() { named } else { &own };
        let found = match ellipsis(&words) {
            Some((first, last)) => self.said.find_between(first, last, named),
            None => self.said.find(&words, named),
        };
        self.print(found, &words);
    }

    fn quote(&mut self, words: &str, named: &[usize]) {
        match ellipsis(words) {
            // Two stretches with something left out between them are two quotations.
            Some((first, last)) => {
                self.quote(first, named);
                self.done.text.push_str(" … ");
                self.quote(last, named);
            }
            None => {
                let found = self.said.find(words, named);
                self.print(found, words);
            }
        }
    }

    fn print(&mut self, found: Option<Found>, words: &str) {
        let copy = found.and_then(|found| Some((found, copied(self.said, found.span, words)?)));
        match copy {
            Some((found, copy)) => {
                if found.exact {
                    self.tally.kept += 1;
                } else {
                    self.tally.repair(&unmarked(words), &copy);
                }
                self.done.spans.push(found.span);
                self.done.text.push('“');
                self.done.text.push_str(&copy);
                self.done.text.push_str(end_mark(words));
                self.done.text.push('”');
            }
            None => {
                self.tally.remove(&unmarked(words));
                self.done.text.push_str(&unmarked(words));
            }
        }
    }
}

/// The words of a span, begun like the quotation they stand for. None where they cannot be printed in quotation marks.
pub(super) fn copied(said: &Said<'_>, span: Span, like: &str) -> Option<String> {
    let heard = said.words_of(span);
    if heard.contains(['[', ']', '{', '}', '<', '>']) {
        return None;
    }
    let inner: String = heard
        .chars()
        .map(|c| match c {
            '“' | '„' | '«' | '「' | '『' | '‟' => '‘',
            '”' | '»' | '」' | '』' => '’',
            '"' | '＂' => '\'',
            c => c,
        })
        .collect();
    let text = begun_like(inner, like);
    was_said(said.heard(span.turn), &text).then_some(text)
}

/// “The fog” in the middle of a sentence may be “the fog”: the first word is written as the draft has it.
fn begun_like(copy: String, like: &str) -> String {
    let (Some(said), Some(written)) = (copy.unicode_words().next(), like.unicode_words().next())
    else {
        return copy;
    };
    match copy.strip_prefix(said) {
        Some(rest) if said.to_lowercase() == written.to_lowercase() => format!("{written}{rest}"),
        Some(_) | None => copy,
    }
}

fn unmarked(words: &str) -> String {
    words.chars().filter(|c| !is_double(*c)).collect()
}

/// The mark that a quotation ends with.
pub(super) fn end_mark(words: &str) -> &str {
    let words = words.trim_end();
    match words.chars().next_back() {
        Some(c @ ('.' | ',' | '!' | '?')) => &words[words.len() - c.len_utf8()..],
        Some(_) | None => "",
    }
}

/// What stands before and behind the first mark of omission inside the words.
fn ellipsis(words: &str) -> Option<(&str, &str)> {
    ["[…]", "[...]", "…", "..."].into_iter().find_map(|mark| {
        let (first, last) = words.split_once(mark)?;
        let telling = |part: &str| part.chars().any(char::is_alphanumeric);
        (telling(first) && telling(last)).then_some((first, last))
    })
}
