//! The strict essay: what nobody said is left out.

use std::collections::BTreeSet;

use interview::{Essay, Paragraph};

/// The essay without its unsupported sentences. The list of them stays, so that the writer sees what was left out.
#[must_use]
pub fn strictly(essay: &Essay) -> Essay {
    let unsupported: BTreeSet<&str> = essay.unsupported.iter().map(String::as_str).collect();
    let mut kept: Vec<Paragraph> = Vec::with_capacity(essay.paragraphs.len());
    let mut heading = None;
    for paragraph in &essay.paragraphs {
        let mut paragraph = paragraph.clone();
        paragraph
            .sentences
            .retain(|sentence| !unsupported.contains(sentence.text.as_str()));
        // The part goes on with the next paragraph, and so does its heading.
        paragraph.heading = paragraph.heading.or_else(|| heading.take());
        if paragraph.sentences.is_empty() {
            heading = paragraph.heading;
        } else {
            kept.push(paragraph);
        }
    }
    Essay {
        paragraphs: kept,
        ..essay.clone()
    }
}
