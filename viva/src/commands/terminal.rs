//! An interview with a person at a terminal, in real time.

use coordinator::{Session, SessionError, Sessions, VoiceCommand};
use interview::event::{Channel, EndReason, PauseReason};
use interview::{Floor, Format, Heard, Input, SessionId, Speech, Spoke, State, Status, Withdrawn};
use tokio::io::{AsyncBufReadExt, BufReader, Lines, Stdin};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc;

use super::sections::{self, Boundary};
use crate::console;
use crate::desk::Desk;

/// Commands to the voice that may wait; it is as fast as printing.
const VOICE_QUEUE_MAX: usize = 16;

const HELP: &str = "An empty line ends an answer. /pause /resume /skip /strike /end";

pub(super) async fn talk(desk: &Desk, id: &SessionId) -> anyhow::Result<()> {
    let sessions = Sessions::start(desk.store.clone(), desk.staff.clone()).await?;
    let session = sessions.open(id.clone()).await?;
    let outcome = converse(&session).await;
    sessions.stop().await;
    outcome
}

async fn converse(session: &Session) -> anyhow::Result<()> {
    let (voice, mut commands) = mpsc::channel(VOICE_QUEUE_MAX);
    session.attach(voice)?;
    let mut feed = session.subscribe().await?;
    let mut boundary = Boundary::default();
    let state = session.look().await?;
    console::say(&format!(
        "{}\nabout {} minutes. {}\n",
        state.plan.topic,
        state.plan.minutes,
        help(&state)
    ));
    match state.status {
        Status::NotStarted => drop(session.take(Input::Start).await?),
        Status::Paused => drop(session.take(Input::Resume).await?),
        Status::InProgress | Status::Completed | Status::Terminated => {}
    }
    if state.floor == Floor::Candidate
        && let Some(turn) = state.transcript.last()
    {
        console::print(&format!("{}\n\n", turn.text.as_str()))?;
    }
    let mut lines = BufReader::new(tokio::io::stdin()).lines();
    let mut answer = String::new();
    loop {
        tokio::select! {
            biased;
            item = feed.recv() => match item {
                Ok(item) => sections::announced(&item.recorded.event).into_iter().for_each(|news| console::say(&news)),
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return Ok(()),
            },
            command = commands.recv() => match command {
                Some(VoiceCommand::Speak(speech)) => speak(session, speech, &mut boundary).await?,
                Some(VoiceCommand::Guide { decision, .. }) => tolerate(session.take(Input::Guided { decision }).await)?,
                Some(VoiceCommand::Close) | None => return Ok(()),
            },
            line = next_line(&mut lines) => match line? {
                Some(line) => hear(session, &mut answer, line.trim()).await?,
                None => {
                    hear(session, &mut answer, "").await?;
                    tolerate(session.take(Input::End { reason: EndReason::Ended }).await)?;
                    return Ok(());
                }
            },
            _ = tokio::signal::ctrl_c() => {
                // The log has everything: leaving is a pause, not a loss.
                tolerate(session.take(Input::Pause { reason: PauseReason::Disconnected }).await)?;
                return Ok(());
            }
        }
    }
}

async fn next_line(lines: &mut Lines<BufReader<Stdin>>) -> anyhow::Result<Option<String>> {
    Ok(lines.next_line().await?)
}

fn help(state: &State) -> String {
    match state.plan.format {
        Format::Structured => format!("{HELP}; {}", sections::HELP),
        Format::Exploratory => HELP.to_owned(),
    }
}

async fn speak(session: &Session, speech: Speech, boundary: &mut Boundary) -> anyhow::Result<()> {
    let state = session.look().await?;
    let current = state.structured.as_ref().and_then(|it| it.current());
    if let Some(heading) = boundary.heading(&state, current.map(|(at, _)| at)) {
        console::print(&format!("\n{heading}"))?;
    }
    console::print(&format!("\n{}\n", speech.text))?;
    let spoke = Spoke {
        text: speech.text.into(),
        interrupted: false,
        aside: false,
        question_id: speech.question_id,
        refers_to: speech.refers_to,
        took_ms: 0,
        end_ms: None,
    };
    tolerate(session.take(Input::Spoke(spoke)).await)
}

async fn hear(session: &Session, answer: &mut String, line: &str) -> anyhow::Result<()> {
    if answer.is_empty() && line.starts_with('/') {
        return obey(session, line).await;
    }
    if !line.is_empty() {
        if !answer.is_empty() {
            answer.push('\n');
        }
        answer.push_str(line);
        return Ok(());
    }
    if answer.is_empty() {
        return Ok(());
    }
    let text = std::mem::take(answer);
    let heard = Heard {
        text: text.into(),
        client_id: None,
        channel: Channel::Text,
        start_ms: None,
        end_ms: None,
    };
    let spinner = console::spinner("…");
    let outcome = tolerate(session.take(Input::Heard(heard)).await);
    spinner.finish_and_clear();
    outcome
}

async fn obey(session: &Session, command: &str) -> anyhow::Result<()> {
    let input = match command {
        "/pause" => Input::Pause {
            reason: PauseReason::Requested,
        },
        "/resume" => Input::Resume,
        "/skip" => Input::Skip,
        "/done" => Input::Done,
        "/strike" => Input::Withdraw(Withdrawn::Last),
        "/end" => Input::End {
            reason: EndReason::Ended,
        },
        other => match sections::beside_the_talk(other) {
            Ok(Some(input)) => input,
            Ok(None) => {
                console::say(&help(&session.look().await?));
                return Ok(());
            }
            Err(error) => {
                console::say(&console::described(&error));
                return Ok(());
            }
        },
    };
    let done = match command {
        "/pause" => "paused; /resume goes on",
        "/strike" => "struck: your last answer is gone",
        code if code.starts_with("/code") => "the code was submitted",
        _ => "",
    };
    match session.take(input).await {
        Ok(_) if done.is_empty() => Ok(()),
        Ok(_) => {
            console::say(done);
            Ok(())
        }
        other => tolerate(other.map(drop)),
    }
}

/// Refused inputs are told to the person; everything else ends the talk.
fn tolerate<T>(outcome: Result<T, SessionError>) -> anyhow::Result<()> {
    match outcome {
        Ok(_) => Ok(()),
        Err(SessionError::Rejected(rejection)) => {
            console::say(&rejection.to_string());
            Ok(())
        }
        Err(error @ (SessionError::Load(_) | SessionError::Stopped)) => Err(error.into()),
    }
}
