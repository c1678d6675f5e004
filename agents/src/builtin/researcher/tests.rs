//! What is worth looking up.

use std::sync::Arc;

use super::*;
use interview::{Plan, Spoken, Turn, TurnId};

fn wanted(said: &str, fresh: &[&str]) -> Vec<(String, ResearchKind)> {
    let plan = Plan::from_toml(
        "topic = \"Beekeeping\"\n[[sections]]\ntitle = \"Start\"\n[[sections.questions]]\ntext = \"How?\"\n",
    )
    .unwrap();
    let job = Researching {
        plan,
        window: vec![Turn {
            id: TurnId(2),
            speaker: Speaker::Candidate,
            text: Spoken::from(said),
            words: 0,
            start_ms: 0,
            end_ms: 0,
            interrupted: false,
            withdrawn: false,
        }],
        new_from: TurnId(1),
        known: Arc::new(Vec::new()),
        fresh_topics: fresh.iter().map(|topic| (*topic).to_owned()).collect(),
    };
    let findings = research(&job);
    assert!(findings.items.is_empty() && !findings.source_available);
    findings
        .wanted
        .into_iter()
        .map(|topic| (topic.topic, topic.kind))
        .collect()
}

#[test]
fn terms_of_art_figures_and_people_are_wanted() {
    assert_eq!(
        wanted("We start with what we call a nucleus colony.", &[]),
        [("nucleus colony".to_owned(), ResearchKind::Definition)]
    );
    assert_eq!(
        wanted("That winter we lost forty percent.", &[]),
        [("forty percent".to_owned(), ResearchKind::Metric)]
    );
    assert_eq!(
        wanted("I worked with Maria Spivak, who ran the lab.", &[]),
        [("Maria Spivak".to_owned(), ResearchKind::Person)]
    );
}

#[test]
fn what_was_looked_up_lately_is_left_alone() {
    assert!(
        wanted(
            "We start with what we call a nucleus colony.",
            &["Nucleus colony"]
        )
        .is_empty()
    );
    assert!(wanted("It was a good day for all of us.", &[]).is_empty());
}
