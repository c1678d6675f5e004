//! Every word said to a language model: one file and one struct each, rendered strictly.
//!
//! Each agent has a `system.md`, which stays the same through a session so that servers can keep it, and a `user.md`,
//! which holds what grows and what is new.

mod after_talk;
mod lines;
mod live;
mod material;
mod set;

pub use after_talk::{
    AnalysisSystem, AnalysisUser, FollowUpSystem, FollowUpUser, PlannerSystem, PlannerUser,
    WriterCheck, WriterSystem, WriterUser,
};
pub use lines::{Line, Noted, RecordLine};
pub use live::{
    AssistantSystem, AssistantUser, Found, JudgeDimension, JudgeSystem, JudgeUser, NoteTakerSystem,
    NoteTakerUser, OrchestratorSystem, OrchestratorUser, PlanPage, PlannedQuestion, PlannedSection,
    ResearchTask, ResearcherSystem, ResearcherUser, SearchHit,
};
pub use material::Material;
pub use set::{Prompt, PromptError, Prompts};

/// Every prompt there is.
fn all() -> impl Iterator<Item = &'static set::Bundled> {
    after_talk::BUNDLED.iter().chain(live::BUNDLED)
}

#[cfg(test)]
mod tests;
