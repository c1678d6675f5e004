//! Whole conversations with the simulated expert, in which every answer takes as long as saying it would.

use std::sync::Arc;

use agents::{Expert, builtin};
use interview::words::{count, similarity};
use interview::{
    ANYTHING_ELSE, Choosing, NoteTaking, Notes, Phase, Plan, Priority, Proposal, QuestionState,
    QuestionStatus, Speaker, Turn, TurnId,
};

use crate::live::{PLAN, turn};

#[test]
fn a_rehearsal_asks_every_must_question_once_and_ends_with_room() {
    for plan in [PLAN, include_str!("../../../plans/expert-essay.toml")] {
        let plan = Plan::from_toml(plan).unwrap();
        let mut talk = Talk::new(&plan);
        talk.rehearse(11);
        for (_, question) in plan
            .questions()
            .filter(|(_, question)| question.priority == Priority::Must)
        {
            assert_eq!(
                talk.asked
                    .iter()
                    .filter(|asked| **asked == question.text)
                    .count(),
                1,
                "{}",
                question.text
            );
        }
        for (at, one) in talk.asked.iter().enumerate() {
            for other in &talk.asked[at + 1..] {
                assert!(similarity(one, other) < 0.6, "{one} / {other}");
            }
        }
        assert!(talk.organic >= 5, "{:#?}", talk.asked);
        assert_eq!(talk.asked.last().map(String::as_str), Some(ANYTHING_ELSE));
    }
}

/// The books that the core would keep.
struct Talk {
    plan: Arc<Plan>,
    turns: Vec<Turn>,
    notes: Notes,
    asked: Vec<String>,
    organic: usize,
    in_a_row: u32,
    elapsed_s: u32,
}

impl Talk {
    fn new(plan: &Arc<Plan>) -> Self {
        Self {
            plan: Arc::clone(plan),
            turns: Vec::new(),
            notes: Notes::default(),
            asked: Vec::new(),
            organic: 0,
            in_a_row: 0,
            elapsed_s: 0,
        }
    }

    fn rehearse(&mut self, seed: u64) {
        let mut expert = Expert::bundled();
        while self.asked.last().map(String::as_str) != Some(ANYTHING_ELSE) && self.asked.len() < 80
        {
            let proposal = builtin::choose(&self.choosing());
            let answer = expert.answer(&proposal.question.text, seed).unwrap();
            self.take(&proposal, &answer);
        }
    }

    fn choosing(&self) -> Choosing {
        let target_s = self.plan.minutes * 60;
        let is_open = |text: &String| !self.asked.contains(text);
        let musts: u32 = self
            .plan
            .questions()
            .filter(|(_, question)| question.priority == Priority::Must && is_open(&question.text))
            .map(|(_, question)| question.expected_s)
            .sum();
        let questions = self.plan.questions().map(|(_, question)| QuestionStatus {
            id: question.id.clone(),
            state: if is_open(&question.text) {
                QuestionState::Open
            } else {
                QuestionState::Answered
            },
        });
        Choosing {
            plan: Arc::clone(&self.plan),
            window: self.turns[self.turns.len().saturating_sub(30)..].to_vec(),
            notes: Arc::new(self.notes.clone()),
            research: Arc::new(Vec::new()),
            questions: questions.collect(),
            asked: self.asked.clone(),
            phase: match self.elapsed_s * 100 / target_s {
                0..15 => Phase::Opening,
                15..86 => Phase::DeepDive,
                _ => Phase::WrapUp,
            },
            elapsed_ms: u64::from(self.elapsed_s) * 1_000,
            target_ms: self.plan.target_ms(),
            slack_s: target_s.saturating_sub(self.elapsed_s + musts),
            backbone_in_a_row: self.in_a_row,
        }
    }

    fn take(&mut self, proposal: &Proposal, answer: &str) {
        let question = &proposal.question;
        self.in_a_row = if question.question_id.is_some() {
            self.in_a_row + 1
        } else {
            0
        };
        self.organic += usize::from(question.refers_to.is_some());
        let number = u32::try_from(self.turns.len()).unwrap() + 1;
        self.turns
            .push(turn(number, Speaker::Interviewer, &question.text, false));
        self.turns
            .push(turn(number + 1, Speaker::Candidate, answer, false));
        self.elapsed_s += (count(answer) + count(&question.text)) * 60 / 150;
        self.asked.push(question.text.clone());
        let job = NoteTaking {
            plan: Arc::clone(&self.plan),
            window: self.turns[self.turns.len().saturating_sub(20)..].to_vec(),
            new_from: TurnId(number),
            notes: Arc::new(self.notes.clone()),
        };
        let news = self.notes.news(&builtin::take_notes(&job));
        self.notes.add(news);
    }
}
