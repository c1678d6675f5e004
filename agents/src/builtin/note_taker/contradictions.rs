//! Contradictions: a new sentence against what was said before, with both quotations.
//!
//! A false alarm costs the person's patience, so four narrow rules are preferred to one wide one, and anything that
//! speaks of change over time is taken to explain itself.

mod print;
mod reading;

use interview::{Claim, Contradiction, Speaker, Turn, TurnId};

use super::claims::is_exact;
use super::trimming::quotation;
use crate::builtin::cues::Cue;
use crate::builtin::heard::{Heard, Line};
use crate::text::sentences;
use print::Print;
use reading::{Clash, Reading};

const CONTRADICTIONS_MAX: usize = 2;
/// In a longer sentence what is denied and what is asserted cannot be told apart by looking.
const WORDS_MAX: u8 = 26;
/// The longest quotation inside a question that is spoken aloud.
const SPOKEN_WORDS_MAX: usize = 18;

/// The newest claims are enough: reading all of them would make a long conversation slower with every cycle.
const CLAIMS_COMPARED_MAX: usize = 60;

/// What was said before, ready to be held against something new.
pub(super) struct Before<'t> {
    statements: Vec<(Statement<'t>, Print)>,
}

/// Words of the person, exactly.
#[derive(Debug, Clone, Copy)]
struct Statement<'t> {
    text: &'t str,
    turn: TurnId,
    /// The byte of the turn at which it starts.
    at: usize,
}

impl<'t> Before<'t> {
    /// Every sentence of the window, and from the time before it what was noted as a claim.
    pub(super) fn of(window: &'t [Turn], claims: &'t [Claim]) -> Self {
        let oldest = window.first().map_or(TurnId(0), |turn| turn.id);
        let noted = claims
            .iter()
            .rev()
            .filter(|claim| claim.turn < oldest && is_exact(claim))
            .take(CLAIMS_COMPARED_MAX)
            .map(|claim| Statement {
                text: &claim.text,
                turn: claim.turn,
                at: 0,
            });
        let said = window
            .iter()
            .filter(|turn| turn.speaker == Speaker::Candidate && !turn.withdrawn)
            .flat_map(|turn| {
                let text = turn.text.as_str();
                sentences::ranges(text)
                    .into_iter()
                    .map(move |range| Statement {
                        at: range.start,
                        text: &text[range],
                        turn: turn.id,
                    })
            })
            .filter(|statement| is_statement(statement.text));
        Self {
            statements: noted
                .chain(said)
                .map(|statement| (statement, Print::of(statement.text)))
                .collect(),
        }
    }
}

fn is_statement(text: &str) -> bool {
    (12..=220).contains(&text.len()) && !text.ends_with('?') && !text.contains(['[', ']', '“', '"'])
}

/// The contradictions between a turn and what was said before it, the oldest first.
pub(super) fn find(heard: &Heard<'_>, before: &Before<'_>) -> Vec<Contradiction> {
    let mut found: Vec<Contradiction> = Vec::new();
    for line in heard.lines.iter().filter(|line| can_contradict(line)) {
        if found.len() >= CONTRADICTIONS_MAX {
            break;
        }
        let print = Print::of(line.text);
        let mut reading = None;
        for (statement, claimed) in &before.statements {
            if !claimed.may_clash(&print) || !comes_before(*statement, heard, line) {
                continue;
            }
            let second = reading.get_or_insert_with(|| Reading::of_line(heard, line));
            let earlier = Heard::new(statement.turn, statement.text);
            let Some(said) = earlier.lines.first().filter(|said| can_contradict(said)) else {
                continue;
            };
            if let Some(clash) = Reading::of_line(&earlier, said).clash(second) {
                found.push(describe(
                    quotation(&earlier, said),
                    statement.turn,
                    heard,
                    line,
                    clash,
                ));
                break;
            }
        }
    }
    found
}

/// Within one turn only what was said before counts, and a correction at once is not a contradiction.
fn comes_before(statement: Statement<'_>, heard: &Heard<'_>, line: &Line<'_>) -> bool {
    if statement.turn != heard.turn {
        return statement.turn < heard.turn;
    }
    statement.at < line.at
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
}

fn describe(
    first: &str,
    first_turn: TurnId,
    heard: &Heard<'_>,
    line: &Line<'_>,
    clash: Clash,
) -> Contradiction {
    let second = quotation(heard, line);
    let (one, other) = (spoken(first), spoken(second));
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
        description: format!("“{first}” against “{second}”"),
        first_quote: first.to_owned(),
        first_turn,
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
