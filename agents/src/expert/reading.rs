//! Reads any file as what one person says: prose, transcripts, subtitles, JSON.

use serde_json::Value;

use crate::text::clean::debris;
use crate::text::sentences;

/// Who asks, as transcripts name them.
const ASKING: [&str; 9] = [
    "q",
    "interviewer",
    "host",
    "question",
    "moderator",
    "int",
    "ai",
    "viva",
    "assistant",
];
/// A speaker's name is at most so long; beyond it a colon is just a colon.
const NAME_CHARS_MAX: usize = 40;

/// The paragraphs that the expert says.
pub(super) fn paragraphs(text: &str) -> Vec<String> {
    if text.trim_start().starts_with(['{', '['])
        && let Ok(value) = serde_json::from_str::<Value>(text)
    {
        let said = from_json(&value);
        if !said.is_empty() {
            return said;
        }
    }
    from_prose(text)
}

fn from_json(value: &Value) -> Vec<String> {
    let turns = value
        .get("turns")
        .or_else(|| value.get("transcript"))
        .unwrap_or(value);
    let Some(turns) = turns.as_array() else {
        return Vec::new();
    };
    turns
        .iter()
        .filter(|turn| {
            let speaker = turn
                .get("speaker")
                .and_then(Value::as_str)
                .unwrap_or_default();
            !is_asking(speaker)
        })
        .filter_map(|turn| turn.get("text").and_then(Value::as_str))
        .flat_map(|text| {
            let broken = text.replace("\\n", "\n");
            broken.split("\n\n").map(str::to_owned).collect::<Vec<_>>()
        })
        .filter(|text| !text.trim().is_empty())
        .collect()
}

fn is_asking(speaker: &str) -> bool {
    let name = speaker
        .trim()
        .trim_matches(['*', '_', '#', ' '])
        .to_lowercase();
    ASKING.contains(&name.as_str())
}

/// Lines of prose, joined to paragraphs at blank lines and at changes of speaker.
fn from_prose(text: &str) -> Vec<String> {
    let mut paragraphs: Vec<String> = vec![String::new()];
    let mut skipping = false;
    for line in text.lines() {
        let line = line.trim();
        let subtitle = line.contains("-->")
            || line == "WEBVTT"
            || line.bytes().all(|byte| byte.is_ascii_digit());
        if line.is_empty() {
            paragraphs.push(String::new());
            continue;
        }
        if subtitle || line.starts_with('#') || line.starts_with("---") {
            continue;
        }
        let mut rest = line;
        if let Some((name, said)) = speaker(line) {
            paragraphs.push(String::new());
            skipping = is_asking(name);
            rest = said;
        }
        if !skipping && let Some(paragraph) = paragraphs.last_mut() {
            if !paragraph.is_empty() {
                paragraph.push(' ');
            }
            paragraph.push_str(rest);
        }
    }
    paragraphs.retain(|paragraph| !paragraph.trim().is_empty());
    paragraphs
}

/// “Name: what was said”, with bold marks or a time around the name.
fn speaker(line: &str) -> Option<(&str, &str)> {
    let (name, said) = line.split_once(':')?;
    let name = name
        .trim_start_matches(['[', '*', '_', ' ', '('])
        .trim_end_matches([']', '*', '_', ' ', ')']);
    let short = !name.is_empty()
        && name.chars().count() <= NAME_CHARS_MAX
        && name.split_whitespace().count() <= 4
        && name.starts_with(char::is_uppercase)
        && !name.contains(['.', ',', '!', '?', '“', '"']);
    short.then(|| (name, said.trim_start_matches(['*', '_', ' '])))
}

/// Runs of sentences of at least so many words, none of them cut.
pub(super) fn blocks(
    paragraph: &str,
    words_min: usize,
    sentences_max: usize,
) -> impl Iterator<Item = String> {
    let text = debris(paragraph);
    let mut blocks: Vec<String> = Vec::new();
    let mut block = String::new();
    let (mut words, mut sentences) = (0, 0);
    for sentence in sentences::sentences(&text) {
        if !block.is_empty() {
            block.push(' ');
        }
        block.push_str(sentence);
        words += sentence.split_whitespace().count();
        sentences += 1;
        if words >= words_min || sentences >= sentences_max {
            blocks.push(std::mem::take(&mut block));
            (words, sentences) = (0, 0);
        }
    }
    // A short rest belongs to what came before it.
    match blocks.last_mut() {
        Some(last) if !block.is_empty() && words < words_min / 2 => {
            last.push(' ');
            last.push_str(&block);
        }
        Some(_) | None if !block.is_empty() => blocks.push(block),
        Some(_) | None => {}
    }
    blocks.into_iter()
}
