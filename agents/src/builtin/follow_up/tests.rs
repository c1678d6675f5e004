//! Always three, always new.

use std::sync::Arc;

use super::*;
use interview::{Gap, Notes, Spoken, TurnId, TurnRef};

fn passage(number: u32, speaker: Speaker, text: &str) -> Passage {
    Passage {
        at: TurnRef::from(TurnId(number)),
        speaker,
        text: Spoken::from(text),
        start_ms: 0,
        end_ms: 0,
    }
}

fn job(conversation: Vec<Passage>, notes: Notes) -> FollowingUp {
    let plan = Plan::from_toml(
        "topic = \"Beekeeping\"\n[[sections]]\ntitle = \"Winter\"\ngoal = \"How colonies survive.\"\n\
         [[sections.questions]]\ntext = \"What does a colony need before winter?\"\n",
    )
    .unwrap();
    FollowingUp {
        plan,
        conversation: Arc::new(conversation),
        notes: Arc::new(notes),
        analysis: None,
    }
}

fn check(found: &FollowUps) {
    assert_eq!(found.suggested_topics.len(), 3);
    for topic in &found.suggested_topics {
        let words = topic.title.split_whitespace().count();
        assert!((3..=5).contains(&words), "{}", topic.title);
        assert!((2..=3).contains(&topic.suggested_questions.len()));
        assert!(!topic.description.is_empty());
    }
    let mut titles: Vec<&str> = found
        .suggested_topics
        .iter()
        .map(|topic| topic.title.as_str())
        .collect();
    titles.dedup();
    assert_eq!(titles.len(), 3);
}

#[test]
fn even_an_empty_conversation_leaves_three_topics() {
    check(&follow_up(&job(Vec::new(), Notes::default())));
    check(&follow_up(&job(
        vec![passage(1, Speaker::Candidate, "Yes.")],
        Notes::default(),
    )));
}

#[test]
fn what_was_left_open_comes_back_with_its_words() {
    let mut notes = Notes::default();
    notes.gaps.push(Gap {
        description: "“the dark days” – mentioned, not explained".into(),
        suggested_followup: "You mentioned “the dark days”. What was happening then?".into(),
        section_id: None,
        turn: TurnId(2),
    });
    let found = follow_up(&job(
        vec![
            passage(1, Speaker::Interviewer, "How did it start?"),
            passage(
                2,
                Speaker::Candidate,
                "We got through the dark days with a lot of sugar water and luck.",
            ),
        ],
        notes,
    ));
    check(&found);
    assert_eq!(
        found.suggested_topics[0].title,
        "The Story Behind Dark Days"
    );
    assert_eq!(
        found.suggested_topics[0].suggested_questions[0],
        "You mentioned “the dark days”. What was happening then?"
    );
}

#[test]
fn nothing_is_asked_twice() {
    let found = follow_up(&job(
        vec![
            passage(
                1,
                Speaker::Interviewer,
                "What does a colony need before winter?",
            ),
            passage(
                2,
                Speaker::Candidate,
                "Food, a dry box, and to be left alone.",
            ),
        ],
        Notes::default(),
    ));
    check(&found);
    let asked = WordSet::of("What does a colony need before winter?");
    for question in found
        .suggested_topics
        .iter()
        .flat_map(|topic| &topic.suggested_questions)
    {
        assert!(
            WordSet::of(question).jaccard(&asked) < SAME_QUESTION,
            "{question}"
        );
    }
}
