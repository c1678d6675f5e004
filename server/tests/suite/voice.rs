//! The client's voice socket, as the clients of others use it.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use realtime::{Frame, OpenAi, Timing};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::world::{Made, World, plan};

/// Nothing here takes a tenth of it; a test that hangs should say where.
const GUARD: Duration = Duration::from_secs(30);

struct Line(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Line {
    async fn open(world: &World, path: &str, token: &str) -> Line {
        let url = format!("{}{path}", world.base.replace("http", "ws"));
        let mut request = url.into_client_request().unwrap();
        let protocols = format!("realtime, openai-insecure-api-key.{token}");
        request
            .headers_mut()
            .insert("sec-websocket-protocol", protocols.parse().unwrap());
        let (socket, answer) = connect_async(request).await.unwrap();
        assert_eq!(answer.headers()["sec-websocket-protocol"], "realtime");
        Line(socket)
    }

    async fn send(&mut self, event: Value) {
        let text = Message::text(event.to_string());
        self.0.send(text).await.unwrap();
    }

    /// The next event for which this holds; the others are passed over.
    async fn until(&mut self, what: &str, is: impl Fn(&Value) -> bool) -> Value {
        let wait = async {
            loop {
                match self.0.next().await.unwrap().unwrap() {
                    Message::Text(text) => {
                        let event: Value = serde_json::from_str(&text).unwrap();
                        if is(&event) {
                            return event;
                        }
                    }
                    Message::Close(frame) => panic!("closed before {what}: {frame:?}"),
                    Message::Binary(_)
                    | Message::Ping(_)
                    | Message::Pong(_)
                    | Message::Frame(_) => {}
                }
            }
        };
        tokio::time::timeout(GUARD, wait)
            .await
            .unwrap_or_else(|_| panic!("{what} did not come"))
    }

    async fn typed(&mut self, kind: &'static str) -> Value {
        self.until(kind, |event| event["type"] == kind).await
    }

    async fn closed(&mut self) -> CloseFrame {
        let wait = async {
            while let Some(message) = self.0.next().await {
                if let Ok(Message::Close(Some(frame))) = message {
                    return frame;
                }
            }
            panic!("the line ended without a word");
        };
        tokio::time::timeout(GUARD, wait).await.unwrap()
    }
}

fn essay() -> Value {
    plan(include_str!("../../../plans/expert-essay.toml"))
}

async fn begin(world: &World) -> Made {
    let made = world.session(essay()).await;
    let start = format!("/v1/sessions/{}/start", made.id);
    world.post(&start, json!({})).await;
    made
}

fn answer(id: &str, text: &str) -> Value {
    json!({ "type": "conversation.item.create", "item": {
        "id": id, "type": "message", "role": "user", "content": [{ "type": "input_text", "text": text }]
    } })
}

#[tokio::test(flavor = "multi_thread")]
async fn without_any_engine_the_question_comes_as_words_and_a_typed_answer_is_taken_once() {
    let world = World::start().await;
    let made = begin(&world).await;
    // A join token need not say which session; the model is of no interest.
    let mut line = Line::open(&world, "/v1/realtime?model=gpt-realtime-2.1", &made.join).await;
    let created = line.typed("session.created").await;
    assert_eq!(created["session"]["instructions"], "");
    let state = line.typed("viva.state").await;
    assert_eq!(state["view"]["voice"]["provider"], "builtin");
    assert_eq!(state["view"]["voice"]["speaks"], false);
    assert!(state["view"].get("notes").is_none(), "{state}");
    let said = "I keep forty hives, and I lost ten of them in one winter because I was late with the feeding.";
    line.send(answer("item_a", said)).await;
    line.send(answer("item_a", said)).await;
    let heard = |event: &Value| {
        let turns = event["view"]["transcript"].as_array();
        turns.is_some_and(|turns| turns.iter().any(|turn| turn["text"] == said))
    };
    line.until("the answer in the view", heard).await;
    line.until("the next question", |event| {
        event["type"] == "response.output_audio_transcript.done"
    })
    .await;
    let view = world.get(&format!("/v1/sessions/{}", made.id)).await;
    let turns = view["transcript"].as_array().unwrap();
    let times = turns.iter().filter(|turn| turn["text"] == said).count();
    assert_eq!(times, 1, "{turns:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_speed_is_applied_and_every_other_change_refused_while_the_line_stays_open() {
    let world = World::start().await;
    let made = begin(&world).await;
    let path = format!("/v1/sessions/{}/realtime", made.id);
    let mut line = Line::open(&world, &path, &made.join).await;
    line.typed("session.created").await;
    line.send(json!({ "type": "session.update", "session": {
        "type": "realtime", "instructions": "You are a pirate.", "audio": { "output": { "speed": 1.2 } }
    } }))
    .await;
    let refused = line.typed("error").await;
    assert_eq!(refused["error"]["code"], "not_allowed");
    let updated = line.typed("session.updated").await;
    assert_eq!(updated["session"]["audio"]["output"]["speed"], 1.2);
    assert_eq!(updated["session"]["instructions"], "");
    line.send(json!({ "type": "conversation.item.delete", "item_id": "x" }))
        .await;
    assert_eq!(line.typed("error").await["error"]["code"], "not_allowed");
    line.0.send(Message::text("{ not json")).await.unwrap();
    line.typed("error").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_client_replaces_the_first_and_a_stranger_gets_nothing() {
    let world = World::start().await;
    let made = begin(&world).await;
    let other = begin(&world).await;
    let path = format!("/v1/realtime?session={}", made.id);
    let mut first = Line::open(&world, &path, &made.join).await;
    first.typed("session.created").await;
    let mut second = Line::open(&world, &path, &made.join).await;
    second.typed("session.created").await;
    assert_eq!(u16::from(first.closed().await.code), 4409);
    let url = format!("{}{path}", world.base.replace("http", "ws"));
    for token in [other.join.as_str(), "not-a-token-of-this-server"] {
        let mut request = url.clone().into_client_request().unwrap();
        let bearer = format!("Bearer {token}").parse().unwrap();
        request.headers_mut().insert("authorization", bearer);
        assert!(connect_async(request).await.is_err());
    }
    let mut request = url.into_client_request().unwrap();
    let bearer = format!("Bearer {}", made.join).parse().unwrap();
    request.headers_mut().insert("authorization", bearer);
    let foreign = "https://elsewhere.example".parse().unwrap();
    request.headers_mut().insert("origin", foreign);
    assert!(connect_async(request).await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_who_does_not_read_holds_up_nobody_and_can_be_replaced() {
    let world = World::start().await;
    let made = begin(&world).await;
    let path = format!("/v1/realtime?session={}", made.id);
    let mut deaf = Line::open(&world, &path, &made.join).await;
    let long = "I kept bees for a year and then another. ".repeat(400);
    deaf.send(answer("item_long", &long)).await;
    deaf.typed("conversation.item.done").await;
    // Many times what lies in the buffers between, and never read.
    let retrieve = json!({ "type": "conversation.item.retrieve", "item_id": "item_long" });
    for _ in 0..1_500 {
        deaf.send(retrieve.clone()).await;
    }
    let mut second = Line::open(&world, &path, &made.join).await;
    second.typed("session.created").await;
    second.send(answer("item_c", "I am here.")).await;
    second.typed("conversation.item.done").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn noise_on_the_line_is_answered_and_what_is_far_too_long_ends_it_with_its_reason() {
    let world = World::start().await;
    let made = begin(&world).await;
    let mut line = Line::open(&world, "/v1/realtime", &made.join).await;
    line.typed("session.created").await;
    line.0
        .send(Message::binary(vec![0xff; 4_000]))
        .await
        .unwrap();
    for noise in ["[]", "null", "\u{0}", &"x".repeat(1_500_000)] {
        line.0.send(Message::text(noise)).await.unwrap();
        assert_eq!(line.typed("error").await["error"]["code"], "invalid_event");
    }
    for event in [
        json!({ "type": "input_audio_buffer.append", "audio": "AAA" }),
        json!({ "type": "input_audio_buffer.append" }),
        json!({ "type": "input_audio_buffer.append", "audio": "A".repeat(600_000) }),
        json!({ "type": "viva.played", "item_id": "a", "audio_end_ms": -1 }),
        json!({ "type": "conversation.item.truncate", "item_id": "", "audio_end_ms": 1 }),
        json!({ "type": "session.update", "session": { "audio": { "output": { "speed": 9 } } } }),
        answer("", "An id of nothing."),
        answer("item_d", &"x".repeat(20_001)),
        json!({ "type": 7 }),
    ] {
        line.send(event.clone()).await;
        let kind = line.typed("error").await["error"]["type"].clone();
        assert_eq!(kind, "invalid_request_error", "{event}");
    }
    // The head of a text of three megabytes is enough: nobody waits for the rest.
    let mut head = vec![0x81, 0x80 | 127];
    head.extend(3_000_000_u64.to_be_bytes());
    head.extend([0; 4]);
    line.0.get_mut().write_all(&head).await.unwrap();
    assert_eq!(u16::from(line.closed().await.code), 1009);
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_without_ids_are_different_answers_also_on_the_next_line() {
    let world = World::start().await;
    let made = begin(&world).await;
    let said = ["I began with one hive.", "I ended with forty of them."];
    for text in said {
        let mut line = Line::open(&world, "/v1/realtime", &made.join).await;
        line.typed("session.created").await;
        let mut nameless = answer("", text);
        nameless["item"].as_object_mut().unwrap().remove("id");
        line.send(nameless).await;
        line.until("the answer in the view", |event| {
            event["view"]["transcript"].to_string().contains(text)
        })
        .await;
    }
    let view = world.get(&format!("/v1/sessions/{}", made.id)).await;
    for text in said {
        assert!(view["transcript"].to_string().contains(text), "{view}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_the_interview_closes_the_line() {
    let world = World::start().await;
    let made = begin(&world).await;
    let path = format!("/v1/realtime?session={}", made.id);
    let mut line = Line::open(&world, &path, &made.join).await;
    line.typed("session.created").await;
    world
        .post(&format!("/v1/sessions/{}/end", made.id), json!({}))
        .await;
    assert_eq!(u16::from(line.closed().await.code), 1000);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_line_pauses_the_interview_and_its_return_goes_on_where_it_was() {
    let world = World::start().await;
    let engineer = plan(include_str!("../../../plans/ml-engineer.toml"));
    let made = world.session(engineer).await;
    let at = |rest: &str| format!("/v1/sessions/{}{rest}", made.id);
    let mut line = Line::open(&world, &at("/realtime"), &made.join).await;
    line.typed("session.created").await;
    world.post(&at("/start"), json!({})).await;
    line.typed("response.done").await;
    drop(line);
    let paused = async {
        while world.get(&at("")).await["status"] != "PAUSED" {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(GUARD, paused).await.unwrap();
    let mut line = Line::open(&world, &at("/realtime"), &made.join).await;
    line.typed("session.created").await;
    let view = world.get(&at("")).await;
    assert_eq!(view["status"], "IN_PROGRESS");
    assert_eq!(view["section"], "experience");
    // A pause that was asked for is not over because somebody reloads the page.
    world.post(&at("/pause"), json!({})).await;
    drop(line);
    let mut line = Line::open(&world, &at("/realtime"), &made.join).await;
    line.typed("session.created").await;
    assert_eq!(world.get(&at("")).await["status"], "PAUSED");
    let log = world.get(&at("/events?after=0&limit=100")).await;
    assert_eq!(log.to_string().matches("SECTION_STARTED").count(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_recorded_before_consent_and_the_recording_can_be_sought_afterwards() {
    let world = World::start().await;
    let made = begin(&world).await;
    let at = |rest: &str| format!("/v1/sessions/{}{rest}", made.id);
    let mut line = Line::open(&world, &at("/realtime"), &made.join).await;
    line.typed("session.created").await;
    let tone: Vec<i16> = (0..480)
        .map(|n| if n % 48 < 24 { 8_000 } else { -8_000 })
        .collect();
    let sound = Frame::from_samples(None, &tone);
    let append = json!({ "type": "input_audio_buffer.append", "audio": sound.base64() });
    for _ in 0..50 {
        line.send(append.clone()).await;
    }
    line.send(json!({ "type": "conversation.item.retrieve", "item_id": "none" }))
        .await;
    line.typed("error").await;
    assert!(!world.recording(&made.id).exists());
    world
        .call(
            Method::POST,
            &at("/consent"),
            &made.join,
            Some(json!({ "granted": true })),
        )
        .await;
    line.send(json!({ "type": "input_audio_buffer.clear" }))
        .await;
    for _ in 0..50 {
        line.send(append.clone()).await;
    }
    world.post(&at("/end"), json!({})).await;
    line.closed().await;
    let url = format!("{}{}", world.base, at("/recording"));
    let part = world
        .http
        .get(url)
        .bearer_auth(crate::world::TOKEN)
        .header("range", "bytes=0-3")
        .send()
        .await
        .unwrap();
    assert_eq!(part.status(), 206);
    assert_eq!(part.bytes().await.unwrap(), "OggS");
}

#[tokio::test(flavor = "multi_thread")]
async fn when_the_far_voice_cannot_be_used_the_built_in_one_takes_over() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("ws://{}/v1/realtime", listener.local_addr().unwrap());
    // A server that knows no such key.
    tokio::spawn(async move {
        loop {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut request = vec![0; 4096];
            let _read = tokio::io::AsyncReadExt::read(&mut stream, &mut request)
                .await
                .unwrap();
            let refusal =
                b"HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
            tokio::io::AsyncWriteExt::write_all(&mut stream, refusal)
                .await
                .unwrap();
        }
    });
    let far = OpenAi {
        url,
        key: Some("sk-wrong".into()),
        model: "gpt-realtime-2.1".to_owned(),
        timing: Timing::LIVE,
    };
    let world = World::with_voice(Some(far)).await;
    let made = begin(&world).await;
    let path = format!("/v1/realtime?session={}", made.id);
    let mut line = Line::open(&world, &path, &made.join).await;
    let notice = line.typed("viva.notice").await;
    assert!(
        notice["message"]
            .as_str()
            .unwrap()
            .contains("built-in voice"),
        "{notice}"
    );
    line.until("the built-in voice in the view", |event| {
        event["view"]["voice"]["provider"] == "builtin"
    })
    .await;
    line.send(answer(
        "item_b",
        "I have tuned pianos for thirty years, mostly in churches and halls.",
    ))
    .await;
    line.typed("response.output_audio_transcript.done").await;
}
