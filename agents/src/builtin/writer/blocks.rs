//! Blocks: runs of sentences that could be a paragraph, each with its worth.

use super::shape::Shape;
use crate::material::{Atom, Material, jaccard, ratio};

/// A possible paragraph.
#[derive(Debug, Clone)]
pub(super) struct Block {
    /// Line numbers in talk order.
    pub(super) lines: Vec<usize>,
    pub(super) score: f32,
    /// All its stems, sorted.
    pub(super) stems: Vec<u32>,
    pub(super) words: usize,
}

impl Block {
    pub(super) fn first(&self) -> usize {
        self.lines.first().copied().unwrap_or(0)
    }

    pub(super) fn last(&self) -> usize {
        self.lines.last().copied().unwrap_or(0)
    }

    pub(super) fn of(lines: Vec<usize>, material: &Material, shape: &Shape) -> Self {
        let worth = |at: usize| material.lines[at].worth + shape.taste(&material.lines[at]);
        let total: f32 = lines.iter().map(|at| worth(*at)).sum();
        let mean = total / f32::from(u8::try_from(lines.len().max(1)).unwrap_or(u8::MAX));
        let opener = lines.first().map_or(0.0, |at| worth(*at));
        let gaps = lines.windows(2).filter(|pair| skipped(material, pair[0], pair[1])).count();
        let mut stems: Vec<u32> = lines.iter().flat_map(|at| material.lines[*at].stems.iter().copied()).collect();
        stems.sort_unstable();
        stems.dedup();
        let words = lines.iter().map(|at| material.lines[*at].words).sum();
        let score = mean + 0.25 * opener - 0.5 * ratio(gaps, lines.len());
        Self { lines, score, stems, words }
    }
}

/// Whether something that could be printed, or a question, lies between two lines.
pub(super) fn skipped(material: &Material, one: usize, other: usize) -> bool {
    use crate::material::Use;
    (one + 1..other).any(|at| matches!(material.lines[at].usable, Use::Good | Use::Weak | Use::Never)) || material.answers.iter().any(|answer| answer.lines.start > one && answer.lines.start <= other)
}

/// Every run of atoms with as many sentences as the style wants.
pub(super) fn blocks(material: &Material, shape: &Shape) -> Vec<Block> {
    let mut found = Vec::new();
    for start in 0..material.atoms.len() {
        if !material.atoms[start].soft {
            from(start, material, shape, &mut found);
        }
    }
    found
}

fn from(start: usize, material: &Material, shape: &Shape, found: &mut Vec<Block>) {
    let mut lines: Vec<usize> = Vec::new();
    let mut answers = 1;
    for at in start..material.atoms.len() {
        let atom = &material.atoms[at];
        if at > start && atom.answer != material.atoms[at - 1].answer {
            answers += 1;
        }
        let gap_before_soft = at > start && atom.soft && !atom.adjoins;
        if answers > shape.answers_max || gap_before_soft {
            return;
        }
        let before = lines.len();
        add(atom, material, shape, &mut lines);
        let full = lines.len() >= shape.sentences_max;
        // Both the run with the whole atom and, for a long one, its first sentences alone are worth trying.
        if lines.len() >= shape.sentences_min && lines.len() > before {
            found.push(Block::of(lines.clone(), material, shape));
        }
        if full {
            return;
        }
    }
}

fn add(atom: &Atom, material: &Material, shape: &Shape, lines: &mut Vec<usize>) {
    for at in &atom.lines {
        if lines.len() == shape.sentences_max {
            return;
        }
        let repeats = lines.iter().any(|have| jaccard(&material.lines[*have].stems, &material.lines[*at].stems) > 0.55);
        if repeats {
            // What leans on a repeated sentence would lean on nothing.
            return;
        }
        lines.push(*at);
    }
}
