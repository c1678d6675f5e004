//! Essays and the writer's versions of them. The log keeps what the Writer wrote; edits lie beside it as documents.

use std::sync::Arc;

use coordinator::now;
use documents::{essay_to_html, essay_to_markdown};
use interview::event::EssayWritten;
use interview::{Essay, Grade, Millis, Paragraph, Quotations, Sentence, SessionId, State};
use pulldown_cmark::{Event, HeadingLevel, Parser, Tag, TagEnd};
use serde::{Deserialize, Serialize};
use unicode_segmentation::UnicodeSegmentation;

use crate::desk::Desk;
use crate::problem::Problem;

const KIND: &str = "essay_version";
/// Versions of one essay.
const VERSIONS_MAX: usize = 500;
pub(crate) const MARKDOWN_CHARS_MAX: usize = 500_000;

/// One version: 1 is the Writer's, the others are edits.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Version {
    pub(crate) version: u32,
    pub(crate) at: Millis,
    /// The job that wrote the essay under edit: an essay that was struck and written again has other versions.
    job: String,
    pub(crate) markdown: String,
    pub(crate) essay: Essay,
}

pub(crate) fn written(state: &State, number: u32) -> Result<Arc<EssayWritten>, Problem> {
    let mut essays = state.essays.iter();
    essays
        .find(|written| written.number == number)
        .cloned()
        .ok_or_else(|| Problem::not_found(format!("there is no essay {number} of this session")))
}

fn prefix(session: &SessionId, written: &EssayWritten) -> String {
    format!("{session}/{:06}/", written.number)
}

/// The edits of an essay, in their order.
pub(crate) async fn edits(
    desk: &Desk,
    session: &SessionId,
    written: &EssayWritten,
) -> Result<Vec<Version>, Problem> {
    let prefix = prefix(session, written);
    let documents = desk
        .store()
        .list_documents(KIND, Some(&prefix), VERSIONS_MAX)
        .await?;
    let mut edits = Vec::new();
    for document in documents.iter().take_while(|it| it.id.starts_with(&prefix)) {
        let edit: Version =
            serde_json::from_str(&document.json).map_err(|error| Problem::internal(&error))?;
        if edit.job == written.job_id.to_string() {
            edits.push(edit);
        }
    }
    Ok(edits)
}

/// Keeps the writer's text as a new version.
pub(crate) async fn keep(
    desk: &Desk,
    session: &SessionId,
    written: &EssayWritten,
    markdown: String,
) -> Result<Version, Problem> {
    let edits = edits(desk, session, written).await?;
    if edits.len() + 1 >= VERSIONS_MAX {
        return Err(Problem::conflict(format!(
            "an essay has at most {VERSIONS_MAX} versions"
        )));
    }
    let version = Version {
        version: edits.last().map_or(2, |last| last.version + 1),
        at: now(),
        job: written.job_id.to_string(),
        essay: read(&markdown, &written.essay),
        markdown,
    };
    let id = format!("{}{:06}", prefix(session, written), version.version);
    let json = serde_json::to_string(&version).map_err(|error| Problem::internal(&error))?;
    desk.store().put_document(KIND, &id, json).await?;
    Ok(version)
}

/// The version that is meant: the newest unless another is named.
pub(crate) async fn version(
    desk: &Desk,
    session: &SessionId,
    written: &EssayWritten,
    wanted: Option<u32>,
) -> Result<Version, Problem> {
    let original = || Version {
        version: 1,
        at: now(),
        job: written.job_id.to_string(),
        markdown: essay_to_markdown(&written.essay),
        essay: (*written.essay).clone(),
    };
    let mut edits = edits(desk, session, written).await?;
    match wanted {
        None => Ok(edits.pop().unwrap_or_else(original)),
        Some(1) => Ok(original()),
        Some(number) => edits
            .into_iter()
            .find(|edit| edit.version == number)
            .ok_or_else(|| Problem::not_found(format!("the essay has no version {number}"))),
    }
}

impl Version {
    /// Edited text is anyone's Markdown: it is rendered, then everything that could act is taken out.
    pub(crate) fn html(&self) -> String {
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

/// Struck words must not live on in edits of essays that were made of them.
pub(crate) async fn forget_session(desk: &Desk, session: &SessionId) -> Result<(), store::Error> {
    let prefix = format!("{session}/");
    loop {
        let page = desk
            .store()
            .list_documents(KIND, Some(&prefix), 100)
            .await?;
        let own: Vec<_> = page
            .iter()
            .take_while(|it| it.id.starts_with(&prefix))
            .collect();
        if own.is_empty() {
            return Ok(());
        }
        for document in own {
            desk.store().delete_document(KIND, &document.id).await?;
        }
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
