//! Splits Rust source into code, comments and literals, so that a check sees only what it is about.
//!
//! Each view has the length of the source, with everything else blanked out: an offset means the same place in all of
//! them. That is also why the checks do not find themselves: their patterns and bad examples are literals.

use std::ops::Range;

#[derive(Debug)]
pub(crate) struct RustSource {
    pub(crate) code: String,
    pub(crate) comments: String,
    /// String and character literals, with their quotation marks.
    pub(crate) literals: String,
    tests: Vec<Range<usize>>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Comment,
    Literal,
}

impl RustSource {
    pub(crate) fn read(text: &str) -> RustSource {
        let mut code = text.as_bytes().to_vec();
        let mut comments = blank(text);
        let mut literals = blank(text);
        for (kind, span) in spans(text) {
            let view = match kind {
                Kind::Comment => &mut comments,
                Kind::Literal => &mut literals,
            };
            view[span.clone()].copy_from_slice(&text.as_bytes()[span.clone()]);
            code[span.clone()].copy_from_slice(&blank(&text[span]));
        }
        let code = as_text(code);
        RustSource {
            tests: test_items(&code),
            code,
            comments: as_text(comments),
            literals: as_text(literals),
        }
    }

    /// Whether this place is inside an item that is compiled for tests only.
    pub(crate) fn in_test_item(&self, offset: usize) -> bool {
        self.tests.iter().any(|range| range.contains(&offset))
    }
}

/// The end of the bracket that opens at `open`, in a view of code.
pub(crate) fn closing(code: &str, open: usize) -> usize {
    let mut depth = 0_usize;
    for (index, byte) in code.bytes().enumerate().skip(open) {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return index;
        }
    }
    code.len()
}

fn blank(text: &str) -> Vec<u8> {
    text.bytes()
        .map(|byte| if byte == b'\n' { b'\n' } else { b' ' })
        .collect()
}

/// Spans begin and end at ASCII bytes, so no character is cut in half.
fn as_text(bytes: Vec<u8>) -> String {
    String::from_utf8_lossy(&bytes).into_owned()
}

fn spans(text: &str) -> Vec<(Kind, Range<usize>)> {
    let mut spans = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let (kind, end) = match (text.as_bytes()[at], text.as_bytes().get(at + 1)) {
            (b'/', Some(b'/')) => (
                Some(Kind::Comment),
                text[at..].find('\n').map_or(text.len(), |n| at + n),
            ),
            (b'/', Some(b'*')) => (Some(Kind::Comment), block_comment(text, at)),
            (b'"', _) => (Some(Kind::Literal), quoted(text, at)),
            (b'r', _) => {
                raw_string(text, at).map_or((None, at + 1), |end| (Some(Kind::Literal), end))
            }
            (b'\'', _) => {
                character(text, at).map_or((None, at + 1), |end| (Some(Kind::Literal), end))
            }
            _ => (None, at + 1),
        };
        spans.extend(kind.map(|kind| (kind, at..end)));
        at = end;
    }
    spans
}

fn block_comment(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (start, 0_usize);
    while at + 1 < bytes.len() {
        match &bytes[at..at + 2] {
            b"/*" => (at, depth) = (at + 2, depth + 1),
            b"*/" => (at, depth) = (at + 2, depth - 1),
            _ => at += 1,
        }
        if depth == 0 {
            return at;
        }
    }
    bytes.len()
}

/// The end of a literal in quotation marks of the kind at `start`.
fn quoted(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let mut at = start + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            byte if byte == bytes[start] => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// `r"…"`, `r#"…"#` and, because the prefix before the `r` is of no interest, `br` and `cr`.
fn raw_string(text: &str, start: usize) -> Option<usize> {
    let before = text[..start].trim_end_matches(['b', 'c']);
    if before.ends_with(|c: char| c.is_alphanumeric() || c == '_') {
        return None;
    }
    let rest = &text[start + 1..];
    let n_hashes = rest.len() - rest.trim_start_matches('#').len();
    let body = rest[n_hashes..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(n_hashes));
    let body_start = text.len() - body.len();
    Some(
        body.find(&end)
            .map_or(text.len(), |n| body_start + n + end.len()),
    )
}

/// The end of a character literal, or nothing if the quotation mark begins a lifetime.
fn character(text: &str, start: usize) -> Option<usize> {
    let mut chars = text[start + 1..].chars();
    let first = chars.next()?;
    match (first, chars.next()) {
        ('\\', _) => Some(quoted(text, start)),
        (_, Some('\'')) => Some(start + 1 + first.len_utf8() + 1),
        _ => None,
    }
}

/// From each `#[cfg(test)]` to the end of the item it stands on.
fn test_items(code: &str) -> Vec<Range<usize>> {
    let tests = code.match_indices("[cfg(").filter(|(at, open)| {
        let condition = &code[at + open.len()..];
        let condition = condition.strip_prefix("all(").unwrap_or(condition);
        condition
            .strip_prefix("test")
            .is_some_and(|rest| rest.starts_with([')', ',']))
    });
    tests
        .map(|(at, _)| match code[..at].ends_with('!') {
            true => 0..code.len(),
            false => at..item_end(code, closing(code, at)),
        })
        .collect()
}

fn item_end(code: &str, start: usize) -> usize {
    match code[start..].find(['{', ';']).map(|n| start + n) {
        Some(open) if code.as_bytes()[open] == b'{' => closing(code, open),
        Some(semicolon) => semicolon,
        None => code.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, code: &str, comments: &str, literals: &str) {
        let source = RustSource::read(text);
        let words = |view: &str| view.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(words(&source.code), code, "code of {text}");
        assert_eq!(words(&source.comments), comments, "comments of {text}");
        assert_eq!(words(&source.literals), literals, "literals of {text}");
        assert_eq!(source.code.len(), text.len());
    }

    #[test]
    fn comments_are_told_from_code() {
        check("a(); // b \"c\"\nd();", "a(); d();", "// b \"c\"", "");
        check("a /* b /* c */ d */ e", "a e", "/* b /* c */ d */", "");
        check("a /* never ends", "a", "/* never ends", "");
    }

    #[test]
    fn literals_are_told_from_code() {
        check(r#"a("b // \" c", d)"#, "a( , d)", "", r#""b // \" c""#);
        check(r##"a(r#"b " c"#)"##, "a( )", "", r##"r#"b " c"#"##);
        check(r#"a(br"\", b)"#, "a(b , b)", "", r#"r"\""#);
        check("a(\"über\")", "a( )", "", "\"über\"");
        check("a(\"never ends", "a(", "", "\"never ends");
    }

    #[test]
    fn lifetimes_are_not_characters() {
        check(
            "fn a<'b>(c: &'b str) { '\"' }",
            "fn a<'b>(c: &'b str) { }",
            "",
            "'\"'",
        );
        check(
            r"a('\'', 'ü', '\u{1F}')",
            "a( , , )",
            "",
            r"'\'' 'ü' '\u{1F}'",
        );
        check("r#type(r)", "r#type(r)", "", "");
    }

    #[test]
    fn a_test_module_reaches_to_its_closing_brace() {
        let text = "fn a() {}\n#[cfg(test)]\nmod tests { fn b() { c() } }\nfn d() {}";
        let source = RustSource::read(text);
        assert!(!source.in_test_item(text.find("a()").unwrap()));
        assert!(source.in_test_item(text.find("c()").unwrap()));
        assert!(!source.in_test_item(text.find("d()").unwrap()));
    }

    #[test]
    fn a_test_module_in_another_file_does_not_swallow_the_rest() {
        let text = "#[cfg(test)]\nmod tests;\nfn a() {}";
        assert!(!RustSource::read(text).in_test_item(text.find("a()").unwrap()));
    }
}
