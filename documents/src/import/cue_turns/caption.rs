//! The lines of one cue: voices, dashes and names taken off, styling removed.

use crate::import::census::Speakers;
use crate::import::cues::Cue;
use crate::import::label::{self, Form, Label};

/// No tag is longer. Without a bound, a line of opening brackets would be searched to its end from each.
const TAG_BYTES_MAX: usize = 300;

/// One line of a caption.
pub(super) struct Line {
    /// From a voice tag, or from a label once it is known to be a speaker's.
    pub(super) name: Option<String>,
    pub(super) mark: Mark,
    pub(super) text: String,
}

/// How a line says that somebody else is speaking, without saying who.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    None,
    Dash,
    Arrows,
}

impl Line {
    /// What may be a name before a colon. A short line alone is a remark, not a name.
    pub(super) fn label(&self) -> Option<Label<'_>> {
        let unvoiced = self.name.is_none();
        label::find(&self.text).filter(|label| unvoiced && label.form != Form::Alone)
    }

    pub(super) fn take_name(&mut self, speakers: &Speakers) {
        let found = self
            .label()
            .filter(|label| speakers.know(label))
            .map(|label| (label.name.to_owned(), label.words.to_owned()));
        if let Some((name, words)) = found {
            self.name = Some(name);
            self.text = words;
        }
    }
}

pub(super) fn read(cue: &Cue<'_>) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut voice: Option<String> = None;
    for shown in &cue.lines {
        for (name, part) in voices(shown) {
            if name.is_some() {
                voice = name;
            }
            let text = plain(part);
            // Who has a name needs no dash; where there is one all the same, it was said.
            let (mark, text) = match voice {
                Some(_) => (Mark::None, text.trim()),
                None => marked(text.trim()),
            };
            if !text.is_empty() {
                let name = voice.clone();
                let text = text.to_owned();
                lines.push(Line { name, mark, text });
            }
        }
    }
    lines
}

/// Cuts a line at its voice tags: `<v Ann>Hello.</v> <v Bob>Hi.`
fn voices(line: &str) -> Vec<(Option<String>, &str)> {
    let mut parts = Vec::new();
    let mut name = None;
    let mut rest = line;
    let mut from = 0;
    while let Some(at) = rest[from..].find("<v").map(|at| from + at) {
        let tail = &rest[at + 2..];
        let near = &tail[..tail.floor_char_boundary(TAG_BYTES_MAX)];
        let tag = near
            .find(['>', '<'])
            .filter(|end| near[*end..].starts_with('>'))
            .map(|end| &near[..end])
            .filter(|tag| tag.starts_with([' ', '.', '\t']));
        let Some(tag) = tag else {
            from = at + 2;
            continue;
        };
        parts.push((name, &rest[..at]));
        // Classes stand before the name: `<v.loud Ann>`.
        let annotation = tag.split_once([' ', '\t']).map_or("", |(_, name)| name);
        let decoded = entities(annotation.trim());
        name = (!decoded.is_empty()).then_some(decoded);
        rest = &tail[tag.len() + 1..];
        from = 0;
    }
    parts.push((name, rest));
    parts
}

/// Takes a dash or `>>` off the beginning.
fn marked(line: &str) -> (Mark, &str) {
    if let Some(rest) = line.strip_prefix(">>") {
        return (Mark::Arrows, rest.trim_start_matches('>').trim_start());
    }
    match line.strip_prefix(['-', '–', '—', '‐']) {
        // `-5` and `--` are words; a dash for a speaker stands before a letter or a space.
        Some(rest) if rest.starts_with(|c: char| c.is_whitespace() || c.is_alphabetic()) => {
            (Mark::Dash, rest.trim_start())
        }
        Some(_) | None => (Mark::None, line),
    }
}

/// Words without `<i>`, `<00:00:01.000>`, `{\an8}`; entities as what they stand for.
fn plain(part: &str) -> String {
    let mut out = String::with_capacity(part.len());
    let mut rest = part;
    while let Some(at) = rest.find(['<', '{']) {
        let (before, tail) = rest.split_at(at);
        out.push_str(before);
        let near = &tail[..tail.floor_char_boundary(TAG_BYTES_MAX)];
        let (closing, is_tag): (char, fn(char) -> bool) = if tail.starts_with('<') {
            ('>', |c| c.is_ascii_alphanumeric() || c == '/')
        } else {
            ('}', |c| c == '\\')
        };
        let end = near.find(closing).filter(|_| near[1..].starts_with(is_tag));
        match end {
            Some(end) => rest = &tail[end + 1..],
            None => {
                out.push_str(&tail[..1]);
                rest = &tail[1..];
            }
        }
    }
    out.push_str(rest);
    entities(&out)
}

fn entities(text: &str) -> String {
    if !text.contains('&') {
        return text.to_owned();
    }
    // The ampersand last, so that `&amp;lt;` becomes `&lt;` and stays it.
    [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&nbsp;", " "),
        ("&quot;", "\""),
        ("&lrm;", "\u{200e}"),
        ("&rlm;", "\u{200f}"),
        ("&amp;", "&"),
    ]
    .iter()
    .fold(text.to_owned(), |text, (written, meant)| {
        text.replace(written, meant)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn voices_dashes_and_styling_are_taken_off() {
        let table = [
            ("<v Ann Lee>Hello.", "Ann Lee/None/Hello."),
            (
                "<v.loud Ann>Hello.</v> <v Bob>Hi.</v>",
                "Ann/None/Hello. Bob/None/Hi.",
            ),
            ("- Hello", "-/Dash/Hello"),
            (">> Hello", "-/Arrows/Hello"),
            ("-5 degrees", "-/None/-5 degrees"),
            (
                "<i>So</i> {\\an8}it <00:00:01.000><c> goes</c>",
                "-/None/So it  goes",
            ),
            ("1 < 2 &amp;&lt;b&gt; &amp;lt;", "-/None/1 < 2 &<b> &lt;"),
            ("<verse>a</verse>", "-/None/a"),
            ("<v Ann", "-/None/<v Ann"),
            ("<<<<", "-/None/<<<<"),
        ];
        for (shown, expected) in table {
            let cue = Cue {
                id: "",
                start_ms: 0,
                end_ms: 0,
                lines: vec![shown],
            };
            let lines: Vec<String> = read(&cue)
                .iter()
                .map(|line| {
                    let name = line.name.as_deref().unwrap_or("-");
                    format!("{name}/{:?}/{}", line.mark, line.text)
                })
                .collect();
            assert_eq!(lines.join(" "), expected, "{shown:?}");
        }
    }
}
