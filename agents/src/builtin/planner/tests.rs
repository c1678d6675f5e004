//! Plans for all kinds of topics: readable, specific, and within the time.

use super::*;

fn made(topic: &str, context: Option<&str>, minutes: u32) -> Plan {
    plan(&PlanBrief {
        topic: topic.to_owned(),
        context: context.map(str::to_owned),
        minutes,
    })
}

fn musts_s(plan: &Plan) -> u32 {
    plan.questions()
        .filter(|(_, question)| question.priority == Priority::Must)
        .map(|(_, question)| question.expected_s)
        .sum()
}

/// The plan as its reader sees it.
fn shown(plan: &Plan) -> String {
    let mut text = format!("# {}\n{}\n{}\n", plan.topic, plan.research_goal, plan.angle);
    for section in &plan.sections {
        text.push_str(&format!(
            "\n## {} [{}] {:?}\n{}\n",
            section.title, section.id, section.importance, section.goal
        ));
        for question in &section.questions {
            text.push_str(&format!(
                "{} ({} s) {}\n",
                u8::from(question.priority),
                question.expected_s,
                question.text
            ));
        }
    }
    text
}

const TOPICS: [&str; 12] = [
    "how to teach maths to adults",
    "moving from Oracle to Postgres",
    "what we learned from losing our biggest customer",
    "the 1973 records fire",
    "why small teams ship faster",
    "Rust in production",
    "coral reefs and ocean acidification",
    "Should hospitals own their software?",
    "beekeeping",
    "tango",
    "Cómo criar abejas en la montaña",
    "Moving a hospital's billing system to a new vendor: what went wrong, what went right, and what we would tell another hospital",
];

#[test]
fn every_kind_of_topic_gets_a_plan_to_read() {
    for topic in TOPICS {
        let name: String = topic
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .take(24)
            .collect();
        insta::assert_snapshot!(format!("plan_{name}"), shown(&made(topic, None, 14)));
    }
}

#[test]
fn the_context_becomes_questions() {
    let context = "The varroa mite arrived in 1998. Maria Spivak was the first to breed for hygiene. Since then the \
                   varroa mite has cost us 40 percent of all colonies, and winter losses keep rising. Winter losses are \
                   the number everybody quotes.";
    insta::assert_snapshot!(
        "plan_with_context",
        shown(&made("beekeeping", Some(context), 14))
    );
}

#[test]
fn plans_are_valid_files_and_must_questions_fit_the_time() {
    for topic in TOPICS {
        for minutes in [1, 3, 6, 14, 45, 120] {
            let plan = made(topic, None, minutes);
            let read = Plan::from_toml(&plan.to_toml())
                .unwrap_or_else(|problems| panic!("{topic}: {problems:?}"));
            assert_eq!(*read, plan, "{topic}");
            assert!(
                musts_s(&plan) * 10 <= minutes * 60 * 6,
                "{topic} {minutes}: {}",
                musts_s(&plan)
            );
            assert!((3..=5).contains(&plan.sections.len()));
            assert!(
                plan.sections
                    .iter()
                    .all(|section| !section.questions.is_empty())
            );
        }
    }
}

#[test]
fn every_part_speaks_of_the_topic() {
    for topic in TOPICS {
        let plan = made(topic, None, 14);
        let about = super::topic::Topic::parse(topic);
        for section in &plan.sections {
            let named = section.questions.iter().any(|question| {
                question.text.contains(&about.spoken) || question.text.contains(&about.thing)
            });
            assert!(named, "{topic}: {}", section.title);
        }
    }
}

#[test]
fn no_two_topics_get_the_same_plan() {
    let plans: Vec<String> = TOPICS
        .iter()
        .map(|topic| shown(&made(topic, None, 14)).lines().skip(1).collect())
        .collect();
    for (at, one) in plans.iter().enumerate() {
        assert!(!plans[at + 1..].contains(one));
    }
}

#[test]
fn a_follow_up_is_about_one_thing_and_fits_six_minutes() {
    let earlier = made("beekeeping", None, 14);
    let topic = interview::FollowUpTopic {
        title: "The winter of losses".into(),
        description: "They named it and went on.".into(),
        suggested_questions: vec![
            "What happened that winter?".into(),
            "Who helped you?".into(),
        ],
    };
    for plan in [
        follow_up_plan(&topic, &earlier, 6),
        follow_up_plan_for_direction("the first winter", &earlier, 6),
        follow_up_plan_for_direction("", &earlier, 6),
    ] {
        assert_eq!(*Plan::from_toml(&plan.to_toml()).unwrap(), plan);
        assert!(musts_s(&plan) <= 216);
    }
}
