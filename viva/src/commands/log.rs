//! `viva log`: the events of a session. What is intact is printed, also of a damaged log.

use interview::event::AgentReported;
use interview::{Event, EventId, Maker, Recorded, State, activity_line};

use crate::config::Config;
use crate::console;
use crate::desk::Desk;

pub(super) async fn run(
    config: &Config,
    named: &str,
    json: bool,
    after: u64,
) -> anyhow::Result<()> {
    let desk = Desk::open(config).await?;
    let (events, damage) = match desk.events(named, None).await {
        Ok(events) => (events, None),
        Err(error) => match intact(&error) {
            Some(intact) => (desk.events(named, Some(intact)).await?, Some(error)),
            None => return Err(error),
        },
    };
    desk.close().await?;
    let mut text = String::new();
    if json {
        for recorded in events.iter().filter(|recorded| recorded.event_id.0 > after) {
            text.push_str(&recorded.to_line()?);
            text.push('\n');
        }
    } else {
        text = in_words(&events, after);
    }
    if !text.is_empty() {
        console::print(&text)?;
    }
    damage.map_or(Ok(()), Err)
}

/// How far a damaged log can be trusted.
fn intact(error: &anyhow::Error) -> Option<EventId> {
    error.chain().find_map(
        |cause| match cause.downcast_ref::<coordinator::LoadError>()? {
            coordinator::LoadError::Store(store::Error::Damaged { intact, .. })
            | coordinator::LoadError::BadEvent { intact, .. } => Some(*intact),
            coordinator::LoadError::Store(_) | coordinator::LoadError::NoBeginning(_) => None,
        },
    )
}

/// Who did a job, in which time and for how much.
fn who(report: &AgentReported) -> String {
    let by = match report.by {
        Maker::Model => "model",
        Maker::Builtin => "built-in",
    };
    let mut text = format!("{by}, {} ms", report.ms);
    if let Some(tokens) = report.tokens {
        let cached = report.cached_tokens.unwrap_or(0);
        let cost = report.cost.unwrap_or(0.0);
        text.push_str(&format!(", {tokens} tokens ({cached} cached), ${cost:.4}"));
    }
    text
}

fn in_words(events: &[Recorded], after: u64) -> String {
    let mut text = String::new();
    let Some(mut state) = State::replay(events.iter().take(1)) else {
        return text;
    };
    for recorded in events {
        if recorded.event_id.0 > 1 {
            state.apply(recorded);
        }
        if recorded.event_id.0 <= after {
            continue;
        }
        text.push_str(&format!(
            "{:>5}  {}  {}\n",
            recorded.event_id.0,
            recorded.at,
            recorded.event.name()
        ));
        for line in activity_line(&state, recorded)
            .iter()
            .flat_map(|activity| activity.lines())
        {
            let line = line.split_once("] ").map_or(line, |(_, rest)| rest);
            text.push_str(&format!("       {}\n", line.trim()));
        }
        if let Event::AgentReported(report) = &recorded.event {
            text.push_str(&format!("       {}\n", who(report)));
        }
    }
    text
}
