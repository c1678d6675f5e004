//! Writes a transcript as a file: Markdown, plain text, JSON, SubRip and WebVTT.
//!
//! What is written here, `read_transcript` reads back as the same turns.

mod captions;

use std::fmt::Write;

use interview::{SessionId, Speaker, Turn, TurnId};
use serde::Serialize;

use crate::flow;
use crate::markdown;

/// A transcript to be written. Turns that were withdrawn are left out of every form.
#[derive(Debug, Clone, PartialEq)]
pub struct TranscriptDocument {
    pub title: String,
    pub session_id: SessionId,
    /// In talk order.
    pub turns: Vec<Turn>,
}

/// What a speaker is called where people read.
fn label(speaker: Speaker) -> &'static str {
    match speaker {
        Speaker::Interviewer => "Interviewer",
        Speaker::Candidate => "Expert",
    }
}

/// `01:02:03`; a bracketed time like this is what importers everywhere understand.
fn clock(ms: u64) -> String {
    let seconds = ms / 1_000;
    let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60);
    format!("{hours:02}:{minutes:02}:{:02}", seconds % 60)
}

impl TranscriptDocument {
    fn shown(&self) -> impl Iterator<Item = &Turn> {
        self.turns
            .iter()
            .filter(|turn| !turn.withdrawn && !turn.text.as_str().trim().is_empty())
    }

    #[must_use]
    pub fn to_markdown(&self) -> String {
        let mut out = String::new();
        let title = flow::paragraphs(&self.title).join(" ");
        if !title.is_empty() {
            out = format!("# {}\n", markdown::inert_heading(&title));
        }
        for turn in self.shown() {
            let at = clock(turn.start_ms);
            let mut opening = format!("**[{at}] {}:** ", label(turn.speaker));
            for paragraph in flow::paragraphs(turn.text.as_str()) {
                // The first paragraph has its label; a later one must not look as if it had one.
                let words = if opening.is_empty() {
                    without_label(&markdown::inert(&paragraph))
                } else {
                    markdown::inert_inside(&paragraph)
                };
                out.push_str(if out.is_empty() { "" } else { "\n" });
                // Writing to a string cannot fail.
                let _ = writeln!(out, "{opening}{words}");
                opening.clear();
            }
        }
        out
    }

    #[must_use]
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        let title = flow::paragraphs(&self.title).join(" ");
        if !title.is_empty() {
            out = format!("{title}\n");
        }
        for turn in self.shown() {
            let at = clock(turn.start_ms);
            let mut opening = format!("[{at}] {}: ", label(turn.speaker));
            for paragraph in flow::paragraphs(turn.text.as_str()) {
                out.push_str(if out.is_empty() { "" } else { "\n" });
                let _ = writeln!(out, "{opening}{paragraph}");
                // Indented, a paragraph that begins like a label is still a continuation.
                "    ".clone_into(&mut opening);
            }
        }
        out
    }

    #[must_use]
    pub fn to_json(&self) -> String {
        let turns = self.shown().map(|turn| WrittenTurn {
            turn_id: turn.id,
            speaker: turn.speaker,
            text: turn.text.as_str(),
            start_ms: turn.start_ms,
            end_ms: turn.end_ms,
        });
        crate::json::pretty(&Written {
            session_id: &self.session_id,
            title: &self.title,
            turns: turns.collect(),
        })
    }

    #[must_use]
    pub fn to_srt(&self) -> String {
        captions::srt(self.shown())
    }

    #[must_use]
    pub fn to_vtt(&self) -> String {
        captions::vtt(&self.title, self.shown())
    }
}

/// Escapes the first colon, which leaves the words as they read and takes away the look of a label.
fn without_label(paragraph: &str) -> String {
    const LABEL_BYTES_MAX: usize = 300;
    match paragraph.find(':') {
        Some(at) if at < LABEL_BYTES_MAX => format!("{}\\{}", &paragraph[..at], &paragraph[at..]),
        Some(_) | None => paragraph.to_owned(),
    }
}

#[derive(Serialize)]
struct Written<'a> {
    session_id: &'a SessionId,
    title: &'a str,
    turns: Vec<WrittenTurn<'a>>,
}

#[derive(Serialize)]
struct WrittenTurn<'a> {
    turn_id: TurnId,
    speaker: Speaker,
    text: &'a str,
    start_ms: u64,
    end_ms: u64,
}
