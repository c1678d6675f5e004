//! The edges of an essay: which paragraph opens it, which one closes it.

use interview::Style;

use super::blocks::Block;
use super::shape::Shape;
use crate::material::{Lean, Line, Material, Use, ratio};

const CLOSING: &[&str] = &[
    "looking back", "in the end", "i learned", "we learned", "i hope", "hopefully", "privilege", "proud", "grateful", "taught me", "will always", "my life", "at the end of the day", "the most important", "rewarding", "i wouldn't trade", "i've always", "i always", "it was worth", "what matters", "in my life", "still", "today", "these days", "lucky", "fortunate", "changed me", "changed my", "makes me", "i believe", "i feel", "i think", "people", "future", "legacy", "difference", "forever", "ever since",
];
const SCENE: &[&str] = &["i remember", "one day", "one night", "one morning", "that night", "that day", "the first time", "the day", "i was standing", "i was sitting", "we were", "when i was", "i can still", "i woke", "it was a", "the night", "the morning", "i walked", "i wondered", "i asked myself", "why did i"];
const HOOKING: &[&str] = &["never", "nobody", "the most", "the only", "the first", "i was", "i had", "we had", "because", "but", "the hardest", "the biggest", "always", "the reason", "everybody", "everyone", "we were", "i wanted"];

fn count(line: &Line, list: &[&str]) -> f32 {
    let lower = line.text.to_lowercase().replace('’', "'");
    f32::from(u8::try_from(list.iter().filter(|phrase| lower.contains(**phrase)).count().min(3)).unwrap_or(0))
}

/// The block that a reader should meet first.
pub(super) fn opening<'b>(material: &Material, shape: &Shape, blocks: &'b [Block]) -> Option<&'b Block> {
    let score = |block: &Block| {
        let line = &material.lines[block.first()];
        let fits = line.lean == Lean::Free && line.usable == Use::Good && !line.signs.asks && line.words >= 6 && line.tie == 0;
        let plain = if line.words <= 26 { 0.3 } else { -0.2 };
        let wanted = match shape.style {
            Style::Standard => 0.25 * count(line, HOOKING) + 0.1 * f32::from(line.signs.names.min(3)),
            Style::Punchy => 0.35 * count(line, HOOKING) - if block.lines.len() > 1 { 0.4 } else { 0.0 },
            Style::Reflective => 0.6 * count(line, SCENE),
        };
        let own = if line.signs.first_person { 0.35 } else { 0.0 };
        // The last answers are taking leave, not opening.
        let late = if ratio(block.first(), material.lines.len()) > 0.85 { 0.5 } else { 0.0 };
        fits.then_some(block.score + line.worth * 0.5 + plain + wanted + own - late)
    };
    best(blocks, score)
}

/// The block to leave a reader with: its last sentence looks back, or forward, and stands.
pub(super) fn closing(material: &Material, shape: &Shape) -> Option<Block> {
    let ending = endings(material, shape);
    let score = |block: &Block| {
        let line = &material.lines[block.last()];
        let place = ratio(block.last(), material.lines.len());
        let fits = line.usable == Use::Good && !line.signs.asks && (6..=30).contains(&line.words);
        let general = 0.12 * f32::from(line.signs.names.min(3)) + 0.12 * f32::from(line.signs.numbers.min(2));
        let stands = match line.lean {
            Lean::Free => 0.25,
            Lean::Soft => 0.0,
            Lean::Hard => -0.15,
        };
        fits.then_some(0.6 * block.score + 0.5 * count(line, CLOSING) + 0.5 * line.worth + 0.9 * place + stands - general)
    };
    best(&ending, score).cloned()
}

fn best<'b>(blocks: &'b [Block], score: impl Fn(&Block) -> Option<f32>) -> Option<&'b Block> {
    let mut found: Option<(f32, &Block)> = None;
    for block in blocks {
        if let Some(score) = score(block) && found.is_none_or(|(best, _)| score > best) {
            found = Some((score, block));
        }
    }
    found.map(|(_, block)| block)
}

/// Blocks that end at a sentence: the atoms up to it, as many as the style wants.
fn endings(material: &Material, shape: &Shape) -> Vec<Block> {
    let mut found = Vec::new();
    for end in material.atoms.len() / 3..material.atoms.len() {
        for cut in 1..=material.atoms[end].lines.len() {
            if let Some(lines) = up_to(material, shape, end, cut) {
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
    let fits = (shape.sentences_min..=shape.sentences_max).contains(&lines.len());
    (fits && !material.atoms[first].soft).then_some(lines)
}
