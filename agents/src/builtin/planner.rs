//! The Planner without a model: a topic and what is known about it become a plan that fits the time.

mod follow_up;
mod kind;
mod material;
mod patterns;
mod reverse;
mod subject;
pub(crate) mod topic;

use interview::{
    Cover, Format, Importance, PausedClock, Plan, Priority, Question, QuestionId, Role, Section,
    SectionId,
};

pub use follow_up::{follow_up_plan, follow_up_plan_for_direction};
use material::Material;
use patterns::{Ask, Part};
pub use reverse::plan_from_talk;
pub use subject::topic_of_talk;
use topic::{Shape, Topic};

/// Must-ask questions take at most this share of the time; the rest belongs to what comes up.
const MUSTS_PERCENT: u32 = 50;
const MUST_S: std::ops::RangeInclusive<u32> = 20..=90;
/// A plan file takes a little more.
const TOPIC_CHARS_MAX: usize = 1_900;
const MINUTES: std::ops::RangeInclusive<u32> = 1..=480;

/// What a plan is made from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanBrief {
    pub topic: String,
    /// Pasted text, or the content of a file.
    pub context: Option<String>,
    pub minutes: u32,
}

/// A plan for an exploratory interview about the topic.
#[must_use]
pub fn plan(brief: &PlanBrief) -> Plan {
    let topic = Topic::parse(&brief.topic);
    let context = brief.context.as_deref().unwrap_or_default();
    let minutes = brief.minutes.clamp(*MINUTES.start(), *MINUTES.end());
    let kind = kind::kind(&topic, context);
    let pattern = patterns::of(kind);
    let material = material::gather(&topic, context);
    let per_part = match minutes {
        0..=7 => 2,
        8..=20 => 3,
        _ => 4,
    };
    let mut sections: Vec<Section> = pattern
        .parts
        .iter()
        .enumerate()
        // A very short talk has no room for a second deep part.
        .filter(|(at, _)| minutes >= 6 || *at != 2)
        .map(|(_, part)| section(part, &topic, per_part))
        .collect();
    if let Some(section) = from_material(&material, &topic) {
        let before_last = sections.len().saturating_sub(1);
        sections.insert(before_last, section);
    }
    number(&mut sections);
    share_time(&mut sections, minutes);
    Plan {
        format: Format::Exploratory,
        topic: if topic.full.is_empty() {
            brief.topic.clone()
        } else {
            topic.full.chars().take(TOPIC_CHARS_MAX).collect()
        },
        research_goal: research_goal(&topic),
        angle: fill(pattern.angle, &topic),
        minutes,
        warnings_s: vec![120, 30],
        grace_s: 15,
        clock_while_paused: PausedClock::Stops,
        sections,
    }
}

fn research_goal(topic: &Topic) -> String {
    match topic.shape {
        Shape::Clause | Shape::HowTo => {
            let clause = topic::third_person(&topic.full);
            format!("Find out {clause}, in the words of someone who knows it from experience.")
        }
        Shape::Question => {
            format!(
                "Answer “{}?” from experience: with cases, costs and doubts, not with slogans.",
                topic.full
            )
        }
        Shape::Thing | Shape::Doing | Shape::Foreign => format!(
            "Understand {} from the inside: the scenes, decisions and mistakes that make it real.",
            topic.spoken
        ),
    }
}

fn section(part: &Part, topic: &Topic, per_part: usize) -> Section {
    let asks = part.asks.iter().take(per_part);
    section_of(
        part.title,
        fill(part.goal, topic),
        part.importance,
        asks.map(|ask| question(ask, topic)).collect(),
    )
}

fn question(ask: &Ask, topic: &Topic) -> Question {
    // Different topics get different wordings; one topic always gets the same.
    let wording = usize::try_from((fingerprint(&topic.full) ^ fingerprint(ask.notes)) % 97)
        .unwrap_or(0)
        % ask.texts.len().max(1);
    let text = ask.texts.get(wording).copied().unwrap_or_default();
    let priority = Priority::try_from(ask.priority).unwrap_or(Priority::Nice);
    question_of(fill(text, topic), ask.notes, priority)
}

/// A plan out of sections that somebody else thought of: ids and time are given out here.
pub(crate) fn assemble_plan(
    brief: &PlanBrief,
    research_goal: &str,
    angle: &str,
    mut sections: Vec<Section>,
) -> Plan {
    let minutes = brief.minutes.clamp(*MINUTES.start(), *MINUTES.end());
    number(&mut sections);
    share_time(&mut sections, minutes);
    Plan {
        format: Format::Exploratory,
        topic: brief.topic.trim().chars().take(TOPIC_CHARS_MAX).collect(),
        research_goal: research_goal.trim().to_owned(),
        angle: angle.trim().to_owned(),
        minutes,
        warnings_s: vec![120, 30],
        grace_s: 15,
        clock_while_paused: PausedClock::Stops,
        sections,
    }
}

/// A question as it is before ids and time are given out.
pub(crate) fn question_of(text: String, notes: &str, priority: Priority) -> Question {
    Question {
        id: QuestionId::new(""),
        text,
        role: if priority == Priority::Nice {
            Role::Followup
        } else {
            Role::Backbone
        },
        priority,
        notes: notes.to_owned(),
        expected_s: 60,
    }
}

/// A section as it is before its id is given out.
pub(crate) fn section_of(
    title: &str,
    goal: String,
    importance: Importance,
    questions: Vec<Question>,
) -> Section {
    Section {
        id: SectionId::new(""),
        title: title.to_owned(),
        goal,
        importance,
        minutes: None,
        followup_cap: 2,
        minimum_words: 20,
        cover: Cover::All,
        questions,
        dimensions: Vec::new(),
    }
}

fn fill(text: &str, topic: &Topic) -> String {
    text.replace("{about}", &topic.spoken)
        .replace("{thing}", &topic.thing)
}

fn fingerprint(text: &str) -> u64 {
    text.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}

/// What the context brings up, as a part of its own: people, phrases, figures.
fn from_material(material: &Material, topic: &Topic) -> Option<Section> {
    let mut asks: Vec<(String, &str)> = Vec::new();
    let templates = [
        "The background mentions “{term}”. What is the story behind that?",
        "How does “{term}” look from where you stand?",
        "What should an outsider understand about “{term}”?",
        "Where does “{term}” come into it for you?",
    ];
    for (term, template) in material.terms.iter().zip(templates) {
        asks.push((
            template.replace("{term}", term),
            "From the background material: ask for a case, not a definition.",
        ));
    }
    for person in material.people.iter().take(1) {
        asks.push((
            format!("What part did {person} play, as you saw it?"),
            "A person in the background material: listen for one scene with them in it.",
        ));
    }
    for figure in material.figures.iter().take(1) {
        asks.push((
            format!("There is a figure in the background: “{figure}”. What does it tell, and what does it hide?"),
            "Do they trust the figure? Where does it come from?",
        ));
    }
    if asks.is_empty() {
        return None;
    }
    asks.truncate(5);
    let questions = asks
        .into_iter()
        .enumerate()
        .map(|(at, (text, notes))| {
            let priority = match at {
                0 => Priority::Must,
                1 | 2 => Priority::Important,
                _ => Priority::Nice,
            };
            question_of(text, notes, priority)
        })
        .collect();
    Some(section_of(
        "What the background brings up",
        format!(
            "Set what is written about {} against what they have seen.",
            topic.spoken
        ),
        Importance::Medium,
        questions,
    ))
}

/// Ids from the titles, numbered where two would be the same.
fn number(sections: &mut [Section]) {
    let mut used: Vec<String> = Vec::new();
    for (section, place) in sections.iter_mut().zip(1_u32..) {
        let mut slug: String = section
            .title
            .to_lowercase()
            .split(|letter: char| !letter.is_ascii_alphanumeric())
            .filter(|word| !word.is_empty())
            .take(4)
            .collect::<Vec<_>>()
            .join("-");
        if slug.is_empty() || used.contains(&slug) {
            slug = format!("part-{place}");
        }
        used.push(slug.clone());
        for (question, number) in section.questions.iter_mut().zip(1_u32..) {
            question.id = QuestionId::new(format!("{slug}-{number}"));
        }
        section.id = SectionId::new(slug);
    }
}

/// Gives must-ask questions their share of the time and the others what is usual. Where the time is too short for
/// all musts, the later ones become important instead.
fn share_time(sections: &mut [Section], minutes: u32) {
    let budget = minutes * 60 * MUSTS_PERCENT / 100;
    let affordable = usize::try_from(budget / MUST_S.start()).unwrap_or(1).max(1);
    let mut musts = 0;
    for question in sections
        .iter_mut()
        .flat_map(|section| &mut section.questions)
    {
        if question.priority == Priority::Must {
            musts += 1;
            if musts > affordable {
                question.priority = Priority::Important;
            }
        }
    }
    let musts = u32::try_from(musts.min(affordable)).unwrap_or(1).max(1);
    // A one-minute plan has less than the least to give.
    let each = (budget / musts)
        .clamp(*MUST_S.start(), *MUST_S.end())
        .min(budget.max(5));
    for question in sections
        .iter_mut()
        .flat_map(|section| &mut section.questions)
    {
        question.expected_s = match question.priority {
            Priority::Must => each,
            Priority::Important => each.min(60),
            Priority::Nice => each.min(45),
        };
    }
}

#[cfg(test)]
mod tests;
