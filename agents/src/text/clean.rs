//! Makes spoken words readable: debris out, fillers out, false starts mended. Only leaves out; never adds a word.

mod debris;
mod filler_lists;
mod fillers;
mod restarts;
mod tokens;

use super::sentences;

pub use debris::debris;
pub use tokens::capitalise;

/// The readable sentences of a turn. A sentence of which nothing is left is left out.
#[must_use]
pub fn sentences(turn: &str) -> Vec<String> {
    let text = debris(turn);
    sentences::sentences(&text)
        .map(sentence)
        .filter(|text| !text.is_empty())
        .collect()
}

/// One sentence without fillers, stutters and false starts.
#[must_use]
pub fn sentence(text: &str) -> String {
    let mut tokens = tokens::tokens(text);
    fillers::remove_fillers(&mut tokens);
    let before = tokens.len();
    restarts::mend_restarts(&mut tokens);
    if tokens.len() < before {
        // A false start may have hidden a filler at the front.
        fillers::remove_fillers(&mut tokens);
    }
    tokens::write(&tokens)
}

/// Whether the text stops in the middle: "it seemed like a great way to."
#[must_use]
pub fn breaks_off(text: &str) -> bool {
    let start = text.len().saturating_sub(70);
    let start = (start..=text.len())
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0);
    restarts::breaks_off(&tokens::tokens(&text[start..]))
}

#[cfg(test)]
mod tests;
