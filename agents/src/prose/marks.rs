//! Quotation marks of every fashion: where quotations begin and end in a text.

/// A text in pieces: what is quoted, and what stands around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece<'t> {
    Plain(&'t str),
    /// Without its marks.
    Quoted(&'t str),
    /// `{turn_7: words}`: where the words stand, and enough of them to find them.
    Reference {
        named: &'t str,
        words: &'t str,
    },
}

/// References longer than this are no references.
const REFERENCE_BYTES_MAX: usize = 2_000;

/// Cuts a text at its quotation marks and references. Marks without a partner are left out.
pub(super) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut plain = 0;
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let inside = at + c.len_utf8();
        let found = match c {
            '{' => reference(text, inside),
            _ => closing(c).and_then(|closers| quotation(text, at, inside, closers)),
        };
        match found {
            Some((piece, end)) => {
                push_plain(&mut pieces, &text[plain..at]);
                pieces.push(piece);
                plain = end;
                at = end;
            }
            None if is_double(c) || matches!(c, '{' | '}') => {
                push_plain(&mut pieces, &text[plain..at]);
                plain = inside;
                at = inside;
            }
            None => at = inside,
        }
    }
    push_plain(&mut pieces, &text[plain..]);
    pieces
}

fn push_plain<'t>(pieces: &mut Vec<Piece<'t>>, text: &'t str) {
    if !text.is_empty() {
        pieces.push(Piece::Plain(text));
    }
}

/// The marks that close what this one opens.
fn closing(open: char) -> Option<&'static [char]> {
    Some(match open {
        '“' | '‟' => &['”', '"'],
        '”' => &['”'],
        '"' | '＂' => &['"', '”', '＂'],
        '„' => &['“', '”', '"'],
        '«' => &['»'],
        '»' => &['«'],
        '「' => &['」'],
        '『' => &['』'],
        '‘' => &['’', '\''],
        '\'' => &['\'', '’'],
        _ => return None,
    })
}

/// Marks that are never part of a word.
pub(super) fn is_double(c: char) -> bool {
    matches!(
        c,
        '“' | '”' | '„' | '‟' | '"' | '＂' | '«' | '»' | '「' | '」' | '『' | '』'
    )
}

fn quotation<'t>(
    text: &'t str,
    at: usize,
    inside: usize,
    closers: &[char],
) -> Option<(Piece<'t>, usize)> {
    let single = text[at..].starts_with(['‘', '\'']);
    let rest = &text[inside..];
    if single {
        let before = text[..at].chars().next_back();
        let next = rest.chars().next();
        // “’90s” and “dogs’ ” are no quotations.
        if before.is_some_and(char::is_alphanumeric) || !next.is_some_and(char::is_alphabetic) {
            return None;
        }
    }
    let mut from = 0;
    while let Some(found) = rest[from..].find(closers) {
        let end = from + found;
        let mark = rest[end..].chars().next().map_or(1, char::len_utf8);
        let after = rest[end + mark..].chars().next();
        if !single || !after.is_some_and(char::is_alphanumeric) {
            let words = &rest[..end];
            // An opening mark inside means that this one was left open.
            let torn = words.contains(is_double) && !single;
            return (!torn).then_some((Piece::Quoted(words), inside + end + mark));
        }
        from = end + mark;
    }
    None
}

/// `turn_7: the first words … the last words}`
fn reference(text: &str, inside: usize) -> Option<(Piece<'_>, usize)> {
    let rest = &text[inside..];
    let end = rest
        .find(['{', '}'])
        .filter(|end| *end <= REFERENCE_BYTES_MAX && rest[*end..].starts_with('}'))?;
    let (named, words) = rest[..end].split_once([':', ' ', '|'])?;
    let named = named.trim();
    named
        .contains("turn_")
        .then_some((Piece::Reference { named, words }, inside + end + 1))
}

/// The words without any marks around or inside them.
pub(super) fn bare(text: &str) -> String {
    pieces(text)
        .iter()
        .map(|piece| match piece {
            Piece::Plain(text) | Piece::Quoted(text) => *text,
            Piece::Reference { words, .. } => words.trim(),
        })
        .collect::<String>()
        .trim()
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotations_of_every_fashion_are_found() {
        for text in [
            "He said “go on” twice.",
            "He said \"go on\" twice.",
            "He said «go on» twice.",
            "He said „go on“ twice.",
            "He said ‘go on’ twice.",
            "He said 'go on' twice.",
        ] {
            assert_eq!(
                pieces(text),
                [
                    Piece::Plain("He said "),
                    Piece::Quoted("go on"),
                    Piece::Plain(" twice.")
                ],
                "{text}"
            );
        }
    }

    #[test]
    fn apostrophes_are_no_marks() {
        for text in [
            "It wasn't the workers' fault in the '90s.",
            "It wasn’t the workers’ fault in the ’90s.",
        ] {
            assert_eq!(pieces(text), [Piece::Plain(text)]);
        }
    }

    #[test]
    fn a_mark_without_its_partner_goes() {
        assert_eq!(
            bare("An open “mark and a \"stray one"),
            "An open mark and a stray one"
        );
    }

    #[test]
    fn a_reference_names_its_turn() {
        assert_eq!(
            pieces("{turn_7: we went … home}"),
            [Piece::Reference {
                named: "turn_7",
                words: " we went … home"
            }]
        );
        assert_eq!(bare("a {brace} b"), "a brace b");
    }
}
