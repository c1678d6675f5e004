//! The agents: what each of them does with a job, with and without a model.

pub mod after_talk;
pub mod builtin;
pub mod material;
pub mod model;
pub mod prose;
pub mod style_guide;
pub mod text;
pub mod voice;

mod expert;
mod staff;

use interview::{Answer, Task};

pub use expert::Expert;
pub use staff::{Planned, Staff};
use style_guide::StyleGuide;

/// Does a job with the built-in agents: pure, deterministic, no model.
#[must_use]
pub fn answer(task: &Task) -> Answer {
    answer_in_style(task, None)
}

/// The same, with what was learned from the writer's edits.
#[must_use]
pub fn answer_in_style(task: &Task, guide: Option<&StyleGuide>) -> Answer {
    match task {
        Task::TakeNotes(job) => Answer::Notes(Box::new(builtin::take_notes(job))),
        Task::Research(job) => Answer::Research(builtin::research(job)),
        Task::ChooseQuestion(job) => Answer::Proposal(Box::new(builtin::choose(job))),
        Task::Analyse(job) => Answer::Analysis(Box::new(builtin::analyse(job))),
        Task::WriteEssay(job) => Answer::Essay(Box::new(builtin::write_in_style(job, guide))),
        Task::SuggestFollowUps(job) => Answer::FollowUps(Box::new(builtin::follow_up(job))),
        Task::Judge(job) => Answer::Verdicts(builtin::judge(job)),
    }
}
