//! Puts the essay together: an opening, a middle in the order of the talk, a close.

use interview::Style;

use super::blocks::{Block, blocks};
use super::choose::Chooser;
use super::edges;
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

/// Short talks are printed whole, in paragraphs as even as they can be.
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
    let count = lines.len();
    if count == 0 {
        return Draft::default();
    }
    let wanted = (shape.sentences_min + shape.sentences_max).div_ceil(2);
    // No paragraph is longer than promised, even if the last one must be shorter for it.
    let fewest = count.div_ceil(shape.sentences_max);
    let most = (count / shape.sentences_min).max(fewest);
    let paragraphs = ((count + wanted / 2) / wanted).clamp(fewest, most);
    let mut rest = lines.as_slice();
    let mut done = Vec::new();
    for left in (1..=paragraphs).rev() {
        let size = if left == 1 {
            rest.len()
        } else {
            cut_near(material, rest, rest.len() / left, shape, left - 1)
        };
        let (paragraph, others) = rest.split_at(size);
        done.push(paragraph.to_vec());
        rest = others;
    }
    Draft {
        paragraphs: done,
        has_hook: false,
        has_close: false,
    }
}

/// A size near the wanted one at which the next paragraph begins with a sentence that stands.
fn cut_near(
    material: &Material,
    rest: &[usize],
    wanted: usize,
    shape: &Shape,
    left: usize,
) -> usize {
    let fits = |size: usize| {
        let others = rest.len() - size;
        (shape.sentences_min..=shape.sentences_max).contains(&size)
            && others >= left * shape.sentences_min
            && others <= left * shape.sentences_max
    };
    let starts = |size: usize| {
        material
            .atoms
            .iter()
            .any(|atom| !atom.soft && atom.lines.first() == rest.get(size))
    };
    let answers = |size: usize| {
        material.answers.iter().any(|answer| {
            rest.get(size).is_some_and(|at| answer.lines.contains(at))
                && rest
                    .get(size - 1)
                    .is_some_and(|at| !answer.lines.contains(at))
        })
    };
    let sizes = || (1..rest.len()).filter(|size| fits(*size));
    sizes()
        .filter(|size| starts(*size))
        .min_by_key(|size| size.abs_diff(wanted) * 2 + usize::from(!answers(*size)) * 3)
        .or_else(|| sizes().min_by_key(|size| size.abs_diff(wanted)))
        .unwrap_or(wanted.clamp(1, rest.len()))
}
