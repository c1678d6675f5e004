//! Makes words inert in Markdown: whatever was said, it renders as those words and nothing else.

/// A paragraph of its own: also what would open a list, a heading or a rule is escaped.
pub(crate) fn inert(words: &str) -> String {
    let inside = inert_inside(words);
    let Some(first) = inside.chars().next() else {
        return inside;
    };
    if matches!(first, '#' | '+' | '-' | '=' | ':' | '>') {
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

/// Words of a heading, behind its marks. “C #” would lose its last sign, which closes a heading.
pub(crate) fn inert_heading(words: &str) -> String {
    let mut inside = inert_inside(words);
    if inside.ends_with('#') {
        inside.insert(inside.len() - 1, '\\');
    }
    inside
}

/// Words in the middle of a line.
pub(crate) fn inert_inside(words: &str) -> String {
    let mut out = String::with_capacity(words.len() + words.len() / 16);
    for (at, c) in words.char_indices() {
        let means_something = match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '~' | '|' | '$' | '^' | '{' | '}' => true,
            // “R&D” needs no help; “&lt;” would turn into something else.
            '&' => is_entity(&words[at + 1..]),
            _ => false,
        };
        if means_something {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// Whether what follows an ampersand makes it an entity.
pub(crate) fn is_entity(rest: &str) -> bool {
    const NAME_BYTES_MAX: usize = 40;
    let name = rest
        .bytes()
        .take(NAME_BYTES_MAX)
        .take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'#')
        .count();
    name > 0 && rest[name..].starts_with(';')
}
