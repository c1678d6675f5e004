//! Sorts the lines of a Markdown or plain text: headings, front matter, times, labels, words.

use super::label::{self, Label};

/// Front matter is short; a rule that is never closed is a rule.
const FRONT_MATTER_LINES_MAX: usize = 200;

/// One line of a transcript.
pub(super) enum Line<'a> {
    Blank,
    Heading(&'a str),
    /// A time that has the line to itself, and belongs to what follows.
    Time(u64),
    Text(Text<'a>),
}

pub(super) struct Text<'a> {
    pub(super) words: &'a str,
    pub(super) label: Option<Label<'a>>,
    pub(super) indented: bool,
    pub(super) begins_paragraph: bool,
}

/// What the lines above the talk say about it.
#[derive(Default)]
pub(super) struct Front {
    pub(super) title: Option<String>,
    pub(super) source: Option<String>,
}

pub(super) fn sort(text: &str) -> (Front, Vec<Line<'_>>) {
    let (front, body) = front_matter(text);
    let mut lines = Vec::new();
    let mut after_blank = true;
    let mut in_comment = false;
    for raw in body.lines() {
        let line = sorted(raw, after_blank, &mut in_comment);
        // Words behind anything but words begin a paragraph.
        after_blank = !matches!(line, Line::Text(_));
        lines.push(line);
    }
    (front, lines)
}

fn sorted<'a>(raw: &'a str, begins_paragraph: bool, in_comment: &mut bool) -> Line<'a> {
    let line = raw.trim();
    if *in_comment || line.starts_with("<!--") {
        *in_comment = !line.contains("-->");
        return Line::Blank;
    }
    if line.is_empty() || is_rule(line) {
        return Line::Blank;
    }
    if let Some(heading) = heading(line) {
        return Line::Heading(heading);
    }
    let (time, rest) = label::leading_time(line);
    if let Some(time) = time
        && rest.trim().is_empty()
    {
        return Line::Time(time.from);
    }
    let words = line.strip_prefix("> ").unwrap_or(line);
    Line::Text(Text {
        words,
        label: label::find(words),
        indented: raw.starts_with([' ', '\t']),
        begins_paragraph,
    })
}

/// `---`, `***`, `* * *`, `=====`
fn is_rule(line: &str) -> bool {
    let mut marks = line.chars().filter(|c| !c.is_whitespace());
    let Some(first) = marks.next() else {
        return false;
    };
    let mut length = 1;
    let same = marks.all(|c| {
        length += 1;
        c == first
    });
    same && length >= 3 && matches!(first, '-' | '*' | '_' | '=' | '~' | '#')
}

fn heading(line: &str) -> Option<&str> {
    let text = line.trim_start_matches('#');
    let level = line.len() - text.len();
    let is_heading = (1..=6).contains(&level) && text.starts_with([' ', '\t']);
    is_heading.then(|| text.trim().trim_end_matches('#').trim_end())
}

fn front_matter(text: &str) -> (Front, &str) {
    let mut front = Front::default();
    let Some(body) = text.trim_start().strip_prefix("---\n") else {
        return (front, text);
    };
    let mut rest = body;
    for _ in 0..FRONT_MATTER_LINES_MAX {
        let Some((line, after)) = rest.split_once('\n') else {
            break;
        };
        if matches!(line.trim_end(), "---" | "...") {
            return (front, after);
        }
        let value = |value: &str| Some(value.trim().trim_matches(['"', '\'']).to_owned());
        match line.split_once(':') {
            Some(("title", title)) => front.title = value(title),
            Some(("source" | "url", source)) => front.source = value(source),
            Some(_) | None => {}
        }
        rest = after;
    }
    (Front::default(), text)
}

impl Text<'_> {
    /// The time at the beginning of a line that names nobody, and the words behind it.
    pub(super) fn stamped(&self) -> (Option<u64>, &str) {
        let (time, rest) = label::leading_time(self.words);
        // A bare number is speech (“10:30 was too late”); only brackets make it a time.
        match time {
            Some(time) if self.words.starts_with(['[', '(']) => (Some(time.from), rest),
            Some(_) | None => (None, self.words),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> String {
        let (front, lines) = sort(text);
        let kind = |line: &Line<'_>| match line {
            Line::Blank => '.',
            Line::Heading(_) => 'H',
            Line::Time(_) => 'T',
            Line::Text(text) if text.begins_paragraph => 'P',
            Line::Text(_) => 'p',
        };
        let kinds: String = lines.iter().map(kind).collect();
        format!("{}{kinds}", front.title.unwrap_or_default())
    }

    #[test]
    fn lines_are_sorted() {
        let table = [
            ("# Title\n\nwords\nmore", "H.Pp"),
            ("---\ntitle: \"Talk\"\ntags: [a]\n---\nwords", "TalkP"),
            ("---\nwords\nmore", ".Pp"),
            ("words\n***\nwords", "P.P"),
            ("[00:01:00]\nwords", "TP"),
            ("<!-- one\ntwo -->\nwords", "..P"),
            ("#1 is the first", "P"),
        ];
        for (text, expected) in table {
            assert_eq!(kinds(text), expected, "{text:?}");
        }
    }
}
