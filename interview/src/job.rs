//! Work for agents: what each gets to see, and what it may answer.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::decision::{Phase, Proposal, QuestionState};
use crate::essay::{Analysis, Essay, FollowUps, Style};
use crate::ids::{JobId, QuestionId, SectionId, TurnId};
use crate::notes::Notes;
use crate::plan::Plan;
use crate::research::{Findings, ResearchItem};
use crate::structured::Verdict;
use crate::thrift::Thrift;
use crate::time::Millis;
use crate::transcript::{Passage, Turn};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AgentKind {
    Planner,
    NoteTaker,
    Researcher,
    Orchestrator,
    Analysis,
    Writer,
    FollowUp,
    Judge,
}

/// One piece of work for one agent, with everything that it may know. The copies are cheap: what is long is shared.
#[derive(Debug, Clone)]
pub struct Job {
    pub id: JobId,
    /// How often this job has been given out, from 1.
    pub attempt: u32,
    pub deadline: Millis,
    /// How much the job may ask of models.
    pub thrift: Thrift,
    pub task: Task,
}

#[derive(Debug, Clone)]
pub enum Task {
    TakeNotes(NoteTaking),
    Research(Researching),
    ChooseQuestion(Choosing),
    Analyse(Analysing),
    WriteEssay(Writing),
    SuggestFollowUps(FollowingUp),
    Judge(Judging),
}

impl Task {
    #[must_use]
    pub fn agent(&self) -> AgentKind {
        match self {
            Task::TakeNotes(_) => AgentKind::NoteTaker,
            Task::Research(_) => AgentKind::Researcher,
            Task::ChooseQuestion(_) => AgentKind::Orchestrator,
            Task::Analyse(_) => AgentKind::Analysis,
            Task::WriteEssay(_) => AgentKind::Writer,
            Task::SuggestFollowUps(_) => AgentKind::FollowUp,
            Task::Judge(_) => AgentKind::Judge,
        }
    }
}

/// For the NoteTaker.
#[derive(Debug, Clone)]
pub struct NoteTaking {
    pub plan: Arc<Plan>,
    /// The last 20 turns.
    pub window: Vec<Turn>,
    /// The first turn that no NoteTaker has seen. Earlier ones are there for context.
    pub new_from: TurnId,
    pub notes: Arc<Notes>,
}

/// For the Researcher.
#[derive(Debug, Clone)]
pub struct Researching {
    pub plan: Arc<Plan>,
    /// The last 20 turns.
    pub window: Vec<Turn>,
    pub new_from: TurnId,
    pub known: Arc<Vec<ResearchItem>>,
    /// Topics looked up less than five minutes ago, not to be looked up again.
    pub fresh_topics: Vec<String>,
}

/// For the Orchestrator.
#[derive(Debug, Clone)]
pub struct Choosing {
    pub plan: Arc<Plan>,
    /// The last 30 turns.
    pub window: Vec<Turn>,
    pub notes: Arc<Notes>,
    pub research: Arc<Vec<ResearchItem>>,
    /// Every plan question, in plan order.
    pub questions: Vec<QuestionStatus>,
    /// What has been asked so far, plan questions or not, newest last; never to be asked again.
    pub asked: Vec<String>,
    pub phase: Phase,
    pub elapsed_ms: u64,
    pub target_ms: u64,
    /// What is left when every open must-ask question has had its time. Only this may be spent on anything else.
    pub slack_s: u32,
    /// Plan questions asked since the last question that was not from the plan.
    pub backbone_in_a_row: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuestionStatus {
    pub id: QuestionId,
    pub state: QuestionState,
}

/// For Analysis.
#[derive(Debug, Clone)]
pub struct Analysing {
    pub plan: Arc<Plan>,
    /// The whole conversation, an earlier session's turns first.
    pub conversation: Arc<Vec<Passage>>,
    pub notes: Arc<Notes>,
}

/// For the Writer.
#[derive(Debug, Clone)]
pub struct Writing {
    pub plan: Arc<Plan>,
    pub conversation: Arc<Vec<Passage>>,
    pub notes: Arc<Notes>,
    pub research: Arc<Vec<ResearchItem>>,
    pub analysis: Arc<Analysis>,
    pub style: Style,
}

/// For FollowUp.
#[derive(Debug, Clone)]
pub struct FollowingUp {
    pub plan: Arc<Plan>,
    pub conversation: Arc<Vec<Passage>>,
    pub notes: Arc<Notes>,
    pub analysis: Option<Arc<Analysis>>,
}

/// For the Judge of a structured section.
#[derive(Debug, Clone)]
pub struct Judging {
    pub plan: Arc<Plan>,
    pub section_id: SectionId,
    /// The section so far, both sides, withdrawn words left out.
    pub turns: Vec<Turn>,
    /// Where each dimension stands, in plan order. Levels never sink.
    pub known: Vec<Verdict>,
}

/// An agent's finding about one job.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    pub job: JobId,
    pub by: Maker,
    pub ms: u64,
    pub usage: Option<Usage>,
    pub result: Result<Answer, String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Maker {
    Model,
    Builtin,
}

/// What a job cost.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Usage {
    pub tokens: u64,
    /// Of these, how many the server had read before.
    pub cached_tokens: u64,
    /// In USD.
    pub cost: f64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "content", rename_all = "snake_case")]
pub enum Answer {
    Notes(Box<Notes>),
    Research(Findings),
    Proposal(Box<Proposal>),
    Analysis(Box<Analysis>),
    Essay(Box<Essay>),
    FollowUps(Box<FollowUps>),
    Verdicts(Vec<Verdict>),
}
