//! What the live agents, the Planner and the expert promise, whatever is said to them.

use std::sync::Arc;

use agents::{Expert, builtin};
use interview::words::{count, similarity};
use interview::{
    Choosing, FollowingUp, NoteTaking, Notes, Passage, Phase, Plan, Priority, QuestionState,
    QuestionStatus, Researching, Speaker, Spoken, Turn, TurnId, TurnRef, quotes,
};
use proptest::prelude::*;

pub(crate) const PLAN: &str = include_str!("../../../plans/founder.toml");

/// Speech made of what the rules look for, and of what nobody says.
fn speech() -> impl Strategy<Value = String> {
    let said = prop::sample::select(vec![
        "I never test anything on real customers.",
        "We always test everything on real customers!",
        "Those were the dark days, and that is a whole other story.",
        "Documentation is crucial.",
        "We shipped without docs for six months.",
        "In 1997 we had 5 people in a room; in 2006, forty-one.",
        "You can't schedule trust, you can only stop destroying it.",
        "um, uh, well, you know",
        "It was [laughs] a lot of problems…",
        "One night the server room flooded, and I drove in. We carried the disks up. After that we changed everything.",
        "“Nobody. Who would?” she said.",
        "I was terrified",
        "Ärger über die Brücke — naïve café 东京 نعم.",
        "It's the worst mistake that you can make when you go to.",
        "what we call a nucleus colony cost $3,000 or 40%",
    ]);
    let piece =
        prop_oneof![4 => said.prop_map(str::to_owned), 1 => any::<String>(), 1 => "[ -~]{0,80}"];
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.join(" "))
}

pub(crate) fn turn(number: u32, speaker: Speaker, text: &str, withdrawn: bool) -> Turn {
    Turn {
        id: TurnId(number),
        speaker,
        words: count(text),
        text: Spoken::from(text),
        start_ms: 0,
        end_ms: 0,
        interrupted: false,
        withdrawn,
    }
}

fn conversation(said: &[(String, bool)]) -> Vec<Turn> {
    said.iter()
        .zip(1_u32..)
        .flat_map(|((text, withdrawn), number)| {
            [
                turn(
                    number * 2 - 1,
                    Speaker::Interviewer,
                    "How did you choose the first people?",
                    false,
                ),
                turn(number * 2, Speaker::Candidate, text, *withdrawn),
            ]
        })
        .collect()
}

fn noted(plan: &Arc<Plan>, turns: &[Turn]) -> Notes {
    let mut notes = Notes::default();
    for end in (2..=turns.len()).step_by(2) {
        let job = NoteTaking {
            plan: Arc::clone(plan),
            window: turns[end.saturating_sub(20)..end].to_vec(),
            new_from: turns[end - 2].id,
            notes: Arc::new(notes.clone()),
        };
        let news = notes.news(&builtin::take_notes(&job));
        notes.add(news);
    }
    notes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(160))]

    #[test]
    fn notes_quote_what_was_said_and_nothing_withdrawn(
        said in prop::collection::vec((speech(), prop::bool::weighted(0.1)), 1..6),
    ) {
        let plan = Plan::from_toml(PLAN).unwrap();
        let turns = conversation(&said);
        let notes = noted(&plan, &turns);
        let text = |id: TurnId| turns.iter().find(|turn| turn.id == id && !turn.withdrawn).unwrap().text.as_str();
        for line in &notes.quotable_lines {
            prop_assert!(text(line.turn).contains(&line.text));
            prop_assert!((6..=40).contains(&line.text.split_whitespace().count()));
        }
        for claim in notes.claims.iter().filter(|claim| !claim.text.ends_with('…')) {
            prop_assert!(text(claim.turn).contains(&claim.text));
        }
        for found in &notes.contradictions {
            prop_assert!(text(found.first_turn).contains(&found.first_quote));
            prop_assert!(text(found.second_turn).contains(&found.second_quote));
        }
        for gap in &notes.gaps {
            for quote in quotes::quotations(&gap.description).iter().take(1) {
                prop_assert!(text(gap.turn).contains(quote), "{quote}");
            }
        }
        for idea in &notes.key_ideas {
            text(idea.turn);
        }
        for section in &notes.section_coverage {
            prop_assert!(plan.section(&section.section_id).is_some());
        }
    }

    #[test]
    fn choosing_never_repeats_and_never_overspends(
        said in prop::collection::vec((speech(), prop::bool::weighted(0.1)), 1..5),
        asked in prop::collection::vec(any::<prop::sample::Index>(), 0..10),
        phase in prop::sample::select(vec![Phase::Opening, Phase::DeepDive, Phase::WrapUp]),
        slack_s in 0_u32..200,
        backbone_in_a_row in 0_u32..3,
    ) {
        let plan = Plan::from_toml(PLAN).unwrap();
        let turns = conversation(&said);
        let notes = Arc::new(noted(&plan, &turns));
        let all: Vec<_> = plan.questions().map(|(_, question)| question.clone()).collect();
        let asked: Vec<usize> = asked.iter().map(|index| index.index(all.len())).collect();
        let job = Choosing {
            plan: Arc::clone(&plan),
            window: turns,
            notes,
            research: Arc::new(Vec::new()),
            questions: all
                .iter()
                .enumerate()
                .map(|(at, question)| QuestionStatus {
                    id: question.id.clone(),
                    state: if asked.contains(&at) { QuestionState::Asked } else { QuestionState::Open },
                })
                .collect(),
            asked: asked.iter().map(|at| all[*at].text.clone()).collect(),
            phase,
            elapsed_ms: 100_000,
            target_ms: 840_000,
            slack_s,
            backbone_in_a_row,
        };
        let proposal = builtin::choose(&job);
        let question = &proposal.question;
        for before in &job.asked {
            prop_assert!(similarity(before, &question.text) < 0.6, "{} / {before}", question.text);
        }
        let must = question
            .question_id
            .as_ref()
            .and_then(|id| plan.question(id))
            .is_some_and(|(_, planned)| planned.priority == Priority::Must);
        prop_assert!(must || question.expected_s <= slack_s, "{question:?}");
        if let Some(turn) = question.refers_to {
            let said = job.window.iter().find(|other| other.id == turn).unwrap();
            prop_assert!(!said.withdrawn);
        }
        if let Some(id) = &question.question_id {
            prop_assert_eq!(&plan.question(id).unwrap().1.text, &question.text);
        }
        prop_assert!(!proposal.brief.is_empty());
    }

    #[test]
    fn research_names_and_never_pretends(said in speech()) {
        let job = Researching {
            plan: Plan::from_toml(PLAN).unwrap(),
            window: vec![turn(2, Speaker::Candidate, &said, false)],
            new_from: TurnId(1),
            known: Arc::new(Vec::new()),
            fresh_topics: Vec::new(),
        };
        let found = builtin::research(&job);
        prop_assert!(found.items.is_empty() && !found.source_available && found.wanted.len() <= 4);
        prop_assert!(found.wanted.iter().all(|topic| !topic.topic.trim().is_empty() && topic.turn == TurnId(2)));
    }

    #[test]
    fn there_are_always_three_follow_ups(said in prop::collection::vec((speech(), Just(false)), 0..5)) {
        let plan = Plan::from_toml(PLAN).unwrap();
        let turns = conversation(&said);
        let job = FollowingUp {
            notes: Arc::new(noted(&plan, &turns)),
            conversation: Arc::new(
                turns
                    .iter()
                    .map(|turn| Passage {
                        at: TurnRef::from(turn.id),
                        speaker: turn.speaker,
                        text: turn.text.clone(),
                        start_ms: 0,
                        end_ms: 0,
                    })
                    .collect(),
            ),
            plan: Arc::clone(&plan),
            analysis: None,
        };
        let found = builtin::follow_up(&job);
        prop_assert_eq!(found.suggested_topics.len(), 3);
        for topic in &found.suggested_topics {
            prop_assert!((3..=5).contains(&topic.title.split_whitespace().count()), "{}", topic.title);
            prop_assert!((2..=3).contains(&topic.suggested_questions.len()));
            for question in &topic.suggested_questions {
                prop_assert!(similarity(question, "How did you choose the first people?") < 0.6);
            }
            let next = builtin::follow_up_plan(topic, &plan, 6);
            prop_assert_eq!(&*Plan::from_toml(&next.to_toml()).unwrap(), &next);
        }
    }

    #[test]
    fn any_topic_gets_a_plan_that_can_be_read_back(topic in any::<String>(), context in speech(), minutes in 0_u32..600) {
        let plan = builtin::plan(&builtin::PlanBrief { topic, context: Some(context), minutes });
        let read = Plan::from_toml(&plan.to_toml());
        prop_assert!(read.is_ok(), "{:?}\n{}", read, plan.to_toml());
        let musts: u32 = plan
            .questions()
            .filter(|(_, question)| question.priority == Priority::Must)
            .map(|(_, question)| question.expected_s)
            .sum();
        prop_assert!(musts * 10 <= plan.minutes * 60 * 6);
    }

    #[test]
    fn an_expert_made_of_anything_answers(text in speech(), questions in prop::collection::vec(speech(), 1..8), seed in any::<u64>()) {
        let mut expert = Expert::from_text(&text);
        for question in &questions {
            expert.answer(question, seed);
        }
    }
}

#[test]
fn the_bundled_plans_are_right_and_leave_room() {
    for text in [
        include_str!("../../../plans/expert-essay.toml"),
        include_str!("../../../plans/oral-history.toml"),
        include_str!("../../../plans/product-lessons.toml"),
        include_str!("../../../plans/founder.toml"),
    ] {
        let plan = Plan::from_toml(text).unwrap();
        let musts: u32 = plan
            .questions()
            .filter(|(_, question)| question.priority == Priority::Must)
            .map(|(_, question)| question.expected_s)
            .sum();
        assert!(musts * 100 <= plan.minutes * 60 * 60, "{}", plan.topic);
        assert!((3..=5).contains(&plan.sections.len()));
        assert!((10..=16).contains(&plan.questions().count()));
        assert!(
            plan.questions()
                .all(|(_, question)| !question.notes.is_empty())
        );
    }
}
