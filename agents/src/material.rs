//! An interview as building material: the person's sentences, cleaned, weighed, and with what each of them leans on.

mod atoms;
mod lean;
mod line;
mod mentions;
mod run_on;
mod source;
mod stumble;
mod usable;
mod vocabulary;
mod vocatives;
mod worth;

use std::collections::BTreeMap;
use std::ops::Range;

use interview::{Passage, Plan, Speaker};

use crate::text::clean;
use crate::text::terms::Stems;

pub use atoms::Atom;
pub use lean::Lean;
pub use line::Line;
pub use source::heard_slice;
pub use usable::Use;
pub use vocabulary::{Vocabulary, jaccard, ratio};

/// Everything the person said, ready to be chosen from.
#[derive(Debug, Clone, Default)]
pub struct Material {
    pub lines: Vec<Line>,
    pub answers: Vec<Answer>,
    /// Sentences that belong together, in talk order.
    pub atoms: Vec<Atom>,
    pub vocabulary: Vocabulary,
    /// Words the person said, cleaned or not.
    pub words: usize,
}

/// What was said between two questions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    pub lines: Range<usize>,
    /// The section of the plan in which the question stands.
    pub section: Option<usize>,
}

impl Material {
    #[must_use]
    pub fn of(plan: &Plan, conversation: &[Passage]) -> Self {
        let mut material = Self::default();
        let sections = Sections::of(plan, conversation);
        let end = farewell(conversation);
        let names = vocatives::vocatives(conversation);
        let mut section = None;
        let mut asked = true;
        for (at, passage) in conversation.iter().enumerate().take(end) {
            match passage.speaker {
                Speaker::Interviewer => {
                    section = sections.at(at);
                    asked = asked || !is_encouragement(passage.text.as_str());
                }
                Speaker::Candidate => {
                    material.add(
                        at,
                        conversation,
                        &names,
                        Asked {
                            section,
                            anew: asked,
                        },
                    );
                    asked = false;
                }
            }
        }
        material.weigh();
        material
    }

    /// How much a line speaks of things as known that only the lines before it in its answer made known.
    #[must_use]
    pub fn assumes(&self, at: usize) -> usize {
        let line = &self.lines[at];
        let start = self
            .answers
            .get(line.answer)
            .map_or(at, |answer| answer.lines.start);
        let before = &self.lines[start.max(at.saturating_sub(12))..at];
        let local = |stem: &u32| {
            let here = before
                .iter()
                .filter(|line| line.stems.binary_search(stem).is_ok())
                .count();
            here > 0 && self.vocabulary.times(*stem) <= 6
        };
        line.definite.iter().filter(|stem| local(stem)).count()
    }

    fn add(&mut self, at: usize, conversation: &[Passage], names: &[String], asked: Asked) {
        let passage = &conversation[at];
        self.words += passage.text.as_str().split_whitespace().count();
        let start = self.lines.len();
        let text = vocatives::without(clean::debris(passage.text.as_str()), names);
        let mut text = line::sentence_case(&text);
        // Interrupted in the middle of a sentence, the person goes on in the next turn.
        let unfinished = !asked.anew
            || conversation[..at]
                .last()
                .is_some_and(|question| question.text.as_str().split_whitespace().count() <= 4);
        let begun = if unfinished {
            self.lines
                .last()
                .filter(|last| last.usable == Use::Broken && line::goes_on(&last.text, &text))
                .cloned()
        } else {
            None
        };
        if let Some(begun) = &begun {
            self.lines.pop();
            text = line::join(&begun.text, &text);
        }
        let start = start.min(self.lines.len());
        line::push_lines(&text, at, passage, &mut self.vocabulary, &mut self.lines);
        if let (Some(begun), Some(line)) = (begun, self.lines.get_mut(start)) {
            line.begun = Some((begun.passage, begun.place.start_ms));
        }
        let lines = start..self.lines.len();
        match self.answers.last_mut() {
            Some(last) if !asked.anew || last.lines.end > start => last.lines.end = lines.end,
            Some(_) | None => self.answers.push(Answer {
                lines,
                section: asked.section,
            }),
        }
    }

    fn weigh(&mut self) {
        let answers: Vec<Range<usize>> = self
            .answers
            .iter()
            .map(|answer| answer.lines.clone())
            .collect();
        self.vocabulary
            .weigh(answers.iter().map(|range| &self.lines[range.clone()]));
        for (number, answer) in answers.iter().enumerate() {
            for line in &mut self.lines[answer.clone()] {
                line.answer = number;
            }
        }
        for at in 1..self.lines.len() {
            let (before, rest) = self.lines.split_at_mut(at);
            if let (Some(before), Some(line)) = (before.last_mut(), rest.first()) {
                before.signs.reversed = line.signs.reverses && line.answer == before.answer;
            }
        }
        for line in &mut self.lines {
            line.worth = worth::worth(line, &self.vocabulary);
        }
        self.atoms = atoms::atoms(&self.lines, &self.answers);
    }
}

/// What the person answers.
#[derive(Debug, Clone, Copy)]
struct Asked {
    section: Option<usize>,
    /// A question was asked since the person last spoke.
    anew: bool,
}

/// The turns from here on only take leave.
fn farewell(conversation: &[Passage]) -> usize {
    const THANKS: &[&str] = &[
        "thank you",
        "thanks so much",
        "thanks again",
        "thanks for",
        "really appreciate",
        "end of interview",
        "that concludes",
        "stop the recording",
        "turn off the record",
    ];
    let tail = conversation.len() - conversation.len() / 10;
    conversation
        .iter()
        .enumerate()
        .skip(tail.max(2))
        .find(|(_, passage)| {
            let said = passage.text.as_str().to_lowercase();
            passage.speaker == Speaker::Interviewer
                && THANKS.iter().any(|thanks| said.contains(thanks))
                && !said.trim_end().ends_with('?')
        })
        .map_or(conversation.len(), |(at, _)| at)
}

/// "Mm-hm." "Right." "Wow, that's amazing.": the person goes on with the same answer.
fn is_encouragement(text: &str) -> bool {
    !text.contains('?') && text.split_whitespace().count() <= 3
}

/// Where in the talk each section of the plan begins to be spoken about: at the turn that asks one of its questions.
struct Sections(Vec<(usize, usize)>);

impl Sections {
    fn of(plan: &Plan, conversation: &[Passage]) -> Self {
        if plan.sections.len() < 2 {
            return Self(Vec::new());
        }
        // Every question names the topic; what they share besides tells them apart.
        let topic = Stems::of(&plan.topic);
        let asked: Vec<(usize, Stems)> = conversation
            .iter()
            .enumerate()
            .filter(|(_, passage)| passage.speaker == Speaker::Interviewer)
            .map(|(at, passage)| (at, Stems::of(passage.text.as_str()).without(&topic)))
            .collect();
        // Of two questions that would be the same turn, the one that shares more was asked there.
        let mut starts: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
        for (number, section) in plan.sections.iter().enumerate() {
            for question in &section.questions {
                let stems = Stems::of(&question.text).without(&topic);
                if let Some((shared, at)) = best_turn(&stems, &asked)
                    && starts.get(&at).is_none_or(|(most, _)| shared > *most)
                {
                    starts.insert(at, (shared, number));
                }
            }
        }
        Self(
            starts
                .into_iter()
                .map(|(at, (_, section))| (at, section))
                .collect(),
        )
    }

    /// The section that is spoken about at a turn.
    fn at(&self, turn: usize) -> Option<usize> {
        self.0
            .iter()
            .take_while(|(start, _)| *start <= turn)
            .last()
            .map(|(_, section)| *section)
    }
}

/// The turn that asks a question, and how many words both share: the first of those that share most, if they share half of them.
fn best_turn(question: &Stems, asked: &[(usize, Stems)]) -> Option<(usize, usize)> {
    let mut best: Option<(usize, usize)> = None;
    for (at, stems) in asked {
        let shared = question.shared(stems);
        if shared * 2 >= question.len().max(1)
            && shared > 0
            && best.is_none_or(|(most, _)| shared > most)
        {
            best = Some((shared, *at));
        }
    }
    best
}
