//! Connections that are refused, break, fall silent or come to their end.

use crate::far_voice::{FarVoice, QUICK, is_lost, order, until};
use futures_util::SinkExt;
use realtime::{Frame, Order, Timing, VoiceEvent};
use serde_json::json;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, frame::coding::CloseCode};

fn is_unusable(event: &VoiceEvent) -> bool {
    matches!(event, VoiceEvent::Unusable { .. })
}

#[tokio::test]
async fn a_server_that_hangs_up_as_soon_as_it_has_answered_is_given_up() {
    let far_voice = FarVoice::start().await;
    let mut voice = far_voice.voice(Timing {
        retries_max: 3,
        ..QUICK
    });
    for _ in 0..4 {
        drop(far_voice.settled().await);
    }
    until(&mut voice, is_unusable).await;
}

#[tokio::test]
async fn a_passing_fault_during_the_setup_is_tried_again_and_a_wrong_setup_is_not() {
    let far_voice = FarVoice::start().await;
    let mut voice = far_voice.voice(QUICK);
    let refusal = |kind: &str| json!({"type": "error", "event_id": "e", "error": {"type": kind, "code": null, "message": "no"}});
    for kind in ["server_error", "invalid_request_error"] {
        let mut far = far_voice.connection().await;
        far.say(json!({"type": "session.created", "event_id": "e", "session": {}}))
            .await;
        far.hears().await;
        far.say(refusal(kind)).await;
    }
    until(&mut voice, is_unusable).await;
}

#[tokio::test]
async fn a_huge_frame_costs_the_connection_and_not_the_talk() {
    let far_voice = FarVoice::start().await;
    let (mut voice, mut far) = far_voice.talk().await;
    let sent = far
        .socket
        .send(Message::text("x".repeat(5 * 1024 * 1024)))
        .await;
    drop(sent);
    until(&mut voice, is_lost).await;
    far_voice.settled().await;
    until(&mut voice, |it| *it == VoiceEvent::Connected).await;
}

#[tokio::test]
async fn a_silent_other_side_is_given_up_and_called_again() {
    let far_voice = FarVoice::start().await;
    let timing = Timing {
        ping_every: Duration::from_millis(20),
        half_open: Duration::from_millis(200),
        ..QUICK
    };
    let mut voice = far_voice.voice(timing);
    // Kept and never read again: no pong comes.
    let _half_open = far_voice.settled().await;
    until(&mut voice, is_lost).await;
    let _again = far_voice.settled().await;
    until(&mut voice, |it| *it == VoiceEvent::Connected).await;
}

#[tokio::test]
async fn a_session_that_drips_is_not_waited_for_forever() {
    let far_voice = FarVoice::start().await;
    let mut voice = far_voice.voice(Timing {
        connect: Duration::from_millis(100),
        ..QUICK
    });
    let mut slow = far_voice.stream().await;
    slow.write_all(b"HTTP/1.1 101 Swi").await.unwrap();
    far_voice.settled().await;
    until(&mut voice, |it| *it == VoiceEvent::Connected).await;
}

#[tokio::test]
async fn a_bad_key_is_reported_and_never_tried_again() {
    let far_voice = FarVoice::start().await;
    let mut voice = far_voice.voice(QUICK);
    let mut stream = far_voice.stream().await;
    let mut request = [0; 1024];
    assert!(stream.read(&mut request).await.unwrap() > 0);
    stream
        .write_all(b"HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n")
        .await
        .unwrap();
    until(&mut voice, is_unusable).await;
    assert_eq!(voice.events.recv().await, None);
}

#[tokio::test]
async fn no_quota_as_a_first_event_or_as_a_close_is_as_final() {
    let far_voice = FarVoice::start().await;
    let mut voice = far_voice.voice(QUICK);
    let mut far = far_voice.connection().await;
    far.say(json!({"type": "error", "event_id": "e", "error": {"type": "insufficient_quota", "code": "insufficient_quota", "message": "pay"}})).await;
    until(&mut voice, is_unusable).await;

    let (mut voice, mut far) = far_voice.talk().await;
    let goodbye = CloseFrame {
        code: CloseCode::from(3000),
        reason: "invalid_request_error.invalid_api_key".into(),
    };
    far.socket.close(Some(goodbye)).await.unwrap();
    until(&mut voice, is_unusable).await;
}

#[tokio::test]
async fn a_server_that_is_never_there_ends_in_a_report_and_not_in_a_loop() {
    let far_voice = FarVoice::start().await;
    let mut voice = far_voice.voice(Timing {
        retries_max: 3,
        ..QUICK
    });
    for _ in 0..4 {
        drop(far_voice.stream().await);
    }
    until(&mut voice, is_unusable).await;
}

#[tokio::test]
async fn the_sixty_minute_limit_is_a_reconnect() {
    let far_voice = FarVoice::start().await;
    let (mut voice, mut far) = far_voice.talk().await;
    far.say(json!({"type": "error", "event_id": "e", "error": {"type": "invalid_request_error", "code": "session_expired", "message": "60 minutes"}})).await;
    until(&mut voice, is_lost).await;
    far_voice.settled().await;
    until(&mut voice, |it| *it == VoiceEvent::Connected).await;
}

#[tokio::test]
async fn a_session_near_its_end_is_exchanged_when_nobody_speaks() {
    let far_voice = FarVoice::start().await;
    let mut voice = far_voice.voice(QUICK);
    let _old = far_voice.settled_until(0).await;
    until(&mut voice, |it| *it == VoiceEvent::Connected).await;
    order(
        &voice,
        Order::Guide {
            id: 1,
            text: "Ask.".into(),
        },
    )
    .await;
    let mut new = far_voice.settled().await;
    until(&mut voice, |it| *it == VoiceEvent::RolledOver).await;
    assert_eq!(new.hears().await["item"]["content"][0]["text"], "Ask.");
}

/// Somebody who never pauses cannot keep a session alive: what they are saying is repeated to the next one.
#[tokio::test]
async fn a_session_at_its_end_is_exchanged_even_while_the_person_speaks() {
    let far_voice = FarVoice::start().await;
    let mut voice = far_voice.voice(QUICK);
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let mut old = far_voice.settled_until(now.unwrap().as_secs() + 3).await;
    until(&mut voice, |it| *it == VoiceEvent::Connected).await;
    let sound = Frame::from_samples(None, &[7; 480]);
    voice.microphone.push(sound.clone());
    old.hears_anything().await;
    old.say(json!({"type": "input_audio_buffer.speech_started", "event_id": "e", "item_id": "u1", "audio_start_ms": 0})).await;
    let mut new = far_voice.settled().await;
    until(&mut voice, |it| *it == VoiceEvent::RolledOver).await;
    assert_eq!(new.hears_anything().await["audio"], sound.base64());
}
