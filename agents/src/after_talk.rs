//! The agents before and after the talk, on a language model: Analysis, Writer, FollowUp, Planner.
//!
//! Each gives back an answer that was checked against the talk, or an error; the built-in agent then stands in.

mod analysis;
mod follow_up;
mod material;
mod planner;
mod writer;

use interview::{AgentKind, Answer, Maker, Task};
use prompts::{Prompt, Prompts};
use tokio::time::Instant;

use crate::answer_in_style;
use crate::model::{Message, ModelClient, ModelError, Request, Size, Spent};
use crate::style_guide::StyleGuide;

pub use analysis::{AnalysisAnswer, analyse};
pub use follow_up::{FollowUpAnswer, follow_up};
pub use material::TRANSCRIPT_CHARS_MAX;
pub use planner::{PlanAnswer, plan, plan_from_talk};
pub use writer::{Fix, Fixes, write};

/// Does a job after the talk: with the model if it can, else with the built-in agent. Other jobs are the built-in ones'.
pub async fn work(
    task: &Task,
    guide: Option<&StyleGuide>,
    call: Call<'_>,
    on_piece: &mut (dyn FnMut(&str) + Send),
) -> (Answer, Maker) {
    let made = match task {
        Task::Analyse(job) => analyse(job, call)
            .await
            .map(|made| Answer::Analysis(Box::new(made))),
        Task::WriteEssay(job) => write(job, guide, call, on_piece)
            .await
            .map(|made| Answer::Essay(Box::new(made))),
        Task::SuggestFollowUps(job) => follow_up(job, call)
            .await
            .map(|made| Answer::FollowUps(Box::new(made))),
        Task::TakeNotes(_) | Task::Research(_) | Task::ChooseQuestion(_) | Task::Judge(_) => {
            return (answer_in_style(task, guide), Maker::Builtin);
        }
    };
    match made {
        Ok(made) => (made, Maker::Model),
        Err(error) => {
            tracing::warn!(agent = ?task.agent(), %error, "the built-in agent stands in");
            (answer_in_style(task, guide), Maker::Builtin)
        }
    }
}

/// How one job may use a model.
#[derive(Debug)]
pub struct Call<'a> {
    pub client: &'a ModelClient,
    pub prompts: &'a Prompts,
    pub size: Size,
    pub deadline: Instant,
    pub spent: &'a mut Spent,
}

impl Call<'_> {
    /// The rules first, which are the same in every call; then what this job is about.
    fn request<S: Prompt, U: Prompt>(
        &self,
        agent: AgentKind,
        name: &'static str,
        (rules, material): (&S, &U),
        tokens_max: u32,
    ) -> Result<Request, ModelError> {
        Ok(Request {
            name,
            model: self.client.config().model_for(agent, self.size).to_owned(),
            messages: vec![
                Message::system(self.rendered(rules)?),
                Message::user(self.rendered(material)?),
            ],
            tokens_max,
            deadline: self.deadline,
        })
    }

    /// Every prompt was tried when the set was made; one that fails now is not worth an interview.
    fn rendered<P: Prompt>(&self, prompt: &P) -> Result<String, ModelError> {
        self.prompts.render(prompt).map_err(|error| {
            tracing::error!(%error, file = P::FILE, "a template could not be filled in");
            ModelError::NotAccepted {
                status: 0,
                code: P::FILE.to_owned(),
            }
        })
    }
}

/// Everything that is wrong with an answer, in words a model understands.
#[derive(Debug, Default)]
struct Wrong(Vec<String>);

/// More complaints than this do not make the next answer better.
const COMPLAINTS_MAX: usize = 12;

impl Wrong {
    fn note(&mut self, complaint: impl Into<String>) {
        if self.0.len() < COMPLAINTS_MAX {
            self.0.push(complaint.into());
        }
    }

    /// A text that must be there and must not be endless.
    fn text(&mut self, what: &str, text: &str, chars_max: usize) {
        let chars = text.chars().count();
        if text.trim().is_empty() {
            self.note(format!("{what} is empty"));
        } else if chars > chars_max {
            self.note(format!(
                "{what} has {chars} characters, the limit is {chars_max}"
            ));
        }
    }

    fn count(&mut self, what: &str, count: usize, range: std::ops::RangeInclusive<usize>) {
        if !range.contains(&count) {
            self.note(format!(
                "there must be {} to {} {what}, not {count}",
                range.start(),
                range.end()
            ));
        }
    }

    fn verdict(self) -> Result<(), String> {
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(self.0.iter().map(|it| format!("- {it}\n")).collect())
        }
    }
}
