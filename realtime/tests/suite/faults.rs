//! A far voice that misbehaves within a talk in every way we know of. The talk goes on, or the voice says that it cannot.

use crate::far_voice::{FarVoice, QUICK, event, is_lost, order, respond, until};
use futures_util::SinkExt;
use realtime::{Frame, Order, Seed, SeedTurn, Speaker, Timing, VoiceEvent};
use serde_json::{Value, json};
use std::time::Duration;
use tokio_tungstenite::tungstenite::Message;

#[tokio::test]
async fn a_dropped_connection_is_made_again_and_told_the_talk_so_far() {
    let far_voice = FarVoice::start().await;
    let (mut voice, far) = far_voice.talk().await;
    let turns = vec![
        SeedTurn {
            by: Speaker::Interviewer,
            text: "Where?".into(),
        },
        SeedTurn {
            by: Speaker::Person,
            text: "In a garage.".into(),
        },
    ];
    order(
        &voice,
        Order::Seed(Seed {
            summary: "They build boats.".into(),
            turns,
        }),
    )
    .await;
    order(
        &voice,
        Order::Played {
            item_id: "none".into(),
            audio_end_ms: 0,
        },
    )
    .await;
    drop(far);
    until(&mut voice, is_lost).await;
    let mut far = far_voice.settled().await;
    until(&mut voice, |it| *it == VoiceEvent::Connected).await;
    for (role, text) in [
        ("system", "They build boats."),
        ("assistant", "Where?"),
        ("user", "In a garage."),
    ] {
        let item = far.hears().await;
        assert_eq!(
            (&item["item"]["role"], &item["item"]["content"][0]["text"]),
            (&json!(role), &json!(text))
        );
    }
}

/// The connection breaks after each event of a response in turn.
#[tokio::test]
async fn a_drop_at_any_event_of_a_response_never_leaves_silence() {
    for broken_after in [
        "response.create",
        "response.created",
        "half",
        "response.done",
    ] {
        let far_voice = FarVoice::start().await;
        let (mut voice, mut far) = far_voice.talk().await;
        order(&voice, respond(1)).await;
        let create = far.hears().await;
        if broken_after != "response.create" {
            far.created("r1", &create).await;
        }
        if broken_after == "half" || broken_after == "response.done" {
            far.speaks("r1", "How did it all begin, back then?", 20)
                .await;
            until(&mut voice, |it| {
                matches!(it, VoiceEvent::ReplyStarted { .. })
            })
            .await;
        }
        if broken_after == "response.done" {
            far.done("r1", "completed", Value::Null).await;
            until(&mut voice, |it| {
                matches!(it, VoiceEvent::ReplyGenerated { .. })
            })
            .await;
        }
        drop(far);
        let mut far = far_voice.settled().await;
        let whole = broken_after != "half";
        if broken_after.starts_with("response.create") {
            far.respond("r2", "How did it all begin, back then?").await;
            until(&mut voice, |it| {
                matches!(it, VoiceEvent::ReplyGenerated { .. })
            })
            .await;
            let played = Order::Played {
                item_id: "item_r2".into(),
                audio_end_ms: 2_000,
            };
            order(&voice, played).await;
        }
        let spoken = until(&mut voice, |it| matches!(it, VoiceEvent::ReplyEnded(_))).await;
        assert!(
            matches!(&spoken, VoiceEvent::ReplyEnded(it) if it.reply == 1 && it.interrupted != whole && (it.heard == it.generated) == whole),
            "{broken_after}: {spoken:?}"
        );
        if !whole {
            // Its owner has it said again.
            let failed = event(&mut voice).await;
            assert!(matches!(failed, VoiceEvent::ReplyFailed { reply: 1, .. }));
        }
    }
}

#[tokio::test]
async fn a_turn_whose_words_the_broken_connection_owes_is_repeated_to_the_next() {
    let far_voice = FarVoice::start().await;
    let (mut voice, mut far) = far_voice.talk().await;
    let sound = Frame::from_samples(None, &[7; 480]);
    voice.microphone.push(sound.clone());
    far.hears_anything().await;
    far.person_spoke("u1").await;
    let committed = |it: &VoiceEvent| matches!(it, VoiceEvent::TurnCommitted { .. });
    until(&mut voice, committed).await;
    drop(far);
    until(&mut voice, is_lost).await;
    let mut far = far_voice.settled().await;
    assert_eq!(far.hears_anything().await["audio"], sound.base64());
    assert_eq!(far.hears().await["type"], "input_audio_buffer.commit");
    far.say(json!({"type": "input_audio_buffer.committed", "event_id": "e", "item_id": "w1", "previous_item_id": null})).await;
    far.transcribed("w1", "In a garage.").await;
    far.person_says("u2", "And then we moved.").await;
    let mut seen = Vec::new();
    while seen.len() < 3 {
        match event(&mut voice).await {
            VoiceEvent::TurnCommitted { item_id, .. } => seen.push(format!("turn {item_id}")),
            VoiceEvent::Transcribed { item_id, text } => {
                seen.push(format!("{item_id} {}", text.as_str()));
            }
            _ => {}
        }
    }
    assert_eq!(
        seen,
        ["u1 In a garage.", "turn u2", "u2 And then we moved."]
    );
}

#[tokio::test]
async fn a_response_that_fails_in_the_middle_is_heard_as_far_as_it_came_and_reported() {
    let far_voice = FarVoice::start().await;
    let (mut voice, mut far) = far_voice.talk().await;
    order(&voice, respond(1)).await;
    let create = far.hears().await;
    far.created("r1", &create).await;
    far.speaks("r1", "How did it all begin, back then?", 20)
        .await;
    let error =
        json!({"type": "failed", "error": {"type": "server_error", "code": "server_error"}});
    far.done("r1", "failed", error).await;
    let ended = until(&mut voice, |it| matches!(it, VoiceEvent::ReplyEnded(_))).await;
    assert!(matches!(ended, VoiceEvent::ReplyEnded(it) if it.interrupted));
    let failed = event(&mut voice).await;
    assert!(matches!(failed, VoiceEvent::ReplyFailed { reply: 1, .. }));
}

#[tokio::test]
async fn a_response_that_hangs_or_drips_takes_its_connection_with_it_and_is_ordered_again() {
    let hangs = Timing {
        response_start: Duration::from_millis(500),
        ..QUICK
    };
    let drips = Timing {
        response_max: Duration::from_millis(500),
        ..QUICK
    };
    for timing in [hangs, drips] {
        let far_voice = FarVoice::start().await;
        let mut voice = far_voice.voice(timing);
        let mut far = far_voice.settled().await;
        order(&voice, respond(1)).await;
        let create = far.hears().await;
        far.created("r1", &create).await;
        until(&mut voice, is_lost).await;
        far_voice.settled().await.respond("r2", "At last.").await;
        until(&mut voice, |it| {
            matches!(it, VoiceEvent::ReplyStarted { reply: 1, .. })
        })
        .await;
    }
}

#[tokio::test]
async fn a_response_in_text_is_removed_and_asked_for_again() {
    let far_voice = FarVoice::start().await;
    let (mut voice, mut far) = far_voice.talk().await;
    order(&voice, respond(1)).await;
    let create = far.hears().await;
    far.created("r1", &create).await;
    let output = json!([{"id": "silent", "type": "message"}]);
    let response =
        json!({"id": "r1", "object": "realtime.response", "status": "completed", "output": output});
    far.say(json!({"type": "response.done", "event_id": "e", "response": response}))
        .await;
    let deleted = far.hears().await;
    assert_eq!(
        (&deleted["type"], &deleted["item_id"]),
        (&json!("conversation.item.delete"), &json!("silent"))
    );
    far.respond("r2", "Aloud.").await;
    until(&mut voice, |it| {
        matches!(it, VoiceEvent::ReplyStarted { reply: 1, .. })
    })
    .await;
}

#[tokio::test]
async fn a_detector_that_noise_keeps_open_is_ended_from_here() {
    let far_voice = FarVoice::start().await;
    let _voice = far_voice.voice(Timing {
        turn_max: Duration::from_millis(100),
        ..QUICK
    });
    let mut far = far_voice.settled().await;
    far.say(json!({"type": "input_audio_buffer.speech_started", "event_id": "e", "item_id": "u1", "audio_start_ms": 0})).await;
    assert_eq!(far.hears().await["type"], "input_audio_buffer.commit");
}

#[tokio::test]
async fn what_was_spoken_into_the_gap_reaches_the_next_connection() {
    let far_voice = FarVoice::start().await;
    let (mut voice, mut far) = far_voice.talk().await;
    voice.microphone.push(Frame::from_samples(None, &[1; 480]));
    far.hears_anything().await;
    far.say(json!({"type": "input_audio_buffer.speech_started", "event_id": "e", "item_id": "u1", "audio_start_ms": 0})).await;
    until(&mut voice, |it| {
        matches!(it, VoiceEvent::SpeechStarted { .. })
    })
    .await;
    drop(far);
    until(&mut voice, is_lost).await;
    voice.microphone.push(Frame::from_samples(None, &[2; 480]));
    let mut far = far_voice.settled().await;
    for tone in [1, 2] {
        let sound = Frame::from_samples(None, &[tone; 480]);
        assert_eq!(far.hears_anything().await["audio"], sound.base64());
    }
}

#[tokio::test]
async fn garbage_unknown_events_and_binary_frames_are_passed_over() {
    let far_voice = FarVoice::start().await;
    let (mut voice, mut far) = far_voice.talk().await;
    for garbage in [
        "",
        "{",
        "[]",
        "null",
        r#"{"type":7}"#,
        r#"{"type":"response.done"}"#,
    ] {
        far.socket.send(Message::text(garbage)).await.unwrap();
    }
    far.socket
        .send(Message::binary(vec![0; 100]))
        .await
        .unwrap();
    far.say(json!({"type": "moon.phase", "full": true})).await;
    far.say(json!({"type": "response.output_audio.delta", "response_id": "r9", "item_id": "i", "delta": "!!"})).await;
    far.person_says("u1", "Still here.").await;
    let words = until(&mut voice, |it| {
        matches!(it, VoiceEvent::Transcribed { .. })
    })
    .await;
    assert!(
        matches!(words, VoiceEvent::Transcribed { text, .. } if text.as_str() == "Still here.")
    );
}

#[tokio::test]
async fn events_that_come_twice_or_late_change_nothing_the_second_time() {
    let far_voice = FarVoice::start().await;
    let (mut voice, mut far) = far_voice.talk().await;
    far.person_says("u1", "First.").await;
    far.person_says("u1", "First.").await;
    far.transcribed("u1", "Other words.").await;
    far.transcribed("never_seen", "Who?").await;
    far.person_says("u2", " . ").await;
    far.person_says("u3", "Last.").await;
    let mut seen = Vec::new();
    loop {
        match event(&mut voice).await {
            VoiceEvent::TurnCommitted { item_id, .. } => seen.push(format!("turn {item_id}")),
            VoiceEvent::Transcribed { item_id, text } => {
                seen.push(format!("{item_id} {}", text.as_str()))
            }
            VoiceEvent::TranscriptionFailed { item_id } => seen.push(format!("{item_id} empty")),
            _ => {}
        }
        if seen.last().is_some_and(|it| it == "u3 Last.") {
            break;
        }
    }
    assert_eq!(
        seen,
        [
            "turn u1",
            "u1 First.",
            "turn u2",
            "u2 empty",
            "turn u3",
            "u3 Last."
        ]
    );
}

#[tokio::test]
async fn a_transcription_that_does_not_come_settles_and_still_counts_when_it_does() {
    let far_voice = FarVoice::start().await;
    let mut voice = far_voice.voice(Timing {
        transcription: Duration::from_millis(20),
        ..QUICK
    });
    let mut far = far_voice.settled().await;
    far.say(json!({"type": "input_audio_buffer.committed", "event_id": "e", "item_id": "u1", "previous_item_id": null})).await;
    until(&mut voice, |it| {
        matches!(it, VoiceEvent::TranscriptionFailed { .. })
    })
    .await;
    far.transcribed("u1", "Late but true.").await;
    until(&mut voice, |it| {
        matches!(it, VoiceEvent::Transcribed { .. })
    })
    .await;
}

#[tokio::test]
async fn a_response_refused_because_another_runs_is_created_when_that_one_is_done() {
    let far_voice = FarVoice::start().await;
    let (mut voice, mut far) = far_voice.talk().await;
    order(&voice, respond(1)).await;
    let create = far.hears().await;
    let error = json!({"type": "invalid_request_error", "code": "conversation_already_has_active_response", "message": "busy", "event_id": create["event_id"]});
    far.say(json!({"type": "error", "event_id": "e", "error": error}))
        .await;
    far.done("foreign", "completed", Value::Null).await;
    far.respond("r1", "At last.").await;
    until(&mut voice, |it| {
        matches!(it, VoiceEvent::ReplyStarted { reply: 1, .. })
    })
    .await;
}

#[tokio::test]
async fn a_failed_response_is_tried_once_more_and_then_reported() {
    let far_voice = FarVoice::start().await;
    let (mut voice, mut far) = far_voice.talk().await;
    order(&voice, respond(1)).await;
    let details = json!({"type": "failed", "error": {"type": "server_error", "code": "inference_rate_limit_exceeded"}});
    for id in ["r1", "r2"] {
        let create = far.hears().await;
        far.created(id, &create).await;
        far.done(id, "failed", details.clone()).await;
    }
    let failed = event(&mut voice).await;
    assert_eq!(
        failed,
        VoiceEvent::ReplyFailed {
            reply: 1,
            why: "inference_rate_limit_exceeded".into()
        }
    );
}
