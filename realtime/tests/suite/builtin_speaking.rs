//! The built-in voice speaks: sentence by sentence, at the pace of life, and stops when it is told to.

use crate::builtin_world::{Talk, config};
use crate::far_voice::{QUICK, event, order, setup, until};
use crate::speech_server::{MS_PER_CHAR, Mood, SpeechServer};
use axum::http::StatusCode;
use realtime::builtin::{Clock, run_on};
use realtime::{Order, Retry, Timing, VoiceEvent, voice_and_ports};
use std::time::Duration;
use tokio::net::TcpListener;

const TWO: &str = "You spoke of a garage. What was in it?";

fn ms(words: &str) -> u64 {
    (words.len() * MS_PER_CHAR) as u64
}

#[tokio::test]
async fn a_reply_is_made_sentence_by_sentence_and_heard_whole() {
    let mut talk = Talk::start().await;
    talk.say(1, TWO).await;
    talk.silence(3_000).await;
    let VoiceEvent::ReplyStarted { item_id, .. } = talk.event().await else {
        panic!("not started")
    };
    let mut words = String::new();
    let audio_ms = loop {
        match talk.event().await {
            VoiceEvent::ReplyWords { delta, .. } => words.push_str(delta.as_str()),
            VoiceEvent::ReplyGenerated { audio_ms, .. } => break audio_ms,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(words, TWO);
    let ended = talk.ended().await;
    assert_eq!((ended.item_id, ended.interrupted), (item_id, false));
    assert_eq!(ended.heard.as_str(), TWO);
    let spoken = ["You spoke of a garage.", "What was in it?"];
    assert_eq!(talk.server.said(), spoken);
    assert_eq!(audio_ms, spoken.iter().map(|it| ms(it)).sum::<u64>());
    assert_eq!(ended.end_ms - ended.start_ms, audio_ms);
    assert_eq!(talk.played.len() as u64, audio_ms * 24);
}

#[tokio::test]
async fn sound_leaves_no_earlier_than_it_is_needed() {
    let mut talk = Talk::start().await;
    talk.say(1, TWO).await;
    talk.silence(1_000).await;
    let ahead = talk.played.len() as u64 / 24 - 1_000;
    assert!((280..=320).contains(&ahead), "{ahead} ms ahead");
}

#[tokio::test]
async fn a_request_names_model_voice_and_speed_and_the_next_reply_takes_a_new_speed() {
    let mut talk = Talk::start().await;
    talk.order(Order::Speed { speed: 1.25 }).await;
    talk.say(1, "Hello.").await;
    talk.silence(500).await;
    talk.ended().await;
    insta::assert_json_snapshot!(talk.server.requests());
}

#[tokio::test]
async fn the_first_sentence_is_heard_while_the_second_is_still_being_made() {
    let server = SpeechServer::start().await;
    let (mut voice, ports) = voice_and_ports();
    let config = config(&server.url);
    // One sentence is known beforehand; the other never comes.
    tokio::spawn(run_on(Clock::Live, QUICK, config, setup(), ports));
    assert_eq!(event(&mut voice).await, VoiceEvent::Connected);
    let words = vec!["You spoke of a garage. ".into()];
    order(&voice, Order::Prepare { words }).await;
    server.has_said(1).await;
    // Asked again, it must have been made: the answers come in order.
    let words = vec!["You spoke of a garage. ".into(), "And?".into()];
    order(&voice, Order::Prepare { words }).await;
    server.has_said(2).await;
    server.is(Mood::Hangs);
    let words = Some(TWO.into());
    order(&voice, Order::Respond { reply: 1, words }).await;
    let frame = voice.speaker.next().await.unwrap();
    assert_eq!(frame.ms(), 20);
    let said = until(&mut voice, |it| matches!(it, VoiceEvent::ReplyWords { .. })).await;
    let VoiceEvent::ReplyWords { delta, .. } = said else {
        panic!("no words")
    };
    assert_eq!(delta.as_str(), "You spoke of a garage. ");
    server.has_said(3).await;
    let asked = server.said();
    assert_eq!(asked, ["You spoke of a garage.", "And?", "What was in it?"]);
}

#[tokio::test]
async fn a_stopped_reply_ends_where_it_was_played() {
    let mut talk = Talk::start().await;
    talk.say(1, TWO).await;
    talk.silence(1_000).await;
    talk.order(Order::Cancel).await;
    let ended = talk.ended().await;
    assert!(ended.interrupted);
    assert_eq!(ended.end_ms - ended.start_ms, 1_000);
    assert_eq!(ended.heard.as_str(), "You spoke of a");
    let played = talk.played.len();
    talk.silence(1_000).await;
    assert_eq!(talk.played.len(), played, "not a frame after the stop");
}

#[tokio::test]
async fn what_has_left_entirely_when_it_is_stopped_was_heard() {
    let mut talk = Talk::start().await;
    talk.say(1, "What was in it?").await;
    talk.silence(ms("What was in it?") as usize - 100).await;
    talk.order(Order::Cancel).await;
    let ended = talk.ended().await;
    assert!(!ended.interrupted);
    assert_eq!(ended.heard.as_str(), "What was in it?");
}

#[tokio::test]
async fn a_client_that_counts_what_it_played_is_believed() {
    let mut talk = Talk::start().await;
    talk.say(1, TWO).await;
    talk.silence(1_000).await;
    let started = talk.event().await;
    let VoiceEvent::ReplyStarted { item_id, .. } = started else {
        panic!("{started:?}")
    };
    let audio_end_ms = 300;
    talk.order(Order::Played {
        item_id,
        audio_end_ms,
    })
    .await;
    talk.order(Order::Cancel).await;
    let ended = talk.ended().await;
    assert_eq!(ended.end_ms - ended.start_ms, 300);
    assert_eq!(ended.heard.as_str(), "You");
}

#[tokio::test]
async fn a_broken_server_leaves_the_words_as_text_and_its_return_is_noticed() {
    let mut talk = Talk::start().await;
    talk.server
        .is(Mood::Answers(StatusCode::SERVICE_UNAVAILABLE));
    talk.say(1, TWO).await;
    let ended = talk.ended().await;
    assert_eq!((ended.heard.as_str(), ended.interrupted), (TWO, false));
    let lost = talk.event().await;
    assert!(
        matches!(
            lost,
            VoiceEvent::Lost {
                retry: Retry::Later,
                ..
            }
        ),
        "{lost:?}"
    );
    talk.server.is(Mood::Well);
    talk.silence(100).await;
    assert_eq!(talk.event().await, VoiceEvent::Connected);
    talk.say(2, "Good.").await;
    talk.silence(500).await;
    let ended = talk.ended().await;
    assert_eq!(ended.end_ms - ended.start_ms, ms("Good."));
}

#[tokio::test]
async fn a_server_that_is_not_there_yet_is_used_when_it_comes() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let (mut voice, ports) = voice_and_ports();
    let config = config(&format!("http://{address}/v1/"));
    tokio::spawn(run_on(Clock::Live, QUICK, config, setup(), ports));
    let words = Some("Hello.".into());
    order(&voice, Order::Respond { reply: 1, words }).await;
    until(&mut voice, |it| matches!(it, VoiceEvent::Lost { .. })).await;
    let _server = SpeechServer::on(TcpListener::bind(address).await.unwrap());
    until(&mut voice, |it| *it == VoiceEvent::Connected).await;
    let words = Some("Hello.".into());
    order(&voice, Order::Respond { reply: 2, words }).await;
    let generated = until(&mut voice, |it| {
        matches!(it, VoiceEvent::ReplyGenerated { .. })
    })
    .await;
    let VoiceEvent::ReplyGenerated { audio_ms, .. } = generated else {
        panic!("{generated:?}")
    };
    assert_eq!(audio_ms, ms("Hello."));
}

#[tokio::test]
async fn a_server_that_hangs_is_not_waited_for() {
    let server = SpeechServer::start().await;
    server.is(Mood::Hangs);
    let timing = Timing {
        response_start: Duration::from_millis(20),
        ..QUICK
    };
    let mut talk = Talk::with(server, setup(), timing).await;
    talk.say(1, "Hello.").await;
    assert_eq!(talk.ended().await.heard.as_str(), "Hello.");
    let VoiceEvent::Lost { reason, .. } = talk.event().await else {
        panic!("not told")
    };
    assert_eq!(reason, "the speech server is too slow");
}

#[tokio::test]
async fn a_refusal_says_what_to_check() {
    let mut talk = Talk::start().await;
    talk.server.is(Mood::Answers(StatusCode::NOT_FOUND));
    talk.say(1, "Hello.").await;
    let lost = talk.until(|it| matches!(it, VoiceEvent::Lost { .. })).await;
    let VoiceEvent::Lost { reason, .. } = lost else {
        panic!("not told")
    };
    assert!(reason.contains("VIVA_SPEECH_URL"), "{reason}");
}
