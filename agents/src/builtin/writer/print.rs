//! Prints lines as sentences of an essay, each with its grade and its sources.

use interview::{Grade, Paragraph, Passage, Quotations, Sentence, Source};

use super::arrange::Draft;
use super::blocks::skipped;
use super::headings::Above;
use crate::material::{Line, Material, heard_slice};

pub(super) struct Printer<'a> {
    pub(super) material: &'a Material,
    pub(super) conversation: &'a [Passage],
    pub(super) quotations: &'a mut Quotations,
}

impl Printer<'_> {
    pub(super) fn paragraphs(&mut self, draft: &Draft, above: &[Above]) -> Vec<Paragraph> {
        let mut paragraphs = Vec::with_capacity(draft.paragraphs.len());
        for (lines, above) in draft.paragraphs.iter().zip(above) {
            let pull_quote = above
                .pull_quote
                .map(|at| self.exact(&self.material.lines[at]));
            paragraphs.push(Paragraph {
                heading: above.heading.clone(),
                pull_quote,
                sentences: self.sentences(lines),
            });
        }
        paragraphs
    }

    fn sentences(&mut self, lines: &[usize]) -> Vec<Sentence> {
        let mut sentences = Vec::with_capacity(lines.len());
        let mut tied = false;
        for (number, at) in lines.iter().enumerate() {
            let line = &self.material.lines[*at];
            let follows = number > 0 && !skipped(self.material, lines[number - 1], *at);
            // One "So" or "But" in a row is speech; two are a tic.
            let text = if follows && !tied {
                line.continuing()
            } else {
                line.standing()
            };
            tied = follows && !tied && line.tie > 0;
            sentences.push(self.sentence(line, text));
        }
        sentences
    }

    fn sentence(&mut self, line: &Line, text: String) -> Sentence {
        let heard = self.conversation[line.passage].text.as_str();
        let text = self.check_quotations(text, heard);
        let verbatim = line.begun.is_none() && heard_slice(heard, &text).is_some();
        let grade = if verbatim {
            Grade::Quoted
        } else {
            Grade::Paraphrased
        };
        Sentence {
            text,
            grade,
            sources: self.sources(line),
        }
    }

    /// A line word for word, for a pull quote.
    fn exact(&self, line: &Line) -> Sentence {
        let text = line.standing();
        Sentence {
            text,
            grade: Grade::Quoted,
            sources: self.sources(line),
        }
    }

    fn sources(&self, line: &Line) -> Vec<Source> {
        let begun = line.begun.map(|(passage, start_ms)| Source {
            turn: self.conversation[passage].at.clone(),
            start_ms,
        });
        let own = Source {
            turn: self.conversation[line.passage].at.clone(),
            start_ms: line.place.start_ms,
        };
        begun.into_iter().chain(std::iter::once(own)).collect()
    }

    /// What stands in quotation marks was said so, or loses its marks.
    fn check_quotations(&mut self, text: String, heard: &str) -> String {
        if !text.contains(['“', '"']) {
            return text;
        }
        let mut out = String::with_capacity(text.len());
        let mut rest = text.as_str();
        while let Some(open) = rest.find(['“', '"']) {
            let mark = rest[open..].chars().next().unwrap_or('"');
            let (closing, width) = if mark == '“' {
                ('”', mark.len_utf8())
            } else {
                ('"', 1)
            };
            let inside = &rest[open + width..];
            let Some(close) = inside.find(closing) else {
                break;
            };
            let quotation = &inside[..close];
            let end = open + width + close + closing.len_utf8();
            if heard_slice(heard, quotation.trim_end_matches([',', ' '])).is_some() {
                self.quotations.kept += 1;
                out.push_str(&rest[..end]);
            } else {
                self.quotations.remove(quotation);
                out.push_str(&rest[..open]);
                out.push_str(quotation);
            }
            rest = &rest[end..];
        }
        out.push_str(rest);
        out
    }
}
