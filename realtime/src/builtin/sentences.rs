//! Cuts what is to be said into pieces, so that the first can be heard while the next is made.

use unicode_segmentation::UnicodeSegmentation;

/// A longer piece keeps the person waiting; it is cut where a speaker would breathe.
const PIECE_CHARS_MAX: usize = 220;
/// Nothing an interviewer says has more; what does goes on in the last piece.
const PIECES_MAX: usize = 64;
/// Speech servers refuse longer requests.
const LAST_PIECE_CHARS_MAX: usize = 4_000;

/// Joined, the pieces are the text.
pub(super) fn sentences(text: &str) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    for sentence in text.split_sentence_bounds() {
        let says_nothing = !sentence.chars().any(char::is_alphanumeric);
        match pieces.last_mut() {
            Some(last) if says_nothing || pieces_are_full(last, sentence) => {
                last.push_str(sentence)
            }
            Some(_) | None => pieces.extend(breaths(sentence)),
        }
    }
    let rest: String = pieces.drain(pieces.len().min(PIECES_MAX)..).collect();
    if let Some(last) = pieces.last_mut() {
        let room = LAST_PIECE_CHARS_MAX.saturating_sub(last.chars().count());
        last.extend(rest.chars().take(room));
    }
    pieces
}

/// "Dr." and "e.g." end no sentence: a piece this short goes with what follows it.
fn pieces_are_full(last: &str, sentence: &str) -> bool {
    const ABBREVIATION_CHARS_MAX: usize = 4;
    last.trim().chars().count() <= ABBREVIATION_CHARS_MAX
        && last.trim().ends_with('.')
        && last.chars().count() + sentence.chars().count() <= PIECE_CHARS_MAX
}

fn breaths(sentence: &str) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut rest = sentence;
    while rest.chars().count() > PIECE_CHARS_MAX {
        let end = rest
            .char_indices()
            .nth(PIECE_CHARS_MAX)
            .map_or(rest.len(), |(at, _)| at);
        let cut = [", ", "; ", ": ", " "]
            .iter()
            .find_map(|breath| Some(rest[..end].rfind(breath)? + breath.len()))
            .unwrap_or(end);
        let (piece, after) = rest.split_at(cut);
        pieces.push(piece.to_owned());
        rest = after;
    }
    if !rest.is_empty() {
        pieces.push(rest.to_owned());
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn each_sentence_is_a_piece_and_nothing_is_lost() {
        let text = "You spoke of the garage. Dr. Meier was there too! What did he say?";
        assert_eq!(
            sentences(text),
            [
                "You spoke of the garage. ",
                "Dr. Meier was there too! ",
                "What did he say?"
            ]
        );
    }

    #[test]
    fn a_long_sentence_is_cut_where_one_breathes() {
        let text = format!("{}, and then it went on", "so it was".repeat(23));
        let pieces = sentences(&text);
        assert_eq!(pieces.len(), 2);
        assert!(pieces[0].ends_with(", "), "{pieces:?}");
    }

    proptest! {
        #[test]
        fn joined_the_pieces_are_the_text(text in "[a-zäß ,.?!…]{0,600}") {
            prop_assert_eq!(sentences(&text).concat(), text);
        }
    }
}
