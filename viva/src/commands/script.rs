//! The script of a simulation: one JSON object a line.

use std::path::Path;

use anyhow::Context;
use serde::Deserialize;

use crate::console;

/// A year: far longer than an interview, and its moments can still be written as dates.
const AT_MS_MAX: u64 = 366 * 24 * 3_600_000;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    at_ms: Option<u64>,
    r#do: Do,
    text: Option<String>,
    client_id: Option<String>,
    source: Option<String>,
    who: Option<Who>,
    times: Option<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Do {
    Start,
    Say,
    Done,
    Disconnect,
    Reconnect,
    Pause,
    Resume,
    Withdraw,
    AskAssistant,
    Code,
    Fail,
    End,
    Wait,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Who {
    NoteTaker,
    Researcher,
    Orchestrator,
    Interviewer,
    Judge,
}

/// One step, at its time from the start.
#[derive(Debug)]
pub(super) struct Step {
    pub(super) at_ms: u64,
    pub(super) action: Action,
}

#[derive(Debug)]
pub(super) enum Action {
    Start,
    Say {
        text: String,
        client_id: Option<String>,
    },
    Done,
    Disconnect,
    Reconnect,
    Pause,
    Resume,
    Withdraw {
        client_id: Option<String>,
    },
    AskAssistant {
        text: String,
    },
    Code {
        source: String,
    },
    Fail {
        who: Who,
        times: u32,
    },
    End,
    Wait,
}

/// Reads a whole script; the first line that is wrong is named.
pub(super) fn read(path: &Path) -> anyhow::Result<Vec<Step>> {
    let bytes = console::read_file(path)?;
    let text =
        String::from_utf8(bytes).with_context(|| format!("{} is not text", path.display()))?;
    let mut steps: Vec<Step> = Vec::new();
    for (n, line) in text
        .trim_start_matches('\u{feff}')
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
    {
        let place = || format!("{}: line {}", path.display(), n + 1);
        if !line.trim_start().starts_with('{') {
            anyhow::bail!("{}: expected one JSON object", place());
        }
        let line: Line = serde_json::from_str(line).with_context(place)?;
        let before = steps.last().map_or(0, |step| step.at_ms);
        let at_ms = line.at_ms.unwrap_or(before);
        if at_ms < before {
            anyhow::bail!("{}: at_ms goes back from {before} to {at_ms}", place());
        }
        if at_ms > AT_MS_MAX {
            anyhow::bail!("{}: at_ms must be at most {AT_MS_MAX}", place());
        }
        let action = action(line).with_context(place)?;
        steps.push(Step { at_ms, action });
    }
    Ok(steps)
}

fn action(line: Line) -> anyhow::Result<Action> {
    let text = |given: Option<String>| given.context("“text” is missing");
    Ok(match line.r#do {
        Do::Start => Action::Start,
        Do::Say => Action::Say {
            text: text(line.text)?,
            client_id: line.client_id,
        },
        Do::Done => Action::Done,
        Do::Disconnect => Action::Disconnect,
        Do::Reconnect => Action::Reconnect,
        Do::Pause => Action::Pause,
        Do::Resume => Action::Resume,
        Do::Withdraw => Action::Withdraw {
            client_id: line.client_id,
        },
        Do::AskAssistant => Action::AskAssistant {
            text: text(line.text)?,
        },
        Do::Code => Action::Code {
            source: line.source.context("“source” is missing")?,
        },
        Do::Fail => Action::Fail {
            who: line.who.context("“who” is missing")?,
            times: line.times.unwrap_or(1),
        },
        Do::End => Action::End,
        Do::Wait => Action::Wait,
    })
}
