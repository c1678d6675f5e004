//! The prompts of the agents that work while people talk.

use serde::Serialize;

use crate::lines::{Line, Noted, RecordLine};
use crate::material::Material;
use crate::set::{Bundled, Prompt};

/// The plan as a model reads it. The same in every call of a session.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PlanPage {
    pub topic: String,
    pub research_goal: String,
    pub angle: String,
    pub minutes: u32,
    pub sections: Vec<PlannedSection>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PlannedSection {
    pub id: String,
    pub title: String,
    pub goal: String,
    pub importance: String,
    pub questions: Vec<PlannedQuestion>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PlannedQuestion {
    pub id: String,
    pub text: String,
    pub priority: u8,
    pub expected_s: u32,
    pub notes: String,
}

#[derive(Debug, Serialize)]
pub struct NoteTakerSystem {
    pub plan: PlanPage,
}

#[derive(Debug, Serialize)]
pub struct NoteTakerUser {
    pub earlier: Vec<Noted>,
    pub record: Vec<RecordLine>,
    pub new_from: String,
}

#[derive(Debug, Serialize)]
pub struct ResearcherSystem {
    pub plan: PlanPage,
}

/// What the Researcher is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ResearchTask {
    Topics,
    FromResults,
    FromTheWeb,
    FromMemory,
}

/// What a search server found for one topic.
#[derive(Debug, Clone, Serialize)]
pub struct Found {
    pub topic: Material,
    pub hits: Vec<SearchHit>,
}

#[derive(Debug, Clone, Serialize)]
pub struct SearchHit {
    pub number: u32,
    pub title: Material,
    pub excerpt: Material,
}

#[derive(Debug, Serialize)]
pub struct ResearcherUser {
    pub earlier: Vec<Noted>,
    pub record: Vec<RecordLine>,
    pub new_from: String,
    /// Named lately, without having been found.
    pub known: Vec<Material>,
    pub found: Vec<Found>,
    pub task: ResearchTask,
}

#[derive(Debug, Serialize)]
pub struct OrchestratorSystem {
    pub plan: PlanPage,
}

#[derive(Debug, Serialize)]
pub struct OrchestratorUser {
    pub earlier: Vec<Noted>,
    pub record: Vec<RecordLine>,
    /// Questions that the record does not show.
    pub asked: Vec<Material>,
    pub open: Vec<String>,
    pub phase: &'static str,
    pub elapsed_s: u64,
    pub target_s: u64,
    pub slack_s: u32,
    pub backbone_in_a_row: u32,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct JudgeDimension {
    pub id: String,
    pub cues: Vec<String>,
}

#[derive(Debug, Serialize)]
pub struct JudgeSystem {
    pub topic: String,
    pub section_title: String,
    pub section_goal: String,
    pub dimensions: Vec<JudgeDimension>,
}

#[derive(Debug, Serialize)]
pub struct JudgeUser {
    pub turns: Vec<Line>,
}

#[derive(Debug, Serialize)]
pub struct AssistantSystem {
    pub topic: String,
    pub section_title: String,
    pub section_goal: String,
}

#[derive(Debug, Serialize)]
pub struct AssistantUser {
    pub question: Material,
}

/// The files, their structs and how each is tried.
macro_rules! prompts {
    ($($file:literal => $name:ident = $sample:expr;)*) => {
        $(impl Prompt for $name {
            const FILE: &'static str = $file;
        })*

        pub(crate) const BUNDLED: &[Bundled] = &[$(
            Bundled {
                file: $file,
                text: include_str!(concat!("../", $file)),
                sample: || {
                    let sample: $name = $sample;
                    serde_json::to_value(sample).unwrap_or_default()
                },
            },
        )*];
    };
}

prompts! {
    "note_taker/system.md" => NoteTakerSystem = NoteTakerSystem { plan: plan() };
    "note_taker/user.md" => NoteTakerUser = NoteTakerUser {
        earlier: vec![noted("idea")],
        record: record(),
        new_from: "turn_4".to_owned(),
    };
    "researcher/system.md" => ResearcherSystem = ResearcherSystem { plan: plan() };
    "researcher/user.md" => ResearcherUser = ResearcherUser {
        earlier: vec![noted("background")],
        record: record(),
        new_from: "turn_4".to_owned(),
        known: vec![Material::of("batch yeast")],
        found: vec![Found {
            topic: Material::of("wild yeast"),
            hits: vec![SearchHit {
                number: 1,
                title: Material::of("Yeasts"),
                excerpt: Material::of("Wild yeasts live on fruit."),
            }],
        }],
        task: ResearchTask::FromResults,
    };
    "orchestrator/system.md" => OrchestratorSystem = OrchestratorSystem { plan: plan() };
    "orchestrator/user.md" => OrchestratorUser = OrchestratorUser {
        earlier: vec![noted("gap")],
        record: record(),
        asked: vec![Material::of("Who taught you?")],
        open: vec!["q2".to_owned()],
        phase: "deep_dive",
        elapsed_s: 200,
        target_s: 840,
        slack_s: 300,
        backbone_in_a_row: 1,
    };
    "judge/system.md" => JudgeSystem = JudgeSystem {
        topic: "Brewing".to_owned(),
        section_title: "Batches".to_owned(),
        section_goal: "How a batch is saved".to_owned(),
        dimensions: vec![JudgeDimension { id: "loss".to_owned(), cues: vec!["lost".to_owned()] }],
    };
    "judge/user.md" => JudgeUser = JudgeUser {
        turns: vec![line("turn_2", "candidate", "We lost the first batch.")],
    };
    "assistant/system.md" => AssistantSystem = AssistantSystem {
        topic: "Brewing".to_owned(),
        section_title: "Batches".to_owned(),
        section_goal: "How a batch is saved".to_owned(),
    };
    "assistant/user.md" => AssistantUser = AssistantUser { question: Material::of("What is wort?") };
}

fn plan() -> PlanPage {
    PlanPage {
        topic: "Brewing".to_owned(),
        research_goal: "What goes wrong".to_owned(),
        angle: "Mistakes".to_owned(),
        minutes: 14,
        sections: vec![PlannedSection {
            id: "batches".to_owned(),
            title: "Batches".to_owned(),
            goal: "How a batch is saved".to_owned(),
            importance: "high".to_owned(),
            questions: vec![PlannedQuestion {
                id: "q1".to_owned(),
                text: "What happened first?".to_owned(),
                priority: 1,
                expected_s: 60,
                notes: "Listen for the cause.".to_owned(),
            }],
        }],
    }
}

fn record() -> Vec<RecordLine> {
    let line = |turn: &str, speaker, words, noted| RecordLine {
        turn: turn.to_owned(),
        speaker,
        words: Material::of(words),
        noted,
    };
    vec![
        line("turn_3", "interviewer", "What happened first?", Vec::new()),
        line(
            "turn_4",
            "candidate",
            "We lost the first batch.",
            vec![noted("idea")],
        ),
    ]
}

fn line(turn: &str, speaker: &'static str, words: &str) -> Line {
    Line {
        turn: turn.to_owned(),
        speaker,
        words: Material::of(words),
    }
}

fn noted(kind: &'static str) -> Noted {
    Noted {
        kind,
        turn: "turn_2".to_owned(),
        words: Material::of("The first batch was lost."),
    }
}
