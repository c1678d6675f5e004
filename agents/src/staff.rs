//! Who does the work: a language model where there is one, the built-in agents where not, and always an answer in time.

mod planning;
mod watch;

use std::sync::Arc;
use std::time::{Duration, Instant as Clock};

use interview::{Answer, AssistantQuestion, Job, Maker, Report, Task, Thrift, Usage};
use prompts::Prompts;
use tokio::time::Instant;

use crate::after_talk::{self, Call};
use crate::model::{LiveAgents, ModelClient, ModelConfig, ModelError, Size, Spent};
use crate::style_guide::StyleGuide;
use crate::{answer_in_style, builtin};
pub use planning::Planned;
use watch::Watch;

/// Kept back of a job's time, so that the built-in agent can still stand in before the job is given up.
const RESERVE: Duration = Duration::from_millis(500);
/// How long a candidate waits for the assistant's model.
const ASSISTANT_PATIENCE: Duration = Duration::from_secs(15);

/// The agents of this process. Clones share everything, also what was learned about the server.
#[derive(Debug, Clone, Default)]
pub struct Staff {
    models: Option<Arc<Models>>,
    watch: Watch,
}

#[derive(Debug)]
struct Models {
    client: ModelClient,
    prompts: Prompts,
}

impl Staff {
    /// Without any model.
    #[must_use]
    pub fn builtin() -> Staff {
        Staff::default()
    }

    pub fn with_models(config: ModelConfig, prompts: Prompts) -> Result<Staff, ModelError> {
        let client = ModelClient::new(config)?;
        Ok(Staff {
            models: Some(Arc::new(Models { client, prompts })),
            watch: Watch::default(),
        })
    }

    /// The same agents, with somebody who sees essays grow while a model writes them.
    #[must_use]
    pub fn watched_by(&self, watcher: impl Fn(&str) + Send + Sync + 'static) -> Staff {
        Staff {
            models: self.models.clone(),
            watch: Watch::by(watcher),
        }
    }

    /// Whether a model is asked first.
    #[must_use]
    pub fn uses_models(&self) -> bool {
        self.models.is_some()
    }

    /// Whether the server takes schemas, as far as calls have shown; false where there is none.
    #[must_use]
    pub fn takes_schemas(&self) -> bool {
        let client = self.models.as_ref().map(|models| &models.client);
        client.is_some_and(ModelClient::takes_schemas)
    }

    /// Does a job within `patience`. There is always an answer: where the model has none, the built-in agent's.
    pub async fn work(&self, job: &Job, guide: Option<StyleGuide>, patience: Duration) -> Report {
        let began = Clock::now();
        let mut spent = Spent::default();
        let made = match &self.models {
            Some(models) if job.thrift < Thrift::BuiltIn => {
                let call = (patience, &self.watch);
                models.ask(job, guide.as_ref(), call, &mut spent).await
            }
            Some(_) | None => None,
        };
        let (by, result) = match made {
            Some(answer) => (Maker::Model, Ok(answer)),
            None => (Maker::Builtin, stand_in(&job.task, guide).await),
        };
        Report {
            job: job.id,
            by,
            ms: u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX),
            usage: spent.usage(),
            result,
        }
    }

    /// Answers the candidate. The core decides whether the answer may be shown.
    pub async fn assist(&self, question: &AssistantQuestion) -> (String, Maker, Option<Usage>) {
        let mut spent = Spent::default();
        let models = self.models.as_ref();
        if let Some(models) = models.filter(|_| question.thrift < Thrift::BuiltIn) {
            let deadline = Instant::now() + ASSISTANT_PATIENCE;
            let mut live = models.live(size_for(question.thrift), deadline, &mut spent);
            match live.assist(question).await {
                Ok(text) => return (text, Maker::Model, spent.usage()),
                Err(error) => tracing::warn!(%error, "the glossary answers for the assistant"),
            }
        }
        let text = builtin::assist(question.text.as_str());
        (text, Maker::Builtin, spent.usage())
    }
}

fn size_for(thrift: Thrift) -> Size {
    if thrift >= Thrift::SmallerModel {
        Size::Small
    } else {
        Size::Usual
    }
}

/// Away from the actors' threads: the longest jobs take a tenth of a second of thinking.
async fn stand_in(task: &Task, guide: Option<StyleGuide>) -> Result<Answer, String> {
    let task = task.clone();
    tokio::task::spawn_blocking(move || answer_in_style(&task, guide.as_ref()))
        .await
        .map_err(|error| error.to_string())
}

impl Models {
    fn live<'a>(&'a self, size: Size, deadline: Instant, spent: &'a mut Spent) -> LiveAgents<'a> {
        LiveAgents {
            client: &self.client,
            prompts: &self.prompts,
            size,
            deadline,
            spent,
        }
    }

    /// The model's answer, checked; none where a stand-in is needed.
    async fn ask(
        &self,
        job: &Job,
        guide: Option<&StyleGuide>,
        (patience, watch): (Duration, &Watch),
        spent: &mut Spent,
    ) -> Option<Answer> {
        let size = size_for(job.thrift);
        let deadline = Instant::now() + patience.saturating_sub(RESERVE);
        let made = match &job.task {
            Task::TakeNotes(task) => self
                .live(size, deadline, spent)
                .take_notes(task)
                .await
                .map(|notes| Answer::Notes(Box::new(notes))),
            Task::ChooseQuestion(task) => self
                .live(size, deadline, spent)
                .choose(task)
                .await
                .map(|proposal| Answer::Proposal(Box::new(proposal))),
            Task::Judge(task) => self
                .live(size, deadline, spent)
                .judge(task)
                .await
                .map(Answer::Verdicts),
            Task::Research(task) => self
                .live(size, deadline, spent)
                .research(task)
                .await
                .map(Answer::Research),
            Task::Analyse(_) | Task::WriteEssay(_) | Task::SuggestFollowUps(_) => {
                let call = Call {
                    client: &self.client,
                    prompts: &self.prompts,
                    size,
                    deadline,
                    spent,
                };
                let mut told = |piece: &str| watch.tell(piece);
                let (answer, by) = after_talk::work(&job.task, guide, call, &mut told).await;
                return (by == Maker::Model).then_some(answer);
            }
        };
        match made {
            Ok(answer) => Some(answer),
            Err(error) => {
                tracing::warn!(agent = ?job.task.agent(), %error, "the built-in agent stands in");
                None
            }
        }
    }
}
