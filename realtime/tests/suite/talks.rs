//! A talk with a far voice that behaves: setup, guidance, replies, turns, interruptions.

use crate::far_voice::{FarVoice, QUICK, event, order, respond, until};
use realtime::{Frame, ItemId, Order, VoiceEvent};
use serde_json::{Value, json};
use std::time::Duration;

#[tokio::test]
async fn the_persona_is_sent_once_and_nothing_responds_by_itself() {
    let far_voice = FarVoice::start().await;
    let _voice = far_voice.voice(QUICK);
    let mut far = far_voice.connection().await;
    far.say(json!({"type": "session.created", "event_id": "e", "session": {"type": "realtime"}}))
        .await;
    insta::assert_json_snapshot!(far.hears().await);
}

#[tokio::test]
async fn guidance_is_an_item_sent_when_it_changed_and_the_superseded_one_is_deleted() {
    let far_voice = FarVoice::start().await;
    let (mut voice, mut far) = far_voice.talk().await;
    let guide = |id, text: &str| Order::Guide {
        id,
        text: text.into(),
    };
    order(&voice, guide(1, "Ask about the garage.")).await;
    order(&voice, respond(1)).await;
    let first = far.hears().await;
    assert_eq!(first["item"]["role"], "system");
    far.say(json!({"type": "conversation.item.added", "event_id": "e", "item": first["item"]}))
        .await;
    far.respond("r1", "How did it begin?").await;
    until(&mut voice, |it| *it == VoiceEvent::Guided { id: 1 }).await;

    order(&voice, guide(2, "Ask about the garage.")).await;
    until(&mut voice, |it| *it == VoiceEvent::Guided { id: 2 }).await;
    order(&voice, guide(3, "Ask about the money.")).await;
    order(&voice, respond(2)).await;
    far.cut_off("item_r1").await;
    // Gone before the response reads it, so that everything before it is still where it was.
    assert_eq!(far.hears().await["item_id"], first["item"]["id"]);
    let second = far.hears().await;
    assert_eq!(second["item"]["content"][0]["text"], "Ask about the money.");
    far.say(json!({"type": "conversation.item.added", "event_id": "e", "item": second["item"]}))
        .await;
    far.respond("r2", "What did it cost?").await;
    until(&mut voice, |it| *it == VoiceEvent::Guided { id: 3 }).await;

    order(&voice, guide(4, "Refused.")).await;
    order(&voice, respond(3)).await;
    far.cut_off("item_r2").await;
    assert_eq!(far.hears().await["item_id"], second["item"]["id"]);
    let refused = far.hears().await;
    assert_eq!(far.hears().await["type"], "response.create");
    let error = json!({"type": "invalid_request_error", "code": "invalid_value", "message": "no", "event_id": refused["event_id"]});
    far.say(json!({"type": "error", "event_id": "e", "error": error}))
        .await;
    let kept = far.hears().await;
    assert_eq!(kept["item"]["content"][0]["text"], "Ask about the money.");
    let failed = until(&mut voice, |it| {
        matches!(it, VoiceEvent::GuideFailed { .. })
    })
    .await;
    let why = "invalid_value".into();
    assert_eq!(failed, VoiceEvent::GuideFailed { id: 4, why });
}

#[tokio::test]
async fn guidance_waits_for_the_running_response_and_precedes_the_next() {
    let far_voice = FarVoice::start().await;
    let (mut voice, mut far) = far_voice.talk().await;
    order(&voice, respond(1)).await;
    let create = far.hears().await;
    far.created("r1", &create).await;
    far.speaks("r1", "Hello.", 20).await;
    until(&mut voice, |it| {
        matches!(it, VoiceEvent::ReplyStarted { .. })
    })
    .await;
    order(
        &voice,
        Order::Guide {
            id: 1,
            text: "Next.".into(),
        },
    )
    .await;
    far.done("r1", "completed", Value::Null).await;
    until(&mut voice, |it| matches!(it, VoiceEvent::ReplyEnded(_))).await;
    order(&voice, respond(2)).await;
    assert_eq!(far.hears().await["type"], "conversation.item.create");
    assert_eq!(far.hears().await["type"], "response.create");
}

#[tokio::test]
async fn a_reply_that_was_played_to_its_end_was_heard_whole() {
    let far_voice = FarVoice::start().await;
    let (mut voice, mut far) = far_voice.talk().await;
    order(&voice, respond(7)).await;
    far.respond("r1", "How did it begin?").await;
    let item_id = ItemId::from("item_r1");
    until(&mut voice, |it| {
        matches!(
            it,
            VoiceEvent::ReplyGenerated {
                audio_ms: 2_000,
                ..
            }
        )
    })
    .await;
    assert_eq!(voice.speaker.next().await.unwrap().ms(), 2_000);
    order(
        &voice,
        Order::Played {
            item_id,
            audio_end_ms: 2_000,
        },
    )
    .await;
    let VoiceEvent::ReplyEnded(ended) = event(&mut voice).await else {
        panic!("not ended")
    };
    assert_eq!(
        (ended.reply, ended.heard.as_str(), ended.interrupted),
        (7, "How did it begin?", false)
    );
    assert_eq!(ended.end_ms - ended.start_ms, 2_000);
}

#[tokio::test]
async fn exact_words_are_ordered_as_an_item_that_is_removed_again() {
    let far_voice = FarVoice::start().await;
    let (voice, mut far) = far_voice.talk().await;
    order(
        &voice,
        Order::Respond {
            reply: 1,
            words: Some("Tell us about a system.".into()),
        },
    )
    .await;
    let say = far.hears().await;
    assert!(
        say["item"]["content"][0]["text"]
            .as_str()
            .unwrap()
            .ends_with("Tell us about a system.")
    );
    far.respond("r1", "Tell us about a system.").await;
    let deleted = far.hears().await;
    assert_eq!(
        (&deleted["type"], &deleted["item_id"]),
        (&json!("conversation.item.delete"), &say["item"]["id"])
    );
}

#[tokio::test]
async fn speech_that_goes_on_cuts_the_reply_at_the_played_millisecond() {
    let far_voice = FarVoice::start().await;
    let (mut voice, mut far) = far_voice.talk().await;
    order(&voice, respond(1)).await;
    far.respond("r1", "What did you learn from the second attempt?")
        .await;
    until(&mut voice, |it| {
        matches!(it, VoiceEvent::ReplyGenerated { .. })
    })
    .await;
    order(
        &voice,
        Order::Played {
            item_id: "item_r1".into(),
            audio_end_ms: 900,
        },
    )
    .await;
    for _ in 0..10 {
        voice
            .microphone
            .push(Frame::from_samples(None, &[6_000; 2_400]));
    }
    far.say(json!({"type": "input_audio_buffer.speech_started", "event_id": "e", "item_id": "u1", "audio_start_ms": 0})).await;
    until(&mut voice, |it| {
        matches!(it, VoiceEvent::SpeechStarted { .. })
    })
    .await;
    let VoiceEvent::ReplyEnded(ended) = event(&mut voice).await else {
        panic!("not ended")
    };
    assert!(ended.interrupted);
    assert!(
        ended.heard.as_str().starts_with("What did you"),
        "{}",
        ended.heard.as_str()
    );
    assert!(ended.heard.as_str().len() < ended.generated.as_str().len());
    let truncate = far.hears().await;
    assert_eq!(truncate["type"], "conversation.item.truncate");
    assert!(
        (900..2_000).contains(&truncate["audio_end_ms"].as_u64().unwrap()),
        "{truncate}"
    );

    let error = json!({"type": "invalid_request_error", "code": "invalid_value", "message": "shorter", "event_id": truncate["event_id"]});
    far.say(json!({"type": "error", "event_id": "e", "error": error}))
        .await;
    assert_eq!(far.hears().await["type"], "conversation.item.delete");
    assert_eq!(
        far.hears().await["item"]["content"][0]["text"],
        ended.heard.as_str()
    );
}

#[tokio::test]
async fn a_murmur_during_a_reply_neither_interrupts_nor_makes_a_turn_but_words_do() {
    let far_voice = FarVoice::start().await;
    let (mut voice, mut far) = far_voice.talk().await;
    order(&voice, respond(1)).await;
    far.respond("r1", "A long question.").await;
    until(&mut voice, |it| {
        matches!(it, VoiceEvent::ReplyGenerated { .. })
    })
    .await;
    far.person_says("u1", "Mhm.").await;
    assert_eq!(far.hears().await["item_id"], "u1");
    far.person_says("u2", "No, wait.").await;
    let next = until(&mut voice, |it| !matches!(it, VoiceEvent::Usage(_))).await;
    assert!(
        matches!(&next, VoiceEvent::TurnCommitted { item_id, .. } if item_id.as_str() == "u2"),
        "{next:?}"
    );
}

#[tokio::test]
async fn the_voice_may_say_which_question_it_asked() {
    let far_voice = FarVoice::start().await;
    let (mut voice, mut far) = far_voice.talk().await;
    order(&voice, respond(1)).await;
    let create = far.hears().await;
    far.created("r1", &create).await;
    far.speaks("r1", "Why?", 20).await;
    far.say(json!({"type": "response.function_call_arguments.done", "event_id": "e", "response_id": "r1", "item_id": "f", "output_index": 1,
        "call_id": "call_1", "name": "mark_question", "arguments": "{\"question_id\":\"q3\"}"}))
    .await;
    far.done("r1", "completed", Value::Null).await;
    assert_eq!(far.hears().await["item"]["type"], "function_call_output");
    let ended = until(&mut voice, |it| matches!(it, VoiceEvent::ReplyEnded(_))).await;
    assert!(matches!(ended, VoiceEvent::ReplyEnded(it) if it.question_id.as_deref() == Some("q3")));
}

#[tokio::test]
async fn a_voice_that_only_says_which_question_it_asks_is_made_to_ask_it() {
    let far_voice = FarVoice::start().await;
    let (mut voice, mut far) = far_voice.talk().await;
    order(&voice, respond(1)).await;
    let create = far.hears().await;
    assert!(create["response"].get("tool_choice").is_none(), "{create}");
    far.created("r1", &create).await;
    far.say(json!({"type": "response.function_call_arguments.done", "event_id": "e", "response_id": "r1", "item_id": "f", "output_index": 0,
        "call_id": "call_1", "name": "mark_question", "arguments": "{\"question_id\":\"q3\"}"}))
    .await;
    far.done("r1", "completed", Value::Null).await;
    assert_eq!(far.hears().await["item"]["type"], "function_call_output");
    let create = far.hears().await;
    assert_eq!(create["response"]["tool_choice"], "none");
    far.created("r2", &create).await;
    far.speaks("r2", "Why?", 20).await;
    far.done("r2", "completed", Value::Null).await;
    let ended = until(&mut voice, |it| matches!(it, VoiceEvent::ReplyEnded(_))).await;
    assert!(matches!(ended, VoiceEvent::ReplyEnded(it) if it.question_id.as_deref() == Some("q3")));
}

#[tokio::test]
async fn somebody_who_goes_on_before_the_reply_begins_is_not_spoken_over() {
    let far_voice = FarVoice::start().await;
    let (mut voice, mut far) = far_voice.talk().await;
    order(&voice, respond(1)).await;
    let create = far.hears().await;
    far.created("r1", &create).await;
    for _ in 0..10 {
        voice
            .microphone
            .push(Frame::from_samples(None, &[6_000; 2_400]));
        far.hears_anything().await;
    }
    far.say(json!({"type": "input_audio_buffer.speech_started", "event_id": "e", "item_id": "u1", "audio_start_ms": 0})).await;
    far.speaks("r1", "How did it begin?", 2_000).await;
    assert_eq!(far.hears().await["type"], "response.cancel");
    let deleted = far.hears().await;
    assert_eq!(
        (&deleted["type"], &deleted["item_id"]),
        (&json!("conversation.item.delete"), &json!("item_r1"))
    );
    let ended = until(&mut voice, |it| matches!(it, VoiceEvent::ReplyEnded(_))).await;
    assert!(matches!(ended, VoiceEvent::ReplyEnded(it) if it.interrupted && it.heard.is_empty()));
    assert!(voice.speaker.try_next().is_none(), "nothing of it is heard");
}

#[tokio::test]
async fn somebody_who_says_nothing_intelligible_is_waited_for_again() {
    let far_voice = FarVoice::start().await;
    let (mut voice, mut far) = far_voice.talk_with_silence(Duration::from_millis(50)).await;
    far.person_says("u1", " . ").await;
    let times = |it: &VoiceEvent| matches!(it, VoiceEvent::Silent { times: 2, .. });
    until(&mut voice, times).await;
}
