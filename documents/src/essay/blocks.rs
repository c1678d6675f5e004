//! What an essay consists of on paper, whatever the file: a title, headings, quotations, paragraphs, in reading order.

use interview::{Essay, Paragraph, Sentence};

use crate::flow;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Title,
    Subtitle,
    Heading,
    Quote,
    Body,
}

/// A piece of text that stands by itself; one line without breaks, never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) kind: Kind,
    pub(super) text: String,
}

pub(super) fn blocks(essay: &Essay) -> Vec<Block> {
    let mut blocks = vec![Block {
        kind: Kind::Title,
        text: title(essay),
    }];
    let mut add = |kind, text: Option<String>| {
        blocks.extend(text.map(|text| Block { kind, text }));
    };
    add(Kind::Subtitle, line(essay.subtitle.as_deref()));
    for paragraph in &essay.paragraphs {
        add(Kind::Heading, line(paragraph.heading.as_deref()));
        add(Kind::Quote, pull_quote(paragraph));
        add(Kind::Body, words(&paragraph.sentences));
    }
    blocks
}

pub(super) fn title(essay: &Essay) -> String {
    line(Some(&essay.title)).unwrap_or_else(|| "Untitled".to_owned())
}

/// A text as one line; nothing when there are no words in it.
pub(super) fn line(text: Option<&str>) -> Option<String> {
    let mut line = String::new();
    flow::append(&mut line, text?);
    (!line.is_empty()).then_some(line)
}

fn pull_quote(paragraph: &Paragraph) -> Option<String> {
    line(
        paragraph
            .pull_quote
            .as_ref()
            .map(|quote| quote.text.as_str()),
    )
}

fn words(sentences: &[Sentence]) -> Option<String> {
    let mut words = String::new();
    for sentence in sentences {
        flow::append(&mut words, &sentence.text);
    }
    (!words.is_empty()).then_some(words)
}
