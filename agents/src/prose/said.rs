//! What the person said, word by word, so that words can be found again: exactly, or nearly.

use std::collections::BTreeMap;

use interview::{Passage, Source, Speaker, TurnRef};
use unicode_segmentation::UnicodeSegmentation;

use crate::text::terms;

/// The most words that are looked for or copied as one quotation.
pub(super) const QUOTATION_WORDS_MAX: usize = 80;
/// Fewer words than this were said as they stand, or they were not said.
const NEAR_WORDS_MIN: usize = 5;
/// Nearly said: at most one word in this many is another.
const WORDS_PER_SLIP: usize = 5;
/// Stands for a word that nobody said.
const UNHEARD: u32 = u32::MAX;

const FILLERS: &[&str] = &["um", "uh", "er", "erm", "ah", "hm", "hmm", "mm"];

/// An index over the person's turns.
#[derive(Debug)]
pub struct Said<'c> {
    turns: Vec<Turn<'c>>,
    words: BTreeMap<String, u32>,
    /// The stem of each word, by the word's number.
    stems: Vec<u32>,
    stem_numbers: BTreeMap<String, u32>,
    fillers: Vec<u32>,
}

#[derive(Debug)]
struct Turn<'c> {
    passage: &'c Passage,
    words: Vec<Word>,
    /// The numbers of its words, sorted, each once.
    set: Vec<u32>,
}

#[derive(Debug, Clone, Copy)]
struct Word {
    number: u32,
    start: usize,
    end: usize,
}

/// A run of words in one turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) turn: usize,
    pub(super) first: usize,
    pub(super) end: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) span: Span,
    pub(super) exact: bool,
}

/// How much of a sentence a stretch of a turn has, and where that stretch begins.
#[derive(Debug, Clone)]
pub(super) struct Support {
    /// The sentence's stems that were said there.
    pub(super) shared: Vec<u32>,
    pub(super) first: usize,
}

impl<'c> Said<'c> {
    #[must_use]
    pub fn of(conversation: &'c [Passage]) -> Self {
        let mut said = Self {
            turns: Vec::new(),
            words: BTreeMap::new(),
            stems: Vec::new(),
            stem_numbers: BTreeMap::new(),
            fillers: Vec::new(),
        };
        let own = |passage: &&Passage| passage.speaker == Speaker::Candidate;
        for passage in conversation.iter().filter(own) {
            let words: Vec<Word> = passage
                .text
                .as_str()
                .unicode_word_indices()
                .map(|(start, word)| Word {
                    number: said.number(&folded(word)),
                    start,
                    end: start + word.len(),
                })
                .collect();
            let mut set: Vec<u32> = words.iter().map(|word| word.number).collect();
            set.sort_unstable();
            set.dedup();
            said.turns.push(Turn {
                passage,
                words,
                set,
            });
        }
        said.fillers = FILLERS
            .iter()
            .filter_map(|filler| said.words.get(*filler).copied())
            .collect();
        said
    }

    fn number(&mut self, word: &str) -> u32 {
        if let Some(number) = self.words.get(word) {
            return *number;
        }
        let number = u32::try_from(self.words.len()).unwrap_or(UNHEARD - 1);
        self.words.insert(word.to_owned(), number);
        let stem = terms::stem(word).into_owned();
        let next = u32::try_from(self.stem_numbers.len()).unwrap_or(UNHEARD - 1);
        self.stems
            .push(*self.stem_numbers.entry(stem).or_insert(next));
        number
    }

    /// The turns that these references name. Those of nobody, of the interviewer and of withdrawn words fall away.
    #[must_use]
    pub(super) fn turns_of(&self, named: &[TurnRef]) -> Vec<usize> {
        let at = |wanted: &TurnRef| {
            self.turns
                .iter()
                .position(|turn| turn.passage.at == *wanted)
        };
        let mut found: Vec<usize> = named.iter().filter_map(at).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Whether a turn of the person has this name.
    #[must_use]
    pub fn has(&self, named: &TurnRef) -> bool {
        self.turns.iter().any(|turn| turn.passage.at == *named)
    }

    /// Looks for words: as they stand before nearly so, in the named turns before all others.
    #[must_use]
    pub(super) fn find(&self, words: &str, named: &[usize]) -> Option<Found> {
        let wanted = self.numbers(words);
        if wanted.is_empty() || wanted.len() > QUOTATION_WORDS_MAX {
            return None;
        }
        let others = || (0..self.turns.len()).filter(|turn| !named.contains(turn));
        let exact = |turn: usize| self.exact(turn, &wanted);
        if let Some(span) = named.iter().copied().find_map(exact) {
            return Some(Found { span, exact: true });
        }
        if let Some(span) = others().find_map(exact) {
            return Some(Found { span, exact: true });
        }
        let near = |turn: usize| self.near(turn, &wanted);
        let found = named
            .iter()
            .copied()
            .filter_map(near)
            .min_by_key(|(slips, _)| *slips)
            .or_else(|| others().filter_map(near).min_by_key(|(slips, _)| *slips));
        found.map(|(_, span)| Found { span, exact: false })
    }

    /// From the first words to the last ones, both said in one turn and in this order.
    #[must_use]
    pub(super) fn find_between(&self, first: &str, last: &str, named: &[usize]) -> Option<Found> {
        let begin = self.find(first, named)?;
        let end = self.find(last, &[begin.span.turn])?;
        let span = Span {
            turn: begin.span.turn,
            first: begin.span.first,
            end: end.span.end,
        };
        let together = begin.span.turn == end.span.turn
            && begin.span.end <= end.span.first
            && span.end - span.first <= QUOTATION_WORDS_MAX;
        together.then_some(Found {
            span,
            exact: begin.exact && end.exact,
        })
    }

    fn numbers(&self, words: &str) -> Vec<u32> {
        words
            .unicode_words()
            .map(|word| self.words.get(&folded(word)).copied().unwrap_or(UNHEARD))
            .collect()
    }

    fn exact(&self, turn: usize, wanted: &[u32]) -> Option<Span> {
        let heard = &self.turns[turn];
        if !wanted.iter().all(|word| heard.has(*word)) {
            return None;
        }
        let same = |window: &[Word]| {
            window
                .iter()
                .zip(wanted)
                .all(|(word, want)| word.number == *want)
        };
        let first = heard.words.windows(wanted.len()).position(same)?;
        Some(Span {
            turn,
            first,
            end: first + wanted.len(),
        })
    }

    /// The stretch of a turn that differs least from the words, if it differs by little.
    fn near(&self, turn: usize, wanted: &[u32]) -> Option<(usize, Span)> {
        let slips_max = wanted.len() / WORDS_PER_SLIP;
        let heard = &self.turns[turn];
        let unheard = wanted.iter().filter(|word| !heard.has(**word)).count();
        if wanted.len() < NEAR_WORDS_MIN || unheard > slips_max {
            return None;
        }
        let (slips, first, end) = self.align(&heard.words, wanted)?;
        let short = end - first <= QUOTATION_WORDS_MAX && end > first;
        (slips <= slips_max && short).then_some((slips, Span { turn, first, end }))
    }

    /// Least edits between all wanted words and any stretch of the heard ones; with that stretch.
    fn align(&self, heard: &[Word], wanted: &[u32]) -> Option<(usize, usize, usize)> {
        // A column per heard word: how many slips up to here, and where the stretch began.
        let mut row: Vec<(usize, usize)> = (0..=heard.len()).map(|at| (0, at)).collect();
        for (done, want) in wanted.iter().enumerate() {
            let mut diagonal = row[0];
            row[0] = (done + 1, 0);
            for at in 1..=heard.len() {
                let word = heard[at - 1].number;
                let same = (diagonal.0 + usize::from(word != *want), diagonal.1);
                let extra = (row[at].0 + 1, row[at].1);
                let stutter = at > 1 && heard[at - 2].number == word;
                let free = stutter || self.fillers.contains(&word);
                let missing = (row[at - 1].0 + usize::from(!free), row[at - 1].1);
                diagonal = row[at];
                row[at] = [same, extra, missing]
                    .into_iter()
                    .min_by_key(|(slips, _)| *slips)
                    .unwrap_or(same);
            }
        }
        row.iter()
            .enumerate()
            .map(|(end, (slips, first))| (*slips, *first, end))
            .min_by_key(|(slips, first, end)| {
                (*slips, end.saturating_sub(*first).abs_diff(wanted.len()))
            })
    }

    /// The words of a span as they were said, on one line.
    pub(super) fn words_of(&self, span: Span) -> String {
        let turn = &self.turns[span.turn];
        let slice = match (turn.words.get(span.first), turn.words.get(span.end - 1)) {
            (Some(first), Some(last)) => &turn.passage.text.as_str()[first.start..last.end],
            _ => "",
        };
        slice.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    pub(super) fn heard(&self, turn: usize) -> &str {
        self.turns[turn].passage.text.as_str()
    }

    pub(super) fn turns(&self) -> std::ops::Range<usize> {
        0..self.turns.len()
    }

    /// The stems that the person used, of a text's content words; and how many it has.
    pub(super) fn stems_in(&self, text: &str) -> (Vec<u32>, usize) {
        let all = terms::Stems::of(text);
        let known = all
            .iter()
            .filter_map(|stem| self.stem_numbers.get(stem).copied())
            .collect();
        (known, all.len())
    }

    /// The stretch of a turn, somewhat longer than a sentence, in which most of these stems were said.
    pub(super) fn support(&self, turn: usize, stems: &[u32], words: usize) -> Support {
        let reach = words * 3 + 20;
        let heard = &self.turns[turn].words;
        let hits: Vec<(usize, u32)> = heard
            .iter()
            .enumerate()
            .map(|(at, word)| (at, self.stems[word.number as usize]))
            .filter(|(_, stem)| stems.contains(stem))
            .collect();
        let mut best = Support {
            shared: Vec::new(),
            first: 0,
        };
        for (begin, (first, _)) in hits.iter().enumerate() {
            let mut shared: Vec<u32> = hits[begin..]
                .iter()
                .take_while(|(at, _)| *at < first + reach)
                .map(|(_, stem)| *stem)
                .collect();
            shared.sort_unstable();
            shared.dedup();
            if shared.len() > best.shared.len() {
                best = Support {
                    shared,
                    first: *first,
                };
            }
            if best.shared.len() == stems.len() {
                break;
            }
        }
        best
    }

    /// The turn of a span and the moment at which its first word was about said.
    pub(super) fn source(&self, span: Span) -> Source {
        let turn = &self.turns[span.turn];
        let spoken = turn.passage.end_ms.saturating_sub(turn.passage.start_ms);
        let words = turn.words.len().max(1) as u64;
        Source {
            turn: turn.passage.at.clone(),
            start_ms: turn.passage.start_ms + spoken * span.first as u64 / words,
        }
    }
}

impl Turn<'_> {
    fn has(&self, word: u32) -> bool {
        self.set.binary_search(&word).is_ok()
    }
}

/// Words are compared as the quotation check of the core compares them.
fn folded(word: &str) -> String {
    word.to_lowercase().replace('’', "'")
}
