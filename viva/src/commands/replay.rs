//! `viva replay`: the state at any event, and the proof that the log is what the rules make of its inputs.

use coordinator::now;
use interview::{EventId, State, View, verify};

use crate::config::Config;
use crate::console;
use crate::desk::Desk;

pub(super) async fn run(
    config: &Config,
    named: &str,
    at: Option<u64>,
    verifying: bool,
) -> anyhow::Result<()> {
    if at == Some(0) {
        anyhow::bail!("events are counted from 1");
    }
    let desk = Desk::open(config).await?;
    let events = desk.events(named, at.map(EventId)).await?;
    desk.close().await?;
    if let Some(wanted) = at.filter(|wanted| events.len() as u64 != *wanted) {
        anyhow::bail!("there is no event {wanted}: the log has {}", events.len());
    }
    if verifying {
        let verified = verify(&events)?;
        let note = match verified.unverifiable {
            0 => String::new(),
            n => format!("; {n} events around withdrawn words cannot be decided again"),
        };
        return console::print(&format!(
            "verified: {} events follow from {} inputs{note}",
            verified.events, verified.inputs
        ));
    }
    let Some(state) = State::replay(&events) else {
        anyhow::bail!("the log does not begin with a session's creation");
    };
    // The state of a past moment is shown as it was at that moment.
    let moment = if at.is_some() || state.status.is_over() {
        state.last_at
    } else {
        now().max(state.last_at)
    };
    console::print_json(&View::of(&state, moment))
}
