//! The expert answers what was asked, once, and in a person's length.

use super::*;

#[test]
fn answers_are_relevant_and_never_repeated() {
    let mut expert = Expert::bundled();
    let first = expert
        .answer("Tell me about the piano that you ruined.", 1)
        .unwrap();
    assert!(first.contains("ruined one instrument"), "{first}");
    let again = expert
        .answer("Tell me about the piano that you ruined.", 1)
        .unwrap();
    assert_ne!(first, again);
}

#[test]
fn an_interview_gets_about_thirty_answers_of_speaking_length() {
    let mut expert = Expert::bundled();
    let mut lengths = Vec::new();
    for turn in 0..30 {
        let answer = expert
            .answer("What happened next, and what did it teach you?", turn)
            .unwrap();
        lengths.push(answer.split_whitespace().count());
    }
    let mean = lengths.iter().sum::<usize>() / lengths.len();
    assert!((35..=95).contains(&mean), "{lengths:?}");
    assert!(lengths.iter().all(|words| *words <= 150), "{lengths:?}");
}

#[test]
fn the_same_seed_gives_the_same_interview() {
    let talk = |seed: u64| -> Vec<String> {
        let mut expert = Expert::bundled();
        [
            "How did you start?",
            "What was the hardest decision?",
            "Who helped you?",
        ]
        .iter()
        .filter_map(|question| expert.answer(question, seed))
        .collect()
    };
    assert_eq!(talk(7), talk(7));
    assert!((8..20).any(|seed| talk(seed) != talk(7)));
}

#[test]
fn with_everything_said_the_answer_is_short_and_honest() {
    let mut expert = Expert::from_text("I keep bees. They keep me.");
    assert!(
        expert
            .answer("Tell me about bees.", 3)
            .unwrap()
            .contains("bees")
    );
    assert!(NOTHING_TO_SAY.contains(&expert.answer("Tell me about bees.", 3).unwrap().as_str()));
    assert_eq!(Expert::from_text("").answer("Anything?", 1), None);
}

#[test]
fn transcripts_lose_their_interviewer() {
    let texts = [
        "Interviewer: How did you start?\nAnna Berg: I started with one hive.\n\nQ: And then?\nA: Then there were two hives.",
        r#"{"turns":[{"speaker":"interviewer","text":"How did you start?"},{"speaker":"expert","text":"I started with one hive."}]}"#,
        "WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.000\nI started with one hive.\n",
    ];
    for text in texts {
        let mut expert = Expert::from_text(text);
        let answer = expert.answer("hive", 1).unwrap();
        assert!(
            answer.contains("one hive") || answer.contains("two hives"),
            "{answer}"
        );
        assert!(!answer.contains("How did you"), "{answer}");
    }
}
