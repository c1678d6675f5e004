//! Walks an interview (see the data README) through the live agents, turn by turn, and prints what they make of it.
//! `cargo run -p agents --example notes_from_json -- FILE.json [PLAN.toml]`
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a tool for the developer's eyes"
)]

use std::sync::Arc;
use std::time::{Duration, Instant};

use agents::builtin;
use interview::{
    Choosing, FollowingUp, NoteTaking, Notes, Passage, Phase, Plan, QuestionState, QuestionStatus,
    Researching, Speaker, Spoken, Turn, TurnId,
};

const PLAN: &str = r#"
topic = "A working life, told by the person who lived it"
[[sections]]
title = "Beginnings"
goal = "Where they come from and how they came to the work."
[[sections.questions]]
text = "How did you first come to this work?"
priority = 1
[[sections]]
title = "The work"
goal = "What the days were like, what was hard, what they are proud of."
importance = "high"
[[sections.questions]]
text = "What was the hardest problem you had to solve?"
priority = 1
[[sections.questions]]
text = "What did a normal day look like?"
priority = 2
[[sections]]
title = "Looking back"
goal = "What they learned and would pass on."
[[sections.questions]]
text = "What would you tell somebody who starts today?"
priority = 1
"#;

fn main() {
    let mut args = std::env::args().skip(1);
    let text = std::fs::read_to_string(args.next().unwrap()).unwrap();
    let plan = args.next().map_or_else(
        || PLAN.to_owned(),
        |path| std::fs::read_to_string(path).unwrap(),
    );
    let plan = Plan::from_toml(&plan).unwrap();
    let turns = turns(&text);
    let mut live = Live::new(plan);
    for end in 1..=turns.len() {
        if turns[end - 1].speaker == Speaker::Candidate {
            live.cycle(&turns[..end]);
        }
    }
    live.summary();
    live.follow_up(&turns);
}

fn turns(text: &str) -> Vec<Turn> {
    let data: serde_json::Value = serde_json::from_str(text).unwrap();
    let list = data["turns"].as_array().unwrap();
    list.iter()
        .zip(1_u32..)
        .map(|(turn, number)| {
            let text = turn["text"].as_str().unwrap().replace("\\n", "\n");
            Turn {
                id: TurnId(number),
                speaker: if turn["speaker"] == "expert" {
                    Speaker::Candidate
                } else {
                    Speaker::Interviewer
                },
                words: interview::words::count(&text),
                text: Spoken::from(text),
                start_ms: 0,
                end_ms: 0,
                interrupted: false,
                withdrawn: false,
            }
        })
        .collect()
}

struct Live {
    plan: Arc<Plan>,
    notes: Notes,
    topics: Vec<String>,
    asked: Vec<String>,
    in_a_row: u32,
    new_from: TurnId,
    spent: [Duration; 3],
    slowest: Duration,
    cycles: u32,
}

impl Live {
    fn new(plan: Arc<Plan>) -> Self {
        Self {
            plan,
            notes: Notes::default(),
            topics: Vec::new(),
            asked: Vec::new(),
            in_a_row: 0,
            new_from: TurnId(1),
            spent: [Duration::ZERO; 3],
            slowest: Duration::ZERO,
            cycles: 0,
        }
    }

    fn cycle(&mut self, turns: &[Turn]) {
        let job = NoteTaking {
            plan: Arc::clone(&self.plan),
            window: turns[turns.len().saturating_sub(20)..].to_vec(),
            new_from: self.new_from,
            notes: Arc::new(self.notes.clone()),
        };
        let start = Instant::now();
        let found = builtin::take_notes(&job);
        let noted = start.elapsed();
        let news = self.notes.news(&found);
        let job = Researching {
            plan: Arc::clone(&self.plan),
            window: job.window,
            new_from: self.new_from,
            known: Arc::new(Vec::new()),
            fresh_topics: self.topics.clone(),
        };
        let start = Instant::now();
        let findings = builtin::research(&job);
        let researched = start.elapsed();
        let last = turns.last().unwrap();
        println!(
            "\n== {} ({} words): {}",
            last.id,
            last.words,
            head(last.text.as_str())
        );
        print_notes(&news);
        for topic in findings.wanted {
            println!(
                "  research {:?} “{}” {}",
                topic.kind, topic.topic, topic.why
            );
            self.topics.push(topic.topic);
        }
        self.notes.add(news);
        let chosen = self.choose(turns);
        let all = noted + researched + chosen;
        self.spent[0] += noted;
        self.spent[1] += researched;
        self.spent[2] += chosen;
        self.slowest = self.slowest.max(all);
        self.cycles += 1;
        self.new_from = last.id.next();
    }

    fn choose(&mut self, turns: &[Turn]) -> Duration {
        let questions = self
            .plan
            .questions()
            .map(|(_, question)| QuestionStatus {
                id: question.id.clone(),
                state: if self.asked.contains(&question.text) {
                    QuestionState::Asked
                } else {
                    QuestionState::Open
                },
            })
            .collect();
        let job = Choosing {
            plan: Arc::clone(&self.plan),
            window: turns[turns.len().saturating_sub(30)..].to_vec(),
            notes: Arc::new(self.notes.clone()),
            research: Arc::new(Vec::new()),
            questions,
            asked: self.asked.clone(),
            phase: Phase::DeepDive,
            elapsed_ms: 200_000,
            target_ms: 840_000,
            slack_s: 300,
            backbone_in_a_row: self.in_a_row,
        };
        let start = Instant::now();
        let proposal = builtin::choose(&job);
        let took = start.elapsed();
        self.in_a_row = match proposal.question.question_id {
            Some(_) => self.in_a_row + 1,
            None => 0,
        };
        println!(
            "  ASK {:?}: {}",
            proposal.question.source, proposal.question.text
        );
        self.asked.push(proposal.question.text);
        took
    }

    fn follow_up(&self, turns: &[Turn]) {
        let job = FollowingUp {
            plan: Arc::clone(&self.plan),
            conversation: Arc::new(
                turns
                    .iter()
                    .map(|turn| Passage {
                        at: turn.id.into(),
                        speaker: turn.speaker,
                        text: turn.text.clone(),
                        start_ms: 0,
                        end_ms: 0,
                    })
                    .collect(),
            ),
            notes: Arc::new(self.notes.clone()),
            analysis: None,
        };
        let start = Instant::now();
        let found = builtin::follow_up(&job);
        println!("\n== follow-up in {:?}\n{}", start.elapsed(), found.summary);
        for topic in found.suggested_topics {
            println!("* {}: {}", topic.title, topic.description);
            for question in topic.suggested_questions {
                println!("    {question}");
            }
        }
        println!(
            "gaps {:#?}\nweak {:#?}",
            found.unexplored_gaps, found.strengthen_areas
        );
    }

    fn summary(&self) {
        println!("\n== coverage");
        for section in &self.notes.section_coverage {
            println!(
                "{} {:?} missing {:?}",
                section.section_id, section.coverage_quality, section.missing_aspects
            );
            for point in &section.key_points_covered {
                println!("   {} {}", point.turn, point.text);
            }
        }
        let notes = &self.notes;
        println!(
            "\nideas {} stories {} claims {} gaps {} contradictions {} quotable {} titles {} research {}",
            notes.key_ideas.len(),
            notes.stories.len(),
            notes.claims.len(),
            notes.gaps.len(),
            notes.contradictions.len(),
            notes.quotable_lines.len(),
            notes.possible_titles.len(),
            self.topics.len(),
        );
        let [noted, researched, chosen] = self.spent.map(|spent| spent / self.cycles.max(1));
        println!(
            "per cycle: notes {noted:?} research {researched:?} choose {chosen:?}; slowest cycle {:?}",
            self.slowest
        );
    }
}

fn print_notes(news: &Notes) {
    for idea in &news.key_ideas {
        println!("  idea     {}", idea.text);
    }
    for story in &news.stories {
        println!("  story    {} => {}", story.summary, story.impact);
    }
    for claim in &news.claims {
        println!("  claim    {:?} {}", claim.confidence, claim.text);
    }
    for gap in &news.gaps {
        println!(
            "  gap      {} -> {}",
            gap.description, gap.suggested_followup
        );
    }
    for found in &news.contradictions {
        println!(
            "  CONTRA   {} ({} {})",
            found.suggested_clarification_question, found.first_turn, found.second_turn
        );
    }
    for line in &news.quotable_lines {
        println!(
            "  quote    {:?} {:?} [{}] {}",
            line.strength, line.potential_use, line.topic, line.text
        );
    }
    for title in &news.possible_titles {
        println!("  title    {}", title.text);
    }
}

fn head(text: &str) -> String {
    text.chars().take(90).collect()
}
