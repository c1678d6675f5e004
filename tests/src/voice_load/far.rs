//! The far voice of many talks: it speaks when it is told to, hears the person when it has spoken, and is interrupted now and then.

use std::sync::Arc;
use std::time::Instant;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::time::{MissedTickBehavior, interval};
use tokio_tungstenite::accept_async_with_config;
use tokio_tungstenite::tungstenite::{Error, Message};

use super::{Measure, Measures, SPOKEN_FRAME, Socket, limits, loud};

/// Frames of one reply: five seconds.
const REPLY_FRAMES: u32 = 125;
/// The person interrupts here.
const INTERRUPTED_AT: u32 = 50;
/// Every such reply is interrupted.
const INTERRUPTED_EVERY: u32 = 3;
/// The person begins and ends their turn so many frames after the reply.
const SPEECH_STARTS: u32 = 10;
const SPEECH_STOPS: u32 = 60;
/// Recognised so many frames after the turn, whoever speaks by then.
const WORDS_TAKE: u32 = 4;

/// Accepts talks until it is dropped with its task.
pub async fn listen(listener: TcpListener, measures: Arc<Measures>) {
    while let Ok((stream, _)) = listener.accept().await {
        let measures = Arc::clone(&measures);
        tokio::spawn(async move {
            if stream.set_nodelay(true).is_err() {
                return;
            }
            if let Ok(socket) = accept_async_with_config(stream, Some(limits())).await {
                // The other end goes away when the measurement is over.
                if let Err(error) = Far::new(socket, measures).run().await {
                    tracing::debug!(%error, "a talk was cut off");
                }
            }
        });
    }
}

enum Phase {
    /// Waits for an order.
    Waiting,
    Speaking {
        frame: u32,
    },
    Listening {
        frame: u32,
    },
}

struct Far {
    socket: Socket,
    measures: Arc<Measures>,
    phase: Phase,
    sound: String,
    n_replies: u32,
    n_turns: u32,
    /// When the last turn was over, until it is answered.
    committed: Option<Instant>,
    /// Frames until the words of the last turn come.
    words_in: Option<u32>,
}

impl Far {
    fn new(socket: Socket, measures: Arc<Measures>) -> Far {
        Far {
            socket,
            measures,
            phase: Phase::Waiting,
            sound: loud(SPOKEN_FRAME),
            n_replies: 0,
            n_turns: 0,
            committed: None,
            words_in: None,
        }
    }

    async fn run(mut self) -> Result<(), Error> {
        let session = json!({"type": "realtime", "id": "sess_1", "expires_at": 4_000_000_000_u64});
        self.say("session.created", json!({ "session": session }))
            .await?;
        let mut pace = interval(SPOKEN_FRAME);
        pace.set_missed_tick_behavior(MissedTickBehavior::Skip);
        loop {
            tokio::select! {
                message = self.socket.next() => match message {
                    Some(Ok(Message::Text(text))) => self.hear(&text).await?,
                    Some(Ok(Message::Binary(_) | Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
                    Some(Ok(Message::Close(_))) | None => return Ok(()),
                    Some(Err(error)) => return Err(error),
                },
                _ = pace.tick() => self.beat().await?,
            }
        }
    }

    async fn say(&mut self, kind: &str, mut body: Value) -> Result<(), Error> {
        body["type"] = kind.into();
        body["event_id"] = "e".into();
        self.socket.send(Message::text(body.to_string())).await
    }

    async fn hear(&mut self, text: &str) -> Result<(), Error> {
        if text.contains("input_audio_buffer.append") {
            self.measures.note_sound(Measure::Up, text, "\"audio\":\"");
            return Ok(());
        }
        let Ok(event) = serde_json::from_str::<Value>(text) else {
            return Ok(());
        };
        match event["type"].as_str().unwrap_or_default() {
            "session.update" => {
                let session =
                    json!({"type": "realtime", "id": "sess_1", "expires_at": 4_000_000_000_u64});
                self.say("session.updated", json!({ "session": session }))
                    .await
            }
            "conversation.item.create" => {
                let body = json!({"item": event["item"], "previous_item_id": null});
                self.say("conversation.item.added", body.clone()).await?;
                self.say("conversation.item.done", body).await
            }
            "response.create" => {
                if let Some(committed) = self.committed.take() {
                    self.measures.note(Measure::Answered, committed.elapsed());
                }
                self.n_replies += 1;
                self.phase = Phase::Speaking { frame: 0 };
                let metadata = &event["response"]["metadata"];
                let response = json!({"id": self.response(), "object": "realtime.response", "status": "in_progress",
                    "output": [], "metadata": metadata});
                self.say("response.created", json!({ "response": response }))
                    .await
            }
            "response.cancel" => {
                if let Phase::Speaking { .. } = self.phase {
                    self.end_reply("cancelled").await?;
                    self.phase = Phase::Listening {
                        frame: SPEECH_STARTS + 1,
                    };
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    async fn beat(&mut self) -> Result<(), Error> {
        match self.words_in {
            Some(0) => {
                self.words_in = None;
                self.words().await?;
                self.n_turns += 1;
            }
            Some(frames) => self.words_in = Some(frames - 1),
            None => {}
        }
        match self.phase {
            Phase::Waiting => Ok(()),
            Phase::Speaking { frame } => self.speak(frame).await,
            Phase::Listening { frame } => self.listen(frame).await,
        }
    }

    async fn speak(&mut self, frame: u32) -> Result<(), Error> {
        let (response, item) = (self.response(), format!("item_r{}", self.n_replies));
        if frame == 0 {
            let body = json!({"response_id": response, "item_id": item, "output_index": 0, "content_index": 0,
                "delta": "And what did you do when you saw that nobody had paid for it?"});
            self.say("response.output_audio_transcript.delta", body)
                .await?;
        }
        if frame == INTERRUPTED_AT && self.n_replies.is_multiple_of(INTERRUPTED_EVERY) {
            self.turn("input_audio_buffer.speech_started", "audio_start_ms")
                .await?;
        }
        if frame == REPLY_FRAMES {
            self.end_reply("completed").await?;
            self.phase = Phase::Listening { frame: 0 };
            return Ok(());
        }
        let delta = format!(
            r#"{{"type":"response.output_audio.delta","event_id":"e","response_id":"{response}","item_id":"{item}","output_index":0,"content_index":0,"delta":"{}{}"}}"#,
            self.measures.stamp(),
            self.sound
        );
        self.socket.send(Message::text(delta)).await?;
        self.phase = Phase::Speaking { frame: frame + 1 };
        Ok(())
    }

    async fn listen(&mut self, frame: u32) -> Result<(), Error> {
        if frame == SPEECH_STARTS {
            self.turn("input_audio_buffer.speech_started", "audio_start_ms")
                .await?;
        }
        if frame == SPEECH_STOPS {
            self.turn("input_audio_buffer.speech_stopped", "audio_end_ms")
                .await?;
            let body = json!({"item_id": self.item(), "previous_item_id": null});
            self.committed = Some(Instant::now());
            self.words_in = Some(WORDS_TAKE);
            self.phase = Phase::Waiting;
            return self.say("input_audio_buffer.committed", body).await;
        }
        self.phase = Phase::Listening { frame: frame + 1 };
        Ok(())
    }

    async fn turn(&mut self, kind: &str, at: &str) -> Result<(), Error> {
        let body = json!({"item_id": self.item(), at: 0});
        self.say(kind, body).await
    }

    async fn words(&mut self) -> Result<(), Error> {
        let said = format!(
            "In year {} the bank called the loan and I sold the second kiln to a man who paid in clay.",
            1_900 + self.n_turns
        );
        let body = json!({"item_id": self.item(), "content_index": 0, "transcript": said,
            "usage": {"type": "duration", "seconds": 2.0}});
        self.say(
            "conversation.item.input_audio_transcription.completed",
            body,
        )
        .await
    }

    async fn end_reply(&mut self, status: &str) -> Result<(), Error> {
        let response = json!({"id": self.response(), "object": "realtime.response", "status": status, "status_details": null, "output": []});
        self.say("response.done", json!({ "response": response }))
            .await
    }

    fn response(&self) -> String {
        format!("resp_{}", self.n_replies)
    }

    fn item(&self) -> String {
        format!("item_t{}", self.n_turns)
    }
}
