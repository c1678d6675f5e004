//! The FollowUp agent without a model: what a next conversation could be about, always three things.

mod questions;
mod threads;

use interview::words::WordSet;
use interview::{
    CoverageQuality, FollowUpTopic, FollowUps, FollowingUp, Gap, Passage, Plan, Speaker,
};

use super::planner::topic::Topic;
use crate::text::clean;
use crate::text::terms::TermWeights;
use threads::Thread;

const TOPICS: usize = 3;
const GAPS_MAX: usize = 6;
const SAME_QUESTION: f64 = 0.6;

/// A summary, three topics with their questions, what was left open and what deserves more.
#[must_use]
pub fn follow_up(job: &FollowingUp) -> FollowUps {
    let asked: Vec<WordSet> = job
        .conversation
        .iter()
        .filter(|passage| passage.speaker == Speaker::Interviewer)
        .map(|passage| WordSet::of(passage.text.as_str()))
        .collect();
    let weights = TermWeights::of(answers(&job.conversation));
    let threads = threads::find(job, &weights);
    let suggested_topics = threads
        .iter()
        .take(TOPICS)
        .map(|thread| topic(thread, &job.plan, &asked))
        .collect();
    FollowUps {
        summary: summary(job, &weights),
        suggested_topics,
        unexplored_gaps: gaps(job),
        strengthen_areas: weak_areas(job),
    }
}

fn answers(conversation: &[Passage]) -> impl Iterator<Item = &str> {
    conversation
        .iter()
        .filter(|passage| passage.speaker == Speaker::Candidate)
        .map(|passage| passage.text.as_str())
}

fn topic(thread: &Thread, plan: &Plan, asked: &[WordSet]) -> FollowUpTopic {
    FollowUpTopic {
        title: thread.title.clone(),
        description: thread.why.clone(),
        suggested_questions: questions::of(thread, &Topic::parse(&plan.topic), asked),
    }
}

/// What was talked about, in the person's own themes, and the line that says it best.
fn summary(job: &FollowingUp, weights: &TermWeights) -> String {
    let about = Topic::parse(&job.plan.topic).spoken;
    let words: usize = answers(&job.conversation)
        .map(|text| text.split_whitespace().count())
        .sum();
    if words < 12 {
        return format!(
            "The conversation about {about} had hardly begun: {words} words were said."
        );
    }
    let themes: Vec<String> = match &job.analysis {
        Some(analysis) if !analysis.themes.is_empty() => analysis
            .themes
            .iter()
            .take(4)
            .map(|theme| theme.name.clone())
            .collect(),
        Some(_) | None => threads::themes(job, weights, 4),
    };
    let mut summary = if themes.is_empty() {
        format!("We talked about {about}.")
    } else {
        format!("We talked about {about}, mostly about {}.", listed(&themes))
    };
    let line = job
        .notes
        .quotable_lines
        .iter()
        .max_by_key(|line| (line.strength, std::cmp::Reverse(line.turn)))
        .map(|line| line.text.clone())
        .or_else(|| job.notes.key_ideas.first().map(|idea| idea.text.clone()));
    if let Some(line) = line {
        let quoted = job
            .notes
            .quotable_lines
            .iter()
            .any(|known| known.text == line);
        if quoted {
            summary.push_str(&format!(" In their words: “{}”", line.trim()));
        } else {
            summary.push_str(&format!(" A central point was this: {}", line.trim()));
        }
    }
    if let Some(story) = job.notes.stories.first() {
        summary.push_str(&format!(" One story stood out: {}", story.summary.trim()));
    }
    summary
}

fn listed(themes: &[String]) -> String {
    match themes {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// What was touched and left: the notes' gaps, the most promising first, and the questions nobody got to.
fn gaps(job: &FollowingUp) -> Vec<String> {
    let mut open: Vec<&Gap> = job.notes.gaps.iter().rev().collect();
    open.sort_by_key(|gap| threads::promise(gap));
    let mut gaps: Vec<String> = open
        .into_iter()
        .take(GAPS_MAX - 2)
        .map(|gap| gap.description.clone())
        .collect();
    let unasked = job
        .notes
        .section_coverage
        .iter()
        .flat_map(|section| section.missing_aspects.iter().take(1))
        .map(|question| format!("Not talked about: {question}"));
    gaps.extend(unasked.take(GAPS_MAX - gaps.len().min(GAPS_MAX)));
    gaps
}

/// Sections that deserve more, by what is missing from them; and claims that stand on nothing.
fn weak_areas(job: &FollowingUp) -> Vec<String> {
    let mut areas: Vec<String> = Vec::new();
    for section in &job.plan.sections {
        let covered = job
            .notes
            .section_coverage
            .iter()
            .find(|covered| covered.section_id == section.id);
        let quality = covered.map_or(CoverageQuality::None, |covered| covered.coverage_quality);
        match quality {
            CoverageQuality::None => areas.push(format!("{}: not touched", section.title)),
            CoverageQuality::Shallow => {
                areas.push(format!("{}: mentioned, without an example", section.title))
            }
            CoverageQuality::Adequate | CoverageQuality::Deep => {}
        }
    }
    for claim in job
        .notes
        .claims
        .iter()
        .filter(|claim| claim.confidence == interview::Confidence::Low)
        .take(2)
    {
        areas.push(format!("Said with doubt: {}", clean::sentence(&claim.text)));
    }
    areas.truncate(GAPS_MAX);
    areas
}

#[cfg(test)]
mod tests;
