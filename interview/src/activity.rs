//! What the agents are doing, for people to watch: meters, and a log in plain words that repeats nothing spoken.

use std::collections::BTreeMap;

use crate::decision::{DecidedBy, QuestionSource};
use crate::event::{
    AgentReported, AgentRequested, DecisionMade, Event, NotesMerged, Outcome, Recorded,
    ResearchAdded,
};
use crate::job::AgentKind;
use crate::state::State;
use crate::time::Millis;
use crate::transcript::Speaker;

/// How long an agent's meter cools down after its report.
const COOLING_MS: u64 = 10_000;

/// 1.0 working, 0.5 cooling down, 0 idle.
pub type Meters = BTreeMap<AgentKind, f64>;

const METERED: [AgentKind; 6] = [
    AgentKind::NoteTaker,
    AgentKind::Researcher,
    AgentKind::Orchestrator,
    AgentKind::Analysis,
    AgentKind::Writer,
    AgentKind::FollowUp,
];

#[must_use]
pub fn meters(state: &State, now: Millis) -> Meters {
    METERED
        .into_iter()
        .map(|agent| {
            let cooling = || {
                state
                    .last_report
                    .get(&agent)
                    .is_some_and(|at| now.since(*at) < COOLING_MS)
            };
            let score = if state.outstanding(agent).is_some() {
                1.0
            } else if cooling() {
                0.5
            } else {
                0.0
            };
            (agent, score)
        })
        .collect()
}

/// One line about an event, if it is worth one. `state` is the one after the event.
#[must_use]
pub fn activity_line(state: &State, recorded: &Recorded) -> Option<String> {
    let text = match &recorded.event {
        Event::AgentRequested(requested) => requested_line(state, requested, recorded.at)?,
        Event::AgentReported(reported) => reported_line(reported)?,
        Event::NotesMerged(merged) => notes_line(merged),
        Event::ResearchAdded(added) => research_line(added),
        Event::DecisionMade(decision) => decision_line(decision)?,
        Event::QuestionAsked(asked) => {
            format!("✓ Question marked as asked (id: {})", asked.question_id)
        }
        Event::PhaseChanged(changed) => format!("✅ Now in {} phase", changed.phase.as_str()),
        Event::VoiceConnected(_) => "🎙️ The voice is connected".to_owned(),
        Event::VoiceLost(_) => "⚠️ The voice was lost".to_owned(),
        Event::VoiceRolledOver(_) => "🎙️ The voice goes on in a fresh session".to_owned(),
        Event::GuidanceFailed(_) => "⚠️ The voice kept its earlier guidance".to_owned(),
        Event::QuestionPinned(pinned) => {
            format!("📌 Question pinned as next (id: {})", pinned.question_id)
        }
        Event::ClosingDetected(_) => "👋 The interviewer said goodbye".to_owned(),
        Event::InterviewCreated(_)
        | Event::InterviewStarted(_)
        | Event::InterviewPaused(_)
        | Event::InterviewResumed(_)
        | Event::InterviewCompleted(_)
        | Event::InterviewTerminated(_)
        | Event::SectionStarted(_)
        | Event::SectionTimeWarning(_)
        | Event::SectionEnded(_)
        | Event::PromptPresented(_)
        | Event::FollowupPresented(_)
        | Event::CandidateMessage(_)
        | Event::InterviewerMessage(_)
        | Event::TurnWithdrawn(_)
        | Event::CoverageUpdated(_)
        | Event::GuidanceSent(_)
        | Event::RecordingConsent(_)
        | Event::QuestionWithdrawn(_)
        | Event::TimeExtended(_)
        | Event::EssayEdited(_)
        | Event::QuestionDeclined(_)
        | Event::CandidateCodeSubmission(_)
        | Event::AssistantQuery(_)
        | Event::AssistantResponse(_)
        | Event::SpeechFailed(_)
        | Event::AnalysisWritten(_)
        | Event::EssayWritten(_)
        | Event::FollowupsSuggested(_) => return None,
    };
    Some(format!("[{}] {text}", clock_time(recorded.at)))
}

fn requested_line(state: &State, requested: &AgentRequested, at: Millis) -> Option<String> {
    let done = percent(state, at);
    Some(match requested.agent {
        AgentKind::NoteTaker if !state.status.is_over() => {
            let answers = state
                .transcript
                .iter()
                .filter(|turn| turn.speaker == Speaker::Candidate)
                .count();
            format!(
                "🎛️ Processing update ({done}% through the interview, {answers} answers so far)\n   ↳ NoteTaker and \
                 Researcher working in parallel…"
            )
        }
        AgentKind::NoteTaker => "📝 NoteTaker reading what it has not seen".to_owned(),
        AgentKind::Orchestrator => {
            let asked = state.questions.iter().filter(|it| !it.is_unasked()).count();
            format!("🎯 Orchestrator deciding next move ({done}% done, {asked} questions asked)")
        }
        AgentKind::Analysis => "🧭 Analysis reading the whole conversation".to_owned(),
        AgentKind::Writer => "✍️ Writer at work".to_owned(),
        AgentKind::FollowUp => "🧵 FollowUp looking for open threads".to_owned(),
        AgentKind::Planner | AgentKind::Researcher | AgentKind::Judge => return None,
    })
}

fn decision_line(decision: &DecisionMade) -> Option<String> {
    let reason = match decision.question.source {
        QuestionSource::Plan => "from the plan",
        QuestionSource::Gap => "to fill a gap",
        QuestionSource::Contradiction => "to clear up a contradiction",
        QuestionSource::Research => "out of research",
        QuestionSource::Tangent => "to follow something new",
        QuestionSource::Closing => "time to say goodbye",
    };
    let by = match decision.by {
        DecidedBy::Model => "model",
        DecidedBy::Builtin => "built-in",
        DecidedBy::Fallback => "fallback",
        DecidedBy::Reused => return None,
    };
    Some(format!(
        "   ↳ Phase: {}, reason: {reason} ({by})",
        decision.phase.as_str()
    ))
}

fn reported_line(reported: &AgentReported) -> Option<String> {
    let who = match reported.agent {
        AgentKind::Planner => "Planner",
        AgentKind::NoteTaker => "NoteTaker",
        AgentKind::Researcher => "Researcher",
        AgentKind::Orchestrator => "Orchestrator",
        AgentKind::Analysis => "Analysis",
        AgentKind::Writer => "Writer",
        AgentKind::FollowUp => "FollowUp",
        AgentKind::Judge => "Judge",
    };
    match reported.outcome {
        Outcome::Ok if reported.refused.is_some() => {
            Some(format!("⚠️ {who}'s proposal was refused; the plan decides"))
        }
        Outcome::Ok => None,
        Outcome::Failed => Some(format!("⚠️ {who} failed; going on without")),
        Outcome::Late => Some(format!("⚠️ {who} was late")),
    }
}

fn notes_line(merged: &NotesMerged) -> String {
    let notes = &merged.notes;
    let found: Vec<String> = [
        (notes.key_ideas.len(), "idea", "ideas"),
        (notes.stories.len(), "story", "stories"),
        (notes.claims.len(), "claim", "claims"),
        (notes.gaps.len(), "gap", "gaps"),
        (
            notes.contradictions.len(),
            "contradiction",
            "contradictions",
        ),
        (
            notes.quotable_lines.len(),
            "quotable line",
            "quotable lines",
        ),
    ]
    .into_iter()
    .filter(|(n, _, _)| *n > 0)
    .map(|(n, one, many)| counted(n, one, many))
    .collect();
    if found.is_empty() {
        "📝 NoteTaker updated the coverage".to_owned()
    } else {
        format!("📝 NoteTaker found: {}", found.join(", "))
    }
}

/// Where the pieces come from is said; without pieces, what stood in the way.
fn research_line(added: &ResearchAdded) -> String {
    let n = added.items.len();
    if n == 0 && !added.source_available {
        let topics = counted(added.topics.len(), "topic", "topics");
        return format!("🔍 Researcher would look up {topics}, but has no source");
    }
    let found = counted(n, "new piece of context", "new pieces of context");
    let from_memory = match added.items.iter().filter(|item| item.from_memory).count() {
        0 => String::new(),
        all if all == n => ", from memory".to_owned(),
        some => format!(", {some} from memory"),
    };
    format!("🔍 Researcher done: {found}{from_memory}")
}

fn counted(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

fn percent(state: &State, at: Millis) -> u64 {
    (state.elapsed_ms(at) * 100 / state.plan.target_ms().max(1)).min(100)
}

fn clock_time(at: Millis) -> String {
    at.to_string().get(11..19).unwrap_or_default().to_owned()
}
