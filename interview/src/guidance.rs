//! What the voice is told: phase, next question, how to ask it, and what to weave in.

use std::fmt::Write;

use crate::decision::{Phase, QuestionSource};
use crate::event::DecisionMade;
use crate::state::State;

const RESEARCH_SHOWN_MAX: usize = 3;
const GAPS_SHOWN_MAX: usize = 3;
const CONTRADICTIONS_SHOWN_MAX: usize = 2;

/// The guidance for a decision, as Markdown.
#[must_use]
pub fn text(state: &State, decision: &DecisionMade) -> String {
    let mut out = String::new();
    heading(
        &mut out,
        &format!("Current Phase: {}", phase_name(decision.phase)),
    );
    if let Some(left) = time_left(state) {
        line(&mut out, left);
    }
    let closing = decision.question.source == QuestionSource::Closing;
    heading(
        &mut out,
        if closing {
            "Say Goodbye"
        } else {
            "Next Question to Ask"
        },
    );
    line(&mut out, &decision.question.text);
    if !decision.brief.is_empty() {
        heading(&mut out, "How to Ask It");
        line(&mut out, &decision.brief);
    }
    if closing {
        return out;
    }
    let mut research: Vec<_> = state
        .research
        .iter()
        .rev()
        .take(RESEARCH_SHOWN_MAX * 2)
        .collect();
    research.sort_by_key(|item| item.priority);
    if !research.is_empty() {
        heading(&mut out, "Research Context");
        for item in research.iter().take(RESEARCH_SHOWN_MAX) {
            line(
                &mut out,
                &format!(
                    "- **{}**: {} {}",
                    item.topic, item.summary, item.how_to_use_in_question
                ),
            );
        }
    }
    if !state.notes.gaps.is_empty() {
        heading(&mut out, "Gaps to Explore (if natural)");
        for gap in state.notes.gaps.iter().rev().take(GAPS_SHOWN_MAX) {
            line(&mut out, &format!("- {}", gap.description));
        }
    }
    if !state.notes.contradictions.is_empty() {
        heading(&mut out, "Contradictions to Clarify");
        for found in state
            .notes
            .contradictions
            .iter()
            .rev()
            .take(CONTRADICTIONS_SHOWN_MAX)
        {
            line(
                &mut out,
                &format!(
                    "- Earlier said “{}” but also “{}”",
                    found.first_quote, found.second_quote
                ),
            );
        }
    }
    out
}

fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Opening => "OPENING",
        Phase::DeepDive => "DEEP_DIVE",
        Phase::WrapUp => "WRAP_UP",
    }
}

/// Said when the end comes near, so that the interviewer can say it too.
fn time_left(state: &State) -> Option<&'static str> {
    const MINUTE_MS: u64 = 60_000;
    let left_ms = state
        .plan
        .target_ms()
        .saturating_sub(state.elapsed_ms(state.last_at));
    match left_ms.div_ceil(MINUTE_MS) {
        0 => Some("The planned time is up."),
        1 => Some("About one minute left."),
        2 => Some("About two minutes left."),
        3..=5 => Some("About five minutes left."),
        _ => None,
    }
}

fn heading(out: &mut String, text: &str) {
    if !out.is_empty() {
        out.push('\n');
    }
    line(out, &format!("## {text}"));
}

fn line(out: &mut String, text: &str) {
    // Writing to a String cannot fail.
    if writeln!(out, "{text}").is_err() {
        out.push('\n');
    }
}
