//! What happened: the events of a session's log, in the shape in which they are kept.

mod desk;
mod line;
mod payload;
mod voice;

use serde::{Deserialize, Serialize};

use crate::ids::EventId;
use crate::time::Millis;

pub use desk::{EssayEdited, QuestionPinned, QuestionWithdrawn, TimeExtended};
pub use line::BadLine;
pub use payload::*;
pub use voice::{
    GuidanceFailed, RecordingConsent, VoiceConnected, VoiceLost, VoiceProvider, VoiceRolledOver,
};

/// One event with its place in the log.
#[derive(Debug, Clone, PartialEq)]
pub struct Recorded {
    pub event_id: EventId,
    pub at: Millis,
    pub event: Event,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Actor {
    System,
    InterviewerAi,
    AssistantAi,
    Candidate,
}

/// Declares the events once: the enum, the name each has in the log, and how a payload is read back.
macro_rules! events {
    ($($variant:ident($payload:ty) = $name:literal by $actor:ident;)*) => {
        #[derive(Debug, Clone, PartialEq)]
        pub enum Event {
            $($variant($payload),)*
        }

        impl Event {
            /// The event's name in the log.
            #[must_use]
            pub fn name(&self) -> &'static str {
                match self {
                    $(Event::$variant(_) => $name,)*
                }
            }

            /// Whose doing the event is.
            #[must_use]
            pub fn actor(&self) -> Actor {
                match self {
                    $(Event::$variant(_) => Actor::$actor,)*
                }
            }

            fn payload_to_json(&self) -> serde_json::Result<Box<serde_json::value::RawValue>> {
                match self {
                    $(Event::$variant(payload) => serde_json::value::to_raw_value(payload),)*
                }
            }

            fn from_name_and_payload(name: &str, payload: &str) -> Option<serde_json::Result<Event>> {
                match name {
                    $($name => Some(serde_json::from_str(payload).map(Event::$variant)),)*
                    _ => None,
                }
            }
        }
    };
}

events! {
    InterviewCreated(Box<Created>) = "INTERVIEW_CREATED" by System;
    InterviewStarted(Started) = "INTERVIEW_STARTED" by System;
    InterviewPaused(Paused) = "INTERVIEW_PAUSED" by System;
    InterviewResumed(Resumed) = "INTERVIEW_RESUMED" by System;
    InterviewCompleted(Completed) = "INTERVIEW_COMPLETED" by System;
    InterviewTerminated(Terminated) = "INTERVIEW_TERMINATED" by System;
    PhaseChanged(PhaseChanged) = "PHASE_CHANGED" by System;
    SectionStarted(SectionStarted) = "SECTION_STARTED" by System;
    SectionTimeWarning(SectionTimeWarning) = "SECTION_TIME_WARNING" by System;
    SectionEnded(SectionEnded) = "SECTION_ENDED" by System;
    PromptPresented(PromptPresented) = "PROMPT_PRESENTED" by InterviewerAi;
    FollowupPresented(FollowupPresented) = "FOLLOWUP_PRESENTED" by InterviewerAi;
    CandidateMessage(CandidateMessage) = "CANDIDATE_MESSAGE" by Candidate;
    InterviewerMessage(InterviewerMessage) = "INTERVIEWER_MESSAGE" by InterviewerAi;
    TurnWithdrawn(TurnWithdrawn) = "TURN_WITHDRAWN" by Candidate;
    CoverageUpdated(CoverageUpdated) = "COVERAGE_UPDATED" by System;
    AgentRequested(AgentRequested) = "AGENT_REQUESTED" by System;
    AgentReported(Box<AgentReported>) = "AGENT_REPORTED" by System;
    NotesMerged(Box<NotesMerged>) = "NOTES_MERGED" by System;
    ResearchAdded(ResearchAdded) = "RESEARCH_ADDED" by System;
    DecisionMade(Box<DecisionMade>) = "DECISION_MADE" by System;
    GuidanceSent(GuidanceSent) = "GUIDANCE_SENT" by System;
    GuidanceFailed(GuidanceFailed) = "GUIDANCE_FAILED" by System;
    QuestionAsked(QuestionAsked) = "QUESTION_ASKED" by System;
    QuestionDeclined(QuestionDeclined) = "QUESTION_DECLINED" by Candidate;
    ClosingDetected(ClosingDetected) = "CLOSING_DETECTED" by System;
    VoiceConnected(VoiceConnected) = "VOICE_CONNECTED" by System;
    VoiceLost(VoiceLost) = "VOICE_LOST" by System;
    VoiceRolledOver(VoiceRolledOver) = "VOICE_ROLLED_OVER" by System;
    RecordingConsent(RecordingConsent) = "RECORDING_CONSENT" by Candidate;
    QuestionPinned(QuestionPinned) = "QUESTION_PINNED" by System;
    QuestionWithdrawn(QuestionWithdrawn) = "QUESTION_WITHDRAWN" by System;
    TimeExtended(TimeExtended) = "TIME_EXTENDED" by System;
    CandidateCodeSubmission(CandidateCodeSubmission) = "CANDIDATE_CODE_SUBMISSION" by Candidate;
    AssistantQuery(AssistantQuery) = "ASSISTANT_QUERY" by Candidate;
    AssistantResponse(AssistantResponse) = "ASSISTANT_RESPONSE" by AssistantAi;
    SpeechFailed(SpeechFailed) = "SPEECH_FAILED" by System;
    AnalysisWritten(Box<AnalysisWritten>) = "ANALYSIS_WRITTEN" by System;
    EssayWritten(Box<EssayWritten>) = "ESSAY_WRITTEN" by System;
    EssayEdited(EssayEdited) = "ESSAY_EDITED" by System;
    FollowupsSuggested(Box<FollowupsSuggested>) = "FOLLOWUPS_SUGGESTED" by System;
}
