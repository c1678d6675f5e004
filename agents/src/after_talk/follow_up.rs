//! FollowUp on a model: exactly three topics, each with two or three questions that nobody has asked.

use interview::words::WordSet;
use interview::{AgentKind, FollowUpTopic, FollowUps, FollowingUp, Speaker};
use prompts::{FollowUpSystem, FollowUpUser, Material};
use schemars::JsonSchema;
use serde::Deserialize;

use super::material;
use super::{Call, Wrong};
use crate::model::ModelError;
use crate::prose::{Said, settled};

const TOKENS_MAX: u32 = 4_000;
const SUMMARY_CHARS_MAX: usize = 1_200;
const TITLE_CHARS_MAX: usize = 80;
const TEXT_CHARS_MAX: usize = 500;
const LIST_MAX: usize = 6;
/// From here on two questions are the same.
const SAME_QUESTION: f64 = 0.6;

/// What a model is asked for.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FollowUpAnswer {
    pub summary: String,
    /// Exactly three.
    pub suggested_topics: Vec<TopicAnswer>,
    pub unexplored_gaps: Vec<String>,
    pub strengthen_areas: Vec<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TopicAnswer {
    /// Three to five words.
    pub title: String,
    pub description: String,
    /// Two or three.
    pub suggested_questions: Vec<String>,
}

pub async fn follow_up(job: &FollowingUp, call: Call<'_>) -> Result<FollowUps, ModelError> {
    let material = FollowUpUser {
        topic: Material::of(&job.plan.topic),
        research_goal: Material::of(&job.plan.research_goal),
        noted: material::notes(&job.notes),
        turns: material::transcript(&job.conversation),
    };
    let request = call.request(
        AgentKind::FollowUp,
        "follow_up",
        (&FollowUpSystem {}, &material),
        TOKENS_MAX,
    )?;
    let said = Said::of(&job.conversation);
    let asked: Vec<WordSet> = job
        .conversation
        .iter()
        .filter(|passage| passage.speaker == Speaker::Interviewer)
        .map(|passage| WordSet::of(passage.text.as_str()))
        .collect();
    let answer = call
        .client
        .ask::<FollowUpAnswer>(&request, call.spent, |answer| check(answer, &asked))
        .await?;
    Ok(follow_ups(answer, &said))
}

fn check(answer: &mut FollowUpAnswer, asked: &[WordSet]) -> Result<(), String> {
    let mut wrong = Wrong::default();
    wrong.text("the summary", &answer.summary, SUMMARY_CHARS_MAX);
    wrong.count("suggested topics", answer.suggested_topics.len(), 3..=3);
    let mut questions: Vec<WordSet> = Vec::new();
    for topic in &answer.suggested_topics {
        wrong.text("a topic's title", &topic.title, TITLE_CHARS_MAX);
        wrong.text("a topic's description", &topic.description, TEXT_CHARS_MAX);
        wrong.count(
            "questions to a topic",
            topic.suggested_questions.len(),
            2..=3,
        );
        for question in &topic.suggested_questions {
            wrong.text("a question", question, TEXT_CHARS_MAX);
            let words = WordSet::of(question);
            let same = |other: &WordSet| other.jaccard(&words) >= SAME_QUESTION;
            if asked.iter().any(same) {
                wrong.note(format!("this was asked in the talk already: {question}"));
            }
            if questions.iter().any(same) {
                wrong.note(format!("this question is there twice: {question}"));
            }
            questions.push(words);
        }
    }
    wrong.verdict()
}

fn follow_ups(answer: FollowUpAnswer, said: &Said<'_>) -> FollowUps {
    let list = |items: Vec<String>| -> Vec<String> {
        let short =
            |item: &String| item.chars().count() <= TEXT_CHARS_MAX && !item.trim().is_empty();
        items
            .iter()
            .filter(|item| short(item))
            .map(|item| settled(item, said))
            .take(LIST_MAX)
            .collect()
    };
    let topic = |topic: TopicAnswer| FollowUpTopic {
        title: settled(&topic.title, said),
        description: settled(&topic.description, said),
        suggested_questions: list(topic.suggested_questions),
    };
    FollowUps {
        summary: settled(&answer.summary, said),
        suggested_topics: answer.suggested_topics.into_iter().map(topic).collect(),
        unexplored_gaps: list(answer.unexplored_gaps),
        strengthen_areas: list(answer.strengthen_areas),
    }
}
