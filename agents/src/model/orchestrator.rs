//! The Orchestrator on a model: proposes the next question. The core decides whether it is asked.

use interview::words::WordSet;
use interview::{
    Choosing, NextQuestion, Priority, Proposal, QuestionId, QuestionSource, SectionId, TurnId,
};
use prompts::{Material, OrchestratorSystem, OrchestratorUser, RecordLine};
use schemars::JsonSchema;
use serde::Deserialize;

use super::failure::ModelError;
use super::page::{CHOICE_TURNS, background, cap, noted, plan_page, record};
use super::work::Work;

const QUESTION_CHARS_MAX: usize = 600;
const BRIEF_CHARS_MAX: usize = 600;
/// Two questions that share so many of their words are one question.
const SAME_QUESTION: f64 = 0.6;

#[derive(Debug, Deserialize, JsonSchema)]
struct Proposed {
    /// Why this question and why now, in one sentence.
    why: String,
    text: String,
    question_id: Option<String>,
    section_id: Option<String>,
    #[schemars(with = "String", extend("enum" = ["plan", "gap", "contradiction", "research", "tangent"]))]
    source: QuestionSource,
    #[schemars(range(min = 5, max = 600))]
    expected_s: u32,
    #[schemars(with = "Option<String>")]
    refers_to: Option<TurnId>,
    brief: String,
}

pub(super) async fn choose(work: &mut Work<'_>, job: &Choosing) -> Result<Proposal, ModelError> {
    let system = OrchestratorSystem {
        plan: plan_page(&job.plan),
    };
    let mut notes = noted(&job.notes);
    notes.extend(background(&job.research));
    let newest = job.window.last().map_or(TurnId(0), |turn| turn.id);
    let record = record(&job.window, CHOICE_TURNS, newest, notes);
    // What the record shows is not said twice.
    let asked = job
        .asked
        .iter()
        .map(|it| Material::at_most(it, QUESTION_CHARS_MAX));
    let asked = asked.filter(|question| {
        let shows = |line: &RecordLine| line.words.as_str().contains(question.as_str());
        !record.lines.iter().any(shows)
    });
    let user = OrchestratorUser {
        asked: asked.collect(),
        earlier: record.earlier,
        record: record.lines,
        open: open(job).map(QuestionId::to_string).collect(),
        phase: job.phase.as_str(),
        elapsed_s: job.elapsed_ms / 1_000,
        target_s: job.target_ms / 1_000,
        slack_s: job.slack_s,
        backbone_in_a_row: job.backbone_in_a_row,
    };
    let proposed = work
        .ask::<Proposed>("question", &system, &user, |proposed| check(proposed, job))
        .await?;
    tracing::debug!(
        n_chars = proposed.why.chars().count(),
        "a question was proposed with a reason"
    );
    Ok(Proposal {
        question: NextQuestion {
            text: proposed.text,
            section_id: proposed.section_id.map(SectionId::new),
            source: proposed.source,
            question_id: proposed.question_id.map(QuestionId::new),
            expected_s: proposed.expected_s,
            refers_to: proposed.refers_to,
        },
        brief: proposed.brief,
    })
}

fn open(job: &Choosing) -> impl Iterator<Item = &QuestionId> {
    job.questions
        .iter()
        .filter(|it| it.state.is_unasked())
        .map(|it| &it.id)
}

fn check(proposed: &mut Proposed, job: &Choosing) -> Result<(), String> {
    proposed.text = proposed.text.trim().to_owned();
    cap(&mut proposed.brief, BRIEF_CHARS_MAX);
    let n_chars = proposed.text.chars().count();
    if n_chars == 0 || n_chars > QUESTION_CHARS_MAX {
        return Err(format!(
            "text must have 1 to {QUESTION_CHARS_MAX} characters."
        ));
    }
    if proposed.source == QuestionSource::Closing {
        return Err("source must not be closing: you cannot end the interview.".to_owned());
    }
    let section = proposed.section_id.as_deref().map(SectionId::new);
    if section.is_some_and(|id| job.plan.section(&id).is_none()) {
        return Err("section_id is not in the plan.".to_owned());
    }
    let seen = |id: TurnId| {
        job.window
            .iter()
            .any(|turn| turn.id == id && !turn.withdrawn)
    };
    if proposed.refers_to.is_some_and(|turn| !seen(turn)) {
        return Err("refers_to is not a turn that was shown.".to_owned());
    }
    let mut is_must = false;
    if let Some(named) = &proposed.question_id {
        let id = QuestionId::new(named.as_str());
        if !open(job).any(|it| *it == id) {
            return Err("question_id is not among the open plan questions.".to_owned());
        }
        is_must = job
            .plan
            .question(&id)
            .is_some_and(|(_, it)| it.priority == Priority::Must);
    } else {
        if proposed.source == QuestionSource::Plan {
            return Err("a question of the plan needs its question_id.".to_owned());
        }
        let words = WordSet::of(&proposed.text);
        if job
            .asked
            .iter()
            .any(|asked| WordSet::of(asked).jaccard(&words) >= SAME_QUESTION)
        {
            return Err("this was asked before; choose another question.".to_owned());
        }
    }
    if !is_must && proposed.expected_s > job.slack_s && open_musts(job) {
        return Err(format!(
            "there are only {} seconds of slack; choose a question of priority 1.",
            job.slack_s
        ));
    }
    Ok(())
}

fn open_musts(job: &Choosing) -> bool {
    open(job).any(|id| {
        job.plan
            .question(id)
            .is_some_and(|(_, it)| it.priority == Priority::Must)
    })
}
