//! The Judge on a model: verdicts on the section's dimensions and no others; levels never sink.

use interview::event::CoverageLevel;
use interview::{DimensionId, Judging, Section, Verdict};
use prompts::{JudgeDimension, JudgeSystem, JudgeUser};
use schemars::JsonSchema;
use serde::Deserialize;

use super::failure::ModelError;
use super::page::lines;
use super::work::Work;

#[derive(Debug, Deserialize, JsonSchema)]
struct Judged {
    #[schemars(length(max = 40))]
    verdicts: Vec<JudgedDimension>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct JudgedDimension {
    dimension: String,
    /// In one sentence, before the level.
    reason: String,
    #[schemars(with = "String", extend("enum" = ["not_covered", "partially_covered", "covered"]))]
    level: CoverageLevel,
}

pub(super) async fn judge(work: &mut Work<'_>, job: &Judging) -> Result<Vec<Verdict>, ModelError> {
    let Some(section) = job.plan.section(&job.section_id) else {
        return Ok(Vec::new());
    };
    let system = JudgeSystem {
        topic: job.plan.topic.clone(),
        section_title: section.title.clone(),
        section_goal: section.goal.clone(),
        dimensions: section
            .dimensions
            .iter()
            .map(|dimension| JudgeDimension {
                id: dimension.id.to_string(),
                cues: dimension.cues.clone(),
            })
            .collect(),
    };
    let user = JudgeUser {
        turns: lines(&job.turns),
    };
    let judged = work
        .ask::<Judged>("verdicts", &system, &user, |judged| check(judged, section))
        .await?;
    let n_reasons = judged
        .verdicts
        .iter()
        .filter(|it| !it.reason.is_empty())
        .count();
    tracing::debug!(n_reasons, "a section was judged");
    Ok(verdicts_of(&judged, job, section))
}

fn check(judged: &Judged, section: &Section) -> Result<(), String> {
    let is_known = |it: &JudgedDimension| {
        section
            .dimensions
            .iter()
            .any(|known| known.id.as_str() == it.dimension)
    };
    if !judged.verdicts.iter().all(is_known) {
        return Err("A dimension is not one of the section's.".to_owned());
    }
    let is_judged = |id: &DimensionId| judged.verdicts.iter().any(|it| it.dimension == id.as_str());
    match section
        .dimensions
        .iter()
        .find(|known| !is_judged(&known.id))
    {
        Some(missing) => Err(format!("There is no verdict on {}.", missing.id)),
        None => Ok(()),
    }
}

fn verdicts_of(judged: &Judged, job: &Judging, section: &Section) -> Vec<Verdict> {
    section
        .dimensions
        .iter()
        .map(|dimension| {
            let said = judged
                .verdicts
                .iter()
                .find(|it| it.dimension == dimension.id.as_str());
            let known = job.known.iter().find(|it| it.dimension == dimension.id);
            Verdict {
                dimension: dimension.id.clone(),
                level: said
                    .map_or(CoverageLevel::NotCovered, |it| it.level)
                    .max(known.map_or(CoverageLevel::NotCovered, |it| it.level)),
            }
        })
        .collect()
}
