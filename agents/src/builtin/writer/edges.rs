//! The edges of an essay: which paragraph opens it, which one closes it.

use interview::Style;

use super::blocks::Block;
use super::shape::Shape;
use crate::material::{Lean, Material, Use, ratio};
use crate::text::cues::Cue;

/// The block that a reader should meet first.
pub(super) fn opening<'b>(
    material: &Material,
    shape: &Shape,
    blocks: &'b [Block],
) -> Option<&'b Block> {
    let score = |block: &Block| {
        let line = &material.lines[block.first()];
        // A reflective essay may open with a question to oneself.
        let wonders = shape.style == Style::Reflective
            && line.signs.asks
            && line.signs.first_person
            && !line.signs.second_person;
        let fits = line.lean == Lean::Free
            && line.usable == Use::Good
            && (!line.signs.asks || wonders)
            && (line.words >= 6 || wonders)
            && line.tie == 0;
        let plain = match line.words {
            0..=20 => 0.4,
            21..=26 => 0.2,
            _ => -0.5,
        } - 0.15 * line.cues.up_to(Cue::Hedge, 3);
        let wanted = match shape.style {
            Style::Standard => {
                0.2 * (line.cues.up_to(Cue::Bold, 2) + line.cues.up_to(Cue::Story, 1))
                    + 0.2 * line.cues.up_to(Cue::Insight, 1)
                    + 0.1 * f32::from(line.signs.names.min(3))
            }
            Style::Punchy => {
                0.7 * line.cues.up_to(Cue::Bold, 2) + 0.5 * line.cues.up_to(Cue::Feeling, 1)
                    - if line.text.starts_with("I think") || line.text.starts_with("I guess") {
                        0.9
                    } else {
                        0.0
                    }
                    - if block.lines.len() > 1 { 0.4 } else { 0.0 }
            }
            Style::Reflective => {
                0.8 * line.cues.up_to(Cue::Scene, 2)
                    + 0.3 * line.cues.up_to(Cue::Inward, 1)
                    + 0.2 * line.cues.up_to(Cue::Feeling, 1)
                    + if wonders { 0.9 } else { 0.0 }
            }
        };
        let own = if line.signs.first_person { 0.35 } else { 0.0 };
        // The first answers say where a person comes from; the last take leave.
        let place = ratio(block.first(), material.lines.len());
        let late = match shape.style {
            Style::Standard if place < 0.08 => -0.25,
            Style::Standard | Style::Punchy | Style::Reflective if place > 0.85 => 0.5,
            Style::Standard | Style::Punchy | Style::Reflective => 0.0,
        };
        // A scene need not be the most telling passage; a claim must be.
        let weight = match shape.style {
            Style::Standard | Style::Punchy => 1.0,
            Style::Reflective => 0.5,
        };
        fits.then_some(weight * (block.score + line.worth * 0.5) + plain + wanted + own - late)
    };
    best(blocks, score)
}

/// The block to leave a reader with: its last sentence looks back, or forward, and stands.
pub(super) fn closing(material: &Material, shape: &Shape) -> Option<Block> {
    let ending = endings(material, shape);
    let score = |block: &Block| {
        let line = &material.lines[block.last()];
        let place = ratio(block.last(), material.lines.len());
        let fits = line.usable == Use::Good && !line.signs.asks && (4..=30).contains(&line.words);
        let general =
            0.12 * f32::from(line.signs.names.min(3)) + 0.12 * f32::from(line.signs.numbers.min(2));
        let stands = match line.lean {
            Lean::Free => 0.25,
            Lean::Soft => 0.0,
            Lean::Hard => -0.15,
        };
        // What goes on leaning on the last sentence would be missed.
        let cut = if material.lines.get(block.last() + 1).is_some_and(|next| {
            next.lean == Lean::Hard && next.passage == line.passage && next.usable != Use::Skip
        }) {
            0.3
        } else {
            0.0
        };
        let summing: f32 = block
            .lines
            .iter()
            .map(|at| material.lines[*at].cues.up_to(Cue::Summing, 2))
            .sum();
        fits.then_some(
            0.3 * summing.min(4.0)
                + 0.5 * block.score
                + 0.75 * line.cues.up_to(Cue::Summing, 2)
                + 0.35 * line.cues.up_to(Cue::Feeling, 1)
                + 0.15 * line.cues.up_to(Cue::Opinion, 2)
                + 0.5 * line.worth
                + 0.9 * place
                + stands
                - general
                - cut,
        )
    };
    best(&ending, score).cloned()
}

fn best(blocks: &[Block], score: impl Fn(&Block) -> Option<f32>) -> Option<&Block> {
    let mut found: Option<(f32, &Block)> = None;
    for block in blocks {
        if let Some(score) = score(block)
            && found.is_none_or(|(best, _)| score > best)
        {
            found = Some((score, block));
        }
    }
    found.map(|(_, block)| block)
}

/// Blocks that end at a sentence: the atoms up to it, as many as the style wants.
fn endings(material: &Material, shape: &Shape) -> Vec<Block> {
    let mut found = Vec::new();
    for end in material.atoms.len() / 3..material.atoms.len() {
        let atom = &material.atoms[end];
        for cut in 1..=atom.lines.len() {
            let parted = material.lines[atom.lines[cut - 1]].signs.reversed;
            if !parted && let Some(lines) = up_to(material, shape, end, cut) {
                found.push(Block::of(lines, material, shape));
            }
        }
    }
    found
}

fn up_to(material: &Material, shape: &Shape, end: usize, cut: usize) -> Option<Vec<usize>> {
    let mut lines: Vec<usize> = material.atoms[end].lines[..cut].to_vec();
    let mut first = end;
    let mut answers = 1;
    while (lines.len() < shape.sentences_min || material.atoms[first].soft) && first > 0 {
        let (atom, before) = (&material.atoms[first], &material.atoms[first - 1]);
        answers += usize::from(before.answer != atom.answer);
        let torn = atom.soft && !atom.adjoins;
        if answers > shape.answers_max || torn {
            break;
        }
        let mut more = before.lines.clone();
        more.append(&mut lines);
        lines = more;
        first -= 1;
    }
    // Small sentences on the way to the end may be left out.
    while lines.len() > shape.sentences_max {
        let inner = 1..lines.len() - 1;
        let small = inner
            .filter(|at| material.lines[lines[*at]].words <= 10)
            .filter(|at| {
                let signs = material.lines[lines[*at]].signs;
                !signs.reversed && !signs.reverses
            })
            .min_by(|one, other| {
                material.lines[lines[*one]]
                    .worth
                    .total_cmp(&material.lines[lines[*other]].worth)
            })?;
        lines.remove(small);
    }
    let fits = (shape.sentences_min..=shape.sentences_max).contains(&lines.len());
    (fits && !material.atoms[first].soft).then_some(lines)
}
