//! Makes one connection and settles its session: a connection is ready only when the provider has confirmed the setup.

use super::fault::{self, Remedy};
use crate::OpenAi;
use crate::wire::{self, FromProvider, Incoming, SessionConfig, ToProvider};
use futures_util::{SinkExt, StreamExt};
use secrecy::ExposeSecret;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::net::TcpStream;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

pub(super) type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Sound comes in pieces far below this; only an item with all its audio is larger, and we never ask for one.
const MESSAGE_BYTES_MAX: usize = 4 * 1024 * 1024;
/// When the provider does not say how long a session lives.
const LIFETIME: Duration = Duration::from_secs(60 * 60);

pub(super) struct Dialled {
    pub(super) socket: Socket,
    pub(super) lifetime: Duration,
    /// Its session began to live here.
    pub(super) at: Instant,
}

pub(super) async fn dial(config: OpenAi, session: SessionConfig) -> Result<Dialled, Remedy> {
    match tokio::time::timeout(config.timing.connect, settle(&config, session)).await {
        Ok(dialled) => dialled,
        Err(_) => Err(Remedy::Reconnect("no answer in time".into())),
    }
}

async fn settle(config: &OpenAi, session: SessionConfig) -> Result<Dialled, Remedy> {
    let limits = WebSocketConfig::default()
        .read_buffer_size(16 * 1024)
        .max_message_size(Some(MESSAGE_BYTES_MAX))
        .max_frame_size(Some(MESSAGE_BYTES_MAX));
    let request = request(config).map_err(|it| fault::of_socket(&it))?;
    let (mut socket, _) = connect_async_with_config(request, Some(limits), true)
        .await
        .map_err(|it| fault::of_socket(&it))?;
    let mut session = Some(session);
    loop {
        let text = match socket.next().await {
            Some(Ok(Message::Text(text))) => text,
            Some(Ok(Message::Close(frame))) => return Err(fault::of_close(frame.as_ref())),
            Some(Ok(
                Message::Binary(_) | Message::Ping(_) | Message::Pong(_) | Message::Frame(_),
            )) => continue,
            Some(Err(error)) => return Err(fault::of_socket(&error)),
            None => {
                return Err(Remedy::Reconnect(
                    "closed before the session was ready".into(),
                ));
            }
        };
        let Incoming::Event(event) = wire::read(&text) else {
            continue;
        };
        match (event, session.take()) {
            (FromProvider::SessionCreated { .. }, Some(session)) => {
                let update = ToProvider::SessionUpdate {
                    event_id: "setup".into(),
                    session,
                };
                let sent = socket.send(Message::text(wire::write(&update))).await;
                sent.map_err(|it| fault::of_socket(&it))?;
            }
            (FromProvider::SessionUpdated { session }, None) => {
                return Ok(Dialled {
                    socket,
                    lifetime: lifetime(session.expires_at),
                    at: Instant::now(),
                });
            }
            (FromProvider::Error { error }, before) => match fault::of_error(&error) {
                Remedy::GoOn if before.is_none() && fault::is_ours(&error) => {
                    // The setup itself was refused; the same setup would be refused again.
                    return Err(Remedy::GiveUp(format!(
                        "{}: the server refused the voice's setup",
                        fault::name(&error)
                    )));
                }
                Remedy::GoOn => return Err(Remedy::Reconnect(fault::name(&error))),
                remedy @ (Remedy::Reconnect(_) | Remedy::GiveUp(_)) => return Err(remedy),
            },
            (_, before) => session = before,
        }
    }
}

fn request(config: &OpenAi) -> Result<tungstenite::handshake::client::Request, tungstenite::Error> {
    let separator = if config.url.contains('?') { '&' } else { '?' };
    let mut request =
        format!("{}{separator}model={}", config.url, config.model).into_client_request()?;
    if let Some(key) = &config.key {
        let mut value = HeaderValue::from_str(&format!("Bearer {}", key.expose_secret()))
            .map_err(|it| tungstenite::Error::HttpFormat(it.into()))?;
        value.set_sensitive(true);
        request.headers_mut().insert("Authorization", value);
    }
    Ok(request)
}

fn lifetime(expires_at: Option<u64>) -> Duration {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    expires_at.map_or(LIFETIME, |it| Duration::from_secs(it).saturating_sub(now))
}
