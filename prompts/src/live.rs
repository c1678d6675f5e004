//! The prompts of the agents that work while people talk.

use serde::Serialize;

use crate::lines::{Line, Noted};
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
    pub before: Vec<Line>,
    pub noted: Vec<Noted>,
    pub fresh: Vec<Line>,
}

#[derive(Debug, Serialize)]
pub struct OrchestratorSystem {
    pub plan: PlanPage,
}

#[derive(Debug, Serialize)]
pub struct OrchestratorUser {
    pub turns: Vec<Line>,
    pub noted: Vec<Noted>,
    pub research: Vec<Noted>,
    pub open: Vec<String>,
    pub asked: Vec<Material>,
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
        before: vec![line("turn_1", "interviewer", "What happened first?")],
        noted: vec![noted("idea")],
        fresh: vec![line("turn_2", "candidate", "We lost the first batch.")],
    };
    "orchestrator/system.md" => OrchestratorSystem = OrchestratorSystem { plan: plan() };
    "orchestrator/user.md" => OrchestratorUser = OrchestratorUser {
        turns: vec![line("turn_2", "candidate", "We lost the first batch.")],
        noted: vec![noted("gap")],
        research: vec![noted("context")],
        open: vec!["q2".to_owned()],
        asked: vec![Material::of("What happened first?")],
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
