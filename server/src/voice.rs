//! The client's voice socket: who may open one, and that a session has one at a time.

mod call;
mod ended;
mod keeping;
mod lines;
mod settings;
mod socket;
mod wishes;

use std::sync::Arc;

use axum::Extension;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, Query, State};
use axum::response::Response;
use coordinator::SessionError;
use interview::SessionId;
use serde::Deserialize;

use crate::access::Access;
use crate::desk::Desk;
use crate::live::Live;
use crate::measures;
use crate::problem::Problem;
use call::Call;
use ended::{Ended, FAILED, Said};

use lines::Line;

pub(crate) use lines::Lines;
pub use settings::VoiceSettings;

/// A client sends pieces of sound and typed answers, nothing longer.
const MESSAGE_BYTES_MAX: usize = 2 * realtime::client::TEXT_BYTES_MAX;
/// There are many sockets, and what is said on them is short.
const READ_BUFFER_BYTES: usize = 16 * 1024;

/// `model` and whatever else an official client adds is of no interest.
#[derive(Debug, Deserialize)]
pub(crate) struct Which {
    session: Option<String>,
}

/// `GET /v1/realtime?session=ID`; whoever has a join token need not say which session.
pub(crate) async fn by_query(
    State(desk): State<Desk>,
    Extension(access): Extension<Access>,
    Query(which): Query<Which>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Problem> {
    let session = match (which.session, &access) {
        (Some(id), _) => SessionId::new(id),
        (None, Access::Participant(own)) => own.clone(),
        (None, Access::Owner) => {
            return Err(Problem::bad_field("session", "say which: ?session=ID"));
        }
    };
    open(desk, &access, session, upgrade).await
}

/// `GET /v1/sessions/{id}/realtime`
pub(crate) async fn by_path(
    State(desk): State<Desk>,
    Extension(access): Extension<Access>,
    Path(id): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Problem> {
    open(desk, &access, SessionId::new(id), upgrade).await
}

async fn open(
    desk: Desk,
    access: &Access,
    session: SessionId,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Problem> {
    access.may_join(&session)?;
    let live = desk.session(&session).await?;
    if live.session().look().await?.status.is_over() {
        return Err(interview::Rejection::Over.into());
    }
    let line = desk.lines().claim(&session);
    Ok(upgrade
        .protocols(["realtime"])
        .read_buffer_size(READ_BUFFER_BYTES)
        .max_message_size(MESSAGE_BYTES_MAX)
        .max_frame_size(MESSAGE_BYTES_MAX)
        .on_upgrade(move |socket| async move {
            measures::call_began();
            let ended = call(desk, &live, socket, line).await;
            measures::call_ended();
            match ended {
                Ok(Ended::Replaced) => {}
                // The next question is shown on the page again.
                Ok(
                    Ended::Closed | Ended::Left | Ended::TooSlow | Ended::TooLong | Ended::Stopping,
                ) => {
                    if live.speak_on_the_page().is_err() {
                        tracing::debug!("the session had stopped before its call");
                    }
                }
                Err(error) => tracing::warn!(%error, session = %live.id(), "a call failed"),
            }
        }))
}

async fn call(
    desk: Desk,
    live: &Arc<Live>,
    mut socket: WebSocket,
    line: Line,
) -> Result<Ended, SessionError> {
    match Call::open(desk, Arc::clone(live)).await {
        Ok(call) => call.run(socket, line).await,
        Err(error) => {
            close(&mut socket, FAILED).await;
            Err(error)
        }
    }
}

async fn close(socket: &mut WebSocket, (code, reason): Said) {
    let frame = CloseFrame {
        code,
        reason: reason.into(),
    };
    if socket.send(Message::Close(Some(frame))).await.is_err() {
        tracing::debug!("the client left before it was told why");
    }
}
