//! The writer's hand in a running session.

use coordinator::VoiceCommand;
use interview::{Input, QuestionId};

use crate::world::{EXPLORATORY, World};

#[tokio::test]
async fn a_pinned_question_reaches_the_voice_next() {
    let mut world = World::with(EXPLORATORY).await;
    let mut voice = world.voice();
    let question = QuestionId::new("q2");
    world
        .session
        .take(Input::Pin {
            question: question.clone(),
        })
        .await
        .unwrap();
    world.session.take(Input::Start).await.unwrap();
    let said = loop {
        if let VoiceCommand::Speak(speech) = voice.recv().await.unwrap() {
            break speech;
        }
    };
    assert_eq!(said.question_id, Some(question));
    world.event("DECISION_MADE").await;
    world.sessions.stop().await;
}
