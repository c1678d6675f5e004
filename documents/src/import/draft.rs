//! What a reader found, before it is known who was interviewed.

use super::roles::NAMES_MAX;

/// A transcript with the names that its file uses.
#[derive(Default)]
pub(crate) struct Draft {
    pub(crate) title: Option<String>,
    pub(crate) interviewers: Vec<String>,
    pub(crate) interviewees: Vec<String>,
    pub(crate) source: Option<String>,
    pub(crate) said: Vec<Said>,
}

/// Words of somebody, named or not.
#[derive(Default)]
pub(crate) struct Said {
    pub(crate) name: Option<String>,
    pub(crate) text: String,
    pub(crate) start_ms: Option<u64>,
    pub(crate) end_ms: Option<u64>,
}

impl Draft {
    /// Cleans every text and drops what is empty afterwards. Returns how many NUL characters went.
    pub(crate) fn clean(&mut self) -> usize {
        let mut nuls = 0;
        for said in &mut self.said {
            nuls += said.text.bytes().filter(|byte| *byte == 0).count();
            said.text = cleaned(&said.text);
        }
        self.said.retain(|said| !said.text.is_empty());
        for field in [&mut self.title, &mut self.source] {
            *field = field.take().map(|text| one_line(&text));
            field.take_if(|text| text.is_empty());
        }
        for names in [&mut self.interviewers, &mut self.interviewees] {
            names.truncate(NAMES_MAX);
            for name in names.iter_mut() {
                *name = one_line(name);
            }
            names.retain(|name| !name.is_empty());
        }
        nuls
    }
}

/// One space between words, nothing around them, no NUL.
fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.extend(word.chars().filter(|c| *c != '\0'));
    }
    line
}

/// Lines trimmed, paragraphs one blank line apart, nothing around the whole.
fn cleaned(text: &str) -> String {
    let text = with_line_breaks(text);
    let mut clean = String::with_capacity(text.len());
    let mut blank = false;
    for line in text.lines() {
        let line = line.trim_matches(|c: char| c.is_whitespace() || c == '\0');
        if line.is_empty() {
            blank = true;
            continue;
        }
        if !clean.is_empty() {
            clean.push_str(if blank { "\n\n" } else { "\n" });
        }
        clean.extend(line.chars().filter(|c| *c != '\0'));
        blank = false;
    }
    clean
}

/// Line breaks that somebody's export wrote as a backslash and an “n”.
///
/// A single one before a small letter stays: `C:\new` is a path.
fn with_line_breaks(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let (before, tail) = rest.split_at(at);
        out.push_str(before);
        let after = tail.strip_prefix("\\r").unwrap_or(tail);
        let Some(after) = after.strip_prefix("\\n") else {
            out.push('\\');
            rest = &tail[1..];
            continue;
        };
        let again = after.trim_start_matches("\\r").starts_with("\\n");
        if again || out.ends_with('\n') || !after.starts_with(char::is_lowercase) {
            out.push('\n');
            rest = after;
        } else {
            out.push('\\');
            rest = &tail[1..];
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cleaned() {
        let table = [
            ("  one  ", "one"),
            ("one\\n\\n two", "one\n\ntwo"),
            ("one\\n\\ntwo", "one\n\ntwo"),
            ("one\\r\\n\\r\\ntwo", "one\n\ntwo"),
            ("one.\\nTwo", "one.\nTwo"),
            ("in C:\\new", "in C:\\new"),
            ("a \\ b", "a \\ b"),
            ("one\r\n\r\n\r\n\r\ntwo", "one\n\ntwo"),
            ("o\0ne", "one"),
            (" \0 ", ""),
            ("  \n one \n two \n", "one\ntwo"),
        ];
        for (given, clean) in table {
            assert_eq!(cleaned(given), clean, "{given:?}");
        }
    }
}
