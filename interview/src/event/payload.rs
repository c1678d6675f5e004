//! What each event carries.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::decision::{DecidedBy, NextQuestion, Phase, Proposal};
use crate::essay::{Analysis, Essay, FollowUps, Style};
use crate::ids::{ClientId, DimensionId, EventId, JobId, QuestionId, SectionId, SessionId, TurnId};
use crate::job::{AgentKind, Maker};
use crate::notes::Notes;
use crate::plan::{Format, Plan};
use crate::research::{ResearchItem, ResearchTopic};
use crate::time::Millis;
use crate::transcript::Spoken;

/// The version of these shapes. A log of a newer one is refused, not guessed at.
pub const SCHEMA_VERSION: u32 = 1;

fn is_false(value: &bool) -> bool {
    !value
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Created {
    pub session_id: SessionId,
    pub format: Format,
    pub schema_version: u32,
    pub plan: Arc<Plan>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub follow_up_of: Option<SessionId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub earlier: Option<Earlier>,
    /// The talk took place elsewhere; it is only read here.
    #[serde(default, skip_serializing_if = "is_false")]
    pub imported: bool,
    /// The most that models may cost, in USD.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost_cap: Option<f64>,
}

/// What a follow-up knows of the session before it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Earlier {
    pub summary: String,
    pub focus: String,
    /// Every question asked there; none is asked again.
    pub asked: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Started {}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Paused {
    pub reason: PauseReason,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PauseReason {
    Requested,
    Disconnected,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Resumed {}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Completed {
    pub reason: EndReason,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// The interviewer said goodbye.
    ClosingDetected,
    TimeExpired,
    /// The person, or whoever runs the interview, ended it.
    Ended,
    AllSectionsDone,
    Imported,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Terminated {
    pub reason: TerminationReason,
    pub context: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TerminationReason {
    SystemError,
    Abandoned,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PhaseChanged {
    pub phase: Phase,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SectionStarted {
    pub section_id: SectionId,
    pub deadline: Millis,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SectionTimeWarning {
    pub section_id: SectionId,
    pub seconds_left: u32,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SectionEnded {
    pub section_id: SectionId,
    pub reason: SectionEndReason,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SectionEndReason {
    TimeExpired,
    CoverageSatisfied,
    CandidateDone,
    SystemError,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PromptPresented {
    pub section_id: SectionId,
    /// None for the one request for a brief outline.
    pub question_id: Option<QuestionId>,
    pub text: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FollowupPresented {
    pub section_id: SectionId,
    pub dimension: DimensionId,
    pub text: String,
    pub budget_remaining: u32,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CandidateMessage {
    pub turn_id: TurnId,
    pub text: Spoken,
    pub words: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section_id: Option<SectionId>,
    pub late: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client_id: Option<ClientId>,
    pub channel: Channel,
    pub start_ms: u64,
    pub end_ms: u64,
    /// The words were struck; only that there were some is known.
    #[serde(default, skip_serializing_if = "is_false")]
    pub withdrawn: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Channel {
    Voice,
    Text,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct InterviewerMessage {
    pub turn_id: TurnId,
    pub text: Spoken,
    pub words: u32,
    pub interrupted: bool,
    /// It asks nothing new.
    #[serde(default, skip_serializing_if = "is_false")]
    pub aside: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question_id: Option<QuestionId>,
    /// The person's turn whose words this takes up; struck along with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refers_to: Option<TurnId>,
    pub start_ms: u64,
    pub end_ms: u64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TurnWithdrawn {
    pub turn_id: TurnId,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CoverageUpdated {
    pub section_id: SectionId,
    pub dimension: DimensionId,
    pub level: CoverageLevel,
    pub by: Maker,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CoverageLevel {
    #[default]
    NotCovered,
    PartiallyCovered,
    Covered,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AgentRequested {
    pub job_id: JobId,
    pub agent: AgentKind,
    /// From 1; grows when the agent or the process died over the job.
    pub attempt: u32,
    pub deadline: Millis,
    /// For agents that read a window: the first turn nobody of their kind has seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new_from: Option<TurnId>,
    /// The last turn that the job may see.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub up_to: Option<TurnId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub style: Option<Style>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AgentReported {
    pub job_id: JobId,
    pub agent: AgentKind,
    pub outcome: Outcome,
    pub by: Maker,
    pub ms: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<u64>,
    /// Of these, how many the server had read before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cached_tokens: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
    /// A proposal that was not acted on, with the rule that stood against it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<RefusedProposal>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Ok,
    Failed,
    /// It came after its cycle had been given up.
    Late,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Failure {
    /// No report in time.
    Deadline,
    /// The agent died over the job more often than is tried.
    RestartBudget,
    /// The agent says so itself.
    Reported { message: String },
    /// It answered something else than it was asked for.
    WrongAnswer,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RefusedProposal {
    pub why: Refusal,
    pub proposal: Proposal,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    UnknownQuestion,
    UnknownSection,
    AskedBefore,
    /// The remaining must-ask questions would not fit any more.
    NoTimeForIt,
    EmptyOrTooLong,
    /// Only the rules end an interview.
    NotItsToClose,
    /// The cycle had been overtaken.
    Stale,
    /// The writer wants another question next.
    AnotherIsPinned,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NotesMerged {
    pub job_id: JobId,
    #[serde(flatten)]
    pub notes: Notes,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ResearchAdded {
    pub job_id: JobId,
    pub items: Vec<ResearchItem>,
    /// What was worth looking up.
    pub topics: Vec<ResearchTopic>,
    pub source_available: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DecisionMade {
    pub phase: Phase,
    pub question: NextQuestion,
    pub brief: String,
    pub by: DecidedBy,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GuidanceSent {
    pub decision: EventId,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct QuestionAsked {
    pub question_id: QuestionId,
    pub turn_id: TurnId,
    pub matched: Matched,
    pub similarity: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Matched {
    Id,
    Text,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct QuestionDeclined {
    /// None when the question was not from the plan.
    pub question_id: Option<QuestionId>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ClosingDetected {
    pub turn_id: TurnId,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CandidateCodeSubmission {
    pub section_id: SectionId,
    pub source: Spoken,
    /// Of the source, in hexadecimal digits.
    pub sha256: String,
    #[serde(default, skip_serializing_if = "is_false")]
    pub late: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AssistantQuery {
    pub query: u32,
    pub text: Spoken,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AssistantResponse {
    pub query: u32,
    pub text: String,
    pub by: Maker,
    /// The answer went too far and was withheld.
    pub violation: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<u64>,
    /// Of these, how many the server had read before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cached_tokens: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
}

/// The interviewer could not say what was presented.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SpeechFailed {
    /// From 1; counts since something was last said.
    pub attempt: u32,
    pub message: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AnalysisWritten {
    pub job_id: JobId,
    #[serde(flatten)]
    pub analysis: Arc<Analysis>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EssayWritten {
    pub job_id: JobId,
    /// Counts a session's essays, from 1.
    pub number: u32,
    #[serde(flatten)]
    pub essay: Arc<Essay>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FollowupsSuggested {
    pub job_id: JobId,
    #[serde(flatten)]
    pub follow_ups: Arc<FollowUps>,
}
