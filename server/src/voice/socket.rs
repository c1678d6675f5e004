//! The client's socket from our side: it is never waited for, so that a client who does not read holds up nobody but themselves.

use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Error;
use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use futures_util::{Sink, Stream};
use realtime::client::Client;
use tokio::time::{Instant, timeout};
use tokio_tungstenite::tungstenite::Error as Broken;

use super::ended::Said;

/// Shorter than the patience of what lies between with a silent connection.
const PING_EVERY: Duration = Duration::from_secs(10);
/// Nothing heard for so long, not even an answer to a ping: the person's connection is gone.
const GONE_AFTER: Duration = Duration::from_secs(30);
/// For the last words to somebody who may not read them.
const GOODBYE: Duration = Duration::from_secs(1);

/// The socket, and what is known of whether the client is there.
#[derive(Debug)]
pub(super) struct ClientSocket {
    socket: WebSocket,
    unflushed: bool,
    pinged_at: Instant,
    ping_is_due: bool,
    heard_at: Instant,
}

/// What came from the client.
#[derive(Debug)]
pub(super) enum Came {
    Text(Utf8Bytes),
    /// Of no interest, but a sign of life.
    Else,
    Left,
    /// More than anything a client has to say.
    TooLong,
}

impl ClientSocket {
    pub(super) fn new(socket: WebSocket) -> ClientSocket {
        ClientSocket {
            socket,
            unflushed: false,
            pinged_at: Instant::now(),
            ping_is_due: false,
            heard_at: Instant::now(),
        }
    }

    /// Sends what the connection takes at once.
    pub(super) async fn push(&mut self, client: &mut Client) -> Result<(), Error> {
        poll_fn(|cx| match self.poll_push(cx, client) {
            Poll::Ready(pushed) => Poll::Ready(pushed),
            Poll::Pending => Poll::Ready(Ok(())),
        })
        .await
    }

    /// The next that comes; meanwhile what waits is sent, as fast as it is read. Safe to cancel.
    pub(super) async fn exchange(&mut self, client: &mut Client) -> Came {
        poll_fn(|cx| {
            if let Poll::Ready(Err(error)) = self.poll_push(cx, client) {
                tracing::debug!(%error, "a client cannot be reached");
                return Poll::Ready(Came::Left);
            }
            let message = ready!(Pin::new(&mut self.socket).poll_next(cx));
            self.heard_at = Instant::now();
            Poll::Ready(came(message))
        })
        .await
    }

    fn poll_push(&mut self, cx: &mut Context<'_>, client: &mut Client) -> Poll<Result<(), Error>> {
        while self.ping_is_due || client.has_frames() {
            ready!(Pin::new(&mut self.socket).poll_ready(cx))?;
            let message = if std::mem::take(&mut self.ping_is_due) {
                Message::Ping(Bytes::new())
            } else if let Some(frame) = client.next_frame() {
                Message::Text(frame.into())
            } else {
                break;
            };
            Pin::new(&mut self.socket).start_send(message)?;
            self.unflushed = true;
        }
        if self.unflushed {
            ready!(Pin::new(&mut self.socket).poll_flush(cx))?;
            self.unflushed = false;
        }
        Poll::Ready(Ok(()))
    }

    /// To be called every second: asks for a sign of life now and then, and says whether there was one.
    pub(super) fn is_alive(&mut self) -> bool {
        if self.pinged_at.elapsed() >= PING_EVERY {
            self.pinged_at = Instant::now();
            self.ping_is_due = true;
        }
        self.heard_at.elapsed() < GONE_AFTER
    }

    /// The last words, and why there are no more.
    pub(super) async fn close(mut self, client: &mut Client, (code, reason): Said) {
        let goodbye = async {
            poll_fn(|cx| self.poll_push(cx, client)).await?;
            let frame = CloseFrame {
                code,
                reason: reason.into(),
            };
            self.socket.send(Message::Close(Some(frame))).await
        };
        if !matches!(timeout(GOODBYE, goodbye).await, Ok(Ok(()))) {
            tracing::debug!("the client left before it was told why");
        }
    }
}

fn came(message: Option<Result<Message, Error>>) -> Came {
    match message {
        Some(Ok(Message::Text(text))) => Came::Text(text),
        Some(Ok(Message::Binary(_) | Message::Ping(_) | Message::Pong(_))) => Came::Else,
        Some(Ok(Message::Close(_))) | None => Came::Left,
        Some(Err(error)) => match error.into_inner().downcast::<Broken>() {
            Ok(error) if matches!(*error, Broken::Capacity(_)) => Came::TooLong,
            Ok(_) | Err(_) => Came::Left,
        },
    }
}
