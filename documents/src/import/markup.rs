//! Takes Markdown's marks off a paragraph, so that only the words are left.

/// The words of a paragraph: escapes undone, emphasis and code marks gone, links as their text.
pub(crate) fn plain(paragraph: &str) -> String {
    const MARKS: [char; 7] = ['\\', '*', '_', '[', '`', '<', '&'];
    let mut out = String::with_capacity(paragraph.len());
    let mut rest = paragraph;
    while let Some(at) = rest.find(MARKS) {
        let (before, tail) = rest.split_at(at);
        out.push_str(before);
        let read = escape(tail)
            .or_else(|| emphasis(tail, out.chars().next_back()))
            .or_else(|| link(tail))
            .or_else(|| code(tail))
            .or_else(|| line_break(tail))
            .or_else(|| entity(tail));
        let (words, after) = read.unwrap_or_else(|| tail.split_at(1));
        out.push_str(words);
        rest = after;
    }
    out.push_str(rest);
    out
}

/// What a mark at the beginning of the text stands for, and the text behind it.
type Read<'a> = Option<(&'a str, &'a str)>;

/// A backslash takes the meaning from any punctuation behind it.
fn escape(tail: &str) -> Read<'_> {
    let after = tail.strip_prefix('\\')?;
    let next = after.chars().next()?;
    next.is_ascii_punctuation().then(|| after.split_at(1))
}

/// A run of stars or underscores that opens or closes something; `2 * 3` and `snake_case` are neither.
fn emphasis(tail: &str, before: Option<char>) -> Read<'_> {
    let mark = tail.chars().next().filter(|c| matches!(c, '*' | '_'))?;
    let after = tail.trim_start_matches(mark);
    let length = tail.len() - after.len();
    let edge = |c: Option<char>| c.is_none_or(char::is_whitespace);
    let next = after.chars().next();
    let inside_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    if edge(before) && edge(next) {
        return Some(tail.split_at(length));
    }
    if mark == '_' && inside_word(before) && inside_word(next) {
        return Some(tail.split_at(length));
    }
    let run = &tail[..length];
    // A mark without its partner is a character like any other.
    let paired = if edge(before) || !edge(next) && !inside_word(before) {
        after.contains(run)
    } else {
        true
    };
    if paired && length <= 3 {
        Some(("", after))
    } else {
        Some(tail.split_at(length))
    }
}

/// `[text](address)` is its text.
fn link(tail: &str) -> Read<'_> {
    // Each search ends at the next bracket, so that a file of nothing but brackets is read once, not from each.
    let text = up_to(tail.strip_prefix('[')?, &['[', ']', '\n', '\\'])?;
    let after = tail[1 + text.len()..].strip_prefix("](")?;
    let address = up_to(after, &['[', '(', ')', ' ', '\t', '\n'])?;
    let after = after[address.len()..].strip_prefix(')')?;
    Some((text, after))
}

fn up_to<'a>(text: &'a str, ends: &[char]) -> Option<&'a str> {
    text.find(ends).map(|end| &text[..end])
}

/// `` `code` `` is its text.
fn code(tail: &str) -> Read<'_> {
    let (text, after) = tail.strip_prefix('`')?.split_once('`')?;
    (!text.is_empty()).then_some((text, after))
}

fn line_break(tail: &str) -> Read<'_> {
    ["<br>", "<br/>", "<br />"]
        .iter()
        .find_map(|tag| tail.strip_prefix(tag))
        .map(|after| (" ", after))
}

fn entity(tail: &str) -> Read<'_> {
    const ENTITIES: [(&str, &str); 6] = [
        ("&amp;", "&"),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&nbsp;", " "),
    ];
    ENTITIES
        .iter()
        .find_map(|(written, meant)| Some((*meant, tail.strip_prefix(written)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_go_and_words_stay() {
        let table = [
            ("a **bold** and *soft* word", "a bold and soft word"),
            ("a __bold__ and _soft_ word.", "a bold and soft word."),
            ("***all***", "all"),
            ("2 * 3 * 4", "2 * 3 * 4"),
            ("snake_case_name", "snake_case_name"),
            ("a lone *star", "a lone *star"),
            (
                r"\*not soft\* \[x\] C:\\new \# 1\.",
                r"*not soft* [x] C:\new # 1.",
            ),
            ("see [the page](https://example.org)", "see the page"),
            ("[laughs] (softly)", "[laughs] (softly)"),
            ("run `cargo test`", "run cargo test"),
            ("R&amp;D &lt;b&gt; AT&T", "R&D <b> AT&T"),
            ("one<br>two", "one two"),
            ("1 < 2", "1 < 2"),
            ("1990. That was the year", "1990. That was the year"),
        ];
        for (given, words) in table {
            assert_eq!(plain(given), words, "{given:?}");
        }
    }
}
