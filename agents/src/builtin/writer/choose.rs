//! Chooses the paragraphs: the best blocks, spread over the talk, none saying what another says.

use super::blocks::Block;
use crate::material::{Material, jaccard, ratio};

/// Two sentences this alike say the same.
const SAME_SENTENCE: f32 = 0.5;

/// Picks blocks one by one until the words are used up.
pub(super) struct Chooser<'a> {
    material: &'a Material,
    taken: Vec<bool>,
    chosen: Vec<Block>,
    words: usize,
}

impl<'a> Chooser<'a> {
    pub(super) fn new(material: &'a Material) -> Self {
        Self {
            material,
            taken: vec![false; material.lines.len()],
            chosen: Vec::new(),
            words: 0,
        }
    }

    pub(super) fn words(&self) -> usize {
        self.words
    }

    pub(super) fn take(&mut self, block: Block) {
        for at in &block.lines {
            self.taken[*at] = true;
        }
        self.words += block.words;
        self.chosen.push(block);
    }

    /// Whether nothing of the block has been said.
    pub(super) fn is_new(&self, block: &Block) -> bool {
        let lines = &self.material.lines;
        block.lines.iter().all(|at| {
            !self.taken[*at]
                && self
                    .chosen
                    .iter()
                    .flat_map(|chosen| &chosen.lines)
                    .all(|have| {
                        let (one, other) = (&lines[*have].stems, &lines[*at].stems);
                        one.len().min(other.len()) < 3 || jaccard(one, other) < SAME_SENTENCE
                    })
        })
    }

    /// Fills up to a number of words from the candidates.
    pub(super) fn fill(&mut self, candidates: &[Block], words: usize) {
        let paragraphs = words / average_words(candidates).max(1);
        let reach = 0.6 / f32::from(u16::try_from(paragraphs.max(2)).unwrap_or(u16::MAX));
        let position = |block: &Block| ratio(block.first(), self.material.lines.len());
        let positions: Vec<f32> = candidates.iter().map(position).collect();
        let mut scores: Vec<f32> = candidates.iter().map(|block| block.score).collect();
        for chosen in &self.chosen {
            lower_scores(
                &mut scores,
                candidates,
                &positions,
                chosen,
                position(chosen),
                reach,
            );
        }
        let mut order: Vec<usize> = (0..candidates.len()).collect();
        while self.words < words && !order.is_empty() {
            let Some(best) = order
                .iter()
                .copied()
                .max_by(|one, other| scores[*one].total_cmp(&scores[*other]).then(other.cmp(one)))
            else {
                return;
            };
            order.retain(|at| *at != best);
            let block = &candidates[best];
            // The last paragraph may reach a little over the length, not far.
            let too_long = self.words + block.words > words + words / 8;
            if too_long || !self.is_new(block) {
                continue;
            }
            self.take(block.clone());
            lower_scores(
                &mut scores,
                candidates,
                &positions,
                block,
                positions[best],
                reach,
            );
            order.retain(|at| candidates[*at].lines.iter().all(|line| !self.taken[*line]));
        }
    }

    /// The chosen blocks in talk order.
    pub(super) fn into_blocks(mut self) -> Vec<Block> {
        self.chosen.sort_by_key(Block::first);
        self.chosen
    }
}

fn average_words(candidates: &[Block]) -> usize {
    candidates.iter().map(|block| block.words).sum::<usize>() / candidates.len().max(1)
}

/// What is near a chosen block, or like it, is wanted less.
fn lower_scores(
    scores: &mut [f32],
    candidates: &[Block],
    positions: &[f32],
    chosen: &Block,
    at: f32,
    reach: f32,
) {
    for (candidate, (score, position)) in candidates.iter().zip(scores.iter_mut().zip(positions)) {
        let near = (1.0 - (position - at).abs() / reach).max(0.0);
        let alike = jaccard(&candidate.stems, &chosen.stems);
        *score -= 0.35 * near + 1.2 * (alike - 0.05).max(0.0);
    }
}
