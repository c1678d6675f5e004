//! Writes an essay as a file. Whatever the person said, it shows as words: no mark of theirs is ever obeyed.

mod html;

use interview::{Essay, Paragraph, Sentence};

use crate::{flow, markdown};

pub use html::essay_to_html;

/// The essay as Markdown, for editors and for other tools.
#[must_use]
pub fn essay_to_markdown(essay: &Essay) -> String {
    let mut blocks = vec![format!("# {}", markdown::inert_heading(&title(essay)))];
    if let Some(subtitle) = line(essay.subtitle.as_deref()) {
        blocks.push(format!("*{}*", markdown::inert_inside(&subtitle)));
    }
    for paragraph in &essay.paragraphs {
        if let Some(heading) = line(paragraph.heading.as_deref()) {
            blocks.push(format!("## {}", markdown::inert_heading(&heading)));
        }
        if let Some(quote) = pull_quote(paragraph) {
            blocks.push(format!("> {}", markdown::inert(&quote)));
        }
        let words = words(&paragraph.sentences);
        if !words.is_empty() {
            blocks.push(markdown::inert(&words));
        }
    }
    document(&blocks)
}

/// The essay as plain text, one line to a paragraph.
#[must_use]
pub fn essay_to_text(essay: &Essay) -> String {
    let mut blocks = vec![title(essay)];
    blocks.extend(line(essay.subtitle.as_deref()));
    for paragraph in &essay.paragraphs {
        blocks.extend(line(paragraph.heading.as_deref()));
        blocks.extend(pull_quote(paragraph).map(|quote| format!("    {quote}")));
        let words = words(&paragraph.sentences);
        if !words.is_empty() {
            blocks.push(words);
        }
    }
    document(&blocks)
}

fn document(blocks: &[String]) -> String {
    let mut out = blocks.join("\n\n");
    out.push('\n');
    out
}

fn title(essay: &Essay) -> String {
    line(Some(&essay.title)).unwrap_or_else(|| "Untitled".to_owned())
}

/// A text as one line; nothing when there are no words in it.
fn line(text: Option<&str>) -> Option<String> {
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

fn words(sentences: &[Sentence]) -> String {
    let mut words = String::new();
    for sentence in sentences {
        flow::append(&mut words, &sentence.text);
    }
    words
}
