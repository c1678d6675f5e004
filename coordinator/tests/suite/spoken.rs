//! What a voice notices and is told, from the first question to the end.

use coordinator::{Notice, VoiceCommand, VoiceLink};
use interview::event::{EndReason, Event, VoiceProvider};
use interview::{Input, QuestionId};
use realtime::{ItemId, Order, ReplyEnded, Retry, VoiceEvent};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

use crate::world::{EXPLORATORY, STRUCTURED, World, said};

/// A link, and the commands that the session has for it.
struct Line {
    link: VoiceLink,
    commands: mpsc::Receiver<VoiceCommand>,
}

impl Line {
    async fn of(world: &World, provider: VoiceProvider) -> Line {
        let commands = world.voice();
        let state = world.session.look().await.unwrap();
        let link = VoiceLink::new(world.session.clone(), provider, &state);
        Line { link, commands }
    }

    /// What the voice is told until it is told to respond, that included.
    async fn until_respond(&mut self) -> (u64, Option<String>) {
        loop {
            let command = self.commands.recv().await.unwrap();
            if let Some(found) = responds(&self.link.told(command).orders) {
                return found;
            }
        }
    }

    async fn noticed(&mut self, event: VoiceEvent) -> Vec<Order> {
        self.link.noticed(&event).await.unwrap().orders
    }
}

fn responds(orders: &[Order]) -> Option<(u64, Option<String>)> {
    orders.iter().find_map(|order| match order {
        Order::Respond { reply, words } => Some((
            *reply,
            words.as_ref().map(|words| words.as_str().to_owned()),
        )),
        _ => None,
    })
}

fn ended(reply: u64, item: &str, heard: &str, interrupted: bool) -> VoiceEvent {
    VoiceEvent::ReplyEnded(ReplyEnded {
        reply,
        item_id: ItemId::new(item),
        generated: heard.into(),
        heard: heard.into(),
        interrupted,
        start_ms: 0,
        end_ms: 0,
        question_id: None,
    })
}

fn committed(item: &str) -> VoiceEvent {
    VoiceEvent::TurnCommitted {
        item_id: ItemId::new(item),
        after: None,
        start_ms: 0,
        end_ms: 0,
    }
}

fn transcribed(item: &str, text: &str) -> VoiceEvent {
    VoiceEvent::Transcribed {
        item_id: ItemId::new(item),
        text: text.into(),
    }
}

#[tokio::test]
async fn a_model_answers_the_moment_the_person_has_finished_and_its_words_are_matched() {
    let mut world = World::with(EXPLORATORY).await;
    let mut line = Line::of(&world, VoiceProvider::Openai).await;
    line.noticed(VoiceEvent::Connected).await;
    world.session.take(Input::Start).await.unwrap();
    let (reply, words) = line.until_respond().await;
    assert_eq!(words, None, "a model finds its own words");
    line.noticed(ended(
        reply,
        "i1",
        "How did the company begin, in those first weeks?",
        false,
    ))
    .await;
    let asked = world.event("QUESTION_ASKED").await;
    let Event::QuestionAsked(asked) = &asked.event else {
        panic!("not a question")
    };
    assert_eq!(asked.question_id, QuestionId::new("q1"));

    let orders = line.noticed(committed("i2")).await;
    assert!(
        responds(&orders).is_some(),
        "the reply does not wait for the words, nor for any agent"
    );
    // The reply is over before the recogniser has written down what it answers.
    line.noticed(ended(2, "i3", "Tell me more about the garage.", false))
        .await;
    line.noticed(transcribed("i2", "It began in a garage in Bern."))
        .await;
    let first = world.event("CANDIDATE_MESSAGE").await;
    let second = world.event("INTERVIEWER_MESSAGE").await;
    assert!(first.event_id < second.event_id, "in the order of the talk");
    assert_eq!(said(&first).0, "It began in a garage in Bern.");
    assert_eq!(said(&second).0, "Tell me more about the garage.");
    world.sessions.stop().await;
}

#[tokio::test]
async fn the_built_in_voice_says_what_was_decided_word_for_word() {
    let world = World::with(STRUCTURED).await;
    let mut line = Line::of(&world, VoiceProvider::Builtin).await;
    line.noticed(VoiceEvent::Connected).await;
    world.session.take(Input::Start).await.unwrap();
    let (reply, words) = line.until_respond().await;
    assert_eq!(words.as_deref(), Some("How do you bake a loaf?"));
    line.noticed(ended(reply, "i1", "How do you bake a loaf?", false))
        .await;
    let orders = line.noticed(committed("i2")).await;
    assert_eq!(responds(&orders), None, "it waits for the decision");
    line.noticed(transcribed("i2", "With flour and patience, mostly."))
        .await;
    let (_, words) = line.until_respond().await;
    assert_eq!(words.as_deref(), Some("How hot is it?"));
    world.sessions.stop().await;
}

#[tokio::test]
async fn a_reply_that_failed_is_said_in_given_words_instead_of_silence() {
    let world = World::with(EXPLORATORY).await;
    let mut line = Line::of(&world, VoiceProvider::Openai).await;
    world.session.take(Input::Start).await.unwrap();
    let (reply, _) = line.until_respond().await;
    let why = "the server had an error".to_owned();
    let orders = line.noticed(VoiceEvent::ReplyFailed { reply, why }).await;
    let (again, words) = responds(&orders).unwrap();
    assert!(again > reply);
    assert_eq!(
        words.as_deref(),
        Some("How did the company begin in those first weeks?")
    );
    world.sessions.stop().await;
}

#[tokio::test]
async fn a_voice_that_cannot_work_is_reported_and_recorded_once() {
    let mut world = World::with(EXPLORATORY).await;
    let mut line = Line::of(&world, VoiceProvider::Openai).await;
    line.noticed(VoiceEvent::Connected).await;
    line.noticed(VoiceEvent::Lost {
        reason: "the line went dead".to_owned(),
        retry: Retry::Later,
    })
    .await;
    world.event("VOICE_LOST").await;
    let why = "the key was refused".to_owned();
    let told = line
        .link
        .noticed(&VoiceEvent::Unusable { why: why.clone() })
        .await
        .unwrap();
    assert_eq!(told.notice, Some(Notice::VoiceUnusable { why }));
    world.sessions.stop().await;
}

#[tokio::test]
async fn silence_is_met_once_and_the_question_still_waits() {
    let mut world = World::with(EXPLORATORY).await;
    let mut line = Line::of(&world, VoiceProvider::Builtin).await;
    world.session.take(Input::Start).await.unwrap();
    let (reply, words) = line.until_respond().await;
    line.noticed(ended(reply, "i1", &words.unwrap(), false))
        .await;
    world.event("QUESTION_ASKED").await;
    let quiet = std::time::Duration::from_secs(9);
    let silent = |times| VoiceEvent::Silent { quiet, times };
    assert_eq!(responds(&line.noticed(silent(1)).await), None);
    let (aside, line_said) = responds(&line.noticed(silent(2)).await).unwrap();
    line.noticed(ended(aside, "i2", &line_said.unwrap(), false))
        .await;
    let state = world.session.look().await.unwrap();
    assert_eq!(
        state.current.unwrap().question_id,
        Some(QuestionId::new("q1")),
        "the gentle word is no new question"
    );
    world.sessions.stop().await;
}

#[tokio::test]
async fn the_end_closes_the_voice() {
    let world = World::with(EXPLORATORY).await;
    let mut line = Line::of(&world, VoiceProvider::Builtin).await;
    world.session.take(Input::Start).await.unwrap();
    let reason = EndReason::Ended;
    world.session.take(Input::End { reason }).await.unwrap();
    let notice = loop {
        let command = line.commands.recv().await.unwrap();
        if let Some(notice) = line.link.told(command).notice {
            break notice;
        }
    };
    assert_eq!(notice, Notice::Close);
    world.sessions.stop().await;
}

fn spoke_for(item: &str, ms: u64) -> VoiceEvent {
    VoiceEvent::TurnCommitted {
        item_id: ItemId::new(item),
        after: None,
        start_ms: 0,
        end_ms: ms,
    }
}

fn nothing_in(item: &str) -> VoiceEvent {
    VoiceEvent::TranscriptionFailed {
        item_id: ItemId::new(item),
    }
}

#[tokio::test]
async fn words_that_come_after_they_were_given_up_are_told_all_the_same() {
    let mut world = World::with(EXPLORATORY).await;
    let mut line = Line::of(&world, VoiceProvider::Openai).await;
    world.session.take(Input::Start).await.unwrap();
    let (reply, _) = line.until_respond().await;
    line.noticed(ended(reply, "i1", "How did the company begin?", false))
        .await;
    line.noticed(spoke_for("i2", 9_000)).await;
    line.noticed(nothing_in("i2")).await;
    line.noticed(ended(2, "i3", "And what came of it?", false))
        .await;
    line.noticed(transcribed("i2", "It began in a garage in Bern."))
        .await;
    let late = world.event("CANDIDATE_MESSAGE").await;
    assert_eq!(said(&late).0, "It began in a garage in Bern.");
    world.sessions.stop().await;
}

#[tokio::test]
async fn a_breath_is_not_answered_and_a_lost_answer_is_asked_for() {
    let world = World::with(EXPLORATORY).await;
    let mut line = Line::of(&world, VoiceProvider::Openai).await;
    world.session.take(Input::Start).await.unwrap();
    let (reply, _) = line.until_respond().await;
    line.noticed(ended(reply, "i1", "How did the company begin?", false))
        .await;
    line.noticed(spoke_for("i2", 900)).await;
    let orders = line.noticed(nothing_in("i2")).await;
    assert!(orders.contains(&Order::Cancel), "{orders:?}");
    // It has heard a longer speech itself, and answers that without its words.
    line.noticed(spoke_for("i3", 9_000)).await;
    let orders = line.noticed(nothing_in("i3")).await;
    assert!(!orders.contains(&Order::Cancel), "{orders:?}");

    let world = World::with(STRUCTURED).await;
    let mut line = Line::of(&world, VoiceProvider::Builtin).await;
    world.session.take(Input::Start).await.unwrap();
    let (reply, _) = line.until_respond().await;
    line.noticed(ended(reply, "i1", "How do you bake a loaf?", false))
        .await;
    line.noticed(spoke_for("i2", 900)).await;
    assert_eq!(responds(&line.noticed(nothing_in("i2")).await), None);
    line.noticed(spoke_for("i3", 9_000)).await;
    let (_, words) = responds(&line.noticed(nothing_in("i3")).await).unwrap();
    assert!(words.unwrap().contains("once more"));
    world.sessions.stop().await;
}

#[tokio::test]
async fn what_was_typed_is_answered_at_once_and_only_once() {
    let world = World::with(EXPLORATORY).await;
    let mut line = Line::of(&world, VoiceProvider::Openai).await;
    world.session.take(Input::Start).await.unwrap();
    let (reply, _) = line.until_respond().await;
    line.noticed(ended(reply, "i1", "How did the company begin?", false))
        .await;
    let typed = VoiceEvent::Typed {
        item_id: ItemId::new("typed"),
    };
    assert!(responds(&line.noticed(typed.clone()).await).is_some());
    assert_eq!(responds(&line.noticed(typed).await), None);
    world.sessions.stop().await;
}

#[tokio::test]
async fn a_reply_that_broke_off_is_said_in_given_words_and_a_voice_that_keeps_failing_is_replaced()
{
    let world = World::with(EXPLORATORY).await;
    let mut line = Line::of(&world, VoiceProvider::Openai).await;
    world.session.take(Input::Start).await.unwrap();
    let (mut reply, _) = line.until_respond().await;
    line.noticed(VoiceEvent::Lost {
        reason: "the line went dead".to_owned(),
        retry: Retry::Later,
    })
    .await;
    line.noticed(ended(reply, "i1", "How did the", true)).await;
    let failed = |reply| VoiceEvent::ReplyFailed {
        reply,
        why: "it broke off in the middle".to_owned(),
    };
    for _ in 0..2 {
        let (again, words) = responds(&line.noticed(failed(reply)).await).unwrap();
        assert_eq!(
            words.as_deref(),
            Some("How did the company begin in those first weeks?")
        );
        reply = again;
    }
    let told = line.link.noticed(&failed(reply)).await.unwrap();
    assert!(matches!(told.notice, Some(Notice::VoiceUnusable { .. })));
    world.sessions.stop().await;
}

#[tokio::test]
async fn a_voice_that_takes_over_is_told_the_guidance_too() {
    let mut world = World::with(EXPLORATORY).await;
    let mut line = Line::of(&world, VoiceProvider::Openai).await;
    world.session.take(Input::Start).await.unwrap();
    let (reply, _) = line.until_respond().await;
    line.noticed(ended(
        reply,
        "i1",
        "How did the company begin, in those first weeks?",
        false,
    ))
    .await;
    world.event("QUESTION_ASKED").await;
    let mut next = Line::of(&world, VoiceProvider::Openai).await;
    let command = next.commands.recv().await.unwrap();
    assert!(matches!(command, VoiceCommand::Guide { .. }), "{command:?}");
    world.sessions.stop().await;
}

const THREE_MUSTS: &str = r#"
topic = "Small teams"
minutes = 3

[[sections]]
id = "start"
title = "The start"

[[sections.questions]]
id = "q1"
text = "How did the company begin in those first weeks?"
priority = 1
expected_s = 90

[[sections.questions]]
id = "q2"
text = "Which customers believed in you before anyone else?"
priority = 1
expected_s = 90
"#;

#[tokio::test]
async fn a_monologue_that_eats_the_time_of_a_must_is_politely_cut_into() {
    let world = World::with(THREE_MUSTS).await;
    let mut line = Line::of(&world, VoiceProvider::Openai).await;
    world.session.take(Input::Start).await.unwrap();
    let (reply, _) = line.until_respond().await;
    line.noticed(ended(reply, "i1", "Hello and", true)).await;
    line.noticed(VoiceEvent::SpeechStarted {
        item_id: ItemId::new("i2"),
        audio_ms: 0,
    })
    .await;
    let begun = Instant::now();
    let told = line.link.look_at_the_clock(begun).await.unwrap();
    assert_eq!(responds(&told.orders), None, "it has only begun");
    let later = begun + Duration::from_secs(130);
    let told = line.link.look_at_the_clock(later).await.unwrap();
    let (_, words) = responds(&told.orders).unwrap();
    assert!(
        words
            .unwrap()
            .ends_with("How did the company begin in those first weeks?")
    );
    world.sessions.stop().await;
}
