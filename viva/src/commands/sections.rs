//! Structured interviews at a terminal or out of a pipe: where a section begins, how much of it is left, and the two
//! channels beside the talk, code and the candidate's assistant.

use std::path::Path;

use anyhow::Context;
use interview::event::{Event, SectionEndReason};
use interview::{Input, State};

use crate::console;

pub(super) const HELP: &str =
    "/done ends a section, /ask QUESTION asks your assistant, /code FILE submits code";

/// Tells one section from the next.
#[derive(Debug, Default)]
pub(super) struct Boundary {
    shown: Option<usize>,
}

impl Boundary {
    /// The heading of a section, unless it is the one that goes on.
    pub(super) fn heading(&mut self, state: &State, at: Option<usize>) -> Option<String> {
        let at = at.filter(|at| self.shown != Some(*at))?;
        let section = state.plan.sections.get(at)?;
        self.shown = Some(at);
        let minutes = section.minutes.unwrap_or(state.plan.minutes);
        Some(format!(
            "── {} ── section {} of {}, {minutes} min\n{}\n\n",
            section.title,
            at + 1,
            state.plan.sections.len(),
            section.goal,
        ))
    }
}

/// What the person should know of an event, besides the questions.
pub(super) fn announced(event: &Event) -> Option<String> {
    if let Event::SectionTimeWarning(warning) = event {
        let (minutes, seconds) = (warning.seconds_left / 60, warning.seconds_left % 60);
        Some(format!("{minutes}:{seconds:02} left in this section"))
    } else if let Event::SectionEnded(ended) = event {
        (ended.reason == SectionEndReason::TimeExpired)
            .then(|| "the time of this section is over".to_owned())
    } else if let Event::AssistantResponse(response) = event {
        Some(format!("assistant: {}", response.text))
    } else {
        None
    }
}

/// `/ask …` and `/code …`; none for any other command.
pub(super) fn beside_the_talk(command: &str) -> anyhow::Result<Option<Input>> {
    let (name, rest) = command.split_once(' ').unwrap_or((command, ""));
    let rest = rest.trim();
    Ok(match name {
        "/ask" => Some(Input::AskAssistant { text: rest.into() }),
        "/code" => {
            let bytes = console::read_file(Path::new(rest))?;
            let source = String::from_utf8(bytes).with_context(|| format!("{rest} is not text"))?;
            Some(Input::CodeSubmitted {
                source: source.into(),
            })
        }
        _ => None,
    })
}
