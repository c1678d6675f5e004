//! The agents that work while people talk, on a model: each answer is checked against the plan and the talk.

use interview::{
    AgentKind, AssistantQuestion, Choosing, Findings, Judging, NoteTaking, Notes, Proposal,
    Researching, Verdict,
};
use prompts::{AssistantSystem, AssistantUser, Material, Prompts};
use schemars::JsonSchema;
use serde::Deserialize;
use tokio::time::Instant;

use super::call::Spent;
use super::client::ModelClient;
use super::config::Size;
use super::failure::ModelError;
use super::work::Work;
use super::{judge, note_taker, orchestrator, researcher};

/// An explanation, not a treatise; the core withholds what is longer.
const EXPLANATION_CHARS_MAX: usize = 1_200;

/// How live jobs may use a model.
#[derive(Debug)]
pub struct LiveAgents<'a> {
    pub client: &'a ModelClient,
    pub prompts: &'a Prompts,
    pub size: Size,
    pub deadline: Instant,
    pub spent: &'a mut Spent,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Explanation {
    text: String,
}

impl LiveAgents<'_> {
    fn work(&mut self, agent: AgentKind) -> Work<'_> {
        Work {
            client: self.client,
            prompts: self.prompts,
            model: self.client.config().model_for(agent, self.size).to_owned(),
            deadline: self.deadline,
            spent: self.spent,
        }
    }

    pub async fn take_notes(&mut self, job: &NoteTaking) -> Result<Notes, ModelError> {
        note_taker::take_notes(&mut self.work(AgentKind::NoteTaker), job).await
    }

    pub async fn research(&mut self, job: &Researching) -> Result<Findings, ModelError> {
        researcher::research(&mut self.work(AgentKind::Researcher), job).await
    }

    pub async fn choose(&mut self, job: &Choosing) -> Result<Proposal, ModelError> {
        orchestrator::choose(&mut self.work(AgentKind::Orchestrator), job).await
    }

    pub async fn judge(&mut self, job: &Judging) -> Result<Vec<Verdict>, ModelError> {
        judge::judge(&mut self.work(AgentKind::Judge), job).await
    }

    /// For the candidate's own assistant.
    pub async fn assist(&mut self, question: &AssistantQuestion) -> Result<String, ModelError> {
        let system = AssistantSystem {
            topic: question.topic.clone(),
            section_title: question.section_title.clone(),
            section_goal: question.section_goal.clone(),
        };
        let user = AssistantUser {
            question: Material::of(question.text.as_str()),
        };
        let check = |answer: &mut Explanation| {
            let chars = answer.text.trim().chars().count();
            if (1..=EXPLANATION_CHARS_MAX).contains(&chars) {
                Ok(())
            } else {
                Err(format!(
                    "text must have 1 to {EXPLANATION_CHARS_MAX} characters."
                ))
            }
        };
        let answer = self
            .work(AgentKind::Judge)
            .ask::<Explanation>("explanation", &system, &user, check)
            .await?;
        Ok(answer.text)
    }
}
