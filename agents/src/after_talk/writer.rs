//! The Writer on a model: voice study, draft, self-check; and after each of them, code that believes nothing.

use interview::{AgentKind, Essay, Style, Writing};
use prompts::{Material, WriterCheck, WriterSystem, WriterUser};
use schemars::JsonSchema;
use serde::Deserialize;

use super::material::{self, turns};
use super::{Call, Wrong};
use crate::model::{Message, ModelError, Request};
use crate::prose::{self, Draft, DraftSentence, Ground, Said};
use crate::style_guide::StyleGuide;

const DRAFT_TOKENS_MAX: u32 = 12_000;
const CHECK_TOKENS_MAX: u32 = 6_000;
const RESEARCH_MAX: usize = 20;
const FIXES_MAX: usize = 40;
const FIX_CHARS_MAX: usize = 1_000;
/// Less than this is no essay.
const SENTENCES_MIN: usize = 3;

/// What the self-check gives back: single sentences, nothing else.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fixes {
    pub fixes: Vec<Fix>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fix {
    /// The number of the sentence.
    pub sentence: u32,
    /// What it becomes; empty to leave it out.
    pub text: String,
    pub turns: Vec<String>,
}

/// A first-person essay. Pieces of the draft are handed over as they come.
pub async fn write(
    job: &Writing,
    guide: Option<&StyleGuide>,
    mut call: Call<'_>,
    on_piece: &mut (dyn FnMut(&str) + Send),
) -> Result<Essay, ModelError> {
    let ground = Ground {
        plan: &job.plan,
        conversation: &job.conversation,
        research: &job.research,
    };
    let request = call.request(
        AgentKind::Writer,
        "essay",
        (&WriterSystem {}, &material_of(job, guide)),
        DRAFT_TOKENS_MAX,
    )?;
    let text = call
        .client
        .stream_text(&request, call.spent, on_piece)
        .await?;
    let draft = Draft::read(&text);
    let essay = prose::essay(&draft, job.style, &ground, &job.analysis.title);
    if !is_essay(&essay) {
        return Err(ModelError::WrongAnswer);
    }
    // The draft stands on its own: a self-check that fails takes nothing away from it.
    match self_check(&draft, &essay, &ground, &request, &mut call).await {
        Ok(better) if is_better(&better, &essay) => Ok(better),
        Ok(_) => Ok(essay),
        Err(error) => {
            tracing::info!(%error, "an essay was not checked a second time");
            Ok(essay)
        }
    }
}

fn material_of(job: &Writing, guide: Option<&StyleGuide>) -> WriterUser {
    let analysis = &job.analysis;
    let claims = analysis
        .main_claims
        .iter()
        .map(|it| format!("claim: {}", it.text));
    let themes = analysis
        .themes
        .iter()
        .map(|it| format!("theme: {}", it.name));
    let tensions = analysis
        .tensions
        .iter()
        .map(|it| format!("tension: {}", it.text));
    let found = claims.chain(themes).chain(tensions);
    let research = job.research.iter().take(RESEARCH_MAX);
    WriterUser {
        topic: Material::of(&job.plan.topic),
        angle: Material::of(&job.plan.angle),
        title: Material::of(&analysis.title),
        style: in_words(job.style),
        analysis: found.map(|line| Material::of(&line)).collect(),
        research: research
            .map(|item| Material::of(&format!("{}: {}", item.topic, item.summary)))
            .collect(),
        voice: material::voice_study(&job.conversation),
        guide: guide.map(material::guide_in_words).unwrap_or_default(),
        turns: material::transcript(&job.conversation),
    }
}

fn in_words(style: Style) -> &'static str {
    match style {
        Style::Standard => {
            "standard: a clean, balanced narrative with headings; paragraphs of four to six sentences"
        }
        Style::Punchy => {
            "punchy: short paragraphs of one to three sentences, bold claims first, no headings, one to three pull quotes"
        }
        Style::Reflective => {
            "reflective: long paragraphs of seven to ten sentences, introspective and unhurried, no headings"
        }
    }
}

/// Enough sentences, and at least half of them stand on a turn.
fn is_essay(essay: &Essay) -> bool {
    let all = essay.sentences().count();
    let standing = essay
        .sentences()
        .filter(|sentence| !sentence.sources.is_empty())
        .count();
    all >= SENTENCES_MIN && standing * 2 >= all
}

fn is_better(fixed: &Essay, before: &Essay) -> bool {
    is_essay(fixed)
        && fixed.unsupported.len() <= before.unsupported.len()
        && fixed.quotations.removed <= before.quotations.removed
}

async fn self_check(
    draft: &Draft,
    essay: &Essay,
    ground: &Ground<'_>,
    drafting: &Request,
    call: &mut Call<'_>,
) -> Result<Essay, ModelError> {
    let check = WriterCheck {
        sentences: draft
            .sentences()
            .map(|sentence| Material::of(&sentence.text))
            .collect(),
        unsupported: essay
            .unsupported
            .iter()
            .map(|it| Material::of(it))
            .collect(),
        removed: essay.quotations.removed,
    };
    // The same beginning as the draft's call, so that the server can keep it.
    let mut request = Request {
        name: "fixes",
        tokens_max: CHECK_TOKENS_MAX,
        ..drafting.clone()
    };
    request.messages.push(Message::user(call.rendered(&check)?));
    let said = Said::of(ground.conversation);
    let count = draft.sentences().count();
    let mut fixed = draft.clone();
    call.client
        .ask::<Fixes>(&request, call.spent, |answer| {
            fixed = apply(draft, answer, count, &said)?;
            Ok(())
        })
        .await?;
    Ok(prose::essay(&fixed, essay.style, ground, &essay.title))
}

fn apply(draft: &Draft, answer: &Fixes, count: usize, said: &Said<'_>) -> Result<Draft, String> {
    let mut wrong = Wrong::default();
    wrong.count("fixes", answer.fixes.len(), 0..=FIXES_MAX);
    let mut fixed = draft.clone();
    let mut sentences: Vec<&mut DraftSentence> = fixed.sentences_mut().collect();
    for fix in &answer.fixes {
        let chars = fix.text.chars().count();
        let at = usize::try_from(fix.sentence).unwrap_or(0);
        match at.checked_sub(1).and_then(|at| sentences.get_mut(at)) {
            Some(_) if chars > FIX_CHARS_MAX => wrong.note(format!(
                "the fix of sentence {at} has {chars} characters, the limit is {FIX_CHARS_MAX}"
            )),
            Some(sentence) => {
                sentence.text = fix.text.split_whitespace().collect::<Vec<_>>().join(" ");
                sentence.turns = turns(&fix.turns, said, &mut wrong);
            }
            None => wrong.note(format!(
                "there is no sentence {at}; they go from 1 to {count}"
            )),
        }
    }
    wrong.verdict().map(|()| fixed)
}
