//! Reads an interview (JSON with turns of `expert` and `interviewer`) and prints its analysis and essays as Markdown.
//! `cargo run --release -p agents --example essay_from_json FILE [standard|punchy|reflective|analysis|time]…`
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a tool for developers"
)]

use std::sync::Arc;
use std::time::Instant;

use interview::{
    Analysing, Format, Notes, Passage, PausedClock, Plan, Speaker, Style, TurnId, Writing,
};

fn main() {
    let mut args = std::env::args().skip(1);
    let path = args.next().expect("a file");
    let wanted: Vec<String> = args.collect();
    let wants = |name: &str| wanted.is_empty() || wanted.iter().any(|have| have == name);
    let data: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let conversation = Arc::new(passages(&data));
    let plan = Arc::new(Plan {
        format: Format::Exploratory,
        topic: data["title"].as_str().unwrap_or("").to_owned(),
        research_goal: String::new(),
        angle: String::new(),
        minutes: 14,
        warnings_s: Vec::new(),
        grace_s: 0,
        clock_while_paused: PausedClock::Runs,
        sections: Vec::new(),
    });
    let notes = Arc::new(Notes::default());
    let job = Analysing {
        plan: plan.clone(),
        conversation: conversation.clone(),
        notes: notes.clone(),
    };
    let analysis = Arc::new(agents::builtin::analyse(&job));
    if wanted.iter().any(|have| have == "time") {
        stages(&conversation, &plan);
    }
    if wanted.iter().any(|have| have == "lines") {
        let material = agents::material::Material::of(&plan, &conversation);
        for (number, line) in material.lines.iter().enumerate() {
            println!(
                "{number} {:?} {:?} {:.2} {}",
                line.usable, line.lean, line.worth, line.text
            );
        }
    }
    if wants("analysis") {
        println!("{}", serde_json::to_string_pretty(&*analysis).unwrap());
    }
    for style in Style::ALL {
        let essay = agents::builtin::write(&Writing {
            plan: plan.clone(),
            conversation: conversation.clone(),
            notes: notes.clone(),
            research: Arc::default(),
            analysis: analysis.clone(),
            style,
        });
        if wants(style.as_str()) {
            print(&essay);
        }
    }
}

/// How long the stages take.
fn stages(conversation: &[Passage], plan: &Plan) {
    use agents::text::{clean, sentences, tokens};
    let turns: Vec<&str> = conversation
        .iter()
        .filter(|passage| passage.speaker == Speaker::Candidate)
        .map(|passage| passage.text.as_str())
        .collect();
    let plain: Vec<String> = turns.iter().map(|turn| clean::debris(turn)).collect();
    let cleaned: Vec<String> = plain
        .iter()
        .flat_map(|turn| sentences::sentences(turn))
        .map(clean::sentence)
        .collect();
    fastest("debris", || {
        turns.iter().map(|turn| clean::debris(turn).len()).sum()
    });
    fastest("split", || {
        plain.iter().map(|turn| sentences::ranges(turn).len()).sum()
    });
    fastest("clean", || {
        plain
            .iter()
            .flat_map(|turn| sentences::sentences(turn))
            .map(|sentence| clean::sentence(sentence).len())
            .sum()
    });
    fastest("tokens", || {
        cleaned
            .iter()
            .map(|sentence| tokens::tokens(sentence).len())
            .sum()
    });
    fastest("cues", || {
        cleaned
            .iter()
            .filter(|sentence| {
                agents::text::cues::Cues::of(sentence).has(agents::text::cues::Cue::Bold)
            })
            .count()
    });
    fastest("material", || {
        agents::material::Material::of(plan, conversation)
            .lines
            .len()
    });
    let (plan, conversation) = (Arc::new(plan.clone()), Arc::new(conversation.to_vec()));
    let notes = Arc::new(Notes::default());
    let job = Analysing {
        plan: plan.clone(),
        conversation: conversation.clone(),
        notes: notes.clone(),
    };
    fastest("analyse", || agents::builtin::analyse(&job).themes.len());
    let analysis = Arc::new(agents::builtin::analyse(&job));
    for style in Style::ALL {
        let job = Writing {
            plan: plan.clone(),
            conversation: conversation.clone(),
            notes: notes.clone(),
            research: Arc::default(),
            analysis: analysis.clone(),
            style,
        };
        fastest(style.as_str(), || {
            agents::builtin::write(&job).paragraphs.len()
        });
    }
}

fn fastest(name: &str, work: impl Fn() -> usize) {
    let mut best = std::time::Duration::MAX;
    let mut count = 0;
    for _ in 0..20 {
        let started = Instant::now();
        count = work();
        best = best.min(started.elapsed());
    }
    println!("{name:>10} {best:>10.2?} ({count})");
}

fn passages(data: &serde_json::Value) -> Vec<Passage> {
    let mut now = 0;
    let turns = data["turns"].as_array().unwrap().iter().zip(1..);
    turns
        .map(|(turn, number)| {
            let text = turn["text"].as_str().unwrap();
            let start_ms = now;
            now += text.split_whitespace().count() as u64 * 400;
            let speaker = if turn["speaker"] == "expert" {
                Speaker::Candidate
            } else {
                Speaker::Interviewer
            };
            Passage {
                at: TurnId(number).into(),
                speaker,
                text: text.into(),
                start_ms,
                end_ms: now,
            }
        })
        .collect()
}

fn print(essay: &interview::Essay) {
    let words: usize = essay
        .sentences()
        .map(|sentence| sentence.text.split_whitespace().count())
        .sum();
    println!("\n# {} [{} words, {:?}]\n", essay.title, words, essay.style);
    for paragraph in &essay.paragraphs {
        if let Some(heading) = &paragraph.heading {
            println!("## {heading}\n");
        }
        if let Some(quote) = &paragraph.pull_quote {
            println!("> {}\n", quote.text);
        }
        let text: Vec<&str> = paragraph
            .sentences
            .iter()
            .map(|sentence| sentence.text.as_str())
            .collect();
        println!(
            "{} [{}]\n",
            text.join(" "),
            paragraph.sentences[0].sources[0].turn
        );
    }
}
