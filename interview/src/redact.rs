//! "Strike that": takes withdrawn words out of events that were written before.

use std::sync::Arc;

use crate::decision::Proposal;
use crate::essay::{Analysis, Essay, FollowUps, Quotations};
use crate::event::{
    AgentReported, AnalysisWritten, CandidateMessage, DecisionMade, EssayEdited, EssayWritten,
    Event, FollowupsSuggested, InterviewerMessage, NotesMerged, Recorded, ResearchAdded,
};
use crate::ids::TurnId;
use crate::transcript::Spoken;

/// Stands where words were.
const WITHDRAWN: &str = "[withdrawn]";

/// The event without the words of a withdrawn turn; none when it carries nothing of them.
///
/// What was made of the whole conversation (analysis, essays, follow-ups) cannot be sorted word by word: it is
/// emptied, and can be made anew.
#[must_use]
pub fn redact(recorded: &Recorded, turn: TurnId) -> Option<Recorded> {
    let event = match &recorded.event {
        Event::CandidateMessage(message) if message.turn_id == turn => candidate_message(message),
        Event::InterviewerMessage(message) if message.refers_to == Some(turn) => {
            interviewer_message(message)
        }
        Event::NotesMerged(merged) => notes_merged(merged, turn),
        Event::ResearchAdded(added) => research_added(added, turn),
        Event::DecisionMade(decision) if decision.question.refers_to == Some(turn) => {
            decision_made(decision)
        }
        Event::AgentReported(reported) => agent_reported(reported, turn),
        Event::AnalysisWritten(written) => analysis_written(written),
        Event::EssayWritten(written) => essay_written(written),
        Event::EssayEdited(edited) => essay_edited(edited),
        Event::FollowupsSuggested(suggested) => followups_suggested(suggested),
        Event::InterviewCreated(_)
        | Event::InterviewStarted(_)
        | Event::InterviewPaused(_)
        | Event::InterviewResumed(_)
        | Event::InterviewCompleted(_)
        | Event::InterviewTerminated(_)
        | Event::PhaseChanged(_)
        | Event::SectionStarted(_)
        | Event::SectionTimeWarning(_)
        | Event::SectionEnded(_)
        | Event::PromptPresented(_)
        | Event::FollowupPresented(_)
        | Event::CandidateMessage(_)
        | Event::InterviewerMessage(_)
        | Event::TurnWithdrawn(_)
        | Event::CoverageUpdated(_)
        | Event::AgentRequested(_)
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
        | Event::QuestionAsked(_)
        | Event::QuestionDeclined(_)
        | Event::ClosingDetected(_)
        | Event::CandidateCodeSubmission(_)
        | Event::AssistantQuery(_)
        | Event::AssistantResponse(_)
        | Event::SpeechFailed(_) => return None,
    };
    (event != recorded.event).then(|| Recorded {
        event,
        ..recorded.clone()
    })
}

fn candidate_message(message: &CandidateMessage) -> Event {
    Event::CandidateMessage(CandidateMessage {
        text: Spoken::default(),
        withdrawn: true,
        ..message.clone()
    })
}

fn interviewer_message(message: &InterviewerMessage) -> Event {
    Event::InterviewerMessage(InterviewerMessage {
        text: WITHDRAWN.into(),
        ..message.clone()
    })
}

fn notes_merged(merged: &NotesMerged, turn: TurnId) -> Event {
    let mut merged = merged.clone();
    merged.notes.forget(turn);
    Event::NotesMerged(Box::new(merged))
}

fn research_added(added: &ResearchAdded, turn: TurnId) -> Event {
    let mut added = added.clone();
    added.items.retain(|item| item.turn != turn);
    added.topics.retain(|topic| topic.turn != turn);
    Event::ResearchAdded(added)
}

fn decision_made(decision: &DecisionMade) -> Event {
    let mut decision = decision.clone();
    decision.question.text = WITHDRAWN.to_owned();
    decision.brief = String::new();
    Event::DecisionMade(Box::new(decision))
}

fn agent_reported(reported: &AgentReported, turn: TurnId) -> Event {
    let mut reported = reported.clone();
    if let Some(refused) = &mut reported.refused {
        redact_proposal(&mut refused.proposal, turn);
    }
    Event::AgentReported(Box::new(reported))
}

fn redact_proposal(proposal: &mut Proposal, turn: TurnId) {
    if proposal.question.refers_to == Some(turn) {
        proposal.question.text = WITHDRAWN.to_owned();
        proposal.brief = String::new();
    }
}

fn analysis_written(written: &AnalysisWritten) -> Event {
    let analysis = Analysis {
        title: WITHDRAWN.to_owned(),
        main_claims: Vec::new(),
        themes: Vec::new(),
        tensions: Vec::new(),
        quotes: Vec::new(),
    };
    Event::AnalysisWritten(Box::new(AnalysisWritten {
        job_id: written.job_id,
        analysis: Arc::new(analysis),
    }))
}

fn essay_written(written: &EssayWritten) -> Event {
    let essay = Essay {
        style: written.essay.style,
        title: WITHDRAWN.to_owned(),
        subtitle: None,
        paragraphs: Vec::new(),
        unsupported: Vec::new(),
        quotations: Quotations::default(),
    };
    Event::EssayWritten(Box::new(EssayWritten {
        essay: Arc::new(essay),
        ..written.clone()
    }))
}

/// The writer's words may repeat the struck ones.
fn essay_edited(edited: &EssayEdited) -> Event {
    Event::EssayEdited(EssayEdited {
        markdown: WITHDRAWN.into(),
        ..edited.clone()
    })
}

fn followups_suggested(suggested: &FollowupsSuggested) -> Event {
    let follow_ups = FollowUps {
        summary: WITHDRAWN.to_owned(),
        ..FollowUps::default()
    };
    Event::FollowupsSuggested(Box::new(FollowupsSuggested {
        job_id: suggested.job_id,
        follow_ups: Arc::new(follow_ups),
    }))
}
