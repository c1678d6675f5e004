//! The quotation check: what stands in quotation marks was said.

use unicode_segmentation::UnicodeSegmentation;

/// Whether these words were said in this order, without a gap. Punctuation, case and spacing may differ.
#[must_use]
pub fn was_said(said: &str, quote: &str) -> bool {
    let mut wanted = folded(quote).peekable();
    if wanted.peek().is_none() {
        return false;
    }
    // The common case: the very same characters.
    if said.contains(quote) {
        return true;
    }
    let wanted: Vec<String> = wanted.collect();
    let said: Vec<String> = folded(said).collect();
    said.windows(wanted.len()).any(|window| window == wanted)
}

fn folded(text: &str) -> impl Iterator<Item = String> + '_ {
    text.unicode_words()
        .map(|word| word.to_lowercase().replace('’', "'"))
}

/// The stretches of a text that stand in double quotation marks, without the marks.
#[must_use]
pub fn quotations(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut open: Option<usize> = None;
    for (at, mark) in text.char_indices() {
        match (mark, open) {
            ('“', _) | ('"', None) => open = Some(at + mark.len_utf8()),
            ('”' | '"', Some(start)) => {
                found.push(&text[start..at]);
                open = None;
            }
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn said_means_these_words_in_this_order() {
        let said = "Well, failing fast — that's what we did. It wasn’t pretty.";
        assert!(was_said(said, "failing fast, that's what we did"));
        assert!(was_said(said, "it wasn't pretty"));
        assert!(!was_said(said, "failing fast wasn't pretty"));
        assert!(!was_said(said, ""));
    }

    #[test]
    fn quotations_are_found_in_both_kinds_of_marks() {
        assert_eq!(
            quotations("He said “go on” and \"stop\"."),
            ["go on", "stop"]
        );
        assert!(quotations("an open “mark").is_empty());
    }
}
