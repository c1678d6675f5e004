//! Puts the essay together: an opening, a middle in the order of the talk, a close.

use interview::Style;

use super::blocks::{Block, blocks};
use super::choose::Chooser;
use super::edges;
use super::paragraphs;
use super::shape::Shape;
use crate::material::{Material, Use};
use crate::text::cues::Cue;

/// The paragraphs in reading order, as line numbers.
#[derive(Debug, Clone, Default)]
pub(super) struct Draft {
    pub(super) paragraphs: Vec<Vec<usize>>,
    /// The first paragraph was taken from its place to open the essay.
    pub(super) has_hook: bool,
    /// The last was taken from its place to close it.
    pub(super) has_close: bool,
}

pub(super) fn arrange(material: &Material, shape: &Shape) -> Draft {
    let printable: usize = material
        .atoms
        .iter()
        .flat_map(|atom| &atom.lines)
        .map(|at| material.lines[*at].words)
        .sum();
    if printable <= shape.words + shape.words / 5 {
        return everything(material, shape);
    }
    let candidates = blocks(material, shape);
    let mut chooser = Chooser::new(material);
    let close = edges::closing(material, shape);
    if let Some(close) = close.clone() {
        chooser.take(close);
    }
    let left: Vec<Block> = candidates
        .into_iter()
        .filter(|block| chooser.is_new(block))
        .collect();
    let hook = edges::opening(material, shape, &left).cloned();
    if let Some(hook) = hook.clone() {
        chooser.take(hook);
    }
    chooser.fill(&left, shape.words);
    if chooser.words() == 0 {
        return everything(material, shape);
    }
    let body: Vec<Block> = chooser
        .into_blocks()
        .into_iter()
        .filter(|block| {
            let is =
                |edge: &Option<Block>| edge.as_ref().is_some_and(|edge| edge.lines == block.lines);
            !is(&hook) && !is(&close)
        })
        .collect();
    let (has_hook, has_close) = (hook.is_some(), close.is_some());
    let body = in_order(body, material, shape);
    let paragraphs = hook
        .into_iter()
        .chain(body)
        .chain(close)
        .map(|block| block.lines)
        .collect();
    Draft {
        paragraphs,
        has_hook,
        has_close,
    }
}

/// Life stories stay in order; a punchy essay puts its boldest lines in front.
fn in_order(mut body: Vec<Block>, material: &Material, shape: &Shape) -> Vec<Block> {
    let boldness = |block: &Block| {
        let line = &material.lines[block.first()];
        let modest = if line.text.starts_with("I think") || line.text.starts_with("I guess") {
            0.5
        } else {
            0.0
        };
        block.score + 0.6 * line.cues.up_to(Cue::Bold, 2) + 0.3 * line.cues.up_to(Cue::Feeling, 1)
            - modest
    };
    match shape.style {
        Style::Standard | Style::Reflective => body,
        Style::Punchy => {
            let bold = body.len() / 5;
            let mut by_score: Vec<usize> = (0..body.len()).collect();
            by_score.sort_by(|one, other| {
                boldness(&body[*other])
                    .total_cmp(&boldness(&body[*one]))
                    .then(one.cmp(other))
            });
            let mut front: Vec<usize> = by_score.into_iter().take(bold).collect();
            front.sort_unstable_by(|one, other| other.cmp(one));
            let mut taken: Vec<Block> = front.into_iter().map(|at| body.remove(at)).collect();
            taken.sort_by(|one, other| boldness(other).total_cmp(&boldness(one)));
            taken.into_iter().chain(body).collect()
        }
    }
}

/// Short talks are printed whole.
fn everything(material: &Material, shape: &Shape) -> Draft {
    let mut lines: Vec<usize> = material
        .atoms
        .iter()
        .flat_map(|atom| atom.lines.iter().copied())
        .collect();
    if lines.is_empty() {
        // Nothing stands alone: better the fragments than silence.
        lines = (0..material.lines.len())
            .filter(|at| {
                let line = &material.lines[*at];
                matches!(line.usable, Use::Good | Use::Weak | Use::Skip) && line.words >= 3
            })
            .collect();
    }
    lines.sort_unstable();
    Draft {
        paragraphs: paragraphs::divide(material, shape, &lines),
        has_hook: false,
        has_close: false,
    }
}
