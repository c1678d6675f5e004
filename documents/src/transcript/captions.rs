//! Captions: turns cut into cues that can be read while they are shown.

use std::fmt::Write;

use interview::{Speaker, Turn, TurnId, speaking_ms};
use unicode_segmentation::UnicodeSegmentation;

use super::label;
use crate::flow;
use crate::markdown::is_entity;

/// What broadcasters show: two lines of 42 characters, for at most seven seconds.
const LINE_CHARS_MAX: usize = 42;
const LINES_MAX: usize = 2;
const CUE_MS_MAX: u64 = 7_000;
/// A cue this full may end with its sentence rather than take in half of the next.
const SENTENCE_CHARS_MIN: usize = 30;
/// Captions follow the clock of the turn, but nobody speaks faster or slower than this: typed answers and
/// rounded times would otherwise flash by, or stand still.
const WORD_MS_MIN: u64 = 100;
const WORD_MS_MAX: u64 = 1_000;

struct Cue {
    turn: TurnId,
    /// From 1 within its turn.
    part: usize,
    speaker: Speaker,
    start_ms: u64,
    end_ms: u64,
    lines: Vec<String>,
}

pub(super) fn srt<'a>(turns: impl Iterator<Item = &'a Turn>) -> String {
    let mut out = String::new();
    for (index, cue) in cues(turns, Labels::InFirstLine).iter().enumerate() {
        let (from, to) = (stamp(cue.start_ms, ','), stamp(cue.end_ms, ','));
        let _ = write!(out, "{}\n{from} --> {to}\n", index + 1);
        for line in &cue.lines {
            let _ = writeln!(out, "{}", srt_escaped(line));
        }
        out.push('\n');
    }
    out
}

pub(super) fn vtt<'a>(title: &str, turns: impl Iterator<Item = &'a Turn>) -> String {
    let mut out = String::from("WEBVTT");
    let title = flow::paragraphs(title).join(" ");
    if !title.is_empty() {
        // The header may hold any text but an arrow.
        let _ = write!(out, " - {}", title.replace("-->", "→"));
    }
    out.push_str("\n\n");
    for cue in cues(turns, Labels::None) {
        let (from, to) = (stamp(cue.start_ms, '.'), stamp(cue.end_ms, '.'));
        // The id says to which turn a cue belongs, so that an import can put the turn together again.
        let _ = write!(out, "{}-{}\n{from} --> {to}\n", cue.turn, cue.part);
        let words: Vec<String> = cue.lines.iter().map(|line| vtt_escaped(line)).collect();
        let _ = write!(out, "<v {}>{}\n\n", label(cue.speaker), words.join("\n"));
    }
    out
}

/// Whether a turn's first line begins with the speaker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Labels {
    None,
    InFirstLine,
}

fn stamp(ms: u64, point: char) -> String {
    format!("{}{point}{:03}", super::clock(ms), ms % 1_000)
}

fn vtt_escaped(line: &str) -> String {
    line.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// SubRip knows no escapes, but players take tags from it. Only what would be read as a tag, an entity or a
/// time is written as an entity, so that “R&D” and “1 < 2” show everywhere as they are.
fn srt_escaped(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    for (at, c) in line.char_indices() {
        let rest = &line[at + c.len_utf8()..];
        match c {
            '<' if rest
                .starts_with(|c: char| c.is_ascii_alphanumeric() || c == '/' || c == '!') =>
            {
                out.push_str("&lt;");
            }
            '>' if out.ends_with("--") || out.is_empty() => out.push_str("&gt;"),
            '&' if is_entity(rest) => out.push_str("&amp;"),
            '{' if rest.starts_with('\\') => out.push_str("{ "),
            _ => out.push(c),
        }
    }
    out
}

fn cues<'a>(turns: impl Iterator<Item = &'a Turn>, labels: Labels) -> Vec<Cue> {
    let mut cues: Vec<Cue> = Vec::new();
    let mut turns = turns.peekable();
    while let Some(turn) = turns.next() {
        let next_ms = turns.peek().map(|next| next.start_ms);
        // Cues must not begin before the one above them.
        let from = cues
            .last()
            .map_or(turn.start_ms, |last| last.end_ms.max(turn.start_ms));
        cues.extend(turn_cues(turn, from, next_ms, labels));
    }
    cues
}

fn turn_cues(turn: &Turn, from: u64, next_ms: Option<u64>, labels: Labels) -> Vec<Cue> {
    let first = match labels {
        Labels::None => String::new(),
        Labels::InFirstLine => format!("{}:", label(turn.speaker)),
    };
    let words = pieces(turn.text.as_str());
    let n_words = words.len() as u64;
    let spoken = turn.end_ms.saturating_sub(turn.start_ms);
    let spoken = if spoken == 0 {
        speaking_ms(u32::try_from(n_words).unwrap_or(u32::MAX))
    } else {
        spoken
    };
    // Whoever is interrupted is not shown over the one who interrupts.
    let until = from.saturating_add(spoken).min(next_ms.unwrap_or(u64::MAX));
    let length = until
        .saturating_sub(from)
        .clamp(n_words * WORD_MS_MIN, n_words * WORD_MS_MAX);
    let word_ms = length as f64 / n_words.max(1) as f64;
    let words_max = ((CUE_MS_MAX as f64 / word_ms.max(1.0)) as usize).max(1);
    let at = |n: usize| from + (u128::from(length) * n as u128 / u128::from(n_words.max(1))) as u64;
    let mut cues = Vec::new();
    let mut begin = 0;
    while begin < words.len() {
        let label = if begin == 0 { first.as_str() } else { "" };
        let (lines, taken) = fill(&words[begin..], label, words_max);
        cues.push(Cue {
            turn: turn.id,
            part: cues.len() + 1,
            speaker: turn.speaker,
            start_ms: at(begin),
            end_ms: at(begin + taken),
            lines,
        });
        begin += taken;
    }
    cues
}

/// The words, those too long for a line cut into pieces. Chinese and Japanese have no others.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces = Vec::new();
    for word in text.split_whitespace() {
        let mut piece = String::new();
        let mut n_chars = 0;
        for grapheme in word.graphemes(true) {
            let n = grapheme.chars().count();
            if n_chars > 0 && n_chars + n > LINE_CHARS_MAX {
                pieces.push(std::mem::take(&mut piece));
                n_chars = 0;
            }
            piece.push_str(grapheme);
            n_chars += n;
        }
        pieces.push(piece);
    }
    pieces
}

/// The lines of the next cue, and how many words are in them.
fn fill(words: &[String], label: &str, words_max: usize) -> (Vec<String>, usize) {
    let mut lines = vec![label.to_owned()];
    let mut taken = 0;
    let mut shown = 0;
    for word in words.iter().take(words_max) {
        let Some(line) = lines.last_mut() else { break };
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= LINE_CHARS_MAX {
            line.push(' ');
            line.push_str(word);
        } else if lines.len() < LINES_MAX {
            lines.push(word.clone());
        } else {
            break;
        }
        taken += 1;
        shown += word.chars().count() + 1;
        if shown >= SENTENCE_CHARS_MIN && word.ends_with(['.', '!', '?', '。', '？']) {
            break;
        }
    }
    (lines, taken)
}
