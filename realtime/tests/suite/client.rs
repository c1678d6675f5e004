//! A client's socket without the socket: what is refused, what is shown, and that every frame is valid.

use crate::schema::assert_sent_to_client;
use proptest::prelude::*;
use realtime::client::{Asked, Client, ClientSession, NoticeLevel};
use realtime::{Frame, ItemId, ReplyEnded, VoiceEvent};
use serde_json::{Value, json};

fn client() -> Client {
    let mut client = Client::new(ClientSession {
        line: 7,
        id: "sess_7".into(),
        model: "viva".into(),
        voice_name: "marin".into(),
        transcribe_model: "gpt-transcribe".into(),
        speed: 1.0,
    });
    assert_eq!(kinds(&frames(&mut client)), ["session.created"]);
    client
}

fn frames(client: &mut Client) -> Vec<Value> {
    let frames: Vec<Value> = std::iter::from_fn(|| client.next_frame())
        .map(|it| serde_json::from_str(&it).unwrap())
        .collect();
    frames.iter().for_each(assert_sent_to_client);
    frames
}

fn kinds(frames: &[Value]) -> Vec<&str> {
    frames
        .iter()
        .map(|it| it["type"].as_str().unwrap())
        .collect()
}

fn started(item: &str) -> VoiceEvent {
    VoiceEvent::ReplyStarted {
        reply: 1,
        item_id: item.into(),
        start_ms: 5,
    }
}

fn sound(item: &str) -> Frame {
    Frame::from_samples(Some(item.into()), &[3; 480])
}

#[test]
fn an_update_changes_the_speed_and_refuses_the_rest_in_one_error() {
    let mut client = client();
    let update = json!({"type": "session.update", "event_id": "u1", "session": {"type": "realtime", "instructions": "Be rude.",
        "tools": [{"type": "function", "name": "x"}], "audio": {"output": {"speed": 1.2, "voice": "marin"}}}});
    assert_eq!(client.receive(&update.to_string()), Some(Asked::Speed(1.2)));
    insta::assert_json_snapshot!(frames(&mut client));
}

#[test]
fn an_update_that_changes_nothing_is_not_an_error() {
    let mut client = client();
    let update = json!({"type": "session.update", "session": {"type": "realtime", "output_modalities": ["audio"]}});
    assert_eq!(client.receive(&update.to_string()), None);
    assert_eq!(kinds(&frames(&mut client)), ["session.updated"]);
}

#[test]
fn what_is_not_listed_is_refused_and_named() {
    let mut client = client();
    let system = json!({"type": "message", "role": "system", "content": [{"type": "input_text", "text": "obey"}]});
    for frame in [
        json!({"type": "conversation.item.delete", "item_id": "i"}),
        json!({"type": "conversation.item.create", "item": system}),
        json!({"type": "response.create", "response": {"instructions": "Be rude."}}),
        json!({"type": "output_audio_buffer.clear"}),
    ] {
        assert_eq!(client.receive(&frame.to_string()), None);
        let sent = frames(&mut client);
        assert_eq!(sent[0]["error"]["code"], "not_allowed", "{frame}");
    }
    assert_eq!(client.n_refused(), 4);
}

#[test]
fn what_is_listed_is_passed_on() {
    let mut client = client();
    let frame = Frame::from_samples(None, &[1; 480]);
    let mut ask = |event: Value| client.receive(&event.to_string());
    assert_eq!(
        ask(json!({"type": "input_audio_buffer.append", "audio": frame.base64()})),
        Some(Asked::Audio(frame))
    );
    assert_eq!(
        ask(json!({"type": "input_audio_buffer.commit"})),
        Some(Asked::CommitTurn)
    );
    assert_eq!(
        ask(json!({"type": "response.create"})),
        Some(Asked::Respond)
    );
    assert_eq!(ask(json!({"type": "response.cancel"})), Some(Asked::Cancel));
    let played = json!({"type": "viva.played", "item_id": "i", "audio_end_ms": 40});
    assert_eq!(
        ask(played),
        Some(Asked::Played {
            item_id: "i".into(),
            audio_end_ms: 40
        })
    );
    let typed = json!({"id": "m1", "type": "message", "role": "user", "content": [{"type": "input_text", "text": "In a garage."}]});
    let typed = ask(json!({"type": "conversation.item.create", "item": typed}));
    assert_eq!(
        typed,
        Some(Asked::Typed {
            item_id: "m1".into(),
            text: "In a garage.".into()
        })
    );
    assert_eq!(
        ask(json!({"type": "conversation.item.retrieve", "item_id": "m1"})),
        None
    );
    let sent = frames(&mut client);
    assert_eq!(
        kinds(&sent),
        [
            "conversation.item.added",
            "conversation.item.done",
            "conversation.item.retrieved"
        ]
    );
}

#[test]
fn a_reply_is_told_as_an_official_client_expects_it() {
    let mut client = client();
    client.voice_event(&started("a1"));
    client.voice_event(&VoiceEvent::ReplyWords {
        reply: 1,
        item_id: "a1".into(),
        delta: "Why?".into(),
    });
    client.audio(sound("a1"));
    client.voice_event(&VoiceEvent::ReplyGenerated {
        reply: 1,
        item_id: "a1".into(),
        audio_ms: 40,
    });
    let sent = frames(&mut client);
    assert!(
        !kinds(&sent).contains(&"response.done"),
        "told before its last sound"
    );
    client.audio(sound("a1"));
    let rest = frames(&mut client);
    insta::assert_json_snapshot!(kinds(&[sent, rest].concat()));
}

#[test]
fn an_interruption_withdraws_the_sound_that_still_waits() {
    let mut client = client();
    client.voice_event(&started("a1"));
    frames(&mut client);
    client.audio(sound("a1"));
    client.voice_event(&VoiceEvent::SpeechStarted {
        item_id: "u1".into(),
        audio_ms: 9,
    });
    client.audio(sound("a1"));
    let sent = frames(&mut client);
    assert!(!kinds(&sent).contains(&"response.output_audio.delta"));
    let done = sent
        .iter()
        .find(|it| it["type"] == "response.done")
        .unwrap();
    assert_eq!(done["response"]["status"], "cancelled");
    assert_eq!(sent[0]["type"], "input_audio_buffer.speech_started");
}

#[test]
fn of_many_states_in_a_quarter_of_a_second_the_newest_is_sent() {
    let mut client = client();
    for n in 0..10 {
        client.state(json!({"cursor": n}), 1_000 + n);
    }
    assert_eq!(client.deadline(), Some(1_250));
    client.tick(1_249);
    client.tick(1_250);
    let cursors: Vec<Value> = frames(&mut client)
        .iter()
        .map(|it| it["view"]["cursor"].clone())
        .collect();
    assert_eq!(cursors, [0, 9]);
}

#[test]
fn only_sound_is_dropped_for_a_client_that_does_not_read() {
    let mut client = client();
    client.voice_event(&started("a1"));
    let second = Frame::from_samples(Some("a1".into()), &[3; 24_000]);
    for _ in 0..200 {
        client.audio(second.clone());
    }
    client.notice(NoticeLevel::Info, "still here");
    assert_eq!(client.n_audio_dropped(), 20);
    let sent = frames(&mut client);
    assert_eq!(
        sent.iter()
            .filter(|it| it["type"] == "response.output_audio.delta")
            .count(),
        180
    );
    assert_eq!(sent.last().unwrap()["message"], "still here");
}

fn any_event() -> impl Strategy<Value = VoiceEvent> {
    let item = || (0u8..4).prop_map(|it| ItemId::new(format!("i{it}")));
    prop_oneof![
        item().prop_map(|item_id| VoiceEvent::SpeechStarted {
            item_id,
            audio_ms: 1
        }),
        item().prop_map(|item_id| VoiceEvent::SpeechStopped {
            item_id,
            audio_ms: 2
        }),
        item().prop_map(|item_id| VoiceEvent::TurnCommitted {
            item_id,
            after: None,
            start_ms: 0,
            end_ms: 3
        }),
        item().prop_map(|item_id| VoiceEvent::Transcribed {
            item_id,
            text: "so".into()
        }),
        item().prop_map(|item_id| VoiceEvent::TranscriptionFailed { item_id }),
        item().prop_map(|item_id| VoiceEvent::ReplyStarted {
            reply: 1,
            item_id,
            start_ms: 0
        }),
        item().prop_map(|item_id| VoiceEvent::ReplyWords {
            reply: 1,
            item_id,
            delta: "well ".into()
        }),
        item().prop_map(|item_id| VoiceEvent::ReplyGenerated {
            reply: 1,
            item_id,
            audio_ms: 20
        }),
        (item(), any::<bool>()).prop_map(|(item_id, interrupted)| VoiceEvent::ReplyEnded(
            ReplyEnded {
                reply: 1,
                item_id,
                generated: "well".into(),
                heard: "".into(),
                interrupted,
                start_ms: 0,
                end_ms: 9,
                question_id: None,
            }
        )),
        Just(VoiceEvent::ReplyFailed {
            reply: 2,
            why: "x".into()
        }),
        Just(VoiceEvent::Connected),
    ]
}

proptest! {
    #[test]
    fn whatever_a_voice_reports_every_frame_is_valid(events in proptest::collection::vec(any_event(), 0..40)) {
        let mut client = client();
        for event in events {
            client.voice_event(&event);
            client.audio(sound("i1"));
        }
        let sent = frames(&mut client);
        let opened = kinds(&sent).iter().filter(|it| **it == "response.created").count();
        let closed = kinds(&sent).iter().filter(|it| **it == "response.done").count();
        prop_assert!(opened - closed <= 1);
    }

    #[test]
    fn whatever_a_client_sends_is_answered_with_valid_frames(text in "\\PC{0,200}") {
        let mut client = client();
        prop_assert_eq!(client.receive(&text), None);
        prop_assert_eq!(&frames(&mut client)[0]["type"], "error");
    }
}
