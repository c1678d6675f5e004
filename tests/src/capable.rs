//! A model that does its work: right answers for every agent, made out of the prompt and nothing else.

use serde_json::{Value, json};

use crate::far_model::{Act, Asked};

/// The answer of somebody who has read the prompt. The number makes what it writes different from call to call.
#[must_use]
pub fn capable(number: usize, asked: &Asked) -> Act {
    match answer(number, asked) {
        Some(answer) => Act::Says(answer),
        None if asked.wants() == "essay" => Act::Writes(draft(asked)),
        None => Act::fails(400),
    }
}

/// A right answer, where a whole one is wanted.
#[must_use]
pub fn answer(number: usize, asked: &Asked) -> Option<String> {
    let prompt = asked.prompt();
    let answer = match asked.wants() {
        "notes" => notes(&prompt),
        "question" => question(number, &prompt),
        "topics" => topics(number, &prompt),
        "items" => items(number, &prompt),
        "verdicts" => verdicts(&prompt),
        "explanation" => json!({"text": "A term of the trade."}),
        "analysis" => analysis(&prompt),
        "follow_up" => follow_ups(),
        "fixes" => json!({"fixes": []}),
        _ => return None,
    };
    Some(answer.to_string())
}

/// The turns of the person, with their names, as both kinds of prompts show them.
#[must_use]
pub fn turns(prompt: &str) -> Vec<(&str, &str)> {
    fn turn(line: &str) -> Option<(&str, &str)> {
        let (name, words) = line.split_once(": ")?;
        let name = name.trim_start_matches('[');
        let candidate = name.strip_suffix(" candidate");
        let turn = candidate.or_else(|| name.strip_suffix("] Expert"))?;
        turn.starts_with("turn_").then_some((turn, words))
    }
    prompt.lines().filter_map(turn).collect()
}

fn newest(prompt: &str) -> (&str, &str) {
    turns(prompt).pop().unwrap_or(("turn_1", ""))
}

fn first_words(words: &str, n: usize) -> String {
    words
        .split_whitespace()
        .take(n)
        .collect::<Vec<_>>()
        .join(" ")
}

fn notes(prompt: &str) -> Value {
    let (turn, words) = newest(prompt);
    let line = json!({
        "text": first_words(words, 9), "turn": turn, "potential_use": "hook", "topic": "the talk", "strength": "good",
    });
    json!({
        "key_ideas": [{"text": first_words(words, 14), "turn": turn}],
        "stories": [],
        "claims": [{"text": first_words(words, 12), "confidence": "high", "turn": turn}],
        "gaps": [],
        "contradictions": [],
        "quotable_lines": [line],
        "possible_titles": [],
        "section_coverage": [],
    })
}

fn after<'p>(prompt: &'p str, label: &str) -> &'p str {
    let line = prompt.lines().find_map(|line| line.strip_prefix(label));
    line.unwrap_or_default().trim()
}

/// The first open question of the plan in its own words; where none is open, one of its own.
fn question(number: usize, prompt: &str) -> Value {
    let open = after(prompt, "Open plan questions:").split(", ").next();
    let planned = open.filter(|id| !id.is_empty()).and_then(|id| {
        let line = format!("- {id} (");
        let line = prompt.lines().find(|it| it.starts_with(&line))?;
        let (_, text) = line.split_once("): ")?;
        let text = text.split(" [").next()?;
        Some((id, text))
    });
    match planned {
        Some((id, text)) => json!({
            "why": "It is open.", "text": text, "question_id": id, "section_id": null, "source": "plan",
            "expected_s": 5, "refers_to": null, "brief": "Ask it plainly.",
        }),
        None => json!({
            "why": "It was left open.", "text": improvised(number),
            "question_id": null, "section_id": null, "source": "gap", "expected_s": 5,
            "refers_to": newest(prompt).0, "brief": "Ask it gently.",
        }),
    }
}

/// No two of them within an interview are nearly the same.
fn improvised(number: usize) -> String {
    const THINGS: [&str; 11] = [
        "kiln", "bank", "van", "roof", "brother", "glaze", "winter", "ledger", "contract", "fire",
        "auction",
    ];
    const PEOPLE: [&str; 13] = [
        "neighbours",
        "apprentices",
        "customers",
        "lawyers",
        "parents",
        "suppliers",
        "critics",
        "children",
        "partners",
        "strangers",
        "teachers",
        "drivers",
        "clerks",
    ];
    const DEEDS: [&str; 17] = [
        "ruin", "save", "teach", "divide", "scare", "amuse", "delay", "feed", "shame", "free",
        "bind", "mislead", "comfort", "enrich", "outlive", "annoy", "surprise",
    ];
    format!(
        "How did your {} {} the {}?",
        THINGS[number % THINGS.len()],
        DEEDS[number % DEEDS.len()],
        PEOPLE[number % PEOPLE.len()]
    )
}

fn topics(number: usize, prompt: &str) -> Value {
    let (turn, _) = newest(prompt);
    json!({"topics": [
        {"why": "It was named.", "topic": format!("kiln type {number}"), "kind": "definition", "turn": turn},
    ]})
}

fn items(number: usize, prompt: &str) -> Value {
    let (turn, _) = newest(prompt);
    let topic = after(prompt, "Topic to look up:");
    let topic = match topic.is_empty() {
        true => format!("kiln type {number}"),
        false => topic.to_owned(),
    };
    let used: Vec<u32> = prompt
        .lines()
        .any(|line| line.starts_with("[1] "))
        .then_some(1)
        .into_iter()
        .collect();
    json!({"items": [{
        "topic": topic, "kind": "definition", "turn": turn, "summary": "An oven for clay.",
        "how_to_use": "Ask which one it was.", "priority": 2, "results": used, "urls": [],
    }]})
}

fn verdicts(prompt: &str) -> Value {
    let section = prompt.split("Dimensions:").nth(1).unwrap_or_default();
    let section = section.split("</section>").next().unwrap_or_default();
    let verdict = |line: &str| {
        let (id, _) = line.strip_prefix("- ")?.split_once(':')?;
        Some(json!({"dimension": id, "reason": "It was mentioned.", "level": "partially_covered"}))
    };
    json!({"verdicts": section.lines().filter_map(verdict).collect::<Vec<_>>()})
}

fn analysis(prompt: &str) -> Value {
    let (turn, words) = newest(prompt);
    json!({
        "title": "What the Fire Left",
        "main_claims": [{"text": first_words(words, 20), "turns": [turn]}],
        "themes": [{"name": "Loss", "description": "What was lost came back as something else.", "turns": [turn]}],
        "tensions": [],
        "quotes": [{"turn": turn, "words": first_words(words, 8), "potential_use": "hook"}],
    })
}

fn follow_ups() -> Value {
    let topic = |(name, questions): (&str, [&str; 2])| {
        json!({
            "title": format!("More about {name}"),
            "description": format!("The part about {name} was left open."),
            "suggested_questions": questions,
        })
    };
    let topics = [
        (
            "apprentices",
            [
                "Whom did you send away?",
                "Which hands were better than yours?",
            ],
        ),
        (
            "winters",
            ["Where did the heat come from?", "What froze that mattered?"],
        ),
        (
            "debts",
            [
                "Why did nobody call the loan in?",
                "When were you free of it?",
            ],
        ),
    ];
    json!({
        "summary": "A talk about work and what it costs.",
        "suggested_topics": topics.map(topic),
        "unexplored_gaps": [],
        "strengthen_areas": [],
    })
}

/// An essay in small pieces: sentences of the talk, each with its turn.
#[must_use]
pub fn draft(asked: &Asked) -> Vec<String> {
    let prompt = asked.prompt();
    let sentence = |(turn, words): &(&str, &str)| {
        let sentence = words.split_inclusive(['.', '!', '?']).next();
        format!("{} [{turn}] ", sentence.unwrap_or_default().trim())
    };
    let body: String = turns(&prompt).iter().take(8).map(sentence).collect();
    format!("# What the Fire Left\n\n{body}\n")
        .split_inclusive(' ')
        .map(str::to_owned)
        .collect()
}
