//! An interview out of a pipe: time is virtual, an answer takes as long as saying it would.

use anyhow::Context;
use coordinator::Stage;
use interview::event::{Channel, EndReason, PauseReason};
use interview::{
    ANSWER_CHARS_MAX, Heard, Input, Rejection, SessionId, Status, Withdrawn, next_deadline,
    speaking_ms, words,
};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};

use super::sections::{self, Boundary};
use crate::console;
use crate::desk::{self, Desk};

/// The longest line that is read: enough for any answer that is accepted.
const LINE_BYTES_MAX: u64 = 8 * 1024 * 1024;

/// One thing that comes out of the pipe.
enum Piece {
    Answer(String),
    Command(String),
}

pub(super) async fn talk(desk: &Desk, session: &SessionId, quiet: bool) -> anyhow::Result<()> {
    let (mut stage, lease) = desk.stage(session).await?;
    let outcome = converse(&mut stage, quiet).await;
    lease.let_go().await;
    outcome.with_context(|| {
        format!("what was answered before is kept in session {session}; go on with `viva interview {session}`")
    })
}

async fn converse(stage: &mut Stage, quiet: bool) -> anyhow::Result<()> {
    begin(stage).await?;
    let mut printed = Printed::default();
    show_questions(stage, &mut printed, quiet)?;
    let mut input = Pieces {
        lines: BufReader::new(tokio::io::stdin()),
        answer: String::new(),
    };
    let mut ignored = 0;
    while let Some(piece) = input.next().await? {
        if stage.is_closed() {
            ignored += 1;
            continue;
        }
        match piece {
            Piece::Answer(text) => answer(stage, text, quiet).await?,
            Piece::Command(command) => obey(stage, &command, quiet).await?,
        }
        wait_for_question(stage).await?;
        show_questions(stage, &mut printed, quiet)?;
    }
    if ignored > 0 {
        console::say(&format!(
            "the interview was over; {ignored} more answers were not used"
        ));
    }
    if !stage.state().status.is_over() {
        stage
            .take(Input::End {
                reason: EndReason::Ended,
            })
            .await??;
    }
    Ok(())
}

async fn begin(stage: &mut Stage) -> anyhow::Result<()> {
    match stage.state().status {
        Status::NotStarted => stage.take(Input::Start).await??,
        Status::Paused => stage.take(Input::Resume).await??,
        Status::InProgress => desk::settle(stage).await?,
        Status::Completed | Status::Terminated => {}
    }
    wait_for_question(stage).await
}

async fn answer(stage: &mut Stage, text: String, quiet: bool) -> anyhow::Result<()> {
    let chars = text.chars().count();
    if chars > ANSWER_CHARS_MAX {
        // Saying it would take until long after the interview.
        return Err(Rejection::TooLong { chars }.into());
    }
    let start_ms = stage.state().elapsed_ms(stage.now());
    let took_ms = speaking_ms(words::count(&text));
    stage.advance_to(stage.now().plus(took_ms)).await?;
    let echo = format!("> {}\n\n", text.replace('\n', "\n> "));
    let heard = Heard {
        text: text.into(),
        client_id: None,
        channel: Channel::Text,
        start_ms: Some(start_ms),
        end_ms: None,
    };
    match stage.take(Input::Heard(heard)).await? {
        Ok(()) if quiet => Ok(()),
        Ok(()) => console::print(&echo),
        // Somebody paused and then went on talking: that is an answer to whether the pause is over.
        Err(Rejection::Paused) => {
            console::say("the interview is paused; /resume goes on. The answer was not taken");
            Ok(())
        }
        Err(Rejection::Over) => {
            console::say("the time ran out during this answer; it was not taken");
            Ok(())
        }
        Err(rejection) => Err(rejection.into()),
    }
}

async fn obey(stage: &mut Stage, command: &str, quiet: bool) -> anyhow::Result<()> {
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
        other => match sections::beside_the_talk(other)? {
            Some(input) => input,
            None => {
                console::say(&format!(
                    "unknown command {other}; there are /pause /resume /skip /strike /end; {}",
                    sections::HELP
                ));
                return Ok(());
            }
        },
    };
    match stage.take(input).await? {
        Ok(()) if command.starts_with("/ask") && !quiet => show_answer(stage)?,
        Ok(()) if command == "/strike" => console::say("struck: the last answer is gone"),
        Ok(()) => {}
        Err(rejection) => console::say(&rejection.to_string()),
    }
    Ok(())
}

/// The next question waits for its cycle.
async fn wait_for_question(stage: &mut Stage) -> anyhow::Result<()> {
    while stage.state().question_is_coming() && !stage.is_closed() {
        match next_deadline(stage.state()) {
            Some(due) => stage.advance_to(due.max(stage.now())).await?,
            None => break,
        }
    }
    Ok(())
}

/// What the candidate's assistant answered last.
fn show_answer(stage: &Stage) -> anyhow::Result<()> {
    let structured = stage.state().structured.as_ref();
    let last = structured.and_then(|it| it.assistant.last());
    match last.and_then(|exchange| exchange.answer.as_ref()) {
        Some(answer) => console::print(&format!("assistant: {}\n\n", answer.text)),
        None => Ok(()),
    }
}

#[derive(Default)]
struct Printed {
    turns: usize,
    boundary: Boundary,
}

fn show_questions(stage: &Stage, printed: &mut Printed, quiet: bool) -> anyhow::Result<()> {
    let state = stage.state();
    for turn in state.transcript.iter().skip(printed.turns) {
        if turn.speaker == interview::Speaker::Interviewer && !quiet {
            let section = state.structured.as_ref();
            let at = section.and_then(|it| it.section_of(turn.id));
            if let Some(heading) = printed.boundary.heading(state, at) {
                console::print(&heading)?;
            }
            console::print(&format!("{}\n\n", turn.text.as_str()))?;
        }
    }
    printed.turns = state.transcript.len();
    Ok(())
}

/// Cuts standard input into answers and commands.
struct Pieces {
    lines: BufReader<tokio::io::Stdin>,
    answer: String,
}

impl Pieces {
    async fn next(&mut self) -> anyhow::Result<Option<Piece>> {
        loop {
            let Some(line) = self.line().await? else {
                let rest = std::mem::take(&mut self.answer);
                return Ok((!rest.trim().is_empty()).then_some(Piece::Answer(rest)));
            };
            let trimmed = line.trim();
            if self.answer.is_empty() && trimmed.starts_with('/') {
                return Ok(Some(Piece::Command(trimmed.to_owned())));
            }
            if trimmed.is_empty() {
                if !self.answer.is_empty() {
                    return Ok(Some(Piece::Answer(std::mem::take(&mut self.answer))));
                }
                continue;
            }
            if !self.answer.is_empty() {
                self.answer.push('\n');
            }
            self.answer.push_str(trimmed);
            if self.answer.len() as u64 > LINE_BYTES_MAX {
                return Ok(Some(Piece::Answer(std::mem::take(&mut self.answer))));
            }
        }
    }

    async fn line(&mut self) -> anyhow::Result<Option<String>> {
        let mut bytes = Vec::new();
        let n = (&mut self.lines)
            .take(LINE_BYTES_MAX)
            .read_until(b'\n', &mut bytes)
            .await?;
        if n == 0 {
            return Ok(None);
        }
        Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
    }
}
