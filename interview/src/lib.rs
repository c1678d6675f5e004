//! The pure core: every rule of an interview, and nothing that touches the world.

pub mod event;
pub mod guidance;
pub mod quotes;
pub mod words;

mod activity;
mod closing;
mod decide;
mod decision;
mod essay;
mod ids;
mod input;
mod job;
mod notes;
mod phrases;
mod plan;
mod react;
mod redact;
mod research;
mod state;
mod structured;
mod thrift;
mod time;
mod transcript;
mod turn_taking;
mod verify;
mod view;

pub use activity::{Meters, activity_line, meters};
pub use decide::{ANYTHING_ELSE, create, decide};
pub use decision::{DecidedBy, NextQuestion, Phase, Proposal, QuestionSource, QuestionState};
pub use essay::{
    AnalysedQuote, Analysis, ChangedQuotation, Essay, Finding, FollowUpTopic, FollowUps, Grade,
    Paragraph, Quotations, Sentence, Source, Style, Theme,
};
pub use event::{Actor, BadLine, Event, Recorded};
pub use ids::{
    BadId, ClientId, DimensionId, EventId, JobId, QuestionId, SectionId, SessionId, TurnId,
};
pub use input::{
    ANSWER_CHARS_MAX, ASSISTANT_QUERY_CHARS_MAX, CODE_BYTES_MAX, Creation, ESSAY_CHARS_MAX,
    EXTENSION_MINUTES_MAX, Heard, Input, Rejection, Spoke, Withdrawn,
};
pub use job::{
    AgentKind, Analysing, Answer, Choosing, FollowingUp, Job, Judging, Maker, NoteTaking,
    QuestionStatus, Report, Researching, Task, Usage, Writing,
};
pub use notes::{
    Claim, Confidence, Contradiction, CoverageQuality, Gap, KeyIdea, KeyPoint, Notes, PotentialUse,
    QuotableLine, SectionCoverage, Story, Strength, Title,
};
pub use plan::{
    Cover, Dimension, Format, Importance, PausedClock, Plan, PlanProblem, PlanProblems, Priority,
    Question, Role, Section,
};
pub use react::{AssistantQuestion, Effect, Speech, next_deadline, owed, react};
pub use redact::redact;
pub use research::{Findings, ResearchItem, ResearchKind, ResearchTopic, WebSource};
pub use state::{
    Clock, Cycle, Floor, Outstanding, Stage, StandingDecision, State, Status, TotalUsage,
};
pub use structured::{
    ASSISTANT_REFUSAL, ASSISTANT_WITHHELD, AssistantAnswer, AssistantExchange, AssistantRecord,
    CodeRecord, CodeVersion, ContextSummary, EvaluatedDimension, EvaluatedSection,
    EvaluationInputBundle, Fact, Moment, OpsReplayBundle, Overstep, SectionArtifact, SectionExit,
    SectionProgress, SectionStage, Structured, TalentUiState, TimelineEntry, TouchedDimension,
    TranscriptEntry, Unspoken, Verdict, coverage_rule, evaluation_bundle, ops_replay_bundle,
    oversteps, section_artifacts, talent_ui_state,
};
pub use thrift::Thrift;
pub use time::{Millis, speaking_ms};
pub use transcript::{Passage, Speaker, Spoken, Turn, TurnRef};
pub use turn_taking::{
    CutIn, HOLD_LINE, cut_in, not_caught_line, patience_ms, silence_line, voice_has_failed,
};
pub use verify::{Difference, Verified, verify};
pub use view::{Action, View};
