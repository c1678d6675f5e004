//! What a voice is told before its first word: persona, rules, plan and time budget. Frozen for the whole talk.

use std::fmt::Write as _;
use std::time::Duration;

use interview::{Format, Priority, State, patience_ms};
use realtime::{
    MarkQuestion, Seed, SeedTurn, Setup, Speaker as VoiceSpeaker, TurnDetection, Words,
};

/// The rules of the house, in the words that a model is given.
const PERSONA: &str = include_str!("voice_setup/persona.md");
/// Silence after our last word before somebody should do something about it.
const SILENCE: Duration = Duration::from_secs(8);
/// Ideas that a fresh connection is given in short.
const SEED_IDEAS: usize = 12;

/// How a voice sounds and what it is heard with.
#[derive(Debug, Clone)]
pub struct VoiceManner {
    pub voice_name: String,
    pub transcribe_model: String,
}

/// The same for the same session, so that a reconnect does not change the person on the other end.
#[must_use]
pub fn voice_setup(state: &State, manner: &VoiceManner) -> Setup {
    Setup {
        instructions: instructions(state),
        voice_name: manner.voice_name.clone(),
        language: None,
        transcribe_model: manner.transcribe_model.clone(),
        keywords: Vec::new(),
        speed: 1.0,
        turn_detection: TurnDetection::Silence,
        patience: Duration::from_millis(patience_ms(state)),
        silence: SILENCE,
        mark_question: match state.plan.format {
            Format::Exploratory => MarkQuestion::Offered,
            Format::Structured => MarkQuestion::Absent,
        },
    }
}

fn instructions(state: &State) -> String {
    let plan = &state.plan;
    let mut text = format!("{PERSONA}\n# The interview\n\nTopic: {}\n", plan.topic);
    let mut say = |line: String| {
        // Writing to a String cannot fail.
        if writeln!(text, "{line}").is_err() {
            tracing::error!("a line of the instructions is missing");
        }
    };
    if !plan.research_goal.is_empty() {
        say(format!("What it is for: {}", plan.research_goal));
    }
    if !plan.angle.is_empty() {
        say(format!("Angle: {}", plan.angle));
    }
    say(format!("Time: {} minutes.", plan.minutes));
    for section in &plan.sections {
        say(format!("\n## {}", section.title));
        if !section.goal.is_empty() {
            say(section.goal.clone());
        }
        for question in &section.questions {
            let must = if question.priority == Priority::Must {
                " (must be asked)"
            } else {
                ""
            };
            say(format!("- [{}] {}{must}", question.id, question.text));
        }
    }
    text
}

/// What a fresh connection has to know of the talk so far.
#[must_use]
pub fn voice_seed(state: &State) -> Seed {
    let notes = &state.notes;
    let ideas: Vec<&str> = notes
        .key_ideas
        .iter()
        .rev()
        .take(SEED_IDEAS)
        .map(|idea| idea.text.as_str())
        .collect();
    let summary = if ideas.is_empty() {
        String::new()
    } else {
        format!("So far the person has said: {}", ideas.join("; "))
    };
    let mut turns: Vec<SeedTurn> = state
        .transcript
        .iter()
        .rev()
        .filter(|turn| !turn.withdrawn)
        .take(Seed::TURNS_MAX)
        .map(|turn| SeedTurn {
            by: match turn.speaker {
                interview::Speaker::Candidate => VoiceSpeaker::Person,
                interview::Speaker::Interviewer => VoiceSpeaker::Interviewer,
            },
            text: Words::from(turn.text.as_str()),
        })
        .collect();
    turns.reverse();
    Seed {
        summary: summary.into(),
        turns,
    }
}
