//! The pure core: every rule of an interview, and nothing that touches the world.

pub mod words;

mod decision;
mod essay;
mod ids;
mod job;
mod notes;
mod plan;
mod research;
mod time;
mod transcript;

pub use decision::{DecidedBy, NextQuestion, Phase, Proposal, QuestionSource, QuestionState};
pub use essay::{
    AnalysedQuote, Analysis, Essay, Finding, FollowUpTopic, FollowUps, Grade, Paragraph,
    Quotations, Sentence, Source, Style, Theme,
};
pub use ids::{
    BadId, ClientId, DimensionId, EventId, JobId, QuestionId, SectionId, SessionId, TurnId,
};
pub use job::{
    AgentKind, Analysing, Answer, Choosing, FollowingUp, Job, Maker, NoteTaking, QuestionStatus,
    Report, Researching, Task, Usage, Writing,
};
pub use notes::{
    Claim, Confidence, Contradiction, CoverageQuality, Gap, KeyIdea, KeyPoint, Notes, PotentialUse,
    QuotableLine, SectionCoverage, Story, Strength, Title,
};
pub use plan::{
    Cover, Dimension, Format, Importance, PausedClock, Plan, PlanProblem, PlanProblems, Priority,
    Question, Role, Section,
};
pub use research::{Findings, ResearchItem, ResearchKind, ResearchTopic, WebSource};
pub use time::{Millis, speaking_ms};
pub use transcript::{Passage, Speaker, Spoken, Turn, TurnRef};
