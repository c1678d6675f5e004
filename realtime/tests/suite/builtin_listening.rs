//! The built-in voice listens: turns, pauses, interruptions, and everything that is none of them.

use crate::builtin_world::{Talk, is_turn, noise, silence, speech};
use crate::far_voice::{QUICK, setup};
use crate::speech_server::{Mood, SpeechServer};
use axum::http::StatusCode;
use realtime::{Order, VoiceEvent};
use std::time::Duration;

const QUESTION: &str = "What was it like to build the first one in that cold garage, that winter?";

#[tokio::test]
async fn an_answer_is_heard_committed_and_written_down() {
    let mut talk = Talk::start().await;
    talk.server.understands("It began in a garage.");
    talk.silence(500).await;
    talk.hear(&speech(3_700)).await;
    talk.silence(1_500).await;
    let VoiceEvent::SpeechStarted { item_id, audio_ms } = talk.event().await else {
        panic!("not started")
    };
    assert!((400..=900).contains(&audio_ms), "{audio_ms}");
    let VoiceEvent::SpeechStopped { .. } = talk.event().await else {
        panic!("not stopped")
    };
    let VoiceEvent::TurnCommitted {
        item_id: committed,
        start_ms,
        end_ms,
        after,
    } = talk.event().await
    else {
        panic!("not committed")
    };
    assert_eq!((&committed, start_ms, after), (&item_id, audio_ms, None));
    assert!((3_600..=4_400).contains(&end_ms), "{end_ms}");
    let text = "It began in a garage.".into();
    assert_eq!(
        talk.event().await,
        VoiceEvent::Transcribed { item_id, text }
    );
    let (fields, length) = talk.server.heard().remove(0);
    assert!((3_000..=5_000).contains(&length), "{length}");
    insta::assert_json_snapshot!(fields);
}

#[tokio::test]
async fn the_second_turn_names_the_first_as_its_predecessor() {
    let mut talk = Talk::start().await;
    for _ in 0..2 {
        talk.hear(&speech(1_500)).await;
        talk.silence(1_500).await;
    }
    let mut turns = Vec::new();
    while turns.len() < 2 {
        if let VoiceEvent::TurnCommitted { item_id, after, .. } = talk.event().await {
            turns.push((item_id, after));
        }
    }
    assert_eq!(turns[1].1.as_ref(), Some(&turns[0].0));
}

#[tokio::test]
async fn a_pause_to_think_ends_a_turn_only_for_the_impatient() {
    for (patience_ms, turns) in [(3_500, 1), (900, 2)] {
        let mut talk = Talk::start().await;
        let silence = Duration::from_millis(patience_ms);
        talk.order(Order::Patience { silence }).await;
        talk.hear(&speech(1_500)).await;
        talk.silence(3_000).await;
        talk.hear(&speech(1_500)).await;
        talk.silence(4_000).await;
        let events = talk.rest().await;
        let committed = events
            .iter()
            .filter(|it| matches!(it, VoiceEvent::TurnCommitted { .. }));
        assert_eq!(committed.count(), turns, "{patience_ms}");
    }
}

#[tokio::test]
async fn speech_into_a_question_stops_it_and_the_heard_words_are_cut() {
    let mut talk = Talk::start().await;
    talk.server.understands("Wait, that is not how it was.");
    talk.say(1, QUESTION).await;
    talk.silence(1_000).await;
    talk.hear(&speech(2_000)).await;
    let VoiceEvent::SpeechStarted { audio_ms, .. } = talk.until(is_turn).await else {
        panic!("not noticed")
    };
    assert!((950..=1_500).contains(&audio_ms), "{audio_ms}");
    let VoiceEvent::ReplyEnded(ended) = talk.event().await else {
        panic!("not stopped at once")
    };
    assert!(ended.interrupted);
    assert!(QUESTION.starts_with(ended.heard.as_str()) && ended.heard.as_str().len() > 10);
    assert!((1_500..=2_600).contains(&ended.end_ms), "{}", ended.end_ms);
    let played_ms = talk.played.len() as u64 / 24;
    assert!(played_ms <= ended.end_ms + 320, "{played_ms}");
    talk.silence(1_500).await;
    assert_eq!(talk.transcribed().await, "Wait, that is not how it was.");
}

#[tokio::test]
async fn a_short_acknowledgement_neither_interrupts_nor_makes_a_turn() {
    let mut talk = Talk::start().await;
    talk.server.understands("Mhm.");
    talk.say(1, QUESTION).await;
    talk.silence(1_000).await;
    talk.hear(&speech(480)).await;
    talk.silence(4_500).await;
    let ended = talk.ended().await;
    assert_eq!((ended.heard.as_str(), ended.interrupted), (QUESTION, false));
    assert_eq!(talk.server.heard().len(), 1, "it was listened to");
    let events = talk.rest().await;
    assert!(!events.iter().any(is_turn), "{events:?}");
}

#[tokio::test]
async fn a_short_objection_does_not_interrupt_but_is_a_turn() {
    let mut talk = Talk::start().await;
    talk.server.understands("No!");
    talk.say(1, QUESTION).await;
    talk.silence(1_000).await;
    talk.hear(&speech(480)).await;
    talk.silence(1_000).await;
    assert_eq!(talk.transcribed().await, "No!");
    talk.silence(4_000).await;
    assert!(!talk.ended().await.interrupted);
}

#[tokio::test]
async fn our_own_voice_in_the_microphone_is_not_the_person() {
    for (delay_ms, share) in [(40, 2), (250, 3), (600, 6)] {
        let mut talk = Talk::start().await;
        talk.say(1, QUESTION).await;
        let mut heard = 0;
        for step in 0..350 {
            let delayed = step * 480 >= delay_ms * 24;
            let sound: Vec<i16> = match delayed {
                true => talk
                    .played
                    .iter()
                    .skip(heard)
                    .take(480)
                    .map(|it| it / share)
                    .collect(),
                false => Vec::new(),
            };
            heard += sound.len();
            let mut room = noise(20, 20);
            for (sample, echo) in room.iter_mut().zip(sound) {
                *sample += echo;
            }
            talk.hear(&room).await;
        }
        let ended = talk.ended().await;
        assert_eq!((ended.heard.as_str(), ended.interrupted), (QUESTION, false));
        let uploads = talk.server.heard().len();
        let events = talk.rest().await;
        assert!(!events.iter().any(is_turn), "{delay_ms} ms: {events:?}");
        assert_eq!(uploads, 0, "{delay_ms} ms");
    }
}

#[tokio::test]
async fn a_person_is_heard_through_the_echo_of_our_voice() {
    let mut talk = Talk::start().await;
    talk.say(1, QUESTION).await;
    let person = speech(3_000);
    for step in 0..250_usize {
        let echo_from = (step * 480).saturating_sub(150 * 24);
        let mut room: Vec<i16> = talk
            .played
            .iter()
            .skip(echo_from)
            .take(480)
            .map(|it| it / 6)
            .collect();
        room.resize(480, 0);
        let person_from = (step * 480).checked_sub(1_500 * 24);
        if let Some(from) = person_from {
            for (sample, voice) in room.iter_mut().zip(person.iter().skip(from)) {
                *sample = sample.saturating_add(*voice);
            }
        }
        talk.hear(&room).await;
    }
    let ended = talk.ended().await;
    assert!(ended.interrupted);
    assert!((1_900..=3_000).contains(&ended.end_ms), "{}", ended.end_ms);
}

#[tokio::test]
async fn noise_hum_clicks_and_silence_are_nobody() {
    let hum: Vec<i16> = (0..240_000)
        .map(|at| {
            ((f64::from(at) * 120.0 * std::f64::consts::TAU / 24_000.0).sin() * 3_000.0) as i16
        })
        .collect();
    let mut clicks = silence(5_000);
    for at in (0..clicks.len()).step_by(12_000) {
        clicks[at..at + 240].fill(12_000);
    }
    let sounds = [
        ("hiss", noise(10_000, 1_500)),
        ("loud hiss", noise(10_000, 9_000)),
        ("hum", hum),
        ("clicks", clicks),
        ("silence", silence(10_000)),
    ];
    for (name, sound) in sounds {
        let mut talk = Talk::start().await;
        talk.silence(1_000).await;
        talk.hear(&sound).await;
        talk.silence(1_500).await;
        let events = talk.rest().await;
        assert_eq!(events, [], "{name}");
    }
}

#[tokio::test]
async fn a_person_is_understood_in_a_noisy_room() {
    let mut talk = Talk::start().await;
    talk.hear(&noise(3_000, 300)).await;
    let mut voice = speech(3_700);
    for (sample, hiss) in voice.iter_mut().zip(noise(3_700, 300)) {
        *sample = sample.saturating_add(hiss);
    }
    talk.hear(&voice).await;
    talk.hear(&noise(2_500, 300)).await;
    assert_eq!(talk.transcribed().await, "Words.");
}

#[tokio::test]
async fn what_is_not_understood_settles_its_turn() {
    for nothing in ["", " . ", "[BLANK_AUDIO]"] {
        let mut talk = Talk::start().await;
        talk.server.understands(nothing);
        talk.hear(&speech(1_500)).await;
        talk.silence(1_500).await;
        talk.until(|it| matches!(it, VoiceEvent::TranscriptionFailed { .. }))
            .await;
    }
    let mut talk = Talk::start().await;
    talk.server
        .is(Mood::Answers(StatusCode::INTERNAL_SERVER_ERROR));
    talk.hear(&speech(1_500)).await;
    talk.silence(1_500).await;
    talk.until(|it| matches!(it, VoiceEvent::TranscriptionFailed { .. }))
        .await;
    talk.until(|it| matches!(it, VoiceEvent::Lost { .. })).await;
}

#[tokio::test]
async fn a_long_answer_is_recognised_piece_by_piece_in_its_order() {
    let mut talk = Talk::start().await;
    let silence = Duration::from_millis(2_000);
    talk.order(Order::Patience { silence }).await;
    for words in ["First this.", "Then that.", "And at last the end."] {
        talk.server.understands(words);
        talk.hear(&speech(6_000)).await;
        talk.silence(1_000).await;
    }
    assert_eq!(talk.server.heard().len(), 3, "before the turn is over");
    talk.silence(1_500).await;
    let words = talk.transcribed().await;
    assert_eq!(words, "First this. Then that. And at last the end.");
}

#[tokio::test]
async fn silence_after_our_question_is_noticed_ever_more_rarely() {
    let mut setup = setup();
    setup.silence = Duration::from_secs(4);
    let mut talk = Talk::with(SpeechServer::start().await, setup, QUICK).await;
    talk.say(1, "Why?").await;
    talk.silence(14_000).await;
    let silent: Vec<(u64, u32)> = talk
        .rest()
        .await
        .iter()
        .filter_map(|it| match it {
            VoiceEvent::Silent { quiet, times } => Some((quiet.as_secs(), *times)),
            _ => None,
        })
        .collect();
    assert_eq!(silent, [(4, 1), (8, 2)]);
}

#[tokio::test]
async fn push_to_talk_ends_a_turn_at_once_and_clearing_forgets_it() {
    let mut talk = Talk::start().await;
    talk.hear(&speech(1_500)).await;
    talk.order(Order::CommitTurn).await;
    assert_eq!(talk.transcribed().await, "Words.");
    talk.silence(2_000).await;
    talk.hear(&speech(1_500)).await;
    talk.order(Order::ClearInput).await;
    talk.silence(2_000).await;
    let events = talk.rest().await;
    let committed = |it: &VoiceEvent| matches!(it, VoiceEvent::TurnCommitted { .. });
    assert!(!events.iter().any(committed), "{events:?}");
}
