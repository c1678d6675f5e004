//! Writes a plan as the file a person would write: only what differs from the defaults of a reader's eye.

use std::fmt::Write;

use super::{Cover, Dimension, Format, Importance, PausedClock, Plan, Question, Role, Section};

pub(super) fn toml(plan: &Plan) -> String {
    let mut out = String::new();
    field(
        &mut out,
        "format",
        &quoted(match plan.format {
            Format::Exploratory => "exploratory",
            Format::Structured => "structured",
        }),
    );
    field(&mut out, "topic", &quoted(&plan.topic));
    text(&mut out, "research_goal", &plan.research_goal);
    text(&mut out, "angle", &plan.angle);
    field(&mut out, "minutes", &plan.minutes.to_string());
    if plan.format == Format::Structured {
        field(&mut out, "warnings_s", &format!("{:?}", plan.warnings_s));
        field(&mut out, "grace_s", &plan.grace_s.to_string());
    }
    field(
        &mut out,
        "clock_while_paused",
        &quoted(match plan.clock_while_paused {
            PausedClock::Runs => "runs",
            PausedClock::Stops => "stops",
        }),
    );
    for section in &plan.sections {
        write_section(&mut out, plan.format, section);
    }
    out
}

fn write_section(out: &mut String, format: Format, section: &Section) {
    out.push_str("\n[[sections]]\n");
    field(out, "id", &quoted(section.id.as_str()));
    field(out, "title", &quoted(&section.title));
    text(out, "goal", &section.goal);
    field(
        out,
        "importance",
        &quoted(match section.importance {
            Importance::High => "high",
            Importance::Medium => "medium",
            Importance::Low => "low",
        }),
    );
    if let Some(minutes) = section.minutes {
        field(out, "minutes", &minutes.to_string());
    }
    if format == Format::Structured {
        field(out, "followup_cap", &section.followup_cap.to_string());
        field(out, "minimum_words", &section.minimum_words.to_string());
        field(
            out,
            "cover",
            &match section.cover {
                Cover::All => quoted("all"),
                Cover::AtLeast(number) => number.to_string(),
            },
        );
    }
    for question in &section.questions {
        write_question(out, question);
    }
    for dimension in &section.dimensions {
        write_dimension(out, dimension);
    }
}

fn write_question(out: &mut String, question: &Question) {
    out.push_str("\n[[sections.questions]]\n");
    field(out, "id", &quoted(question.id.as_str()));
    field(out, "text", &quoted(&question.text));
    field(
        out,
        "role",
        &quoted(match question.role {
            Role::Backbone => "backbone",
            Role::Followup => "followup",
        }),
    );
    field(out, "priority", &u8::from(question.priority).to_string());
    text(out, "notes", &question.notes);
    field(out, "expected_s", &question.expected_s.to_string());
}

fn write_dimension(out: &mut String, dimension: &Dimension) {
    out.push_str("\n[[sections.dimensions]]\n");
    field(out, "id", &quoted(dimension.id.as_str()));
    field(out, "priority", &u8::from(dimension.priority).to_string());
    field(out, "cues", &list(&dimension.cues));
    field(out, "followups", &list(&dimension.followups));
}

fn field(out: &mut String, name: &str, value: &str) {
    // Writing to a String cannot fail.
    if writeln!(out, "{name} = {value}").is_err() {
        out.push('\n');
    }
}

fn text(out: &mut String, name: &str, value: &str) {
    if !value.is_empty() {
        field(out, name, &quoted(value));
    }
}

fn list(values: &[String]) -> String {
    let quoted: Vec<String> = values.iter().map(|value| quoted(value)).collect();
    format!("[{}]", quoted.join(", "))
}

fn quoted(value: &str) -> String {
    toml::Value::String(value.to_owned()).to_string()
}
