//! The reverse planner: the plan that a talk could have followed, out of its transcript.

use interview::words::WordSet;
use interview::{Importance, Passage, Plan, Priority, Section, Speaker};

use super::topic::Topic;
use super::{PlanBrief, assemble_plan, plan, question_of, section_of};
use crate::builtin::themes::{is_telling, topics};
use crate::material::Material;
use crate::text::{clean, sentences};

/// From here on two questions are the same.
const SAME_QUESTION: f64 = 0.6;
const QUESTIONS_MAX: usize = 24;
const QUESTION_WORDS: std::ops::RangeInclusive<usize> = 4..=45;
const SECTIONS_MAX: usize = 5;
/// A plan has room for fewer must-asks than a talk has good questions.
const MUSTS_MAX: usize = 6;
const CONTEXT_CHARS_MAX: usize = 60_000;

/// A question that was asked, and how much it brought.
struct Asked {
    text: String,
    words: WordSet,
    /// Words of the answer.
    brought: usize,
    /// Where in the talk its answer stands.
    passage: usize,
}

/// A plan of the questions that were asked: the ones that brought most must be asked again. A talk without questions
/// is background for a plan about its topic.
#[must_use]
pub fn plan_from_talk(brief: &PlanBrief, conversation: &[Passage]) -> Plan {
    let mut asked = questions(conversation);
    if asked.len() < 2 {
        return plan(&PlanBrief {
            context: Some(everything(conversation)),
            ..brief.clone()
        });
    }
    keep_best(&mut asked);
    let draft = plan(brief);
    let material = Material::of(&draft, conversation);
    let musts = must_asks(&asked);
    let parts = asked
        .len()
        .div_ceil(3)
        .clamp(2, SECTIONS_MAX)
        .min(asked.len());
    let mut sections: Vec<Section> = Vec::new();
    let mut rest = asked.as_slice();
    for left in (1..=parts).rev() {
        let (part, others) = rest.split_at(rest.len().div_ceil(left));
        let until = others
            .first()
            .map_or(conversation.len(), |next| next.passage);
        sections.push(section(
            part,
            until,
            &material,
            &musts,
            &sections,
            &brief.topic,
        ));
        rest = others;
    }
    assemble_plan(brief, &draft.research_goal, &draft.angle, sections)
}

/// What was asked, each once, with what was said until the next question.
fn questions(conversation: &[Passage]) -> Vec<Asked> {
    let mut asked: Vec<Asked> = Vec::new();
    let mut answered = false;
    for (at, passage) in conversation.iter().enumerate() {
        let text = passage.text.as_str();
        match passage.speaker {
            Speaker::Candidate => {
                answered = !asked.is_empty();
                if let Some(last) = asked.last_mut() {
                    last.brought += text.split_whitespace().count();
                }
            }
            Speaker::Interviewer => {
                let Some(question) = question_in(text) else {
                    continue;
                };
                let words = WordSet::of(&question);
                let known = asked
                    .iter()
                    .any(|other| other.words.jaccard(&words) >= SAME_QUESTION);
                if known {
                    continue;
                }
                // Asked again before anybody answered: the second wording is the one that worked.
                if !answered && !asked.is_empty() {
                    asked.pop();
                }
                answered = false;
                asked.push(Asked {
                    text: question,
                    words,
                    brought: 0,
                    passage: at,
                });
            }
        }
    }
    asked
}

/// The last question of a turn, without what leads up to it.
fn question_in(turn: &str) -> Option<String> {
    let text = clean::debris(turn);
    sentences::sentences(&text)
        .filter(|sentence| sentence.ends_with('?'))
        .map(clean::sentence)
        .filter(|sentence| QUESTION_WORDS.contains(&sentence.split_whitespace().count()))
        .map(|sentence| clean::capitalise(untied(&sentence)))
        .last()
}

/// “So how did you come here?” stands at the beginning of a talk as “How did you come here?”.
fn untied(question: &str) -> &str {
    let ties = [
        "So, ",
        "So ",
        "And then ",
        "And ",
        "But ",
        "Well, ",
        "Now, ",
        "Okay, ",
        "Then ",
    ];
    let rest = ties.iter().find_map(|tie| question.strip_prefix(tie));
    rest.unwrap_or(question)
}

/// Of a long interview the questions that brought most, in their order.
fn keep_best(asked: &mut Vec<Asked>) {
    let mut brought: Vec<usize> = asked.iter().map(|question| question.brought).collect();
    brought.sort_unstable_by(|one, other| other.cmp(one));
    let least = brought.get(QUESTIONS_MAX - 1).copied().unwrap_or(0);
    asked.retain(|question| question.brought >= least);
    asked.truncate(QUESTIONS_MAX);
}

/// How much a question must have brought to be asked again in any case.
fn must_asks(asked: &[Asked]) -> usize {
    let mut brought: Vec<usize> = asked.iter().map(|question| question.brought).collect();
    brought.sort_unstable_by(|one, other| other.cmp(one));
    let wanted = MUSTS_MAX.min(asked.len().div_ceil(2));
    brought.get(wanted - 1).copied().unwrap_or(0)
}

fn section(
    part: &[Asked],
    until: usize,
    material: &Material,
    must: &usize,
    before: &[Section],
    topic: &str,
) -> Section {
    let from = part.first().map_or(0, |question| question.passage);
    let lines: Vec<usize> = (0..material.lines.len())
        .filter(|at| (from..until).contains(&material.lines[*at].passage))
        .collect();
    let new = |name: &String| before.iter().all(|section| section.title != *name);
    let name = topics(material, &lines, 6)
        .into_iter()
        .filter(|topic| is_telling(&topic.name))
        .map(|topic| clean::capitalise(&topic.name))
        .find(new);
    let number = before.len();
    let title = name.unwrap_or_else(|| match number {
        0 => "Setting the stage".to_owned(),
        _ => format!("Part {}", number + 1),
    });
    let half = must / 3;
    let questions = part
        .iter()
        .map(|question| {
            let priority = match question.brought {
                brought if brought >= *must => Priority::Must,
                brought if brought >= half => Priority::Important,
                _ => Priority::Nice,
            };
            let notes = match priority {
                Priority::Must => {
                    "Brought a long answer in the earlier talk: let them take their time."
                }
                Priority::Important => "Asked in the earlier talk: ask for a case.",
                Priority::Nice => "Brought little in the earlier talk: only if there is time.",
            };
            question_of(question.text.clone(), notes, priority)
        })
        .collect();
    let importance = if part.iter().any(|question| question.brought >= *must) {
        Importance::High
    } else {
        Importance::Medium
    };
    let about = Topic::parse(topic).spoken;
    section_of(
        &title,
        format!("What this part tells about {about}."),
        importance,
        questions,
    )
}

fn everything(conversation: &[Passage]) -> String {
    let mut text = String::new();
    for passage in conversation {
        if text.len() > CONTEXT_CHARS_MAX {
            break;
        }
        text.push_str(passage.text.as_str());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use interview::TurnId;

    fn talk(turns: &[&str]) -> Vec<Passage> {
        let speakers = [Speaker::Interviewer, Speaker::Candidate]
            .into_iter()
            .cycle();
        turns
            .iter()
            .zip(speakers)
            .zip(1..)
            .map(|((text, speaker), number)| Passage {
                at: TurnId(number).into(),
                speaker,
                text: (*text).into(),
                start_ms: 0,
                end_ms: 0,
            })
            .collect()
    }

    fn brief() -> PlanBrief {
        PlanBrief {
            topic: "keeping bees".to_owned(),
            context: None,
            minutes: 14,
        }
    }

    #[test]
    fn the_questions_that_brought_most_must_be_asked_again() {
        let long = "The swarm left in May and we ran after it through the whole village until the church. ".repeat(5);
        let talk = talk(&[
            "Welcome. So, um, how did you come to keep bees?",
            &long,
            "Mm-hm.",
            "And it came back.",
            "Did you ever think about stopping?",
            "No.",
            "What did your neighbours say about the swarm?",
            "They laughed at us.",
            "So how did you come to keep the bees?",
            "As I said.",
        ]);
        let plan = plan_from_talk(&brief(), &talk);
        assert!(Plan::from_toml(&plan.to_toml()).is_ok());
        let asked: Vec<(&str, Priority)> = plan
            .questions()
            .map(|(_, question)| (question.text.as_str(), question.priority))
            .collect();
        assert_eq!(
            asked,
            [
                ("How did you come to keep bees?", Priority::Must),
                ("Did you ever think about stopping?", Priority::Nice),
                (
                    "What did your neighbours say about the swarm?",
                    Priority::Must
                ),
            ]
        );
    }

    #[test]
    fn a_talk_without_questions_is_background() {
        let plan = plan_from_talk(
            &brief(),
            &talk(&["Go on.", "The varroa mite came. The varroa mite stayed."]),
        );
        assert!(Plan::from_toml(&plan.to_toml()).is_ok());
        assert!(
            plan.questions()
                .any(|(_, question)| question.text.contains("varroa mite"))
        );
    }

    #[test]
    fn an_empty_talk_still_gives_a_plan() {
        assert!(Plan::from_toml(&plan_from_talk(&brief(), &[]).to_toml()).is_ok());
    }
}
