//! Sets up conversations and jobs.

use std::fmt::Write as _;
use std::sync::Arc;

use interview::{
    Analysing, Analysis, Essay, Format, Notes, Passage, PausedClock, Plan, Speaker, Style, TurnId,
    Writing,
};

pub(crate) fn plan() -> Arc<Plan> {
    Arc::new(Plan {
        format: Format::Exploratory,
        topic: String::from("An interview"),
        research_goal: String::new(),
        angle: String::new(),
        minutes: 14,
        warnings_s: Vec::new(),
        grace_s: 0,
        clock_while_paused: PausedClock::Runs,
        sections: Vec::new(),
    })
}

/// Turns by turns: interviewer first, then the person, and so on.
pub(crate) fn conversation<'t>(turns: impl IntoIterator<Item = &'t str>) -> Arc<Vec<Passage>> {
    let speakers = [Speaker::Interviewer, Speaker::Candidate]
        .into_iter()
        .cycle();
    let passages = turns
        .into_iter()
        .zip(speakers)
        .zip(1..)
        .map(|((text, speaker), number)| passage(number, speaker, text));
    Arc::new(passages.collect())
}

fn passage(number: u32, speaker: Speaker, text: &str) -> Passage {
    let start_ms = u64::from(number) * 10_000;
    Passage {
        at: TurnId(number).into(),
        speaker,
        text: text.into(),
        start_ms,
        end_ms: start_ms + 9_000,
    }
}

pub(crate) fn fixture() -> Arc<Vec<Passage>> {
    let data: serde_json::Value =
        serde_json::from_str(include_str!("../fixtures/peace_corps_excerpt.json")).unwrap();
    let turns = data["turns"].as_array().unwrap().iter().zip(1..);
    let passages = turns.map(|(turn, number)| {
        let speaker = if turn["speaker"] == "expert" {
            Speaker::Candidate
        } else {
            Speaker::Interviewer
        };
        passage(number, speaker, turn["text"].as_str().unwrap())
    });
    Arc::new(passages.collect())
}

pub(crate) fn analyse(conversation: &Arc<Vec<Passage>>) -> Analysis {
    agents::builtin::analyse(&Analysing {
        plan: plan(),
        conversation: conversation.clone(),
        notes: Arc::new(Notes::default()),
    })
}

pub(crate) fn write(conversation: &Arc<Vec<Passage>>, style: Style) -> Essay {
    write_with(conversation, style, plan())
}

pub(crate) fn write_with(conversation: &Arc<Vec<Passage>>, style: Style, plan: Arc<Plan>) -> Essay {
    let analysis = Arc::new(analyse(conversation));
    let notes = Arc::new(Notes::default());
    let conversation = conversation.clone();
    agents::builtin::write(&Writing {
        plan,
        conversation,
        notes,
        research: Arc::default(),
        analysis,
        style,
    })
}

/// The essay as a reader sees it, with the grade and the turn of each sentence in front.
pub(crate) fn show(essay: &Essay) -> String {
    let mut out = format!("# {}\n", essay.title);
    for paragraph in &essay.paragraphs {
        out.push('\n');
        if let Some(heading) = &paragraph.heading {
            writeln!(out, "## {heading}").unwrap();
        }
        if let Some(quote) = &paragraph.pull_quote {
            writeln!(out, "> {}", quote.text).unwrap();
        }
        for sentence in &paragraph.sentences {
            let source = &sentence.sources[0];
            writeln!(
                out,
                "{:?} {}@{}: {}",
                sentence.grade, source.turn, source.start_ms, sentence.text
            )
            .unwrap();
        }
    }
    out
}
