//! One person's client: a microphone that is always on, and ears.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::{Instant as Tick, MissedTickBehavior, interval_at};
use tokio_tungstenite::client_async_with_config;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{Error, Message};

use super::{MICROPHONE_FRAME, Measure, Measures, Socket, limits, loud};

/// Who orders the replies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guided {
    /// Whoever is between the person and the far voice.
    Between,
    /// The client, because there is only a relay between.
    Client,
}

#[derive(Debug)]
pub struct Person {
    socket: Socket,
    measures: Arc<Measures>,
    guided: Guided,
    sound: String,
    is_spoken_to: bool,
    /// Since when the person knows that they have interrupted, and the last sound that came after.
    interrupted: Option<(Instant, Duration)>,
}

impl Person {
    pub async fn connect(
        url: &str,
        token: &str,
        guided: Guided,
        measures: Arc<Measures>,
    ) -> anyhow::Result<Person> {
        let mut request = url.into_client_request()?;
        let bearer = format!("Bearer {token}").parse()?;
        request.headers_mut().insert("authorization", bearer);
        let host = request.uri().authority().context("a URL has a host")?;
        let stream = TcpStream::connect(host.as_str()).await?;
        stream.set_nodelay(true)?;
        let (socket, _) = client_async_with_config(request, stream, Some(limits())).await?;
        Ok(Person {
            socket,
            measures,
            guided,
            sound: loud(MICROPHONE_FRAME),
            is_spoken_to: false,
            interrupted: None,
        })
    }

    /// Until the other end closes. `offset` keeps a thousand microphones from beating as one.
    pub async fn talk(mut self, offset: Duration) -> Result<(), Error> {
        let mut pace = interval_at(Tick::now() + offset, MICROPHONE_FRAME);
        pace.set_missed_tick_behavior(MissedTickBehavior::Skip);
        loop {
            tokio::select! {
                message = self.socket.next() => match message {
                    Some(Ok(Message::Text(text))) => self.hear(&text).await?,
                    Some(Ok(Message::Binary(_) | Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
                    Some(Ok(Message::Close(_))) | None => return Ok(()),
                    Some(Err(error)) => return Err(error),
                },
                _ = pace.tick() => {
                    let append = format!(r#"{{"type":"input_audio_buffer.append","audio":"{}{}"}}"#, self.measures.stamp(), self.sound);
                    self.socket.send(Message::text(append)).await?;
                }
            }
        }
    }

    async fn hear(&mut self, text: &str) -> Result<(), Error> {
        if text.contains("\"type\":\"response.output_audio.delta\"") {
            self.measures
                .note_sound(Measure::Down, text, "\"delta\":\"");
            self.is_spoken_to = true;
            if let Some((since, last)) = &mut self.interrupted {
                *last = since.elapsed();
            }
            return Ok(());
        }
        let Ok(event) = serde_json::from_str::<Value>(text) else {
            return Ok(());
        };
        match event["type"].as_str().unwrap_or_default() {
            "session.created" => {
                // Sets up the far voice behind a relay; begins an interview that waits for its person.
                let first = match self.guided {
                    Guided::Client => {
                        json!({"type": "session.update", "session": {"type": "realtime"}})
                    }
                    Guided::Between => json!({"type": "response.create"}),
                };
                self.socket.send(Message::text(first.to_string())).await
            }
            "session.updated" | "input_audio_buffer.committed" => {
                self.order(json!({"type": "response.create"})).await
            }
            "input_audio_buffer.speech_started" if self.is_spoken_to => {
                self.interrupted = Some((Instant::now(), Duration::ZERO));
                self.order(json!({"type": "response.cancel"})).await
            }
            "input_audio_buffer.speech_stopped" => {
                if let Some((_, last)) = self.interrupted.take() {
                    self.measures.note(Measure::Late, last);
                }
                Ok(())
            }
            "response.done" => {
                self.is_spoken_to = false;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    async fn order(&mut self, order: Value) -> Result<(), Error> {
        match self.guided {
            Guided::Between => Ok(()),
            Guided::Client => self.socket.send(Message::text(order.to_string())).await,
        }
    }
}
