//! `viva simulate`: the engine alone in virtual time. Same input, same bytes.

use std::sync::Arc;

use coordinator::{Books, Failing, Journal, SpeakingTime, Stage};
use interview::event::{Channel, EndReason, PauseReason};
use interview::{AgentKind, ClientId, Creation, Heard, Input, Millis, SessionId, Withdrawn};

use super::script::{self, Action, Who};
use crate::cli::SimulateArgs;
use crate::{console, desk};

/// How long a session that has not ended is watched after the script's last line.
const AFTERWARDS_MS: u64 = 3_600_000;

pub(super) async fn run(args: &SimulateArgs) -> anyhow::Result<()> {
    let plan = desk::read_plan(&args.plan)?;
    let steps = script::read(&args.script)?;
    let start = Millis::VIRTUAL_START;
    let creation = Creation {
        session_id: SessionId::new(args.session.as_str()),
        plan,
        follow_up_of: None,
        earlier: None,
        imported: false,
        cost_cap: None,
    };
    let books = Books::create(Journal::Memory(Vec::new()), start, creation, Arc::default()).await?;
    let mut stage = Stage::new(books, start, SpeakingTime::None);
    let last_ms = steps.last().map_or(0, |step| step.at_ms);
    for step in steps {
        if stage.is_closed() {
            break;
        }
        stage.advance_to(start.plus(step.at_ms)).await?;
        perform(&mut stage, step.action).await?;
    }
    if !stage.is_closed() {
        stage
            .advance_to(start.plus(last_ms + AFTERWARDS_MS))
            .await?;
    }
    let Journal::Memory(events) = stage.into_books().journal else {
        return Ok(());
    };
    let mut text = String::new();
    for recorded in &events {
        text.push_str(&recorded.to_line()?);
        text.push('\n');
    }
    console::print(&text)
}

async fn perform(stage: &mut Stage, action: Action) -> anyhow::Result<()> {
    let input = match action {
        Action::Start => Input::Start,
        Action::Say { text, client_id } => Input::Heard(Heard {
            text: text.into(),
            client_id: client_id.map(ClientId::new),
            channel: Channel::Text,
            start_ms: None,
            end_ms: None,
        }),
        Action::Done => Input::Done,
        Action::Disconnect => Input::Pause {
            reason: PauseReason::Disconnected,
        },
        Action::Pause => Input::Pause {
            reason: PauseReason::Requested,
        },
        Action::Reconnect | Action::Resume => Input::Resume,
        Action::Withdraw {
            client_id: Some(client),
        } => Input::Withdraw(Withdrawn::Client(ClientId::new(client))),
        Action::Withdraw { client_id: None } => Input::Withdraw(Withdrawn::Last),
        Action::AskAssistant { text } => Input::AskAssistant { text: text.into() },
        Action::Code { source } => Input::CodeSubmitted {
            source: source.into(),
        },
        Action::End => Input::End {
            reason: EndReason::Ended,
        },
        Action::Wait => return Ok(()),
        Action::Fail { who, times } => {
            stage.make_fail(part(who), times);
            return Ok(());
        }
    };
    // What does not fit is refused, as it would be in a real session; the log shows that nothing came of it.
    if let Err(rejection) = stage.take(input).await? {
        console::say(&format!("refused at {}: {rejection}", stage.now()));
    }
    Ok(())
}

fn part(who: Who) -> Failing {
    match who {
        Who::NoteTaker => Failing::Agent(AgentKind::NoteTaker),
        Who::Researcher => Failing::Agent(AgentKind::Researcher),
        Who::Orchestrator => Failing::Agent(AgentKind::Orchestrator),
        Who::Judge => Failing::Agent(AgentKind::Judge),
        Who::Interviewer => Failing::Interviewer,
    }
}
