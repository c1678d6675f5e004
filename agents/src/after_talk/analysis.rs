//! Analysis on a model: claims, themes, tensions and quotes; the quotes are copied from the turns.

use interview::{AgentKind, AnalysedQuote, Analysing, Analysis, Finding, PotentialUse, Theme};
use prompts::{AnalysisSystem, AnalysisUser, Material};
use schemars::JsonSchema;
use serde::Deserialize;

use super::material::{self, turns};
use super::{Call, Wrong};
use crate::model::ModelError;
use crate::prose::{Said, copied_quote, settled};

const TOKENS_MAX: u32 = 8_000;
const TITLE_CHARS_MAX: usize = 120;
const TEXT_CHARS_MAX: usize = 600;

/// What a model is asked for.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnalysisAnswer {
    pub title: String,
    pub main_claims: Vec<Statement>,
    pub themes: Vec<NamedTheme>,
    pub tensions: Vec<Statement>,
    pub quotes: Vec<QuoteReference>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Statement {
    pub text: String,
    /// Turns of the expert, such as `turn_4`.
    pub turns: Vec<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NamedTheme {
    pub name: String,
    pub description: String,
    pub turns: Vec<String>,
}

/// Where a quote stands. The words are copied from the turn, not from here.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct QuoteReference {
    pub turn: String,
    pub words: String,
    pub potential_use: QuoteUse,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum QuoteUse {
    Hook,
    SectionHeader,
    PullQuote,
    Conclusion,
    Tweet,
}

impl From<QuoteUse> for PotentialUse {
    fn from(potential: QuoteUse) -> Self {
        match potential {
            QuoteUse::Hook => PotentialUse::Hook,
            QuoteUse::SectionHeader => PotentialUse::SectionHeader,
            QuoteUse::PullQuote => PotentialUse::PullQuote,
            QuoteUse::Conclusion => PotentialUse::Conclusion,
            QuoteUse::Tweet => PotentialUse::Tweet,
        }
    }
}

/// What the conversation amounts to, in a model's eyes and the person's words.
pub async fn analyse(job: &Analysing, call: Call<'_>) -> Result<Analysis, ModelError> {
    let material = AnalysisUser {
        topic: Material::of(&job.plan.topic),
        research_goal: Material::of(&job.plan.research_goal),
        noted: material::notes(&job.notes),
        turns: material::transcript(&job.conversation),
    };
    let request = call.request(
        AgentKind::Analysis,
        "analysis",
        (&AnalysisSystem {}, &material),
        TOKENS_MAX,
    )?;
    let said = Said::of(&job.conversation);
    let mut analysis = None;
    call.client
        .ask::<AnalysisAnswer>(&request, call.spent, |answer| {
            analysis = Some(checked(answer, &said)?);
            Ok(())
        })
        .await?;
    analysis.ok_or(ModelError::WrongAnswer)
}

fn checked(answer: &AnalysisAnswer, said: &Said<'_>) -> Result<Analysis, String> {
    let mut wrong = Wrong::default();
    wrong.text("the title", &answer.title, TITLE_CHARS_MAX);
    wrong.count("main claims", answer.main_claims.len(), 1..=10);
    wrong.count("themes", answer.themes.len(), 1..=8);
    wrong.count("tensions", answer.tensions.len(), 0..=6);
    wrong.count("quotes", answer.quotes.len(), 1..=12);
    let analysis = Analysis {
        title: settled(answer.title.trim().trim_end_matches('.'), said),
        main_claims: findings("a main claim", &answer.main_claims, said, &mut wrong),
        themes: answer
            .themes
            .iter()
            .map(|theme| {
                wrong.text("a theme's name", &theme.name, TITLE_CHARS_MAX);
                wrong.text("a theme's description", &theme.description, TEXT_CHARS_MAX);
                Theme {
                    name: settled(&theme.name, said),
                    description: settled(&theme.description, said),
                    turns: turns(&theme.turns, said, &mut wrong),
                }
            })
            .collect(),
        tensions: findings("a tension", &answer.tensions, said, &mut wrong),
        quotes: quotes(&answer.quotes, said),
    };
    if analysis.quotes.is_empty() {
        wrong.note("none of the quotes stands in its turn; copy the words of a turn as they are");
    }
    wrong.verdict().map(|()| analysis)
}

fn findings(what: &str, found: &[Statement], said: &Said<'_>, wrong: &mut Wrong) -> Vec<Finding> {
    found
        .iter()
        .map(|finding| {
            wrong.text(what, &finding.text, TEXT_CHARS_MAX);
            let turns = turns(&finding.turns, said, wrong);
            if turns.is_empty() {
                wrong.note(format!("{what} names no turn of the expert"));
            }
            Finding {
                text: settled(&finding.text, said),
                turns,
            }
        })
        .collect()
}

/// Quotes that were said; the others fall away.
fn quotes(references: &[QuoteReference], said: &Said<'_>) -> Vec<AnalysedQuote> {
    let mut quotes: Vec<AnalysedQuote> = Vec::new();
    for reference in references {
        let named = material::turn(&reference.turn, said);
        if let Some((text, turn)) = copied_quote(&reference.words, named.as_ref(), said)
            && quotes.iter().all(|quote| quote.text != text)
        {
            quotes.push(AnalysedQuote {
                text,
                turn,
                potential_use: reference.potential_use.into(),
            });
        }
    }
    quotes
}
