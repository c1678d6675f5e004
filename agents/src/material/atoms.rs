//! Atoms: a sentence that stands, with those behind it that lean on it. Never parted, except at the end.

use std::ops::Range;

use super::lean::Lean;
use super::line::Line;
use super::usable::Use;
use super::{Answer, vocabulary};

/// The smallest piece that can be moved.
#[derive(Debug, Clone)]
pub struct Atom {
    /// The lines that may be printed, in talk order.
    pub lines: Vec<usize>,
    pub answer: usize,
    /// Its first sentence points back: good only right behind its predecessor.
    pub soft: bool,
    /// No sentence was left out between the atom before and this one.
    pub adjoins: bool,
}

pub(super) fn atoms(lines: &[Line], answers: &[Answer]) -> Vec<Atom> {
    let mut atoms = Vec::new();
    for (number, answer) in answers.iter().enumerate() {
        in_answer(lines, number, answer.lines.clone(), &mut atoms);
    }
    atoms
}

fn in_answer(lines: &[Line], answer: usize, range: Range<usize>, atoms: &mut Vec<Atom>) {
    let mut open: Option<Atom> = None;
    let mut broken = true;
    for at in range {
        let line = &lines[at];
        match line.usable {
            Use::Skip => {}
            Use::Never | Use::Broken => {
                atoms.extend(open.take());
                broken = true;
            }
            // Said of the sentence right before it, or of nothing that is printed.
            Use::Good | Use::Weak if line.signs.reverses => {
                if let Some(atom) = open.as_mut()
                    && atom.lines.last() == Some(&at.saturating_sub(1))
                {
                    atom.lines.push(at);
                }
            }
            Use::Good | Use::Weak => match (line.lean, open.as_mut()) {
                (Lean::Hard | Lean::Soft, Some(atom))
                    if line.lean == Lean::Hard || atom.lines.len() < 2 =>
                {
                    if !push(atom, at, lines) {
                        // What follows would lean on a sentence that is not there.
                        atoms.extend(open.take());
                        broken = true;
                    }
                }
                (Lean::Hard, _) => {}
                (Lean::Free | Lean::Soft, _) => {
                    atoms.extend(open.take());
                    open = Some(Atom {
                        lines: vec![at],
                        answer,
                        soft: line.lean == Lean::Soft,
                        adjoins: !broken,
                    });
                    broken = false;
                }
            },
        }
    }
    atoms.extend(open);
}

/// Adds a line, unless it says what another one said or means somebody who was not spoken of.
fn push(atom: &mut Atom, at: usize, lines: &[Line]) -> bool {
    let line = &lines[at];
    let before = &atom.lines[atom.lines.len().saturating_sub(2)..];
    let spoken_of = |sign: fn(&Line) -> bool| before.iter().any(|have| sign(&lines[*have]));
    let first = line.text[line.tie..]
        .split([' ', ',', '\'', '’'])
        .next()
        .unwrap_or("")
        .to_lowercase();
    let known = match first.as_str() {
        "he" | "she" | "his" | "her" => spoken_of(|line| line.signs.person),
        "they" | "their" | "those" | "these" | "both" => spoken_of(|line| line.signs.plural),
        _ => true,
    };
    let repeats = atom
        .lines
        .iter()
        .any(|have| vocabulary::jaccard(&lines[*have].stems, &line.stems) > 0.6);
    if known && !repeats {
        atom.lines.push(at);
    }
    known
}
