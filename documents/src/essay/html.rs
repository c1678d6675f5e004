//! The essay as one HTML page: readable, printable, each sentence with the turns it stands on, no scripts.

use std::collections::BTreeSet;
use std::fmt::Write;

use interview::{Essay, Grade, Paragraph, Sentence};

use super::LANGUAGE;
use super::blocks::{line, title};
use super::escape::escaped;
use crate::flow;

const STYLE: &str = include_str!("page.css");
/// A page that runs nothing and loads nothing, even if something slipped past the escaping.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

#[must_use]
pub fn essay_to_html(essay: &Essay) -> String {
    let title = escaped(&title(essay));
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"{LANGUAGE}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<article>\n\
         <header>\n<h1 dir=\"auto\">{title}</h1>\n"
    );
    if let Some(subtitle) = line(essay.subtitle.as_deref()) {
        let _ = writeln!(
            out,
            "<p class=\"subtitle\" dir=\"auto\">{}</p>",
            escaped(&subtitle)
        );
    }
    out.push_str("</header>\n");
    let unsupported: BTreeSet<String> = essay
        .unsupported
        .iter()
        .filter_map(|text| line(Some(text)))
        .collect();
    for paragraph in &essay.paragraphs {
        write_paragraph(&mut out, paragraph, &unsupported);
    }
    let _ = write!(
        out,
        "</article>\n<footer>\n<p>{}</p>\n</footer>\n</main>\n</body>\n</html>\n",
        legend(essay)
    );
    out
}

fn write_paragraph(out: &mut String, paragraph: &Paragraph, unsupported: &BTreeSet<String>) {
    if let Some(heading) = line(paragraph.heading.as_deref()) {
        let _ = writeln!(out, "<h2 dir=\"auto\">{}</h2>", escaped(&heading));
    }
    if let Some(quote) = &paragraph.pull_quote
        && let Some(span) = span(quote, unsupported)
    {
        let _ = writeln!(out, "<blockquote><p dir=\"auto\">{span}</p></blockquote>");
    }
    let mut before: Option<char> = None;
    let mut words = String::new();
    for sentence in &paragraph.sentences {
        let Some(span) = span(sentence, unsupported) else {
            continue;
        };
        let text = sentence.text.trim();
        let together = before.is_some_and(flow::is_unspaced) && text.starts_with(flow::is_unspaced);
        if before.is_some() && !together {
            words.push('\n');
        }
        words.push_str(&span);
        before = text.chars().next_back();
    }
    if !words.is_empty() {
        let _ = writeln!(out, "<p dir=\"auto\">{words}</p>");
    }
}

/// One sentence with its grade and its turns; nothing when it has no words.
fn span(sentence: &Sentence, unsupported: &BTreeSet<String>) -> Option<String> {
    let text = line(Some(&sentence.text))?;
    let turns: Vec<String> = sentence
        .sources
        .iter()
        .map(|source| source.turn.to_string())
        .collect();
    let (mark, origin) = if unsupported.contains(&text) {
        (" data-unsupported", "No turn supports this".to_owned())
    } else {
        ("", origin(sentence))
    };
    Some(format!(
        "<span class=\"sentence {}\" data-turns=\"{}\" title=\"{}\"{mark}>{}</span>",
        class(sentence.grade),
        escaped(&turns.join(" ")),
        escaped(&origin),
        escaped(&text)
    ))
}

fn class(grade: Grade) -> &'static str {
    match grade {
        Grade::Quoted => "quoted",
        Grade::Paraphrased => "paraphrased",
        Grade::Bridging => "bridging",
    }
}

/// “Quoted from turn_3 at 1:02”.
fn origin(sentence: &Sentence) -> String {
    let how = match sentence.grade {
        Grade::Quoted => "Quoted",
        Grade::Paraphrased => "Paraphrased",
        Grade::Bridging => "Bridging",
    };
    let from: Vec<String> = sentence
        .sources
        .iter()
        .map(|source| {
            let seconds = source.start_ms / 1_000;
            format!("{} at {}:{:02}", source.turn, seconds / 60, seconds % 60)
        })
        .collect();
    if from.is_empty() {
        how.to_owned()
    } else {
        format!("{how} from {}", from.join(", "))
    }
}

fn legend(essay: &Essay) -> String {
    let of = |grade| {
        essay
            .sentences()
            .filter(|sentence| sentence.grade == grade)
            .count()
    };
    let mut legend = format!(
        "Sentences: {} quoted, {} paraphrased, {} bridging.",
        of(Grade::Quoted),
        of(Grade::Paraphrased),
        of(Grade::Bridging)
    );
    if !essay.unsupported.is_empty() {
        let _ = write!(legend, " Without a source: {}.", essay.unsupported.len());
    }
    legend.push_str("<span class=\"hint\"> Hold the pointer over a sentence to see the turn it comes from.</span>");
    legend
}
