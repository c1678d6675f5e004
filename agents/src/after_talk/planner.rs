//! The Planner on a model: a plan for a topic, or out of a talk; it passes a plan file's own checks.

use interview::{AgentKind, Importance, Passage, Plan, Priority, Question, Section};
use prompts::{Line, Material, PlannerSystem, PlannerUser};
use schemars::JsonSchema;
use serde::Deserialize;

use super::material;
use super::{Call, Wrong};
use crate::builtin::{PlanBrief, assemble_plan, draft_question, draft_section};
use crate::model::ModelError;

const TOKENS_MAX: u32 = 8_000;
const CONTEXT_CHARS_MAX: usize = 60_000;
const TEXT_CHARS_MAX: usize = 600;

/// What a model is asked for. Ids and times are given out by code.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlanAnswer {
    pub research_goal: String,
    pub angle: String,
    pub sections: Vec<SectionAnswer>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SectionAnswer {
    pub title: String,
    pub goal: String,
    pub importance: HowImportant,
    pub questions: Vec<QuestionAnswer>,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HowImportant {
    High,
    Medium,
    Low,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct QuestionAnswer {
    pub text: String,
    /// For the interviewer: what to listen for.
    pub notes: String,
    /// 1 must be asked, 2 is important, 3 is nice to have.
    pub priority: u8,
}

/// A plan for an exploratory interview about a topic.
pub async fn plan(brief: &PlanBrief, call: Call<'_>) -> Result<Plan, ModelError> {
    let context = brief.context.as_deref().unwrap_or_default();
    ask(brief, Vec::new(), context, call).await
}

/// The plan that a talk could have followed, for the next talk of its kind.
pub async fn plan_from_talk(
    brief: &PlanBrief,
    conversation: &[Passage],
    call: Call<'_>,
) -> Result<Plan, ModelError> {
    let transcript = material::transcript(conversation);
    ask(brief, transcript, "", call).await
}

async fn ask(
    brief: &PlanBrief,
    turns: Vec<Line>,
    context: &str,
    call: Call<'_>,
) -> Result<Plan, ModelError> {
    let material = PlannerUser {
        topic: Material::of(&brief.topic),
        minutes: brief.minutes,
        context: Material::at_most(context, CONTEXT_CHARS_MAX),
        turns,
    };
    let request = call.request(
        AgentKind::Planner,
        "plan",
        (&PlannerSystem {}, &material),
        TOKENS_MAX,
    )?;
    let mut plan = None;
    call.client
        .ask::<PlanAnswer>(&request, call.spent, |answer| {
            plan = Some(checked(answer, brief)?);
            Ok(())
        })
        .await?;
    plan.ok_or(ModelError::WrongAnswer)
}

fn checked(answer: &PlanAnswer, brief: &PlanBrief) -> Result<Plan, String> {
    let mut wrong = Wrong::default();
    wrong.text("the research goal", &answer.research_goal, TEXT_CHARS_MAX);
    wrong.text("the angle", &answer.angle, TEXT_CHARS_MAX);
    wrong.count("sections", answer.sections.len(), 2..=8);
    let questions = answer
        .sections
        .iter()
        .map(|section| section.questions.len());
    wrong.count("questions in all", questions.sum(), 4..=40);
    let sections = answer
        .sections
        .iter()
        .map(|section| checked_section(section, &mut wrong))
        .collect();
    let plan = assemble_plan(brief, &answer.research_goal, &answer.angle, sections);
    let musts = plan
        .questions()
        .filter(|(_, question)| question.priority == Priority::Must)
        .count();
    if musts == 0 {
        wrong.note("no question has priority 1");
    }
    // A plan that a file could not hold is no plan.
    if let Err(problems) = Plan::from_toml(&plan.to_toml()) {
        for problem in &problems.0 {
            wrong.note(problem.to_string());
        }
    }
    wrong.verdict().map(|()| plan)
}

fn checked_section(section: &SectionAnswer, wrong: &mut Wrong) -> Section {
    wrong.text("a section's title", &section.title, 120);
    wrong.text("a section's goal", &section.goal, TEXT_CHARS_MAX);
    wrong.count("questions to a section", section.questions.len(), 1..=8);
    let importance = match section.importance {
        HowImportant::High => Importance::High,
        HowImportant::Medium => Importance::Medium,
        HowImportant::Low => Importance::Low,
    };
    let questions: Vec<Question> = section
        .questions
        .iter()
        .map(|question| {
            wrong.text("a question", &question.text, TEXT_CHARS_MAX);
            let priority = Priority::try_from(question.priority).unwrap_or_else(|why| {
                wrong.note(why);
                Priority::Nice
            });
            let notes: String = question.notes.chars().take(TEXT_CHARS_MAX).collect();
            draft_question(question.text.trim().to_owned(), &notes, priority)
        })
        .collect();
    draft_section(
        section.title.trim(),
        section.goal.trim().to_owned(),
        importance,
        questions,
    )
}
