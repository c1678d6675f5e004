//! The built-in voice without a speech server: words go both ways as text.

use crate::far_voice::{event, guard, order, setup};
use realtime::{Builtin, ItemId, Order, Voice, VoiceEvent, voice_and_ports};

fn voice() -> Voice {
    let (voice, ports) = voice_and_ports();
    let config = Builtin {
        speech_url: None,
        key: None,
        speech_model: "any".into(),
    };
    tokio::spawn(realtime::builtin::run(config, setup(), ports));
    voice
}

fn say(reply: u64, words: &str) -> Order {
    Order::Respond {
        reply,
        words: Some(words.into()),
    }
}

/// The item under which a reply went, after its four events came in order.
async fn replied(voice: &mut Voice, number: u64, words: &str) -> ItemId {
    let VoiceEvent::ReplyStarted { reply, item_id, .. } = event(voice).await else {
        panic!("not started")
    };
    assert_eq!(reply, number);
    let delta = words.into();
    assert_eq!(
        event(voice).await,
        VoiceEvent::ReplyWords {
            reply,
            item_id: item_id.clone(),
            delta
        }
    );
    assert_eq!(
        event(voice).await,
        VoiceEvent::ReplyGenerated {
            reply,
            item_id: item_id.clone(),
            audio_ms: 0
        }
    );
    let VoiceEvent::ReplyEnded(ended) = event(voice).await else {
        panic!("not ended")
    };
    assert_eq!((ended.reply, &ended.item_id), (number, &item_id));
    assert_eq!(ended.heard.as_str(), words);
    assert!(!ended.interrupted);
    item_id
}

#[tokio::test]
async fn given_words_are_shown_at_once_and_count_as_heard() {
    let mut voice = voice();
    assert_eq!(event(&mut voice).await, VoiceEvent::Connected);
    order(&voice, say(1, "How did it begin?")).await;
    let first = replied(&mut voice, 1, "How did it begin?").await;
    order(&voice, say(2, "And then?")).await;
    let second = replied(&mut voice, 2, "And then?").await;
    assert_ne!(first, second);
    assert_eq!(voice.speaker.try_next(), None);
}

#[tokio::test]
async fn typed_answers_and_guidance_are_acknowledged() {
    let mut voice = voice();
    assert_eq!(event(&mut voice).await, VoiceEvent::Connected);
    let item_id = ItemId::from("m1");
    let text = "In a garage.".into();
    order(
        &voice,
        Order::Typed {
            item_id: item_id.clone(),
            text,
        },
    )
    .await;
    assert_eq!(event(&mut voice).await, VoiceEvent::Typed { item_id });
    let text = "Ask about the garage.".into();
    order(&voice, Order::Guide { id: 7, text }).await;
    assert_eq!(event(&mut voice).await, VoiceEvent::Guided { id: 7 });
}

#[tokio::test]
async fn a_reply_without_words_fails_because_nothing_here_makes_any_up() {
    let mut voice = voice();
    assert_eq!(event(&mut voice).await, VoiceEvent::Connected);
    for words in [None, Some("…".into())] {
        order(&voice, Order::Respond { reply: 3, words }).await;
        let failed = event(&mut voice).await;
        assert!(
            matches!(failed, VoiceEvent::ReplyFailed { reply: 3, .. }),
            "{failed:?}"
        );
    }
}

#[tokio::test]
async fn closing_ends_the_voice() {
    let mut voice = voice();
    order(&voice, Order::Close).await;
    assert_eq!(event(&mut voice).await, VoiceEvent::Connected);
    assert_eq!(guard("the end", voice.events.recv()).await, None);
}

#[tokio::test]
async fn items_of_two_voices_never_meet() {
    let (mut one, mut other) = (voice(), voice());
    for voice in [&mut one, &mut other] {
        assert_eq!(event(voice).await, VoiceEvent::Connected);
        order(voice, say(1, "Hello.")).await;
    }
    let first = replied(&mut one, 1, "Hello.").await;
    assert_ne!(first, replied(&mut other, 1, "Hello.").await);
}
