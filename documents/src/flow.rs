//! How pieces of running text are put side by side and cut apart again.

/// The paragraphs of a text, each as one line.
pub(crate) fn paragraphs(text: &str) -> Vec<String> {
    let mut paragraphs = Vec::new();
    let mut current = String::new();
    for line in text.lines() {
        if line.trim().is_empty() {
            if !current.is_empty() {
                paragraphs.push(std::mem::take(&mut current));
            }
        } else {
            append(&mut current, line);
        }
    }
    if !current.is_empty() {
        paragraphs.push(current);
    }
    paragraphs
}

/// Adds words to a running line, single-spaced.
pub(crate) fn append(line: &mut String, more: &str) {
    for (index, word) in more.split_whitespace().enumerate() {
        // Only where two lines meet was there no space to begin with.
        let unspaced = index == 0 && line.ends_with(is_unspaced) && word.starts_with(is_unspaced);
        if !line.is_empty() && !unspaced {
            line.push(' ');
        }
        line.push_str(word);
    }
}

/// Chinese and Japanese are written without spaces, so their lines are joined without one.
pub(crate) fn is_unspaced(c: char) -> bool {
    matches!(
        c,
        '\u{3000}'..='\u{30FF}'
            | '\u{3400}'..='\u{4DBF}'
            | '\u{4E00}'..='\u{9FFF}'
            | '\u{F900}'..='\u{FAFF}'
            | '\u{FF00}'..='\u{FF65}'
            | '\u{20000}'..='\u{3134F}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_flow_into_paragraphs() {
        assert_eq!(paragraphs("one\ntwo \n\n \n three\n"), ["one two", "three"]);
        assert_eq!(paragraphs("你好。\n我是 他"), ["你好。我是 他"]);
        assert!(paragraphs(" \n").is_empty());
    }
}
