//! A whole interview of fourteen minutes with a far voice: how much of what it reads for each response it has read before.
//!
//! The interview runs in virtual time, the voice on a real socket. The far end keeps the conversation as a provider does and counts
//! tokens as the documented ones do: ten for a second of the person, twenty for a second of the interviewer, one for four bytes of text.

use std::collections::VecDeque;
use std::sync::Arc;

use agents::Expert;
use coordinator::{Books, Journal, VoiceManner, voice_setup};
use futures_util::{SinkExt, StreamExt};
use interview::event::Channel;
use interview::{
    Creation, Effect, EventId, Heard, Input, Maker, Millis, Plan, QuestionId, Report, SessionId,
    Spoke, next_deadline, speaking_ms, words,
};
use realtime::{Frame, OpenAi, Order, ReplyEnded, Timing, Voice, VoiceEvent, voice_and_ports};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, accept_async};

/// What a recogniser and a network take.
const TRANSCRIBED_AFTER_MS: u64 = 700;
const BYTES_A_TOKEN: usize = 4;
/// Half a second.
const PIECE: usize = 12_000;

/// A piece of the conversation, as the provider keeps it.
#[derive(Clone, PartialEq)]
struct Item {
    id: String,
    tokens: u64,
}

/// What the provider reads for one response.
type Prompt = Vec<Item>;

struct Said {
    ms: u64,
    text: String,
}

/// A provider that answers every order with the question of its newest guidance.
struct Far {
    socket: WebSocketStream<TcpStream>,
    conversation: Prompt,
    guidance: String,
    prompts: Vec<Prompt>,
    n_items: usize,
}

impl Far {
    async fn serve(listener: TcpListener, mut said: mpsc::Receiver<Said>) -> Vec<Prompt> {
        let (stream, _) = listener.accept().await.unwrap();
        let mut far = Far {
            socket: accept_async(stream).await.unwrap(),
            conversation: Vec::new(),
            guidance: String::new(),
            prompts: Vec::new(),
            n_items: 0,
        };
        let session = json!({"type": "realtime", "id": "sess_1", "expires_at": 4_000_000_000_u64});
        far.say(json!({"type": "session.created", "session": session}))
            .await;
        loop {
            tokio::select! {
                message = far.socket.next() => match message {
                    Some(Ok(Message::Text(text))) => far.told(serde_json::from_str(&text).unwrap()).await,
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return far.prompts,
                    Some(Ok(_)) => {}
                },
                Some(said) = said.recv() => far.hears(said).await,
            }
        }
    }

    async fn say(&mut self, mut frame: Value) {
        frame["event_id"] = "e".into();
        self.socket
            .send(Message::text(frame.to_string()))
            .await
            .unwrap();
    }

    fn add(&mut self, id: &str, tokens: u64) {
        self.conversation.push(Item {
            id: id.to_owned(),
            tokens,
        });
    }

    fn new_id(&mut self) -> String {
        self.n_items += 1;
        format!("item_{}", self.n_items)
    }

    async fn told(&mut self, frame: Value) {
        match frame["type"].as_str().unwrap() {
            "session.update" => {
                let session = &frame["session"];
                if let Some(instructions) = session.get("instructions") {
                    let tools = session["tools"].to_string();
                    let tokens = tokens(instructions.as_str().unwrap()) + tokens(&tools);
                    self.add("instructions", tokens);
                }
                self.say(json!({"type": "session.updated", "session": {"expires_at": 4_000_000_000_u64}}))
                    .await;
            }
            "conversation.item.create" => {
                let item = frame["item"].clone();
                let id = item["id"].as_str().unwrap_or("call").to_owned();
                if let Some(text) = item["content"][0]["text"].as_str() {
                    self.add(&id, tokens(text));
                    text.clone_into(&mut self.guidance);
                }
                self.say(json!({"type": "conversation.item.added", "item": item, "previous_item_id": null}))
                    .await;
            }
            "conversation.item.delete" => {
                self.conversation.retain(|item| item.id != frame["item_id"]);
            }
            "response.create" => self.respond(&frame["response"]["metadata"]).await,
            other => panic!("nothing here leads to {other}"),
        }
    }

    async fn respond(&mut self, metadata: &Value) {
        self.prompts.push(self.conversation.clone());
        let mut lines = self.guidance.lines();
        let heading =
            |line: &&str| line.starts_with("## Next Question") || line.starts_with("## Say");
        lines.find(heading).unwrap();
        let words = lines.next().unwrap().to_owned();
        let ms = speaking_ms(words::count(&words));
        let id = self.new_id();
        let response = |status: &str| json!({"id": format!("resp_{id}"), "status": status, "output": [], "metadata": metadata});
        let (created, done) = (response("in_progress"), response("completed"));
        let place = json!({"response_id": format!("resp_{id}"), "item_id": id});
        let mut transcript = place.clone();
        transcript["type"] = "response.output_audio_transcript.delta".into();
        transcript["delta"] = words.as_str().into();
        self.say(json!({"type": "response.created", "response": created}))
            .await;
        self.say(transcript).await;
        let samples = vec![0; usize::try_from(ms).unwrap() * 24];
        for piece in samples.chunks(PIECE) {
            let mut sound = place.clone();
            sound["type"] = "response.output_audio.delta".into();
            sound["delta"] = Frame::from_samples(None, piece).base64().into();
            self.say(sound).await;
        }
        self.add(&id, ms / 50 + tokens(&words));
        self.say(json!({"type": "response.done", "response": done}))
            .await;
    }

    async fn hears(&mut self, said: Said) {
        let id = self.new_id();
        self.add(&id, said.ms / 100);
        self.say(json!({"type": "input_audio_buffer.committed", "item_id": id, "previous_item_id": null}))
            .await;
        let transcribed = "conversation.item.input_audio_transcription.completed";
        self.say(json!({"type": transcribed, "item_id": id, "transcript": said.text}))
            .await;
    }
}

fn tokens(text: &str) -> u64 {
    u64::try_from(text.len().div_ceil(BYTES_A_TOKEN)).unwrap()
}

/// The interview in virtual time, and the voice that speaks for it.
struct Talk {
    books: Books,
    now: Millis,
    voice: Voice,
    guided: Vec<EventId>,
    closed: bool,
}

impl Talk {
    /// What follows is done at once.
    async fn take(&mut self, input: Input) {
        let mut waiting = VecDeque::from([input]);
        while let Some(input) = waiting.pop_front() {
            let Ok((_, effects)) = self.books.take(self.now, input).await else {
                continue;
            };
            for effect in effects {
                match effect {
                    Effect::Dispatch(job) => {
                        let result = Ok(agents::answer_in_style(&job.task, None));
                        let report = Report {
                            job: job.id,
                            by: Maker::Builtin,
                            ms: 0,
                            usage: None,
                            result,
                        };
                        waiting.push_back(Input::Reported(Box::new(report)));
                    }
                    Effect::Guide { decision, text } => {
                        let id = decision.0;
                        let text = text.into();
                        self.order(Order::Guide { id, text }).await;
                    }
                    Effect::Close => self.closed = true,
                    Effect::Speak(_) | Effect::AskAssistant(_) => {}
                }
            }
        }
    }

    async fn advance_to(&mut self, until: Millis) {
        while let Some(due) = next_deadline(&self.books.state).filter(|due| *due <= until) {
            self.now = self.now.max(due);
            self.take(Input::Tick).await;
            assert!(
                next_deadline(&self.books.state) != Some(due),
                "it does not go on"
            );
        }
        self.now = self.now.max(until);
    }

    async fn order(&self, order: Order) {
        self.voice.orders.send(order).await.unwrap();
    }

    async fn until(&mut self, wanted: impl Fn(&VoiceEvent) -> bool) -> VoiceEvent {
        loop {
            let event = self.voice.events.recv().await.unwrap();
            if let VoiceEvent::Guided { id } = event {
                self.guided.push(EventId(id));
            }
            if wanted(&event) {
                return event;
            }
        }
    }

    /// The reply is generated at once, and heard while the agents work on what the person said before it.
    async fn reply(&mut self, number: u64, heard: Option<Heard>) -> ReplyEnded {
        self.order(Order::Respond {
            reply: number,
            words: None,
        })
        .await;
        let generated = self
            .until(|event| matches!(event, VoiceEvent::ReplyGenerated { .. }))
            .await;
        let VoiceEvent::ReplyGenerated {
            item_id, audio_ms, ..
        } = generated
        else {
            panic!("not generated")
        };
        let began = self.now;
        for decision in std::mem::take(&mut self.guided) {
            self.take(Input::Guided { decision }).await;
        }
        if let Some(heard) = heard {
            self.advance_to(began.plus(TRANSCRIBED_AFTER_MS)).await;
            self.take(Input::Heard(heard)).await;
        }
        self.advance_to(began.plus(audio_ms)).await;
        self.order(Order::Played {
            item_id,
            audio_end_ms: audio_ms,
        })
        .await;
        let ended = self
            .until(|event| matches!(event, VoiceEvent::ReplyEnded(_)))
            .await;
        let VoiceEvent::ReplyEnded(ended) = ended else {
            panic!("not ended")
        };
        self.take(Input::Spoke(Spoke {
            text: ended.heard.as_str().into(),
            interrupted: ended.interrupted,
            aside: false,
            question_id: ended.question_id.as_deref().map(QuestionId::new),
            refers_to: None,
            took_ms: audio_ms,
            end_ms: None,
        }))
        .await;
        ended
    }
}

async fn begin() -> (Talk, mpsc::Sender<Said>, JoinHandle<Vec<Prompt>>) {
    let plan = Plan::from_toml(include_str!("../../../plans/expert-essay.toml")).unwrap();
    let creation = Creation {
        session_id: SessionId::new("prefix"),
        plan: Arc::clone(&plan),
        follow_up_of: None,
        earlier: None,
        imported: false,
        cost_cap: None,
    };
    let now = Millis::VIRTUAL_START;
    let journal = Journal::Memory(Vec::new());
    let books = Books::create(journal, now, creation, Arc::default())
        .await
        .unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let far = OpenAi {
        url: format!("ws://{}/v1/realtime", listener.local_addr().unwrap()),
        key: None,
        model: "gpt-realtime-2.1".to_owned(),
        timing: Timing::LIVE,
    };
    let manner = VoiceManner {
        voice_name: "marin".to_owned(),
        transcribe_model: "gpt-transcribe".to_owned(),
    };
    let (voice, ports) = voice_and_ports();
    let setup = voice_setup(&books.state, &manner);
    tokio::spawn(realtime::openai::run(far, setup, ports));
    let (said, hears) = mpsc::channel(1);
    let prompts = tokio::spawn(Far::serve(listener, hears));
    let mut talk = Talk {
        books,
        now,
        voice,
        guided: Vec::new(),
        closed: false,
    };
    talk.until(|event| *event == VoiceEvent::Connected).await;
    (talk, said, prompts)
}

#[tokio::test]
async fn nine_tenths_of_what_a_far_voice_reads_in_fourteen_minutes_it_has_read_before() {
    let (mut talk, said, prompts) = begin().await;
    let mut expert = Expert::bundled();
    talk.take(Input::Start).await;
    let mut heard = None;
    for number in 1.. {
        let reply = talk.reply(number, heard.take()).await;
        if talk.closed {
            break;
        }
        let text = expert.answer(reply.heard.as_str(), 7).unwrap();
        let ms = speaking_ms(words::count(&text));
        let start_ms = talk.books.state.elapsed_ms(talk.now);
        talk.advance_to(talk.now.plus(ms)).await;
        said.send(Said {
            ms,
            text: text.clone(),
        })
        .await
        .unwrap();
        talk.until(|event| matches!(event, VoiceEvent::Transcribed { .. }))
            .await;
        heard = Some(Heard {
            text: text.into(),
            client_id: None,
            channel: Channel::Voice,
            start_ms: Some(start_ms),
            end_ms: Some(start_ms + ms),
        });
    }
    let minutes = talk.books.state.elapsed_ms(talk.now) / 60_000;
    talk.order(Order::Close).await;
    let prompts = prompts.await.unwrap();
    let (mut read, mut known) = (0, 0);
    for pair in prompts.windows(2) {
        let [before, prompt] = pair else { continue };
        let same = before
            .iter()
            .zip(prompt)
            .take_while(|(one, other)| one == other);
        known += same.map(|(item, _)| item.tokens).sum::<u64>();
        read += prompt.iter().map(|item| item.tokens).sum::<u64>();
    }
    let n = prompts.len();
    assert!(minutes >= 13, "{minutes} minutes, {n} responses");
    assert!(
        known * 10 >= read * 9,
        "{known} of {read} tokens were known, in {n} responses and {minutes} minutes"
    );
}
