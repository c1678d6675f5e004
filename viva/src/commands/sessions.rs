//! `viva sessions` and `viva show`.

use coordinator::now;
use interview::{CoverageQuality, QuestionState, ResearchItem, Speaker, State, Status, View};
use serde::Serialize;

use crate::config::Config;
use crate::console;
use crate::desk::Desk;

/// Of what was found out, the newest is shown.
const RESEARCH_SHOWN_MAX: usize = 8;
/// Sessions listed at once; older ones are found by their id.
const LISTED_MAX: usize = 1_000;

#[derive(Serialize)]
struct Row {
    id: String,
    topic: String,
    status: Option<Status>,
    created_at: String,
    duration_ms: u64,
    answers: usize,
    questions_asked: usize,
    questions: usize,
    follow_up_of: Option<String>,
    essays: usize,
    /// Why the session cannot be read, if it cannot.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
}

pub(super) async fn list(config: &Config, json: bool) -> anyhow::Result<()> {
    let desk = Desk::open(config).await?;
    let mut rows = Vec::new();
    for head in desk.store.sessions(None, LISTED_MAX).await? {
        // One damaged session must not hide the others.
        rows.push(match desk.state(head.id.as_str()).await {
            Ok(state) => row(&state),
            Err(error) => Row {
                id: head.id.to_string(),
                topic: String::new(),
                status: None,
                created_at: String::new(),
                duration_ms: 0,
                answers: 0,
                questions_asked: 0,
                questions: 0,
                follow_up_of: None,
                essays: 0,
                problem: Some(console::described(&error)),
            },
        });
    }
    desk.close().await?;
    if json {
        return console::print_json(&rows);
    }
    if rows.is_empty() {
        console::say("no sessions yet; `viva interview plans/expert-essay.toml` makes the first");
        return Ok(());
    }
    for row in rows {
        console::print(&written(&row))?;
    }
    Ok(())
}

fn row(state: &State) -> Row {
    Row {
        id: state.session_id.to_string(),
        topic: state.plan.topic.clone(),
        status: Some(state.status),
        created_at: state.created_at.to_string(),
        duration_ms: state.elapsed_ms(now()),
        answers: answers(state),
        questions_asked: state.questions.iter().filter(|it| !it.is_unasked()).count(),
        questions: state.questions.len(),
        follow_up_of: state.follow_up_of.as_ref().map(ToString::to_string),
        essays: state.essays.len(),
        problem: None,
    }
}

fn answers(state: &State) -> usize {
    state
        .transcript
        .iter()
        .filter(|turn| turn.speaker == Speaker::Candidate && !turn.withdrawn)
        .count()
}

fn written(row: &Row) -> String {
    if let Some(problem) = &row.problem {
        return format!("{}  cannot be read: {problem}", row.id);
    }
    let status = row.status.map_or("", status_in_words);
    let day = row
        .created_at
        .get(..16)
        .unwrap_or_default()
        .replace('T', " ");
    let minutes = row.duration_ms / 60_000;
    let seconds = row.duration_ms / 1000 % 60;
    format!(
        "{}  {day}  {status:<12} {minutes:>3}:{seconds:02}  {:>3} answers  {:>2}/{} asked  {}{}",
        row.id,
        row.answers,
        row.questions_asked,
        row.questions,
        row.topic,
        row.follow_up_of
            .as_ref()
            .map(|of| format!("  (continues {of})"))
            .unwrap_or_default(),
    )
}

fn status_in_words(status: Status) -> &'static str {
    match status {
        Status::NotStarted => "not started",
        Status::InProgress => "in progress",
        Status::Paused => "paused",
        Status::Completed => "completed",
        Status::Terminated => "terminated",
    }
}

pub(super) async fn show(config: &Config, named: &str, json: bool) -> anyhow::Result<()> {
    let desk = Desk::open(config).await?;
    let state = desk.state(named).await?;
    desk.close().await?;
    let view = View::of(&state, now().max(state.last_at));
    if json {
        return console::print_json(&view);
    }
    let mut text = format!(
        "{}\n{}\n\nsession {}\n",
        view.topic,
        "=".repeat(view.topic.chars().count().min(80)),
        view.id
    );
    text.push_str(&format!(
        "{}, phase {}, {} turns, {} of {} minutes\n",
        status_in_words(view.status),
        view.phase.as_str(),
        view.transcript.len(),
        view.elapsed_ms / 60_000,
        state.plan.minutes,
    ));
    text.push_str("\nCoverage\n");
    for section in &view.coverage {
        text.push_str(&format!(
            "  {:<40} {}\n",
            section.title,
            quality_in_words(section.quality)
        ));
        for question in &section.questions {
            text.push_str(&format!("    {} {}\n", mark(question.state), question.text));
        }
    }
    let notes = &view.notes;
    text.push_str("\nNotes\n");
    for idea in notes.key_ideas.iter().take(8) {
        text.push_str(&format!("  idea: {}\n", idea.text));
    }
    for story in notes.stories.iter().take(4) {
        text.push_str(&format!("  story: {}\n", story.summary));
    }
    for line in notes.quotable_lines.iter().take(5) {
        text.push_str(&format!("  line: “{}”\n", line.text));
    }
    for found in notes.contradictions.iter().take(4) {
        text.push_str(&format!("  contradiction: {}\n", found.description));
    }
    if !view.research.is_empty() {
        text.push_str("\nResearch\n");
    }
    for item in view.research.iter().rev().take(RESEARCH_SHOWN_MAX) {
        text.push_str(&researched(item));
    }
    text.push_str(&cost_in_words(&view));
    if !view.essays.is_empty() {
        text.push_str("\nEssays\n");
        for essay in &view.essays {
            text.push_str(&format!(
                "  {}. {} ({})\n",
                essay.number,
                essay.title,
                essay.style.as_str()
            ));
        }
    }
    console::print(&text)
}

/// An item as the interviewer has it, with its pages or the admission that there are none.
fn researched(item: &ResearchItem) -> String {
    let kind = serde_json::to_string(&item.kind).unwrap_or_default();
    let mut text = format!(
        "  {} ({}, priority {}): {}\n",
        item.topic,
        kind.trim_matches('"'),
        item.priority,
        item.summary
    );
    if !item.how_to_use_in_question.is_empty() {
        text.push_str(&format!("    use: {}\n", item.how_to_use_in_question));
    }
    for source in &item.sources {
        text.push_str(&format!("    source: {} <{}>\n", source.title, source.url));
    }
    if item.from_memory {
        text.push_str("    from memory, without a source\n");
    }
    text
}

/// What models have cost, if any were asked.
fn cost_in_words(view: &View) -> String {
    let cost = &view.cost.used;
    if cost.tokens == 0 && view.cost.cap.is_none() {
        return String::new();
    }
    let cap = match view.cost.cap {
        Some(cap) => format!(" of ${cap:.2}"),
        None => String::new(),
    };
    format!(
        "\nModels\n  {} tokens ({} cached), ${:.4}{cap}\n",
        cost.tokens, cost.cached_tokens, cost.cost
    )
}

fn quality_in_words(quality: CoverageQuality) -> &'static str {
    match quality {
        CoverageQuality::None => "not touched",
        CoverageQuality::Shallow => "shallow",
        CoverageQuality::Adequate => "adequate",
        CoverageQuality::Deep => "deep",
    }
}

fn mark(state: QuestionState) -> &'static str {
    match state {
        QuestionState::Open | QuestionState::Offered => "○",
        QuestionState::Asked => "◐",
        QuestionState::Answered => "●",
        QuestionState::Declined | QuestionState::Withdrawn => "⊘",
    }
}
