//! Spoken interviews out of a sound file and into one, through a speech server on a real socket.

use std::process::Stdio;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::post;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use crate::viva::{Home, Run, plan};

const VOICE: &[u8] = include_bytes!("../../../realtime/tests/sounds/answer.wav");

/// Understands these answers one after the other, and says everything with the same recorded voice.
struct SpeechServer {
    url: String,
    runtime: Runtime,
}

type Answers = Arc<Mutex<Vec<&'static str>>>;

impl SpeechServer {
    fn start(answers: &[&'static str]) -> SpeechServer {
        let runtime = Runtime::new().unwrap();
        let answers: Answers = Arc::new(Mutex::new(answers.iter().rev().copied().collect()));
        let app = Router::new()
            .route("/v1/audio/speech", post(speak))
            .route("/v1/audio/transcriptions", post(understand))
            .with_state(answers);
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        runtime.spawn(async move { axum::serve(listener, app).await });
        SpeechServer { url, runtime }
    }
}

async fn speak() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "audio/wav")], VOICE)
}

async fn understand(State(answers): State<Answers>) -> String {
    let words = answers.lock().unwrap().pop().unwrap_or("");
    format!("{{\"text\": \"{words}\"}}")
}

/// Two answers of the recorded voice, three seconds apart.
fn two_answers() -> Vec<u8> {
    let (voice, rate) = realtime::read_wav(VOICE).unwrap();
    let pause = vec![0; 3 * rate as usize];
    let samples = [voice.clone(), pause.clone(), voice, pause].concat();
    realtime::write_wav(&samples, rate).unwrap()
}

fn interview(home: &Home, server: Option<&SpeechServer>, more: &[&str]) -> Run {
    let out = home.path("out.wav").display().to_string();
    interview_into(home, server, &out, more)
}

fn interview_into(home: &Home, server: Option<&SpeechServer>, out: &str, more: &[&str]) -> Run {
    let recording = home.file("in.wav", two_answers());
    let plan = plan("expert-essay");
    let mut args = vec!["interview", &plan, "--voice", "--in", &recording];
    args.extend(["--out", out]);
    args.extend(more);
    let mut command = home.command(&args);
    if let Some(server) = server {
        command.env("VIVA_SPEECH_URL", &server.url);
    }
    Run::of(&command.stdin(Stdio::null()).output().unwrap())
}

#[test]
fn a_recording_is_interviewed_and_both_sides_are_on_the_tape() {
    let home = Home::new();
    let answers = [
        "We started the pottery in my garage.",
        "The kiln cracked in the second winter.",
    ];
    let server = SpeechServer::start(&answers);
    let run = interview(&home, Some(&server), &["--fast", "--json"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let transcript = &run.json()["session"]["transcript"];
    let said: Vec<&str> = transcript
        .as_array()
        .unwrap()
        .iter()
        .filter(|turn| turn["speaker"] == "candidate")
        .map(|turn| turn["text"].as_str().unwrap())
        .collect();
    assert_eq!(said, answers, "{transcript}");
    let log = home.ok(&["log", "last", "--json"]).out;
    assert!(log.contains("VOICE_CONNECTED") && log.contains("\"channel\":\"voice\""));
    home.ok(&["replay", "last", "--verify"]);

    let mut tape = hound::WavReader::open(home.path("out.wav")).unwrap();
    assert_eq!((tape.spec().channels, tape.spec().sample_rate), (2, 24_000));
    let samples: Vec<i16> = tape.samples().map(Result::unwrap).collect();
    for (channel, name) in ["person", "interviewer"].into_iter().enumerate() {
        let loud = samples.iter().skip(channel).step_by(2);
        let loud = loud.filter(|it| it.unsigned_abs() > 1_000).count();
        assert!(loud > 24_000, "the {name} is silent: {loud}");
    }
    drop(server.runtime);
}

#[test]
fn without_a_voice_the_remedy_is_named() {
    let home = Home::new();
    let run = interview(&home, None, &["--fast"]);
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(run.err.contains("VIVA_SPEECH_URL"), "{}", run.err);
}

#[test]
fn a_file_that_is_no_recording_is_refused() {
    let home = Home::new();
    let notes = home.file("notes.txt", "not a sound");
    let plan = plan("expert-essay");
    let args = [
        "interview",
        &plan,
        "--voice",
        "--in",
        &notes,
        "--out",
        "x.wav",
    ];
    let run = home.run(&args);
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(run.err.contains("notes.txt"), "{}", run.err);
    let run = home.run(&["interview", &plan, "--voice"]);
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(run.err.contains("--in"), "{}", run.err);
}

#[test]
fn a_tape_that_cannot_be_written_is_refused_before_a_word_is_said() {
    let server = SpeechServer::start(&["I keep bees."]);
    let home = Home::new();
    let run = interview_into(&home, Some(&server), "no/such/folder/out.wav", &["--fast"]);
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(run.err.contains("no/such/folder/out.wav"), "{}", run.err);
    let sessions = home.ok(&["sessions", "--json"]).json();
    assert_eq!(sessions, serde_json::json!([]), "no session was made");
    drop(server.runtime);
}
