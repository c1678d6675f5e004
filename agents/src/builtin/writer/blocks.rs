//! Blocks: runs of sentences that could be a paragraph, each with its worth.

use interview::Style;

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
        let gaps = lines
            .windows(2)
            .filter(|pair| skipped(material, pair[0], pair[1]))
            .count();
        let assumed: usize = lines.iter().take(2).map(|at| material.assumes(*at)).sum();
        let tied = lines.first().is_some_and(|at| material.lines[*at].tie > 0);
        let mut stems: Vec<u32> = lines
            .iter()
            .flat_map(|at| material.lines[*at].stems.iter().copied())
            .collect();
        stems.sort_unstable();
        stems.dedup();
        let words = lines.iter().map(|at| material.lines[*at].words).sum();
        // In short paragraphs a second sentence gives the first its ground.
        let company = match (shape.style, lines.len()) {
            (Style::Punchy, 2) => 0.22,
            (Style::Punchy, 3) => 0.3,
            (Style::Punchy | Style::Standard | Style::Reflective, _) => 0.0,
        };
        let abrupt = 0.35 * ratio(assumed.min(2), 1) + if tied { 0.15 } else { 0.0 };
        let score = mean + 0.25 * opener - 0.5 * ratio(gaps, lines.len()) + company - abrupt;
        Self {
            lines,
            score,
            stems,
            words,
        }
    }
}

/// Whether something that could be printed, or a question, lies between two lines.
pub(super) fn skipped(material: &Material, one: usize, other: usize) -> bool {
    use crate::material::Use;
    (one + 1..other).any(|at| {
        matches!(
            material.lines[at].usable,
            Use::Good | Use::Weak | Use::Never
        )
    }) || material.lines[one].answer != material.lines[other].answer
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
        let new_answer = at > start && atom.answer != material.atoms[at - 1].answer;
        if answers > shape.answers_max
            || gap_before_soft
            || new_answer && !goes_on(atom, material, &lines)
        {
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

/// Whether an atom of the next answer speaks of what the lines speak of.
fn goes_on(atom: &Atom, material: &Material, lines: &[usize]) -> bool {
    let said = |stem: &u32| {
        lines
            .iter()
            .rev()
            .take(4)
            .any(|at| material.lines[*at].stems.binary_search(stem).is_ok())
    };
    atom.lines
        .first()
        .is_some_and(|at| material.lines[*at].stems.iter().any(said))
}

fn add(atom: &Atom, material: &Material, shape: &Shape, lines: &mut Vec<usize>) {
    for at in &atom.lines {
        let reverses = material.lines[*at].signs.reverses;
        if lines.len() >= shape.sentences_max && !reverses {
            return;
        }
        let repeats = lines
            .iter()
            .any(|have| jaccard(&material.lines[*have].stems, &material.lines[*at].stems) > 0.55);
        if repeats {
            // What leans on a repeated sentence would lean on nothing.
            return;
        }
        lines.push(*at);
    }
}
