//! The prompts of the agents before and after the talk: Planner, Analysis, Writer, FollowUp.

use serde::Serialize;

use crate::lines::{Line, Noted};
use crate::material::Material;
use crate::set::{Bundled, Prompt};

#[derive(Debug, Serialize)]
pub struct AnalysisSystem {}

#[derive(Debug, Serialize)]
pub struct AnalysisUser {
    pub topic: Material,
    pub research_goal: Material,
    pub noted: Vec<Noted>,
    pub turns: Vec<Line>,
}

#[derive(Debug, Serialize)]
pub struct WriterSystem {}

#[derive(Debug, Serialize)]
pub struct WriterUser {
    pub topic: Material,
    pub angle: Material,
    pub title: Material,
    pub style: &'static str,
    pub analysis: Vec<Material>,
    pub research: Vec<Material>,
    pub voice: Vec<Material>,
    /// What the writer's earlier edits ask for.
    pub guide: Vec<Material>,
    pub turns: Vec<Line>,
}

/// The Writer's second look at its own sentences.
#[derive(Debug, Serialize)]
pub struct WriterCheck {
    pub sentences: Vec<Material>,
    pub unsupported: Vec<Material>,
    pub removed: u32,
}

#[derive(Debug, Serialize)]
pub struct FollowUpSystem {}

#[derive(Debug, Serialize)]
pub struct FollowUpUser {
    pub topic: Material,
    pub research_goal: Material,
    pub noted: Vec<Noted>,
    pub turns: Vec<Line>,
}

#[derive(Debug, Serialize)]
pub struct PlannerSystem {}

/// With background, or with an earlier talk out of which the plan is made.
#[derive(Debug, Serialize)]
pub struct PlannerUser {
    pub topic: Material,
    pub minutes: u32,
    pub context: Material,
    pub turns: Vec<Line>,
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
    "analysis/system.md" => AnalysisSystem = AnalysisSystem {};
    "analysis/user.md" => AnalysisUser = AnalysisUser {
        topic: Material::of("Boats"),
        research_goal: Material::of("Why wood"),
        noted: noted(),
        turns: turns(),
    };
    "writer/system.md" => WriterSystem = WriterSystem {};
    "writer/user.md" => WriterUser = WriterUser {
        topic: Material::of("Boats"),
        angle: Material::of("Mistakes"),
        title: Material::of("Wood"),
        style: "standard",
        analysis: vec![Material::of("claim: wood lasts")],
        research: vec![Material::of("Oak: a hard wood")],
        voice: vec![Material::of("sentences: 12 words")],
        guide: vec![Material::of("no headings")],
        turns: turns(),
    };
    "writer/check.md" => WriterCheck = WriterCheck {
        sentences: vec![Material::of("We built it."), Material::of("It sank in 1999.")],
        unsupported: vec![Material::of("It sank in 1999.")],
        removed: 1,
    };
    "follow_up/system.md" => FollowUpSystem = FollowUpSystem {};
    "follow_up/user.md" => FollowUpUser = FollowUpUser {
        topic: Material::of("Boats"),
        research_goal: Material::of("Why wood"),
        noted: noted(),
        turns: turns(),
    };
    "planner/system.md" => PlannerSystem = PlannerSystem {};
    "planner/user.md" => PlannerUser = PlannerUser {
        topic: Material::of("Boats"),
        minutes: 14,
        context: Material::of("A yard in Bergen."),
        turns: turns(),
    };
}

fn noted() -> Vec<Noted> {
    vec![Noted {
        kind: "idea",
        turn: "turn_2".to_owned(),
        words: Material::of("Wood lasts."),
    }]
}

fn turns() -> Vec<Line> {
    vec![Line {
        turn: "turn_2".to_owned(),
        speaker: "Expert",
        words: Material::of("Wood lasts if you let it."),
    }]
}
