//! The simulated expert of a rehearsal: answers out of a text, by relevance, and never says the same thing twice.

mod reading;

use std::collections::HashMap;

use crate::text::meanings;
use crate::text::terms::content_stems;
use crate::text::tokens::tokens;

/// The text that is used when none is given.
const BUNDLED: &str = include_str!("expert/workshop.txt");

/// Blocks are as long as a short answer; longer answers join two or three.
const BLOCK_WORDS: usize = 34;
const BLOCK_SENTENCES_MAX: usize = 5;
const ANSWER_WORDS: std::ops::RangeInclusive<u64> = 40..=90;

/// Usual values of BM25.
const SATURATION: f32 = 1.2;
const LENGTH_WEIGHT: f32 = 0.6;
/// A block with this share of the best score is about as good.
const NEARLY: f32 = 0.9;

const NOTHING_TO_SAY: [&str; 5] = [
    "I don't have much to say about that.",
    "I'm not the right person to ask about that, I think.",
    "To be honest, I haven't thought about that enough to answer it.",
    "I'd only be repeating what I already told you.",
    "I don't know. I'd rather not guess.",
];

/// Somebody who knows one text by heart.
#[derive(Debug, Clone)]
pub struct Expert {
    blocks: Vec<Block>,
    /// The blocks in which a stem occurs, and how often.
    postings: HashMap<String, Vec<(u32, f32)>>,
    words_mean: f32,
    /// Where the last answer ended: an open question goes on from here.
    next: usize,
    answers: u64,
}

#[derive(Debug, Clone)]
struct Block {
    text: String,
    words: usize,
    /// Blocks of one paragraph can be joined.
    paragraph: usize,
    used: bool,
}

impl Expert {
    /// The expert that comes with the product: a maker who built a company, lost it and learnt a craft.
    #[must_use]
    pub fn bundled() -> Self {
        Self::from_text(BUNDLED)
    }

    /// Out of any text: prose, a transcript with speaker names, subtitles, or a JSON file with turns. What an
    /// interviewer says in it is left out.
    #[must_use]
    pub fn from_text(text: &str) -> Self {
        Self::build(&reading::paragraphs(text))
    }

    /// Out of passages that are known to be the expert's own.
    #[must_use]
    pub fn from_passages<'t>(passages: impl IntoIterator<Item = &'t str>) -> Self {
        let paragraphs: Vec<String> = passages.into_iter().map(str::to_owned).collect();
        Self::build(&paragraphs)
    }

    fn build(paragraphs: &[String]) -> Self {
        let mut blocks: Vec<Block> = Vec::new();
        for (paragraph, text) in paragraphs.iter().enumerate() {
            blocks.extend(
                reading::blocks(text, BLOCK_WORDS, BLOCK_SENTENCES_MAX).map(|text| Block {
                    words: text.split_whitespace().count(),
                    text,
                    paragraph,
                    used: false,
                }),
            );
        }
        let mut postings: HashMap<String, Vec<(u32, f32)>> = HashMap::new();
        for (block, number) in blocks.iter().zip(0_u32..) {
            for stem in content_stems(&block.text) {
                let list = postings.entry(stem).or_default();
                match list.last_mut() {
                    Some((last, times)) if *last == number => *times += 1.0,
                    Some(_) | None => list.push((number, 1.0)),
                }
            }
        }
        let words: usize = blocks.iter().map(|block| block.words).sum();
        Self {
            words_mean: count(words) / count(blocks.len()).max(1.0),
            blocks,
            postings,
            next: 0,
            answers: 0,
        }
    }

    /// How many words have not been said yet.
    #[must_use]
    pub fn words_left(&self) -> usize {
        self.blocks
            .iter()
            .filter(|block| !block.used)
            .map(|block| block.words)
            .sum()
    }

    /// The answer to a question; the seed varies its length. None only when there is no text at all.
    pub fn answer(&mut self, question: &str, seed: u64) -> Option<String> {
        if self.blocks.is_empty() {
            return None;
        }
        self.answers += 1;
        let chance = mixed(seed ^ self.answers.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let span = ANSWER_WORDS.end() - ANSWER_WORDS.start() + 1;
        let wanted = usize::try_from(ANSWER_WORDS.start() + chance % span).unwrap_or(60);
        let Some(first) = self
            .most_relevant(question, chance)
            .or_else(|| self.going_on(chance))
        else {
            let at = usize::try_from(chance % 5).unwrap_or(0);
            return NOTHING_TO_SAY.get(at).map(|text| (*text).to_owned());
        };
        Some(self.tell(first, wanted))
    }

    /// The unused block that shares most with the question, rare words counting more.
    fn most_relevant(&self, question: &str, chance: u64) -> Option<usize> {
        let mut scores = vec![0.0_f32; self.blocks.len()];
        let all = count(self.blocks.len());
        for (stem, weight) in query(question) {
            let Some(list) = self.postings.get(stem.as_str()) else {
                continue;
            };
            let rarity = ((all - count(list.len()) + 0.5) / (count(list.len()) + 0.5) + 1.0).ln();
            for (block, times) in list {
                let Some((at, block)) = usize::try_from(*block)
                    .ok()
                    .and_then(|at| Some((at, self.blocks.get(at)?)))
                    .filter(|(_, block)| !block.used)
                else {
                    continue;
                };
                let length =
                    1.0 - LENGTH_WEIGHT + LENGTH_WEIGHT * count(block.words) / self.words_mean;
                scores[at] +=
                    weight * rarity * times * (SATURATION + 1.0) / (times + SATURATION * length);
            }
        }
        let mut ranked: Vec<(usize, f32)> = scores
            .into_iter()
            .enumerate()
            .filter(|(_, score)| *score > 0.0)
            .collect();
        ranked.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        match ranked.as_slice() {
            // Two answers that are about equally good: people differ here.
            [best, next, ..] if next.1 >= best.1 * NEARLY && (chance >> 40).is_multiple_of(2) => {
                Some(next.0)
            }
            [best, ..] => Some(best.0),
            [] => None,
        }
    }

    /// Asked about nothing they know in particular, people go on with what they were saying; now and then they admit it.
    fn going_on(&self, chance: u64) -> Option<usize> {
        let admits = (chance >> 32).is_multiple_of(4);
        let from = self.next;
        let order = (from..self.blocks.len()).chain(0..from);
        let mut unused = order.filter(|at| !self.blocks[*at].used);
        if admits { None } else { unused.next() }
    }

    /// Says a block and what follows it in the same paragraph, up to the wanted length.
    fn tell(&mut self, first: usize, wanted: usize) -> String {
        let mut text = String::new();
        let mut words = 0;
        let mut at = first;
        let paragraph = self.blocks.get(first).map(|block| block.paragraph);
        while let Some(block) = self.blocks.get_mut(at) {
            if block.used || Some(block.paragraph) != paragraph {
                break;
            }
            // Half a block too long is better than half a thought.
            if words > 0 && words + block.words / 2 > wanted {
                break;
            }
            block.used = true;
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(&block.text);
            words += block.words;
            at += 1;
        }
        self.next = at;
        text
    }
}

/// The stems of a question with their weights: its own count full, what it may mean counts less.
fn query(question: &str) -> Vec<(String, f32)> {
    let mut stems: Vec<(String, f32)> = Vec::new();
    let mut add = |stem: String, weight: f32| {
        if !stems.iter().any(|(known, _)| *known == stem) {
            stems.push((stem, weight));
        }
    };
    let cut = tokens(question);
    for token in cut.iter().filter(|token| token.is_content()) {
        add(token.stem().into_owned(), 1.0);
    }
    for stem in meanings::related(&cut) {
        add(stem, 0.3);
    }
    stems
}

/// One step of SplitMix64: neighbouring seeds give unrelated numbers.
fn mixed(seed: u64) -> u64 {
    let mut state = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    state = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    state = (state ^ (state >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    state ^ (state >> 31)
}

#[expect(
    clippy::cast_precision_loss,
    reason = "counts of words and blocks stay far below 2^24"
)]
fn count(number: usize) -> f32 {
    number as f32
}

#[cfg(test)]
mod tests;
