//! The NoteTaker on a model: reads what is new, returns what it adds. Merging is the core's rule.

use interview::quotes::was_said;
use interview::{
    Claim, Confidence, Contradiction, CoverageQuality, Gap, KeyIdea, KeyPoint, NoteTaking, Notes,
    PotentialUse, QuotableLine, SectionCoverage, SectionId, Speaker, Story, Strength, Title, Turn,
    TurnId,
};
use prompts::{NoteTakerSystem, NoteTakerUser};
use schemars::JsonSchema;
use serde::Deserialize;

use super::failure::ModelError;
use super::page::{NOTES_TURNS, cap, noted, plan_page, record};
use super::work::Work;

const TEXT_CHARS_MAX: usize = 600;

#[derive(Debug, Deserialize, JsonSchema)]
struct Added {
    #[schemars(length(max = 8))]
    key_ideas: Vec<AddedText>,
    #[schemars(length(max = 4))]
    stories: Vec<AddedStory>,
    #[schemars(length(max = 8))]
    claims: Vec<AddedClaim>,
    #[schemars(length(max = 6))]
    gaps: Vec<AddedGap>,
    #[schemars(length(max = 3))]
    contradictions: Vec<AddedContradiction>,
    #[schemars(length(max = 6))]
    quotable_lines: Vec<AddedLine>,
    #[schemars(length(max = 3))]
    possible_titles: Vec<AddedText>,
    #[schemars(length(max = 12))]
    section_coverage: Vec<AddedCoverage>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct AddedText {
    text: String,
    #[schemars(with = "String")]
    turn: TurnId,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct AddedStory {
    summary: String,
    impact: String,
    #[schemars(with = "String")]
    turn: TurnId,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct AddedClaim {
    text: String,
    #[schemars(with = "String", extend("enum" = ["low", "medium", "high"]))]
    confidence: Confidence,
    #[schemars(with = "String")]
    turn: TurnId,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct AddedGap {
    description: String,
    suggested_followup: String,
    section_id: Option<String>,
    #[schemars(with = "String")]
    turn: TurnId,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct AddedContradiction {
    description: String,
    first_quote: String,
    #[schemars(with = "String")]
    first_turn: TurnId,
    second_quote: String,
    #[schemars(with = "String")]
    second_turn: TurnId,
    suggested_clarification_question: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct AddedLine {
    text: String,
    #[schemars(with = "String")]
    turn: TurnId,
    #[schemars(with = "String", extend("enum" = ["hook", "section_header", "pull_quote", "conclusion", "tweet"]))]
    potential_use: PotentialUse,
    topic: String,
    #[schemars(with = "String", extend("enum" = ["good", "great", "exceptional"]))]
    strength: Strength,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct AddedCoverage {
    section_id: String,
    #[schemars(with = "String", extend("enum" = ["none", "shallow", "adequate", "deep"]))]
    coverage_quality: CoverageQuality,
    #[schemars(length(max = 8))]
    key_points_covered: Vec<AddedText>,
    #[schemars(length(max = 8))]
    missing_aspects: Vec<String>,
    suggested_followup: Option<String>,
}

pub(super) async fn take_notes(work: &mut Work<'_>, job: &NoteTaking) -> Result<Notes, ModelError> {
    let record = record(&job.window, NOTES_TURNS, job.new_from, noted(&job.notes));
    let system = NoteTakerSystem {
        plan: plan_page(&job.plan),
    };
    let user = NoteTakerUser {
        earlier: record.earlier,
        record: record.lines,
        new_from: job.new_from.to_string(),
    };
    let added = work
        .ask::<Added>("notes", &system, &user, |added| check(added, job))
        .await?;
    Ok(notes_of(added, job))
}

fn heard(job: &NoteTaking, id: TurnId) -> Option<&Turn> {
    job.window
        .iter()
        .find(|turn| turn.id == id && turn.speaker == Speaker::Candidate && !turn.withdrawn)
}

fn check(added: &Added, job: &NoteTaking) -> Result<(), String> {
    let named = added.key_ideas.iter().map(|it| it.turn);
    let named = named
        .chain(added.stories.iter().map(|it| it.turn))
        .chain(added.claims.iter().map(|it| it.turn))
        .chain(added.gaps.iter().map(|it| it.turn))
        .chain(added.quotable_lines.iter().map(|it| it.turn))
        .chain(added.possible_titles.iter().map(|it| it.turn));
    for turn in named {
        if heard(job, turn).is_none() {
            return Err(format!(
                "{turn} is not a turn of the candidate that was shown."
            ));
        }
    }
    let sections = added.section_coverage.iter().map(|it| &it.section_id);
    for section in sections.chain(added.gaps.iter().filter_map(|it| it.section_id.as_ref())) {
        if job
            .plan
            .section(&SectionId::new(section.as_str()))
            .is_none()
        {
            return Err("A section_id is not in the plan.".to_owned());
        }
    }
    Ok(())
}

fn capped(mut text: String) -> String {
    cap(&mut text, TEXT_CHARS_MAX);
    text
}

/// Words that were not said are not quoted: such lines are left out, whatever else is right about the answer.
fn notes_of(added: Added, job: &NoteTaking) -> Notes {
    let said = |turn: TurnId, words: &str| {
        heard(job, turn).is_some_and(|it| was_said(it.text.as_str(), words))
    };
    Notes {
        key_ideas: added
            .key_ideas
            .into_iter()
            .map(|it| KeyIdea {
                text: capped(it.text),
                turn: it.turn,
            })
            .collect(),
        stories: added
            .stories
            .into_iter()
            .map(|it| Story {
                summary: capped(it.summary),
                impact: capped(it.impact),
                turn: it.turn,
            })
            .collect(),
        claims: added
            .claims
            .into_iter()
            .map(|it| Claim {
                text: capped(it.text),
                confidence: it.confidence,
                turn: it.turn,
            })
            .collect(),
        gaps: added
            .gaps
            .into_iter()
            .map(|it| Gap {
                description: capped(it.description),
                suggested_followup: capped(it.suggested_followup),
                section_id: it.section_id.map(SectionId::new),
                turn: it.turn,
            })
            .collect(),
        contradictions: added
            .contradictions
            .into_iter()
            .filter(|it| {
                said(it.first_turn, &it.first_quote) && said(it.second_turn, &it.second_quote)
            })
            .map(contradiction_of)
            .collect(),
        quotable_lines: added
            .quotable_lines
            .into_iter()
            .filter(|it| said(it.turn, &it.text))
            .map(line_of)
            .collect(),
        possible_titles: added
            .possible_titles
            .into_iter()
            .map(|it| Title {
                text: capped(it.text),
                turn: it.turn,
            })
            .collect(),
        section_coverage: added
            .section_coverage
            .into_iter()
            .map(|it| coverage_of(it, job))
            .collect(),
    }
}

fn contradiction_of(it: AddedContradiction) -> Contradiction {
    Contradiction {
        description: capped(it.description),
        first_quote: it.first_quote,
        first_turn: it.first_turn,
        second_quote: it.second_quote,
        second_turn: it.second_turn,
        suggested_clarification_question: capped(it.suggested_clarification_question),
    }
}

fn line_of(it: AddedLine) -> QuotableLine {
    QuotableLine {
        text: it.text,
        turn: it.turn,
        potential_use: it.potential_use,
        topic: capped(it.topic),
        strength: it.strength,
    }
}

fn coverage_of(added: AddedCoverage, job: &NoteTaking) -> SectionCoverage {
    SectionCoverage {
        section_id: SectionId::new(added.section_id),
        coverage_quality: added.coverage_quality,
        key_points_covered: added
            .key_points_covered
            .into_iter()
            .filter(|point| heard(job, point.turn).is_some())
            .map(|point| KeyPoint {
                text: capped(point.text),
                turn: point.turn,
            })
            .collect(),
        missing_aspects: added.missing_aspects.into_iter().map(capped).collect(),
        suggested_followup: added.suggested_followup.map(capped),
    }
}
