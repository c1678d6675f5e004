//! Essays and the writer's versions of them, as the log has them.

use documents::{essay_to_docx, essay_to_epub, essay_to_html, essay_to_markdown, essay_to_pdf};
use interview::event::{EssayEdited, EssayWritten};
use interview::{Essay, Grade, Paragraph, Quotations, Sentence, State};
use pulldown_cmark::{Event, HeadingLevel, Parser, Tag, TagEnd};
use unicode_segmentation::UnicodeSegmentation;

use crate::problem::Problem;

/// One version: 1 is the Writer's, the others are edits.
#[derive(Debug, Clone)]
pub(crate) struct Version {
    /// The number of the essay that all versions go back to.
    pub(crate) number: u32,
    pub(crate) version: u32,
    pub(crate) markdown: String,
    pub(crate) essay: Essay,
}

/// The edits of an essay, in their order: also edits of edits.
pub(crate) fn edits<'a>(
    state: &'a State,
    written: &EssayWritten,
) -> impl Iterator<Item = &'a EssayEdited> {
    let number = written.number;
    let edits = state.edits.iter().map(|edit| &**edit);
    edits.filter(move |edit| origin(state, edit.number) == number)
}

/// The essay that a version goes back to. Versions only ever go back to lower numbers.
fn origin(state: &State, number: u32) -> u32 {
    let mut of = number;
    while let Some(edit) = state.edits.iter().find(|edit| edit.number == of) {
        of = edit.of;
    }
    of
}

/// The version that is meant. By an essay's number its newest, unless another is named; by an edit's number that edit.
pub(crate) fn version(state: &State, number: u32, wanted: Option<u32>) -> Result<Version, Problem> {
    let missing = || Problem::not_found(format!("there is no essay {number} of this session"));
    let root = origin(state, number);
    let mut essays = state.essays.iter();
    let written = essays
        .find(|written| written.number == root)
        .ok_or_else(missing)?;
    let versions: Vec<&EssayEdited> = edits(state, written).collect();
    let newest = versions.len() + 1;
    let at = match wanted {
        Some(wanted) => usize::try_from(wanted).unwrap_or(usize::MAX),
        None if root == number => newest,
        None => versions
            .iter()
            .position(|edit| edit.number == number)
            .map_or(newest, |at| at + 2),
    };
    let (markdown, essay) = match at {
        1 => (essay_to_markdown(&written.essay), (*written.essay).clone()),
        _ => {
            let edit = at.checked_sub(2).and_then(|at| versions.get(at));
            let edit = edit.ok_or_else(|| {
                Problem::not_found(format!("the essay has no version {at}, but {newest}"))
            })?;
            let markdown = edit.markdown.as_str().to_owned();
            let essay = read(&markdown, &written.essay);
            (markdown, essay)
        }
    };
    Ok(Version {
        number: root,
        version: u32::try_from(at).unwrap_or(u32::MAX),
        markdown,
        essay,
    })
}

/// The forms in which an essay leaves the house.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Markdown,
    Html,
    Docx,
    Pdf,
    Epub,
    Json,
}

impl Form {
    pub(crate) fn by_ending(ending: &str) -> Option<Form> {
        Some(match ending {
            "md" => Form::Markdown,
            "html" => Form::Html,
            "docx" => Form::Docx,
            "pdf" => Form::Pdf,
            "epub" => Form::Epub,
            "json" => Form::Json,
            _ => return None,
        })
    }

    pub(crate) fn content_type(self) -> &'static str {
        match self {
            Form::Markdown => "text/markdown; charset=utf-8",
            Form::Html => "text/html; charset=utf-8",
            Form::Docx => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            Form::Pdf => "application/pdf",
            Form::Epub => "application/epub+zip",
            Form::Json => "application/json",
        }
    }
}

impl Version {
    pub(crate) fn in_form(&self, form: Form) -> Result<Vec<u8>, Problem> {
        let failed = |error: documents::ExportError| Problem::internal(&error);
        Ok(match form {
            Form::Markdown => self.markdown.clone().into_bytes(),
            Form::Html => self.html().into_bytes(),
            Form::Docx => essay_to_docx(&self.essay).map_err(failed)?,
            Form::Pdf => essay_to_pdf(&self.essay).map_err(failed)?,
            Form::Epub => essay_to_epub(&self.essay).map_err(failed)?,
            Form::Json => self.json().to_string().into_bytes(),
        })
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::json!({
            "number": self.number,
            "version": self.version,
            "essay": self.essay,
            "markdown": self.markdown,
        })
    }

    /// Edited text is anyone's Markdown: it is rendered, then everything that could act is taken out.
    fn html(&self) -> String {
        if self.version == 1 {
            return essay_to_html(&self.essay);
        }
        let mut body = String::new();
        pulldown_cmark::html::push_html(&mut body, Parser::new(&self.markdown));
        let body = ammonia::clean(&body);
        let title = self.essay.title.replace('&', "&amp;").replace('<', "&lt;");
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>{title}</title></head>\n<body>\n{body}</body>\n</html>\n"
        )
    }
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "Markdown knows more than an essay is made of"
)]
/// Reads an edited text. Sentences that the Writer wrote keep their grade and sources; new ones stand on nothing.
fn read(markdown: &str, original: &Essay) -> Essay {
    let mut essay = Essay {
        style: original.style,
        title: original.title.clone(),
        subtitle: None,
        paragraphs: Vec::new(),
        unsupported: Vec::new(),
        quotations: Quotations::default(),
    };
    let mut words = String::new();
    let mut heading = None;
    let mut quotes = 0_usize;
    for event in Parser::new(markdown) {
        match event {
            Event::Start(Tag::BlockQuote(_)) => quotes += 1,
            Event::End(TagEnd::BlockQuote(_)) => quotes = quotes.saturating_sub(1),
            Event::Text(text) | Event::Code(text) => words.push_str(&text),
            Event::SoftBreak | Event::HardBreak => words.push(' '),
            Event::End(TagEnd::Heading(HeadingLevel::H1)) => {
                essay.title = std::mem::take(&mut words).trim().to_owned();
            }
            Event::End(TagEnd::Heading(_)) => heading = Some(std::mem::take(&mut words)),
            Event::End(TagEnd::Paragraph | TagEnd::Item) => {
                let sentences = sentences(&std::mem::take(&mut words), original);
                let mut paragraph = Paragraph {
                    heading: heading.take(),
                    ..Paragraph::default()
                };
                if quotes > 0 {
                    paragraph.pull_quote = sentences.into_iter().next();
                } else {
                    paragraph.sentences = sentences;
                }
                essay.paragraphs.push(paragraph);
            }
            _ => {}
        }
    }
    essay
}

fn sentences(text: &str, original: &Essay) -> Vec<Sentence> {
    let known = |words: &str| {
        let quotes = original
            .paragraphs
            .iter()
            .filter_map(|it| it.pull_quote.as_ref());
        let mut all = original.sentences().chain(quotes);
        all.find(|sentence| sentence.text.trim() == words).cloned()
    };
    text.unicode_sentences()
        .map(str::trim)
        .filter(|words| !words.is_empty())
        .map(|words| {
            known(words).unwrap_or_else(|| Sentence {
                text: words.to_owned(),
                grade: Grade::Bridging,
                sources: Vec::new(),
            })
        })
        .collect()
}
