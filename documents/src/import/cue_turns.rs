//! Puts cues together into turns: whose they are, and where one turn ends.

mod caption;

use interview::TurnId;

use super::ImportError;
use super::census::Census;
use super::cues::{self, Cue};
use super::draft::{Draft, Said};
use crate::flow;
use caption::{Line, Mark};

/// A longer silence ends a turn, even if the same person goes on.
const PAUSE_MS: u64 = 2_000;

/// Where nobody is named, a talk without pauses is cut at the end of a sentence after this long, or anywhere after
/// the second, so that words can still be found by their time.
const MONOLOGUE_MS: u64 = 60_000;
const MONOLOGUE_MS_MAX: u64 = 180_000;

/// Words of one person in one cue, or in one segment of a recogniser.
#[derive(Default)]
pub(crate) struct Piece {
    pub(crate) name: Option<String>,
    pub(crate) text: String,
    pub(crate) start_ms: Option<u64>,
    pub(crate) end_ms: Option<u64>,
    /// The turn that our own export names in the cue.
    pub(crate) turn: Option<TurnId>,
    /// The name is written here, not carried on from an earlier cue.
    pub(crate) labelled: bool,
}

pub(crate) fn read(text: &str) -> Result<Draft, ImportError> {
    let cues = cues::parse(text)?;
    let mut captions: Vec<Vec<Line>> = cues.iter().map(caption::read).collect();
    if text.contains("<c>") {
        drop_rolling_lines(&mut captions);
    }
    let mut census = Census::default();
    for lines in &captions {
        for (index, line) in lines.iter().enumerate() {
            census.count(line.label().as_ref(), index == 0);
        }
    }
    let speakers = census.speakers();
    for line in captions.iter_mut().flatten() {
        line.take_name(&speakers);
    }
    if !captions.iter().flatten().any(|line| line.name.is_some()) {
        alternate(&mut captions);
    }
    let mut pieces = Vec::new();
    for (cue, lines) in cues.iter().zip(captions) {
        pieces.extend(pieces_of(cue, lines));
    }
    Ok(Draft {
        said: join(pieces),
        ..Draft::default()
    })
}

/// Live captions scroll: each cue repeats the line before it. Only files with word times do that.
fn drop_rolling_lines(captions: &mut [Vec<Line>]) {
    let mut last = String::new();
    for lines in captions {
        if lines.first().is_some_and(|line| line.text == last) {
            lines.remove(0);
        }
        if let Some(line) = lines.last() {
            last.clone_from(&line.text);
        }
    }
}

/// Nobody is named, but dashes or `>>` mark where the other person begins: two people take turns.
fn alternate(captions: &mut [Vec<Line>]) {
    let dashes = |lines: &Vec<Line>| lines.iter().filter(|line| line.mark == Mark::Dash).count();
    let arrows = captions
        .iter()
        .flatten()
        .filter(|line| line.mark == Mark::Arrows);
    // A single dash is punctuation; two in one cue are two people.
    if arrows.count() < 2 && !captions.iter().any(|lines| dashes(lines) >= 2) {
        return;
    }
    let mut changes = 0_usize;
    for line in captions.iter_mut().flatten() {
        changes += usize::from(line.mark != Mark::None);
        line.name = Some(format!("Voice {}", changes % 2 + 1));
    }
}

/// Lines of one cue that belong together, with the cue's time shared out by their length.
fn pieces_of(cue: &Cue<'_>, lines: Vec<Line>) -> Vec<Piece> {
    let turn = cue
        .id
        .split(['-', '.'])
        .next()
        .and_then(|id| id.parse().ok());
    let total: usize = lines.iter().map(|line| line.text.len()).sum();
    let length = cue.end_ms - cue.start_ms;
    let at = |passed: usize| {
        let share = u128::from(length) * passed as u128 / total.max(1) as u128;
        cue.start_ms + u64::try_from(share).unwrap_or(length)
    };
    let mut passed = 0;
    let mut pieces: Vec<Piece> = Vec::new();
    for line in lines {
        let start_ms = at(passed);
        passed += line.text.len();
        let end_ms = Some(at(passed));
        let goes_on = line.name.is_none();
        match pieces.last_mut() {
            Some(piece) if goes_on || piece.name == line.name => {
                flow::append(&mut piece.text, &line.text);
                piece.end_ms = end_ms;
            }
            Some(_) | None => pieces.push(Piece {
                labelled: line.name.is_some(),
                name: line.name,
                text: line.text,
                start_ms: Some(start_ms),
                end_ms,
                turn,
            }),
        }
    }
    pieces
}

/// Joins what one person says without a pause.
pub(crate) fn join(pieces: Vec<Piece>) -> Vec<Said> {
    let labelled = pieces.iter().filter(|piece| piece.labelled).count();
    // Where most cues go without a name, writing one says that a turn begins.
    let label_opens = labelled > 0 && (pieces.len() - labelled) * 4 >= labelled;
    let mut said: Vec<Said> = Vec::new();
    let mut open_turn = None;
    for piece in pieces {
        let last = said.last_mut().filter(|last| {
            if piece.turn.is_some() || open_turn.is_some() {
                return piece.turn == open_turn;
            }
            let same = piece.name.is_none() || piece.name == last.name;
            let ends = is_pause(last.end_ms, piece.start_ms) || is_long_enough(last);
            let opens = piece.labelled && label_opens;
            same && !ends && !opens
        });
        match last {
            Some(last) => {
                flow::append(&mut last.text, &piece.text);
                last.end_ms = piece.end_ms.or(last.end_ms);
            }
            None => {
                let carried = said.last().and_then(|last| last.name.clone());
                said.push(Said {
                    name: piece.name.or(carried),
                    text: piece.text,
                    start_ms: piece.start_ms,
                    end_ms: piece.end_ms,
                });
            }
        }
        open_turn = piece.turn;
    }
    said
}

fn is_long_enough(said: &Said) -> bool {
    let (None, Some(start), Some(end)) = (&said.name, said.start_ms, said.end_ms) else {
        return false;
    };
    let length = end.saturating_sub(start);
    let at_rest = said.text.ends_with(['.', '!', '?', '…', '。', '”', '"']);
    length >= MONOLOGUE_MS_MAX || (length >= MONOLOGUE_MS && at_rest)
}

fn is_pause(end_ms: Option<u64>, start_ms: Option<u64>) -> bool {
    match (end_ms, start_ms) {
        (Some(end), Some(start)) => start.saturating_sub(end) > PAUSE_MS,
        (Some(_) | None, Some(_) | None) => false,
    }
}
