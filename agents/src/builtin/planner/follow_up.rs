//! Plans that continue an earlier conversation: short, and about one thing.

use interview::{FollowUpTopic, Format, Importance, Plan, Priority};

use super::topic::Topic;
use super::{number, question_of, section_of, share_time};

/// A plan for the topic that was picked from the suggestions.
#[must_use]
pub fn follow_up_plan(topic: &FollowUpTopic, earlier: &Plan, minutes: u32) -> Plan {
    let questions = topic
        .suggested_questions
        .iter()
        .map(|text| {
            (
                text.clone(),
                "Ask for what was not said the first time; do not let them repeat themselves.",
            )
        })
        .collect();
    let goal = if topic.description.is_empty() {
        format!("Go deeper into {}.", topic.title)
    } else {
        topic.description.clone()
    };
    build(&topic.title, goal, questions, earlier, minutes)
}

/// A plan for a direction that somebody typed instead of picking one.
#[must_use]
pub fn follow_up_plan_for_direction(direction: &str, earlier: &Plan, minutes: u32) -> Plan {
    let topic = Topic::parse(direction);
    let (about, thing) = (&topic.spoken, &topic.thing);
    let questions = vec![
        (
            format!("Last time we only touched on {thing}. What is the part that matters most?"),
            "Let them choose where to begin.",
        ),
        (
            format!("Tell me about one day on which {thing} became very concrete for you."),
            "A scene: place, people, what was said.",
        ),
        (
            format!("What would somebody who disagrees with you say about {about}?"),
            "The strongest version of the other side.",
        ),
    ];
    build(
        &topic.full,
        format!("Go deeper into {about}."),
        questions,
        earlier,
        minutes,
    )
}

fn build(
    title: &str,
    goal: String,
    questions: Vec<(String, &str)>,
    earlier: &Plan,
    minutes: u32,
) -> Plan {
    let deeper = questions
        .into_iter()
        .zip(
            [Priority::Must, Priority::Must, Priority::Important]
                .into_iter()
                .chain(std::iter::repeat(Priority::Nice)),
        )
        .map(|((text, notes), priority)| question_of(text, notes, priority))
        .collect();
    let closing = vec![
        question_of(
            "What would you now say differently from the first time we talked?".to_owned(),
            "A correction is worth more than a confirmation.",
            Priority::Must,
        ),
        question_of(
            "What is still missing from the picture?".to_owned(),
            "Leave room; this is theirs.",
            Priority::Important,
        ),
    ];
    let title = if title.trim().is_empty() {
        "Going deeper"
    } else {
        title
    };
    let mut sections = vec![
        section_of(title, goal.clone(), Importance::High, deeper),
        section_of(
            "Back to the whole",
            "Tie it to what was said the first time.".to_owned(),
            Importance::Medium,
            closing,
        ),
    ];
    let minutes = minutes.clamp(1, 480);
    number(&mut sections);
    share_time(&mut sections, minutes);
    Plan {
        format: Format::Exploratory,
        topic: title.to_owned(),
        research_goal: format!(
            "{goal} It continues a conversation about {}.",
            earlier.topic
        ),
        angle: earlier.angle.clone(),
        minutes,
        warnings_s: earlier.warnings_s.clone(),
        grace_s: earlier.grace_s,
        clock_while_paused: earlier.clock_while_paused,
        sections,
    }
}
