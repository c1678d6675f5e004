//! Makes words inert in Markdown: whatever was said, it renders as those words and nothing else.

/// A paragraph of its own: also what would open a list, a heading or a rule is escaped.
pub(crate) fn inert(words: &str) -> String {
    let inside = inert_inside(words);
    let Some(first) = inside.chars().next() else {
        return inside;
    };
    if matches!(first, '#' | '+' | '-' | '=' | ':') {
        return format!("\\{inside}");
    }
    // `1990. That was the year` would become a list with the number 1990.
    let digits = inside.bytes().take_while(u8::is_ascii_digit).count();
    match inside[digits..].chars().next() {
        Some('.' | ')') if digits > 0 => {
            format!("{}\\{}", &inside[..digits], &inside[digits..])
        }
        Some(_) | None => inside,
    }
}

/// Words in the middle of a line.
pub(crate) fn inert_inside(words: &str) -> String {
    let mut out = String::with_capacity(words.len() + words.len() / 16);
    for c in words.chars() {
        if matches!(
            c,
            '\\' | '`'
                | '*'
                | '_'
                | '['
                | ']'
                | '<'
                | '>'
                | '~'
                | '|'
                | '&'
                | '$'
                | '^'
                | '{'
                | '}'
        ) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
