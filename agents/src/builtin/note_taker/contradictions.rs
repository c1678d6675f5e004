//! Contradictions: a new sentence against what was claimed before, with both quotations.
//!
//! A false alarm costs the person's patience, so four narrow rules are preferred to one wide one, and anything that
//! speaks of change over time is taken to explain itself.

mod print;
mod reading;

use interview::{Claim, Contradiction};

use super::claims::is_exact;
use super::trimming::quotation;
use crate::builtin::cues::Cue;
use crate::builtin::heard::{Heard, Line};
use print::Print;
use reading::{Clash, Reading};

const CONTRADICTIONS_MAX: usize = 2;
/// In a longer sentence what is denied and what is asserted cannot be told apart by looking.
const WORDS_MAX: u8 = 26;
/// The longest quotation inside a question that is spoken aloud.
const SPOKEN_WORDS_MAX: usize = 18;

/// The contradictions between a turn and the claims before it, the oldest claims first.
pub(super) fn find<'c>(
    heard: &Heard<'_>,
    earlier: impl Iterator<Item = &'c Claim>,
    own: &'c [Claim],
) -> Vec<Contradiction> {
    let mut found: Vec<Contradiction> = Vec::new();
    let claims: Vec<(&Claim, Print)> = earlier
        .chain(own)
        .filter(|claim| is_exact(claim))
        .map(|claim| (claim, Print::of(&claim.text)))
        .collect();
    for line in heard.lines.iter().filter(|line| can_contradict(line)) {
        if found.len() >= CONTRADICTIONS_MAX {
            break;
        }
        let print = Print::of(line.text);
        let mut reading = None;
        for (claim, claimed) in &claims {
            if !claimed.may_clash(print) || !comes_before(claim, heard, line) {
                continue;
            }
            let second = reading.get_or_insert_with(|| Reading::of_line(heard, line));
            let before = Heard::new(claim.turn, &claim.text);
            let Some(said) = before.lines.first() else {
                continue;
            };
            let first = Reading::of_line(&before, said);
            if let Some(clash) = first.clash(second) {
                found.push(describe(claim, heard, line, clash));
                break;
            }
        }
    }
    found
}

/// Within one turn only what was said before counts, and a correction at once is not a contradiction.
fn comes_before(claim: &Claim, heard: &Heard<'_>, line: &Line<'_>) -> bool {
    claim.turn != heard.turn
        || heard
            .text
            .find(&claim.text)
            .is_some_and(|at| at + claim.text.len() <= line.at)
            && ![" no ", " actually ", " i mean ", " or rather "]
                .iter()
                .any(|correction| line.words.starts_with(correction))
}

/// Whether a sentence is the kind that can be held against another.
fn can_contradict(line: &Line<'_>) -> bool {
    (3..=usize::from(WORDS_MAX)).contains(&line.len())
        && line.content >= 1
        && !line.is_question()
        && !line.has_insertion()
        && !line.cues.has(Cue::Chat)
        && !line.cues.has(Cue::Ignorance)
        && !line.cues.has(Cue::Shift)
}

fn describe(claim: &Claim, heard: &Heard<'_>, line: &Line<'_>, clash: Clash) -> Contradiction {
    let second = quotation(heard, line);
    let (one, other) = (spoken(&claim.text), spoken(second));
    let question = match clash {
        Clash::Numbers => {
            format!("Earlier you said “{one}”, and just now “{other}”. Which figure is right?")
        }
        Clash::Practice => {
            format!("You said “{one}”, and also “{other}”. What made the difference?")
        }
        Clash::Polarity | Clash::Antonyms => {
            format!(
                "Earlier you said “{one}”, and just now “{other}”. How do those two go together?"
            )
        }
    };
    Contradiction {
        description: format!("“{}” against “{}”", claim.text, second),
        first_quote: claim.text.clone(),
        first_turn: claim.turn,
        second_quote: second.to_owned(),
        second_turn: heard.turn,
        suggested_clarification_question: question,
    }
}

/// A quotation short enough to be said in a question: still contiguous words.
fn spoken(quote: &str) -> &str {
    let bare = quote.trim_end_matches(['.', ',', '!', ';', ' ']);
    let mut end = bare.len();
    if let Some((at, _)) = bare
        .char_indices()
        .filter(|(_, letter)| letter.is_whitespace())
        .nth(SPOKEN_WORDS_MAX - 1)
    {
        end = bare[..at]
            .rfind([',', ';', '—'])
            .filter(|cut| *cut > at / 2)
            .unwrap_or(at);
    }
    bare[..end].trim_end_matches([',', ';', '—', ' '])
}

#[cfg(test)]
mod tests;
