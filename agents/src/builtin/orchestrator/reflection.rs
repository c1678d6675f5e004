//! The end of a conversation: one or two questions that look back, then room for what was forgotten.

use interview::{Choosing, NextQuestion, Phase, Proposal, QuestionSource};

use super::{Asked, organic};
use crate::builtin::planner::topic::Topic;

/// The last question. The core knows it by its words.
pub(crate) const ANYTHING_ELSE: &str =
    "Is there anything else you'd like to add that we haven't covered?";

const REFLECTION_S: u32 = 45;
const LAST_S: u32 = 45;

/// A question that looks back, if it was not asked and there is time for it; then the last question.
pub(super) fn next(job: &Choosing, asked: &Asked) -> Proposal {
    let topic = Topic::parse(&job.plan.topic);
    let about = &topic.spoken;
    let looking_back = [
        (
            format!("What's the one thing you wish more people understood about {about}?"),
            "Ask it slowly. One sentence that could end the essay is worth more than a list.",
        ),
        (
            "If you could go back and do one thing differently, what would it be?".to_owned(),
            "Leave a silence after it. Listen for a decision, not a mood.",
        ),
        (
            format!("What do most people get wrong about {about}?"),
            "Invite a clear opinion; ask for the reason only if it does not come by itself.",
        ),
    ];
    let time_for_it = REFLECTION_S + LAST_S <= job.slack_s;
    if time_for_it && !asked.has(ANYTHING_ELSE) {
        let reflected = looking_back
            .iter()
            .filter(|(text, _)| asked.has(text))
            .count();
        if reflected < 2
            && let Some((text, brief)) = looking_back.iter().find(|(text, _)| !asked.has(text))
        {
            return propose(job, text.clone(), brief, REFLECTION_S);
        }
    }
    if !asked.has(ANYTHING_ELSE) {
        return propose(
            job,
            ANYTHING_ELSE.to_owned(),
            "Leave room; this is theirs. Then thank them.",
            LAST_S.min(job.slack_s),
        );
    }
    after_the_last(job, asked, &looking_back)
}

/// Everything was asked and there is still somebody talking.
fn after_the_last(job: &Choosing, asked: &Asked, more: &[(String, &'static str)]) -> Proposal {
    if job.phase == Phase::WrapUp
        && let Some(proposal) = organic::next(job, asked)
    {
        return proposal;
    }
    let spare = [
        "Who else should I be talking to, and what would they tell me that you would not?",
        "What did I fail to ask?",
        "When you read this in ten years, which sentence do you hope is still true?",
        "Which part of today's conversation surprised you?",
    ];
    let text = more
        .iter()
        .map(|(text, _)| text.as_str())
        .chain(spare)
        .find(|text| !asked.has(text))
        .unwrap_or(ANYTHING_ELSE);
    propose(
        job,
        text.to_owned(),
        "Only if the conversation still has breath; otherwise let it end here.",
        REFLECTION_S.min(job.slack_s),
    )
}

fn propose(job: &Choosing, text: String, brief: &str, expected_s: u32) -> Proposal {
    Proposal {
        question: NextQuestion {
            text,
            section_id: job.plan.sections.last().map(|section| section.id.clone()),
            source: QuestionSource::Gap,
            question_id: None,
            expected_s,
            refers_to: None,
        },
        brief: brief.to_owned(),
    }
}
