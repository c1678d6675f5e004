//! Divides sentences that are all printed into paragraphs: as long as the style wants, each an answer if that can be.

use super::shape::Shape;
use crate::material::Material;

/// What a border costs, against one sentence more or less than usual.
const INSIDE_AN_ANSWER: usize = 4;
const BEFORE_A_LEANING_SENTENCE: usize = 8;
/// One paragraph may be shorter than the style wants.
const SHORT: usize = 3;

/// The best way to divide the first sentences, and where its last paragraph begins.
#[derive(Debug, Clone, Copy)]
struct Best {
    cost: usize,
    from: usize,
    /// Whether the way to there has a short paragraph.
    short_before: bool,
}

/// The paragraphs with the least cost over all; `lines` are in talk order.
pub(super) fn divide(material: &Material, shape: &Shape, lines: &[usize]) -> Vec<Vec<usize>> {
    // For each number of sentences: the best way without a short paragraph, and with one.
    let mut best: Vec<[Option<Best>; 2]> = vec![[None; 2]; lines.len() + 1];
    let nothing = Best {
        cost: 0,
        from: 0,
        short_before: false,
    };
    best[0][0] = Some(nothing);
    for end in 1..=lines.len() {
        for from in end.saturating_sub(shape.sentences_max)..end {
            let size = end - from;
            let short = size < shape.sentences_min;
            let cost = border(material, lines, from) + measure(shape, size);
            for before in [false, true] {
                let Some(way) = best[from][usize::from(before)].filter(|_| !(short && before))
                else {
                    continue;
                };
                let found = Best {
                    cost: way.cost + cost,
                    from,
                    short_before: before,
                };
                let place = &mut best[end][usize::from(short || before)];
                if place.is_none_or(|have| found.cost < have.cost) {
                    *place = Some(found);
                }
            }
        }
    }
    walk_back(&best, lines)
}

fn walk_back(best: &[[Option<Best>; 2]], lines: &[usize]) -> Vec<Vec<usize>> {
    let mut paragraphs = Vec::new();
    let mut end = lines.len();
    let mut way = best[end]
        .iter()
        .copied()
        .flatten()
        .min_by_key(|way| way.cost);
    while let Some(here) = way.filter(|_| end > 0) {
        paragraphs.push(lines[here.from..end].to_vec());
        end = here.from;
        way = best[end][usize::from(here.short_before)];
    }
    paragraphs.reverse();
    paragraphs
}

fn measure(shape: &Shape, size: usize) -> usize {
    let wanted = (shape.sentences_min + shape.sentences_max).div_ceil(2);
    let short = shape.sentences_min.saturating_sub(size);
    size.abs_diff(wanted) + if short > 0 { SHORT + short } else { 0 }
}

/// What it costs to begin a paragraph with a sentence.
fn border(material: &Material, lines: &[usize], from: usize) -> usize {
    let (Some(last), line) = (from.checked_sub(1).map(|last| lines[last]), lines[from]) else {
        return 0;
    };
    let stands = material
        .atoms
        .iter()
        .any(|atom| !atom.soft && atom.lines.first() == Some(&line));
    let new_answer = material.lines[last].answer != material.lines[line].answer;
    let leaning = if stands { 0 } else { BEFORE_A_LEANING_SENTENCE };
    let inside = if new_answer { 0 } else { INSIDE_AN_ANSWER };
    leaning + inside
}
