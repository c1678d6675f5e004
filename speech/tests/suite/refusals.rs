//! What is wrong is refused in the shape of the OpenAI API, and the next request is served.

use std::io::Write as _;
use std::net::TcpStream;

use reqwest::{Client, Response};
use serde_json::{Value, json};

use crate::companion::{Companion, JOE, TINY, wav};

type Fields = &'static [(&'static str, &'static str)];

async fn check(response: Response, status: u16, param: Value, code: Value) {
    assert_eq!(response.status(), status, "{param}");
    let body: Value = response.json().await.unwrap();
    let error = &body["error"];
    assert_eq!((&error["param"], &error["code"]), (&param, &code), "{body}");
    assert!(!error["message"].as_str().unwrap().is_empty());
    let kind = if status == 429 {
        "rate_limit_error"
    } else {
        "invalid_request_error"
    };
    assert_eq!(error["type"], kind);
}

#[tokio::test]
async fn wrong_recordings_are_refused() {
    let companion = Companion::start(&[TINY]);
    let good = wav(vec![0; 16_000]);
    let cases: [(&[u8], Fields, u16, Value, Value); 9] = [
        (b"this is no sound", &[], 400, json!("file"), json!(null)),
        (b"", &[], 400, json!("file"), json!(null)),
        (&wav([]), &[], 400, json!("file"), json!(null)),
        (&good[..20], &[], 400, json!("file"), json!(null)),
        (
            &good,
            &[("model", "parakeet")],
            404,
            json!("model"),
            json!("model_not_found"),
        ),
        (
            &good,
            &[("language", "xx")],
            400,
            json!("language"),
            json!(null),
        ),
        (
            &good,
            &[("response_format", "srt")],
            400,
            json!("response_format"),
            json!(null),
        ),
        (
            &good,
            &[("temperature", "warm")],
            400,
            json!("temperature"),
            json!(null),
        ),
        (
            &good,
            &[("timestamp_granularities[]", "word")],
            400,
            json!("timestamp_granularities"),
            json!(null),
        ),
    ];
    for (file, fields, status, param, code) in cases {
        let response = companion.transcribe(file.to_vec(), fields).await;
        check(response, status, param, code).await;
    }
    let no_form = Client::new()
        .post(companion.at("/v1/audio/transcriptions"))
        .body("x");
    check(no_form.send().await.unwrap(), 400, json!(null), json!(null)).await;
    assert_eq!(companion.heard(good).await, "");
}

#[tokio::test]
async fn a_recording_that_is_too_large_is_refused() {
    let companion = Companion::start(&[TINY]);
    let response = companion.transcribe(vec![0; (25 << 20) + 1], &[]).await;
    check(response, 413, json!(null), json!(null)).await;
    let response = companion
        .transcribe(vec![0; (25 << 20) + (128 << 10)], &[])
        .await;
    check(response, 413, json!(null), json!(null)).await;
    // Eleven minutes, in few bytes.
    let long = wav(vec![0; 16_000 * 660]);
    check(
        companion.transcribe(long, &[]).await,
        400,
        json!("file"),
        json!(null),
    )
    .await;
}

#[tokio::test]
async fn wrong_wishes_are_refused() {
    let companion = Companion::start(&[JOE]);
    let cases = [
        (json!({"input": ""}), 400, json!("input"), json!(null)),
        (json!({"input": "🎹 …"}), 400, json!("input"), json!(null)),
        (
            json!({"input": "a".repeat(4_097)}),
            400,
            json!("input"),
            json!(null),
        ),
        (
            json!({"input": "Hi", "model": "bark"}),
            404,
            json!("model"),
            json!("model_not_found"),
        ),
        (
            json!({"input": "Hi", "voice": "gandalf"}),
            400,
            json!("voice"),
            json!(null),
        ),
        (
            json!({"input": "Hi", "response_format": "mp3"}),
            400,
            json!("response_format"),
            json!(null),
        ),
        (
            json!({"input": "Hi", "speed": 9}),
            400,
            json!("speed"),
            json!(null),
        ),
        (
            json!({"input": "Hi", "stream_format": "sse"}),
            400,
            json!("stream_format"),
            json!(null),
        ),
        (json!({"model": "tts-1"}), 400, json!(null), json!(null)),
        (
            json!({"input": "x".repeat(70_000)}),
            413,
            json!(null),
            json!(null),
        ),
    ];
    for (wish, status, param, code) in cases {
        check(companion.speak(wish).await, status, param, code).await;
    }
    let no_model = companion
        .transcribe(wav(vec![0; 16_000]), &[("model", "whisper-1")])
        .await;
    check(no_model, 404, json!("model"), json!("model_not_found")).await;
    assert!(!companion.spoken("Hi.").await.is_empty());
}

#[tokio::test]
async fn other_addresses_methods_and_web_pages_are_refused() {
    let companion = Companion::start(&[TINY]);
    let client = Client::new();
    let nowhere = client
        .get(companion.at("/v1/chat/completions"))
        .send()
        .await
        .unwrap();
    check(nowhere, 404, json!(null), json!(null)).await;
    let wrong = client
        .get(companion.at("/v1/audio/speech"))
        .send()
        .await
        .unwrap();
    check(wrong, 405, json!(null), json!(null)).await;
    let page = client
        .get(companion.at("/healthz"))
        .header("origin", "https://example.org");
    check(
        page.send().await.unwrap(),
        403,
        json!(null),
        json!("not_allowed"),
    )
    .await;
}

#[tokio::test]
async fn whoever_comes_when_the_line_is_full_is_sent_away_and_may_come_again() {
    let companion = Companion::start(&[TINY]);
    let address = companion.url.strip_prefix("http://").unwrap();
    let begin = "POST /v1/audio/transcriptions HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\
                 Content-Type: multipart/form-data; boundary=x\r\n\r\n--x\r\n";
    let slow: Vec<TcpStream> = (0..9)
        .map(|_| {
            let mut stream = TcpStream::connect(address).unwrap();
            stream.write_all(begin.as_bytes()).unwrap();
            stream
        })
        .collect();
    // Empty files are refused at once; the line is full when even they are not looked at.
    let mut response = companion.transcribe(Vec::new(), &[]).await;
    while response.status() == 400 {
        response = companion.transcribe(Vec::new(), &[]).await;
    }
    assert_eq!(response.headers()["retry-after"], "2");
    check(response, 429, json!(null), json!("rate_limit_exceeded")).await;
    drop(slow);
    while companion.transcribe(Vec::new(), &[]).await.status() == 429 {}
    assert_eq!(companion.heard(wav(vec![0; 16_000])).await, "");
}
