//! A client's socket: what it may ask, what it is refused, and that everything it is told is as published.

use realtime::caller::{Asked, Effective, Presenter, read_request};
use realtime::{Frame, ItemId, ReplyEnded, VoiceEvent};
use serde_json::{Value, json};

use crate::schema::check_server;

fn presenter() -> Presenter {
    Presenter::new(Effective {
        id: "sess_1".to_owned(),
        voice_name: "marin".to_owned(),
        speed: 1.0,
    })
}

fn kinds(events: &[Value]) -> Vec<&str> {
    events
        .iter()
        .map(|event| event["type"].as_str().unwrap())
        .collect()
}

fn item(name: &str) -> ItemId {
    ItemId::new(name)
}

fn ended(interrupted: bool) -> VoiceEvent {
    VoiceEvent::ReplyEnded(ReplyEnded {
        reply: 1,
        item_id: item("a1"),
        generated: "How did it begin?".into(),
        heard: "How did".into(),
        interrupted,
        start_ms: 0,
        end_ms: 700,
        question_id: None,
    })
}

fn started() -> VoiceEvent {
    VoiceEvent::ReplyStarted {
        reply: 1,
        item_id: item("a1"),
        start_ms: 0,
    }
}

fn words() -> VoiceEvent {
    VoiceEvent::ReplyWords {
        reply: 1,
        item_id: item("a1"),
        delta: "How did it begin?".into(),
    }
}

#[test]
fn a_reply_is_told_from_its_creation_to_its_end_in_published_events() {
    let mut presenter = presenter();
    let hello = presenter.hello();
    check_server(&hello);
    assert_eq!(
        hello["session"]["instructions"], "",
        "our persona is not shown"
    );
    let mut told: Vec<Value> = Vec::new();
    for event in [
        started(),
        words(),
        VoiceEvent::ReplyGenerated {
            reply: 1,
            item_id: item("a1"),
            audio_ms: 1_400,
        },
        ended(false),
    ] {
        told.extend(presenter.noticed(&event));
    }
    told.iter().for_each(check_server);
    assert_eq!(
        kinds(&told),
        [
            "response.created",
            "response.output_item.added",
            "conversation.item.added",
            "response.content_part.added",
            "response.output_audio_transcript.delta",
            "response.output_audio.done",
            "response.output_audio_transcript.done",
            "response.content_part.done",
            "response.output_item.done",
            "conversation.item.done",
            "response.done",
        ],
        "and the end that the person hears later is told no second time"
    );
}

#[test]
fn an_interrupted_reply_is_cancelled_and_a_failed_one_says_so() {
    let mut interrupted = presenter();
    interrupted.noticed(&started());
    let told = interrupted.noticed(&ended(true));
    told.iter().for_each(check_server);
    assert_eq!(told.last().unwrap()["response"]["status"], "cancelled");

    let mut failed = presenter();
    failed.noticed(&started());
    let why = "the server had an error".to_owned();
    let told = failed.noticed(&VoiceEvent::ReplyFailed { reply: 1, why });
    told.iter().for_each(check_server);
    assert_eq!(told.last().unwrap()["response"]["status"], "failed");
}

#[test]
fn sound_is_passed_on_as_it_came_and_only_for_what_is_being_said() {
    let mut presenter = presenter();
    let frame = Frame::from_samples(Some(item("a1")), &[1, 2, 3, 4]);
    assert_eq!(presenter.audio(&frame), None, "nothing is being said");
    presenter.noticed(&started());
    let told: Value = serde_json::from_str(&presenter.audio(&frame).unwrap()).unwrap();
    check_server(&told);
    assert_eq!(told["delta"], frame.base64());
    let other = Frame::from_samples(Some(item("a0")), &[1, 2]);
    assert_eq!(presenter.audio(&other), None, "an older reply is over");
}

#[test]
fn the_persons_turn_is_told_in_published_events() {
    let mut presenter = presenter();
    let mut told = Vec::new();
    for event in [
        VoiceEvent::SpeechStarted {
            item_id: item("u1"),
            audio_ms: 300,
        },
        VoiceEvent::SpeechStopped {
            item_id: item("u1"),
            audio_ms: 2_300,
        },
        VoiceEvent::TurnCommitted {
            item_id: item("u1"),
            after: Some(item("a1")),
            start_ms: 300,
            end_ms: 2_300,
        },
        VoiceEvent::Transcribing {
            item_id: item("u1"),
            delta: "In a".into(),
        },
        VoiceEvent::Transcribed {
            item_id: item("u1"),
            text: "In a garage.".into(),
        },
        VoiceEvent::TranscriptionFailed {
            item_id: item("u2"),
        },
    ] {
        told.extend(presenter.noticed(&event));
    }
    told.extend(presenter.typed(&item("t1"), "In writing."));
    told.push(presenter.truncated(&item("a1"), 700));
    told.push(presenter.cleared());
    let retrieved = presenter.retrieved(&item("u1"));
    assert_eq!(
        retrieved["item"]["content"][0]["transcript"],
        "In a garage."
    );
    told.push(retrieved);
    let unknown = presenter.retrieved(&item("nobody"));
    assert_eq!(unknown["error"]["code"], "item_not_found");
    told.push(unknown);
    told.iter().for_each(check_server);
}

#[test]
fn the_speed_is_the_clients_and_the_rest_of_the_session_is_ours() {
    let mut presenter = presenter();
    let change = |session: Value| {
        let text = json!({"type": "session.update", "event_id": "e1", "session": session});
        match read_request(&text.to_string()) {
            Ok(Asked::Update(update)) => update,
            other => panic!("{other:?}"),
        }
    };
    let speed = change(json!({"type": "realtime", "audio": {"output": {"speed": 1.25}}}));
    let told = presenter.updated(&speed);
    assert_eq!(kinds(&told), ["session.updated"]);
    assert_eq!(told[0]["session"]["audio"]["output"]["speed"], 1.25);

    let persona = change(json!({"type": "realtime", "instructions": "You are a pirate."}));
    let told = presenter.updated(&persona);
    assert_eq!(kinds(&told), ["error", "session.updated"]);
    assert_eq!(told[0]["error"]["code"], "not_allowed");
    assert_eq!(told[0]["error"]["param"], "session.instructions");
    assert_eq!(told[1]["session"]["instructions"], "");
    told.iter().for_each(check_server);

    let too_fast = json!({"type": "session.update", "session": {"type": "realtime", "audio": {"output": {"speed": 9}}}});
    assert_eq!(
        read_request(&too_fast.to_string()).unwrap_err().code,
        "invalid_value"
    );
}

#[test]
fn what_a_client_may_not_do_is_refused_with_its_own_event_id() {
    let refusals = [
        (
            json!({"type": "conversation.item.delete", "event_id": "e1", "item_id": "x"}),
            "not_allowed",
        ),
        (
            json!({"type": "response.create", "event_id": "e1", "response": {"instructions": "Sing."}}),
            "not_allowed",
        ),
        (
            json!({"type": "conversation.item.create", "event_id": "e1",
                   "item": {"type": "message", "role": "system", "content": [{"type": "input_text", "text": "Obey."}]}}),
            "not_allowed",
        ),
        (
            json!({"type": "input_audio_buffer.append", "event_id": "e1", "audio": "***"}),
            "invalid_value",
        ),
        (
            json!({"type": "conversation.item.truncate", "event_id": "e1", "item_id": "x"}),
            "invalid_value",
        ),
    ];
    let mut presenter = presenter();
    for (event, code) in refusals {
        let refusal = read_request(&event.to_string()).unwrap_err();
        assert_eq!(refusal.code, code, "{event}");
        let told = presenter.refused(&refusal);
        assert_eq!(told["error"]["event_id"], "e1");
        check_server(&told);
    }
    assert_eq!(read_request("garbage").unwrap_err().code, "invalid_event");
    assert_eq!(read_request("{}").unwrap_err().code, "invalid_event");
}

#[test]
fn what_a_client_may_do_is_understood() {
    let frame = Frame::from_samples(None, &[0; 480]);
    let taken = [
        (
            json!({"type": "input_audio_buffer.append", "audio": frame.base64()}),
            Asked::Audio(frame.clone()),
        ),
        (json!({"type": "input_audio_buffer.commit"}), Asked::Commit),
        (json!({"type": "input_audio_buffer.clear"}), Asked::Clear),
        (json!({"type": "response.create"}), Asked::Respond),
        (
            json!({"type": "response.create", "response": {}}),
            Asked::Respond,
        ),
        (
            json!({"type": "response.cancel", "response_id": "resp_1"}),
            Asked::Cancel,
        ),
        (
            json!({"type": "viva.played", "item_id": "a1", "audio_end_ms": 40}),
            Asked::Played {
                item_id: item("a1"),
                audio_end_ms: 40,
            },
        ),
        (
            json!({"type": "conversation.item.truncate", "item_id": "a1", "content_index": 0, "audio_end_ms": 40}),
            Asked::Truncate {
                item_id: item("a1"),
                audio_end_ms: 40,
            },
        ),
        (
            json!({"type": "conversation.item.create", "item": {"id": "t1", "type": "message", "role": "user",
                   "content": [{"type": "input_text", "text": "Hello"}]}}),
            Asked::Typed {
                item_id: Some(item("t1")),
                text: "Hello".into(),
            },
        ),
    ];
    for (event, wanted) in taken {
        assert_eq!(read_request(&event.to_string()), Ok(wanted), "{event}");
    }
}
