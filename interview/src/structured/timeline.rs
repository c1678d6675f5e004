//! What happened and why, event by event, without a word of what was said.

use serde::{Deserialize, Serialize};

use crate::event::{
    Actor, AgentReported, AssistantResponse, CoverageLevel, Event, Failure, FollowupPresented,
    Outcome, PauseReason, PromptPresented, Recorded, SectionEndReason,
};
use crate::ids::{EventId, SectionId};
use crate::time::Millis;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TimelineEntry {
    pub event_id: EventId,
    pub at: Millis,
    pub actor: Actor,
    /// The event's name in the log.
    pub r#type: String,
    /// The section that was going on, or that the event belongs to.
    pub section_id: Option<SectionId>,
    pub explanation: String,
}

pub(super) fn timeline(events: &[Recorded]) -> Vec<TimelineEntry> {
    let mut current: Option<SectionId> = None;
    events
        .iter()
        .map(|recorded| {
            if let Event::SectionStarted(started) = &recorded.event {
                current = Some(started.section_id.clone());
            }
            let section_id = own_section(&recorded.event).or_else(|| current.clone());
            if matches!(recorded.event, Event::SectionEnded(_)) {
                current = None;
            }
            TimelineEntry {
                event_id: recorded.event_id,
                at: recorded.at,
                actor: recorded.event.actor(),
                r#type: recorded.event.name().to_owned(),
                section_id,
                explanation: explanation(&recorded.event),
            }
        })
        .collect()
}

fn own_section(event: &Event) -> Option<SectionId> {
    match event {
        Event::SectionEnded(ended) => Some(ended.section_id.clone()),
        Event::CandidateMessage(message) => message.section_id.clone(),
        Event::CoverageUpdated(updated) => Some(updated.section_id.clone()),
        Event::CandidateCodeSubmission(submitted) => Some(submitted.section_id.clone()),
        Event::InterviewCreated(_)
        | Event::InterviewStarted(_)
        | Event::InterviewPaused(_)
        | Event::InterviewResumed(_)
        | Event::InterviewCompleted(_)
        | Event::InterviewTerminated(_)
        | Event::PhaseChanged(_)
        | Event::SectionStarted(_)
        | Event::SectionTimeWarning(_)
        | Event::PromptPresented(_)
        | Event::FollowupPresented(_)
        | Event::InterviewerMessage(_)
        | Event::TurnWithdrawn(_)
        | Event::AgentRequested(_)
        | Event::AgentReported(_)
        | Event::NotesMerged(_)
        | Event::ResearchAdded(_)
        | Event::DecisionMade(_)
        | Event::GuidanceSent(_)
        | Event::VoiceConnected(_)
        | Event::VoiceLost(_)
        | Event::VoiceRolledOver(_)
        | Event::GuidanceFailed(_)
        | Event::RecordingConsent(_)
        | Event::QuestionPinned(_)
        | Event::QuestionWithdrawn(_)
        | Event::TimeExtended(_)
        | Event::EssayEdited(_)
        | Event::QuestionAsked(_)
        | Event::QuestionDeclined(_)
        | Event::ClosingDetected(_)
        | Event::AssistantQuery(_)
        | Event::AssistantResponse(_)
        | Event::SpeechFailed(_)
        | Event::AnalysisWritten(_)
        | Event::EssayWritten(_)
        | Event::FollowupsSuggested(_) => None,
    }
}

fn explanation(event: &Event) -> String {
    match event {
        Event::SectionStarted(started) => format!("the section ends at {}", started.deadline),
        Event::SectionTimeWarning(warning) => {
            format!("{} seconds before the section's end", warning.seconds_left)
        }
        Event::SectionEnded(ended) => why_it_ended(ended.reason).to_owned(),
        Event::PromptPresented(prompt) => why_this_prompt(prompt),
        Event::FollowupPresented(follow_up) => why_this_follow_up(follow_up),
        Event::CandidateMessage(message) => {
            let late = if message.late { ", late" } else { "" };
            format!("{}: {} words{late}", message.turn_id, message.words)
        }
        Event::InterviewerMessage(message) => {
            let cut = if message.interrupted {
                ", interrupted"
            } else {
                ""
            };
            format!("{}: {} words{cut}", message.turn_id, message.words)
        }
        Event::TurnWithdrawn(withdrawn) => format!("{} was withdrawn", withdrawn.turn_id),
        Event::CoverageUpdated(updated) => {
            format!(
                "dimension {} is {}",
                updated.dimension,
                level(updated.level)
            )
        }
        Event::AgentRequested(it) => format!("{} asked, attempt {}", it.job_id, it.attempt),
        Event::AgentReported(reported) => how_it_went(reported),
        Event::QuestionAsked(asked) => {
            format!(
                "question {} was heard as {}",
                asked.question_id, asked.turn_id
            )
        }
        Event::CandidateCodeSubmission(submitted) => {
            let bytes = submitted.source.as_str().len();
            format!("{bytes} bytes, sha256 {}", submitted.sha256)
        }
        Event::AssistantQuery(asked) => format!("query {}", asked.query),
        Event::AssistantResponse(answered) => what_became_of_it(answered),
        Event::SpeechFailed(failed) => format!("the voice failed, attempt {}", failed.attempt),
        Event::VoiceLost(lost) => lost.reason.clone(),
        Event::RecordingConsent(consent) => format!("the candidate agrees: {}", consent.granted),
        Event::InterviewPaused(paused) => why_it_paused(paused.reason).to_owned(),
        Event::InterviewTerminated(terminated) => terminated.context.clone(),
        Event::InterviewCreated(_)
        | Event::InterviewStarted(_)
        | Event::InterviewResumed(_)
        | Event::InterviewCompleted(_)
        | Event::PhaseChanged(_)
        | Event::NotesMerged(_)
        | Event::ResearchAdded(_)
        | Event::DecisionMade(_)
        | Event::GuidanceSent(_)
        | Event::VoiceConnected(_)
        | Event::VoiceRolledOver(_)
        | Event::GuidanceFailed(_)
        | Event::QuestionPinned(_)
        | Event::QuestionWithdrawn(_)
        | Event::TimeExtended(_)
        | Event::EssayEdited(_)
        | Event::QuestionDeclined(_)
        | Event::ClosingDetected(_)
        | Event::AnalysisWritten(_)
        | Event::EssayWritten(_)
        | Event::FollowupsSuggested(_) => String::new(),
    }
}

fn why_it_ended(reason: SectionEndReason) -> &'static str {
    match reason {
        SectionEndReason::TimeExpired => "its time was over",
        SectionEndReason::CoverageSatisfied => "enough dimensions were covered",
        SectionEndReason::CandidateDone => "the candidate was done and had said enough",
        SectionEndReason::SystemError => "the interviewer could not speak",
    }
}

fn why_this_follow_up(follow_up: &FollowupPresented) -> String {
    format!(
        "first unused follow-up for dimension {}, of the least covered ones the most important; {} left",
        follow_up.dimension, follow_up.budget_remaining
    )
}

fn why_this_prompt(prompt: &PromptPresented) -> String {
    match &prompt.question_id {
        Some(question) => format!("question {question} of the plan"),
        None => "the candidate was done before saying enough".to_owned(),
    }
}

fn level(level: CoverageLevel) -> &'static str {
    match level {
        CoverageLevel::NotCovered => "not covered",
        CoverageLevel::PartiallyCovered => "partially covered",
        CoverageLevel::Covered => "covered",
    }
}

fn how_it_went(reported: &AgentReported) -> String {
    let how = match (reported.outcome, &reported.failure) {
        (Outcome::Ok, _) => "reported",
        (Outcome::Late, _) => "reported too late",
        (Outcome::Failed, Some(Failure::Deadline)) => "did not report in time",
        (Outcome::Failed, Some(Failure::RestartBudget)) => "was lost too often",
        (Outcome::Failed, Some(Failure::WrongAnswer)) => "answered something else",
        (Outcome::Failed, Some(Failure::Reported { .. }) | None) => "failed",
    };
    format!("{} {how}", reported.job_id)
}

fn what_became_of_it(answered: &AssistantResponse) -> String {
    if answered.violation {
        format!(
            "the answer to query {} went too far and was withheld",
            answered.query
        )
    } else {
        format!("query {} was answered", answered.query)
    }
}

fn why_it_paused(reason: PauseReason) -> &'static str {
    match reason {
        PauseReason::Requested => "asked for",
        PauseReason::Disconnected => "the connection was lost",
    }
}
