//! Where one sentence ends and the next begins, so that the first can be heard while the second is being made.

/// A voice's memory grows with the square of the sentence; longer ones are cut at a comma or a space.
const SENTENCE_CHARS_MAX: usize = 280;

/// A full stop after these ends no sentence.
const ABBREVIATIONS: &[&str] = &[
    "mr", "mrs", "ms", "dr", "prof", "st", "vs", "etc", "e.g", "i.e", "jr", "sr", "no", "inc",
    "ltd", "co",
];

pub(crate) fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    for (at, sign) in text.char_indices() {
        let end = at + sign.len_utf8();
        if sign == '\n' || (ends(sign) && is_end(&text[start..at], sign, &text[end..])) {
            cut(&text[start..end], &mut found);
            start = end;
        }
    }
    cut(&text[start..], &mut found);
    found
}

fn ends(sign: char) -> bool {
    matches!(sign, '.' | '?' | '!' | '…')
}

fn is_end(before: &str, sign: char, after: &str) -> bool {
    // Closing quotation marks and further stops belong to the sentence that they end.
    let followed = after.starts_with(|it: char| it.is_whitespace()) || after.is_empty();
    let last = before
        .rsplit(|it: char| it.is_whitespace() || it == '(')
        .next()
        .unwrap_or_default();
    let is_initial = last.chars().count() == 1 && last.chars().all(char::is_uppercase);
    let short = is_initial && last != "I" || ABBREVIATIONS.contains(&last.to_lowercase().as_str());
    followed && !(sign == '.' && short && !after.trim().is_empty())
}

fn cut<'a>(sentence: &'a str, found: &mut Vec<&'a str>) {
    let mut rest = sentence.trim();
    while let Some((limit, _)) = rest.char_indices().nth(SENTENCE_CHARS_MAX) {
        let head = &rest[..limit];
        let at = head
            .rfind([',', ';', ':'])
            .map(|it| it + 1)
            .or_else(|| head.rfind(char::is_whitespace))
            .unwrap_or(limit);
        found.push(rest[..at].trim_end());
        rest = rest[at..].trim_start();
    }
    if rest.chars().any(char::is_alphanumeric) {
        found.push(rest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_ends_a_sentence_unless_it_belongs_to_a_word() {
        let text = "Dr. Smith paid $2.50. Did J. Doe know? So I did… \nYes! Etc.";
        assert_eq!(
            sentences(text),
            [
                "Dr. Smith paid $2.50.",
                "Did J. Doe know?",
                "So I did…",
                "Yes!",
                "Etc."
            ]
        );
    }

    #[test]
    fn nothing_to_say_is_no_sentence() {
        assert!(sentences(" … \n?! ").is_empty());
    }

    #[test]
    fn a_sentence_without_end_is_cut_and_nothing_is_lost() {
        let endless = "one two, ".repeat(200);
        let parts = sentences(&endless);
        assert!(
            parts
                .iter()
                .all(|it| it.chars().count() <= SENTENCE_CHARS_MAX)
        );
        assert_eq!(parts.join(" "), endless.trim());
        assert_eq!(sentences(&"x".repeat(1_000)).concat().len(), 1_000);
    }
}
