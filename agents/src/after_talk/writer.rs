//! The Writer on a model: voice study, draft, self-check; and after each of them, code that believes nothing.

use interview::{AgentKind, Essay, Style, Writing};
use prompts::{Material, WriterCheck, WriterSystem, WriterUser};
use schemars::JsonSchema;
use serde::Deserialize;

use super::material::{self, turns};
use super::{Call, Wrong};
use crate::model::{Message, ModelError, Request, Role};
use crate::prose::{self, Draft, DraftSentence, Ground, Said};
use crate::style_guide::StyleGuide;

const DRAFT_TOKENS_MAX: u32 = 12_000;
const CHECK_TOKENS_MAX: u32 = 6_000;
const RESEARCH_MAX: usize = 20;
const FIXES_MAX: usize = 40;
const FIX_CHARS_MAX: usize = 1_000;
/// A draft that was wrong is shown to the model again up to here.
const DRAFT_SHOWN_CHARS_MAX: usize = 12_000;
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
    let (draft, essay) = drafted(job, &ground, &request, &mut call, on_piece).await?;
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

/// A draft that is an essay. One that is none is asked for once more, with what is wrong with it.
async fn drafted(
    job: &Writing,
    ground: &Ground<'_>,
    request: &Request,
    call: &mut Call<'_>,
    on_piece: &mut (dyn FnMut(&str) + Send),
) -> Result<(Draft, Essay), ModelError> {
    let made = |text: &str| {
        let draft = Draft::read(text);
        let essay = prose::essay(&draft, job.style, ground, &job.analysis.title);
        (draft, essay)
    };
    let text = call
        .client
        .stream_text(request, call.spent, on_piece)
        .await?;
    let (draft, essay) = made(&text);
    let Some(wrong) = wrong_with(&essay) else {
        return Ok((draft, essay));
    };
    tracing::info!("a draft was no essay; it is asked for once more");
    let mut again = request.clone();
    let shown: String = text.chars().take(DRAFT_SHOWN_CHARS_MAX).collect();
    again.messages.push(Message {
        role: Role::Assistant,
        content: shown,
    });
    again.messages.push(Message::user(format!(
        "That is not the essay that was asked for: {wrong}. Write it again, whole, in the form that was described."
    )));
    let text = call
        .client
        .stream_text(&again, call.spent, on_piece)
        .await?;
    let (draft, essay) = made(&text);
    match wrong_with(&essay) {
        None => Ok((draft, essay)),
        Some(_) => Err(ModelError::WrongAnswer),
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
    // What a model remembered supports no fact, so that it is no material either.
    let looked_up = job.research.iter().filter(|item| !item.from_memory);
    let research = looked_up.take(RESEARCH_MAX);
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

/// An essay has enough sentences, and at least half of them stand on a turn.
fn wrong_with(essay: &Essay) -> Option<String> {
    let all = essay.sentences().count();
    let standing = essay
        .sentences()
        .filter(|sentence| !sentence.sources.is_empty())
        .count();
    if all < SENTENCES_MIN {
        return Some(format!(
            "it has {all} sentences, and fewer than {SENTENCES_MIN} are no essay"
        ));
    }
    (standing * 2 < all).then(|| {
        format!(
            "of its {all} sentences only {standing} say what the expert said; each must stand on the expert's turns and \
             name them"
        )
    })
}

fn is_better(fixed: &Essay, before: &Essay) -> bool {
    wrong_with(fixed).is_none()
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
