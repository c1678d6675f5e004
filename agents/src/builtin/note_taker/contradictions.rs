//! Contradictions: a new sentence against what was claimed before, with both quotations.
//!
//! A false alarm costs the person's patience, so four narrow rules are preferred to one wide one, and anything that
//! speaks of change over time is taken to explain itself.

mod reading;

use interview::{Claim, Contradiction};

use super::trimming::quotation;
use crate::builtin::cues::Cue;
use crate::builtin::heard::{Heard, Line};
use reading::{Clash, Reading};

const CONTRADICTIONS_MAX: usize = 2;
/// The longest quotation inside a question that is spoken aloud.
const SPOKEN_WORDS_MAX: usize = 18;

/// The contradictions between a turn and the claims before it, the oldest claims first.
pub(super) fn find(heard: &Heard<'_>, noted: &[Claim], fresh: &[Claim]) -> Vec<Contradiction> {
    let mut found: Vec<Contradiction> = Vec::new();
    let earlier: Vec<(&Claim, Print)> = noted
        .iter()
        .chain(fresh)
        .map(|claim| (claim, Print::of(&claim.text)))
        .collect();
    for line in heard.lines.iter().filter(|line| can_contradict(line)) {
        if found.len() >= CONTRADICTIONS_MAX {
            break;
        }
        let print = Print::of(line.text);
        let mut reading = None;
        for (claim, claimed) in &earlier {
            if !claimed.meets(print) {
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

/// Whether a sentence is the kind that can be held against another.
fn can_contradict(line: &Line<'_>) -> bool {
    (3..=40).contains(&line.len())
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

/// The first three letters of every longer word, as bits: texts without a common bit have no word in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Print(u128);

impl Print {
    fn of(text: &str) -> Self {
        let mut bits = 0_u128;
        for word in text.as_bytes().split(|byte| !byte.is_ascii_alphanumeric()) {
            if word.len() < 4 || is_common(word) {
                continue;
            }
            let hash = word[..3].iter().fold(0_u32, |hash, byte| {
                hash.wrapping_mul(31)
                    .wrapping_add(u32::from(byte.to_ascii_lowercase()))
            });
            bits |= 1 << (hash.wrapping_mul(0x9E37_79B9) >> 25);
        }
        Self(bits)
    }

    fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// Words that every second sentence has.
fn is_common(word: &[u8]) -> bool {
    const COMMON: [&[u8]; 22] = [
        b"that", b"this", b"with", b"have", b"they", b"were", b"from", b"what", b"when", b"there",
        b"would", b"about", b"just", b"really", b"very", b"because", b"think", b"know", b"like",
        b"your", b"them", b"their",
    ];
    COMMON
        .iter()
        .any(|common| word.eq_ignore_ascii_case(common))
}

#[cfg(test)]
mod tests;
