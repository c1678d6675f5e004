//! A scripted realtime server on a real socket: the test says what it sends, and sees what it was sent.

use crate::schema::assert_sent_to_server;
use futures_util::{SinkExt, StreamExt};
use realtime::{
    Frame, MarkQuestion, OpenAi, Order, Retry, Setup, Timing, TurnDetection, Voice, VoiceEvent,
    voice_and_ports,
};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, accept_async};

/// Nothing here takes a tenth of it; a test that hangs should say where.
const GUARD: Duration = Duration::from_secs(20);

pub(crate) struct FarVoice {
    listener: TcpListener,
}

pub(crate) struct Connection {
    pub(crate) socket: WebSocketStream<TcpStream>,
}

/// Waits that a person would notice are shortened; waits that must not pass during a test stay long.
pub(crate) const QUICK: Timing = Timing {
    first_retry: Duration::from_millis(5),
    retry_max: Duration::from_millis(20),
    ..Timing::LIVE
};

pub(crate) fn setup() -> Setup {
    Setup {
        instructions: "You are calm.".into(),
        voice_name: "marin".into(),
        language: Some("en".into()),
        transcribe_model: "gpt-transcribe".into(),
        keywords: vec!["Kubernetes".into(), "bad\nword".into()],
        speed: 1.0,
        turn_detection: TurnDetection::Silence,
        patience: Duration::from_millis(900),
        silence: Duration::from_secs(600),
        mark_question: MarkQuestion::Offered,
    }
}

impl FarVoice {
    pub(crate) async fn start() -> FarVoice {
        FarVoice {
            listener: TcpListener::bind("127.0.0.1:0").await.unwrap(),
        }
    }

    pub(crate) fn voice(&self, timing: Timing) -> Voice {
        self.voice_with(timing, setup())
    }

    fn voice_with(&self, timing: Timing, setup: Setup) -> Voice {
        let (voice, ports) = voice_and_ports();
        let url = format!("ws://{}/v1/realtime", self.listener.local_addr().unwrap());
        let config = OpenAi {
            url,
            key: Some("sk-test".into()),
            model: "gpt-realtime-2.1".into(),
            timing,
        };
        tokio::spawn(realtime::openai::run(config, setup, ports));
        voice
    }

    pub(crate) async fn stream(&self) -> TcpStream {
        guard("a connection", self.listener.accept())
            .await
            .unwrap()
            .0
    }

    pub(crate) async fn connection(&self) -> Connection {
        let stream = self.stream().await;
        Connection {
            socket: guard("the upgrade", accept_async(stream)).await.unwrap(),
        }
    }

    /// A connection whose session is ready.
    pub(crate) async fn settled(&self) -> Connection {
        self.settled_until(4_000_000_000).await
    }

    pub(crate) async fn settled_until(&self, expires_at: u64) -> Connection {
        let mut far = self.connection().await;
        let session = json!({"type": "realtime", "id": "sess_1", "expires_at": expires_at});
        far.say(json!({"type": "session.created", "event_id": "e", "session": session}))
            .await;
        assert_eq!(far.hears().await["type"], "session.update");
        far.say(json!({"type": "session.updated", "event_id": "e", "session": session}))
            .await;
        far
    }

    pub(crate) async fn talk_with_silence(&self, silence: Duration) -> (Voice, Connection) {
        let setup = Setup { silence, ..setup() };
        let voice = self.voice_with(QUICK, setup);
        (voice, self.settled().await)
    }

    /// A voice that has connected, and its far end.
    pub(crate) async fn talk(&self) -> (Voice, Connection) {
        let mut voice = self.voice(QUICK);
        let far = self.settled().await;
        assert_eq!(event(&mut voice).await, VoiceEvent::Connected);
        (voice, far)
    }
}

impl Connection {
    pub(crate) async fn say(&mut self, frame: Value) {
        self.socket
            .send(Message::text(frame.to_string()))
            .await
            .unwrap();
    }

    /// The next frame, which must be valid; sound is passed over.
    pub(crate) async fn hears(&mut self) -> Value {
        loop {
            let frame = self.hears_anything().await;
            if frame["type"] != "input_audio_buffer.append" {
                return frame;
            }
        }
    }

    pub(crate) async fn hears_anything(&mut self) -> Value {
        loop {
            match guard("a frame", self.socket.next()).await.unwrap().unwrap() {
                Message::Text(text) => {
                    let frame = serde_json::from_str(&text).unwrap();
                    assert_sent_to_server(&frame);
                    return frame;
                }
                Message::Close(_) => panic!("closed by the voice"),
                Message::Binary(_) | Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => {}
            }
        }
    }

    /// One whole spoken response of two seconds, with the order's metadata.
    pub(crate) async fn respond(&mut self, id: &str, words: &str) {
        let order = self.hears().await;
        assert_eq!(order["type"], "response.create", "{order}");
        self.created(id, &order).await;
        self.speaks(id, words, 2_000).await;
        self.done(id, "completed", Value::Null).await;
    }

    pub(crate) async fn created(&mut self, id: &str, order: &Value) {
        let metadata = &order["response"]["metadata"];
        let response = json!({"id": id, "object": "realtime.response", "status": "in_progress", "output": [], "metadata": metadata});
        self.say(json!({"type": "response.created", "event_id": "e", "response": response}))
            .await;
    }

    pub(crate) async fn speaks(&mut self, id: &str, words: &str, ms: usize) {
        let place = |mut it: Value| {
            it["event_id"] = "e".into();
            it["response_id"] = id.into();
            it["item_id"] = format!("item_{id}").into();
            it["output_index"] = 0.into();
            it["content_index"] = 0.into();
            it
        };
        self.say(place(
            json!({"type": "response.output_audio_transcript.delta", "delta": words}),
        ))
        .await;
        let sound = Frame::from_samples(None, &vec![100; ms * 24]);
        self.say(place(
            json!({"type": "response.output_audio.delta", "delta": sound.base64()}),
        ))
        .await;
    }

    pub(crate) async fn done(&mut self, id: &str, status: &str, details: Value) {
        let response = json!({"id": id, "object": "realtime.response", "status": status, "status_details": details, "output": []});
        self.say(json!({"type": "response.done", "event_id": "e", "response": response}))
            .await;
    }

    /// A reply that was ordered over an older one ends that one first.
    pub(crate) async fn cut_off(&mut self, item_id: &str) {
        let cut = self.hears().await;
        assert_eq!(cut["item_id"], item_id, "{cut}");
    }

    pub(crate) async fn person_says(&mut self, id: &str, words: &str) {
        self.person_spoke(id).await;
        self.transcribed(id, words).await;
    }

    /// A turn is over, and its words are not there yet.
    pub(crate) async fn person_spoke(&mut self, id: &str) {
        self.say(json!({"type": "input_audio_buffer.speech_started", "event_id": "e", "item_id": id, "audio_start_ms": 10})).await;
        self.say(json!({"type": "input_audio_buffer.speech_stopped", "event_id": "e", "item_id": id, "audio_end_ms": 900})).await;
        self.say(json!({"type": "input_audio_buffer.committed", "event_id": "e", "item_id": id, "previous_item_id": null})).await;
    }

    pub(crate) async fn transcribed(&mut self, id: &str, words: &str) {
        self.say(json!({"type": "conversation.item.input_audio_transcription.completed", "event_id": "e", "item_id": id,
            "content_index": 0, "transcript": words, "usage": {"type": "duration", "seconds": 0.9}}))
        .await;
    }
}

pub(crate) async fn guard<T>(what: &str, future: impl Future<Output = T>) -> T {
    match tokio::time::timeout(GUARD, future).await {
        Ok(it) => it,
        Err(_) => panic!("waited in vain for {what}"),
    }
}

pub(crate) async fn event(voice: &mut Voice) -> VoiceEvent {
    guard("an event", voice.events.recv()).await.unwrap()
}

/// The first event of the wanted kind; those before it are passed over.
pub(crate) async fn until(voice: &mut Voice, wanted: impl Fn(&VoiceEvent) -> bool) -> VoiceEvent {
    loop {
        let event = event(voice).await;
        if wanted(&event) {
            return event;
        }
    }
}

pub(crate) async fn order(voice: &Voice, order: Order) {
    voice.orders.send(order).await.unwrap();
}

pub(crate) fn respond(reply: u64) -> Order {
    Order::Respond { reply, words: None }
}

pub(crate) fn is_lost(event: &VoiceEvent) -> bool {
    matches!(
        event,
        VoiceEvent::Lost {
            retry: Retry::Later,
            ..
        }
    )
}
