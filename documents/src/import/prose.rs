//! Reads Markdown and plain text: finds the speakers, then gives every paragraph to one of them.

use super::census::{self, Census, Speakers};
use super::draft::{Draft, Said};
use super::label::{self, Form, Label, Shape};
use super::prose_lines::{self, Line, Text};
use super::{markup, roles};
use crate::flow;

/// Whether marks like `**` and `\*` are Markdown, or part of the words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Markup {
    Markdown,
    None,
}

/// A longer first line is speech, not a title.
const TITLE_CHARS_MAX: usize = 150;

pub(crate) fn read(text: &str, markup: Markup) -> Draft {
    let (front, mut lines) = prose_lines::sort(text);
    let mut draft = Draft {
        title: front.title,
        source: front.source,
        ..Draft::default()
    };
    drop_indented_labels(&mut lines);
    let first_count = count(&lines);
    read_header(&mut lines, &first_count, &mut draft);
    let speakers = count(&lines).speakers();
    let mut writer = Writer {
        draft,
        markup,
        speakers,
        open: Said::default(),
        paragraph: String::new(),
        time: None,
        talk_begun: false,
    };
    for line in &lines {
        writer.take(line);
    }
    writer.finish()
}

/// Where labels begin at the margin, an indented line continues the words above it.
fn drop_indented_labels(lines: &mut [Line<'_>]) {
    let (mut indented, mut at_margin) = (0_usize, 0_usize);
    for line in lines.iter() {
        if let Line::Text(text) = line
            && text
                .label
                .as_ref()
                .is_some_and(|label| label.form != Form::Alone)
        {
            *(if text.indented {
                &mut indented
            } else {
                &mut at_margin
            }) += 1;
        }
    }
    if indented > at_margin {
        return;
    }
    for line in lines {
        if let Line::Text(text) = line
            && text.indented
        {
            text.label = None;
        }
    }
}

fn count(lines: &[Line<'_>]) -> Census {
    let mut census = Census::default();
    for line in lines {
        match line {
            Line::Text(text) => census.count(text.label.as_ref(), text.begins_paragraph),
            // A heading may be a speaker's name, but is no paragraph without a label.
            Line::Heading(heading) => {
                census.count(heading_label(heading).as_ref(), false);
            }
            Line::Blank | Line::Time(_) => {}
        }
    }
    census
}

fn heading_label(heading: &str) -> Option<Label<'_>> {
    label::find(heading).filter(|label| label.words.is_empty())
}

/// Takes “Date: …” and “Interviewer: Ann Lee” above the talk for what they are.
fn read_header(lines: &mut [Line<'_>], census: &Census, draft: &mut Draft) {
    const LINES_MAX: usize = 30;
    drop_title_label(lines, census);
    let mut index = 0;
    while index < lines.len().min(LINES_MAX) {
        let Line::Text(Text {
            label: Some(label), ..
        }) = &lines[index]
        else {
            index += 1;
            continue;
        };
        let key = label::fold(label.name);
        let value = label.words.trim_matches(['*', '_', ' ']);
        match key.as_str() {
            "title" => draft.title = draft.title.take().or(Some(value.to_owned())),
            "source" | "url" => draft.source = draft.source.take().or(Some(value.to_owned())),
            "date" | "location" | "place" | "duration" | "language" | "license" | "project"
            | "collection" | "recorded" | "transcriber" | "transcribed by" | "edited by"
            | "length" | "copyright" => {}
            "interviewed by" => draft.interviewers.extend(names(value)),
            _ if is_introduction(&key, value, census) => match roles::by_word(&key) {
                Some(interview::Speaker::Interviewer) => draft.interviewers.extend(names(value)),
                Some(interview::Speaker::Candidate) => draft.interviewees.extend(names(value)),
                None => {}
            },
            // “Oral History Transcript” has the shape of a name; the first name with a colon begins the talk.
            _ if label.form == Form::Alone || census::is_no_name(&key) => {
                index += 1;
                continue;
            }
            _ => return,
        }
        lines[index] = Line::Blank;
        index += 1;
    }
}

/// `Rain: a life` at the top is a title, where two others carry the talk and nobody called Rain speaks again.
fn drop_title_label(lines: &mut [Line<'_>], census: &Census) {
    let first = lines.iter_mut().find_map(|line| match line {
        Line::Text(text) => Some(text),
        Line::Blank | Line::Heading(_) | Line::Time(_) => None,
    });
    let Some(Text { label, words, .. }) = first else {
        return;
    };
    let titled = label
        .as_ref()
        .is_some_and(|label| census.times(label.name) == 1 && roles::by_word(label.name).is_none());
    let unfinished = !words.ends_with(['.', '!', '?', '…', '"', '”', ':']);
    let others = census.names().filter(|name| census.times(name) > 1);
    if titled && unfinished && others.count() >= 2 {
        *label = None;
    }
}

/// `Interviewer: Ann Lee` introduces her when it comes once and `LEE:` is what opens her turns.
fn is_introduction(key: &str, value: &str, census: &Census) -> bool {
    let full = label::fold(value);
    roles::by_word(key).is_some()
        && census.times(key) == 1
        && label::shape(value) == Some(Shape::Proper)
        && census
            .names()
            .any(|name| name != key && census.times(name) > 1 && roles::is_named(name, &full))
}

fn names(value: &str) -> impl Iterator<Item = String> {
    value
        .split([',', ';', '&'])
        .flat_map(|part| part.split(" and "))
        .map(|name| name.trim().to_owned())
        .filter(|name| !name.is_empty())
}

/// Gives lines to speakers, one after the other.
struct Writer {
    draft: Draft,
    markup: Markup,
    speakers: Speakers,
    open: Said,
    paragraph: String,
    time: Option<u64>,
    talk_begun: bool,
}

impl Writer {
    fn take(&mut self, line: &Line<'_>) {
        match line {
            Line::Blank => self.close_paragraph(),
            Line::Time(time) => {
                self.close_paragraph();
                self.time = Some(*time);
            }
            Line::Heading(heading) => self.take_heading(heading),
            Line::Text(text) => self.take_text(text),
        }
    }

    fn take_heading(&mut self, heading: &str) {
        self.close_paragraph();
        match heading_label(heading).filter(|label| self.speakers.know(label)) {
            Some(label) => self.open_turn(&label),
            None if self.draft.title.is_none() && !self.talk_begun => {
                self.draft.title = Some(self.words(heading));
            }
            // Headings inside a talk are the editor's words, not a speaker's.
            None => {}
        }
    }

    fn take_text(&mut self, text: &Text<'_>) {
        let label = text.label.as_ref().filter(|label| {
            // A name alone begins a paragraph; elsewhere it is the end of a sentence.
            self.speakers.know(label) && (label.form != Form::Alone || text.begins_paragraph)
        });
        if let Some(label) = label {
            self.close_paragraph();
            self.open_turn(label);
            flow::append(&mut self.paragraph, label.words);
            return;
        }
        if !self.speakers.are_unknown() && !self.talk_begun {
            self.take_preamble(text);
            return;
        }
        let (time, words) = text.stamped();
        if self.speakers.are_unknown() {
            self.time = time.or(self.time);
        }
        flow::append(&mut self.paragraph, words);
    }

    /// What stands above the first speaker is about the talk; its first line is the title.
    fn take_preamble(&mut self, text: &Text<'_>) {
        if self.draft.title.is_none() && text.words.chars().count() <= TITLE_CHARS_MAX {
            self.draft.title = Some(self.words(text.words));
        }
    }

    fn open_turn(&mut self, label: &Label<'_>) {
        self.close_turn();
        self.talk_begun = true;
        self.open = Said {
            name: Some(self.words(label.name)),
            start_ms: label.at.or(self.time.take()),
            end_ms: label.until,
            ..Said::default()
        };
    }

    fn close_paragraph(&mut self) {
        if self.paragraph.is_empty() {
            return;
        }
        let paragraph = std::mem::take(&mut self.paragraph);
        let words = self.words(&paragraph);
        if self.speakers.are_unknown() {
            // One person's text: a paragraph is as much as is said in one go.
            self.draft.said.push(Said {
                text: words,
                start_ms: self.time.take(),
                ..Said::default()
            });
            return;
        }
        if !self.open.text.is_empty() {
            self.open.text.push_str("\n\n");
        }
        self.open.text.push_str(&words);
    }

    fn close_turn(&mut self) {
        self.close_paragraph();
        let said = std::mem::take(&mut self.open);
        if !said.text.is_empty() {
            self.draft.said.push(said);
        }
    }

    fn words(&self, written: &str) -> String {
        match self.markup {
            Markup::Markdown => markup::plain(written),
            Markup::None => written.to_owned(),
        }
    }

    fn finish(mut self) -> Draft {
        self.close_turn();
        self.draft
    }
}
