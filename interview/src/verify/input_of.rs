//! Which input an event answered. The first event of every decision names its input.

use crate::decision::Proposal;
use crate::event::{
    AgentReported, AgentRequested, AssistantResponse, EndReason, Event, Failure,
    InterviewerMessage, Matched, Outcome, Recorded, SectionEndReason, TerminationReason,
};
use crate::input::{Heard, Input, Spoke, Withdrawn};
use crate::job::{AgentKind, Answer, Report, Usage};
use crate::notes::Notes;
use crate::research::Findings;
use crate::state::State;
use crate::structured::{ASSISTANT_WITHHELD, Verdict};

/// The input behind the events that begin here; none when no decision begins with such an event.
pub(super) fn input_of(state: &State, events: &[Recorded]) -> Option<Input> {
    let (head, rest) = events.split_first()?;
    Some(match &head.event {
        Event::InterviewStarted(_) => Input::Start,
        Event::InterviewPaused(paused) => Input::Pause {
            reason: paused.reason,
        },
        Event::InterviewResumed(_) => Input::Resume,
        Event::InterviewCompleted(completed) => completed_input(completed.reason)?,
        Event::PhaseChanged(_) | Event::DecisionMade(_) => Input::Tick,
        Event::CandidateMessage(message) => Input::Heard(Heard {
            text: message.text.clone(),
            client_id: message.client_id.clone(),
            channel: message.channel,
            start_ms: Some(message.start_ms),
            end_ms: Some(message.end_ms),
        }),
        Event::InterviewerMessage(message) => Input::Spoke(spoke(message, rest)),
        Event::TurnWithdrawn(withdrawn) => Input::Withdraw(Withdrawn::Turn(withdrawn.turn_id)),
        Event::AgentRequested(requested) => requested_input(state, requested)?,
        Event::AgentReported(reported) => reported_input(reported, rest)?,
        Event::GuidanceSent(sent) => Input::Guided {
            decision: sent.decision,
        },
        Event::QuestionDeclined(_) => Input::Skip,
        Event::InterviewTerminated(terminated) => match terminated.reason {
            TerminationReason::Abandoned => Input::End {
                reason: EndReason::Ended,
            },
            TerminationReason::SystemError => return None,
        },
        Event::SectionTimeWarning(_) => Input::Tick,
        Event::SectionEnded(ended) => match ended.reason {
            SectionEndReason::TimeExpired => Input::Tick,
            SectionEndReason::CandidateDone => Input::Done,
            SectionEndReason::CoverageSatisfied | SectionEndReason::SystemError => return None,
        },
        // Only the request for an outline comes first in a decision; questions come after what they follow.
        Event::PromptPresented(prompt) if prompt.question_id.is_none() => Input::Done,
        Event::CandidateCodeSubmission(submitted) => Input::CodeSubmitted {
            source: submitted.source.clone(),
        },
        Event::AssistantQuery(asked) => Input::AskAssistant {
            text: asked.text.clone(),
        },
        Event::AssistantResponse(answered) => assistant_answered(answered),
        Event::SpeechFailed(failed) => Input::SpeechFailed {
            why: failed.message.clone(),
        },
        Event::VoiceConnected(_)
        | Event::VoiceLost(_)
        | Event::VoiceRolledOver(_)
        | Event::GuidanceFailed(_)
        | Event::RecordingConsent(_)
        | Event::QuestionPinned(_)
        | Event::QuestionWithdrawn(_)
        | Event::TimeExtended(_)
        | Event::EssayEdited(_) => from_outside(&head.event)?,
        Event::InterviewCreated(_)
        | Event::SectionStarted(_)
        | Event::PromptPresented(_)
        | Event::FollowupPresented(_)
        | Event::CoverageUpdated(_)
        | Event::NotesMerged(_)
        | Event::ResearchAdded(_)
        | Event::QuestionAsked(_)
        | Event::ClosingDetected(_)
        | Event::AnalysisWritten(_)
        | Event::EssayWritten(_)
        | Event::FollowupsSuggested(_) => return None,
    })
}

/// What the voice says of itself, and what the writer at the desk does.
fn from_outside(event: &Event) -> Option<Input> {
    let input = if let Event::VoiceConnected(connected) = event {
        Input::VoiceConnected {
            provider: connected.provider,
        }
    } else if let Event::VoiceLost(lost) = event {
        Input::VoiceLost {
            reason: lost.reason.clone(),
        }
    } else if let Event::VoiceRolledOver(rolled) = event {
        Input::VoiceRolledOver {
            reason: rolled.reason.clone(),
        }
    } else if let Event::GuidanceFailed(failed) = event {
        Input::GuidanceFailed {
            decision: failed.decision,
            reason: failed.reason.clone(),
        }
    } else if let Event::RecordingConsent(consent) = event {
        Input::Consent {
            granted: consent.granted,
        }
    } else if let Event::QuestionPinned(pinned) = event {
        Input::Pin {
            question: pinned.question_id.clone(),
        }
    } else if let Event::QuestionWithdrawn(withdrawn) = event {
        Input::WithdrawQuestion {
            question: withdrawn.question_id.clone(),
        }
    } else if let Event::TimeExtended(extended) = event {
        Input::Extend {
            minutes: extended.minutes,
        }
    } else if let Event::EssayEdited(edited) = event {
        Input::EditEssay {
            of: edited.of,
            markdown: edited.markdown.clone(),
        }
    } else {
        return None;
    };
    Some(input)
}

fn completed_input(reason: EndReason) -> Option<Input> {
    match reason {
        EndReason::TimeExpired => Some(Input::Tick),
        EndReason::Ended | EndReason::Imported => Some(Input::End { reason }),
        EndReason::ClosingDetected | EndReason::AllSectionsDone => None,
    }
}

/// A withheld answer is gone; any answer that goes too far has the same consequence.
fn assistant_answered(answered: &AssistantResponse) -> Input {
    let text = if answered.violation {
        ASSISTANT_WITHHELD.to_owned()
    } else {
        answered.text.clone()
    };
    Input::AssistantAnswered {
        query: answered.query,
        text,
        by: answered.by,
        usage: usage(answered.tokens, answered.cached_tokens, answered.cost),
    }
}

fn spoke(message: &InterviewerMessage, rest: &[Recorded]) -> Spoke {
    let question_id = match rest.first().map(|recorded| &recorded.event) {
        Some(Event::QuestionAsked(asked)) if asked.matched == Matched::Id => {
            Some(asked.question_id.clone())
        }
        Some(_) | None => None,
    };
    Spoke {
        text: message.text.clone(),
        interrupted: message.interrupted,
        aside: message.aside,
        question_id,
        refers_to: message.refers_to,
        took_ms: message.end_ms.saturating_sub(message.start_ms),
        end_ms: Some(message.end_ms),
    }
}

fn requested_input(state: &State, requested: &AgentRequested) -> Option<Input> {
    if requested.attempt > 1 {
        return Some(Input::AgentLost {
            job: requested.job_id,
        });
    }
    match requested.agent {
        AgentKind::NoteTaker if state.status.is_over() => Some(Input::NotesWanted),
        AgentKind::NoteTaker | AgentKind::Orchestrator => Some(Input::Tick),
        AgentKind::Analysis => Some(Input::AnalysisWanted),
        AgentKind::Writer => Some(Input::EssayWanted {
            style: requested.style.unwrap_or_default(),
        }),
        AgentKind::FollowUp => Some(Input::FollowUpsWanted),
        AgentKind::Planner | AgentKind::Researcher | AgentKind::Judge => None,
    }
}

fn reported_input(reported: &AgentReported, rest: &[Recorded]) -> Option<Input> {
    let result = match &reported.failure {
        Some(Failure::Deadline) => return Some(Input::Tick),
        Some(Failure::RestartBudget) => {
            return Some(Input::AgentLost {
                job: reported.job_id,
            });
        }
        Some(Failure::Reported { message }) => Err(message.clone()),
        Some(Failure::WrongAnswer) => Ok(answer_of_another_kind(reported.agent)),
        None => Ok(answer(reported, rest)?),
    };
    let usage = usage(reported.tokens, reported.cached_tokens, reported.cost);
    Some(Input::Reported(Box::new(Report {
        job: reported.job_id,
        by: reported.by,
        ms: reported.ms,
        usage,
        result,
    })))
}

fn usage(tokens: Option<u64>, cached: Option<u64>, cost: Option<f64>) -> Option<Usage> {
    tokens.zip(cost).map(|(tokens, cost)| Usage {
        tokens,
        cached_tokens: cached.unwrap_or(0),
        cost,
    })
}

/// What the agent answered, as far as it had consequences: the rest changed nothing.
fn answer(reported: &AgentReported, rest: &[Recorded]) -> Option<Answer> {
    let next = rest.first().map(|recorded| &recorded.event);
    if let Some(refused) = &reported.refused {
        return Some(Answer::Proposal(Box::new(refused.proposal.clone())));
    }
    // What follows a late decision or document is not its doing.
    let is_merged_late = matches!(reported.agent, AgentKind::NoteTaker | AgentKind::Researcher);
    if reported.outcome == Outcome::Late && !is_merged_late {
        return late(reported);
    }
    Some(match reported.agent {
        AgentKind::NoteTaker => Answer::Notes(Box::new(match next {
            Some(Event::NotesMerged(merged)) if merged.job_id == reported.job_id => {
                merged.notes.clone()
            }
            Some(_) | None => Notes::default(),
        })),
        AgentKind::Researcher => Answer::Research(match next {
            Some(Event::ResearchAdded(added)) if added.job_id == reported.job_id => Findings {
                wanted: added.topics.clone(),
                items: added.items.clone(),
                source_available: added.source_available,
            },
            Some(_) | None => Findings::default(),
        }),
        AgentKind::Orchestrator => match next {
            Some(Event::DecisionMade(decision)) => Answer::Proposal(Box::new(Proposal {
                question: decision.question.clone(),
                brief: decision.brief.clone(),
            })),
            Some(_) | None => return late(reported),
        },
        AgentKind::Analysis => match next {
            Some(Event::AnalysisWritten(written)) => {
                Answer::Analysis(Box::new((*written.analysis).clone()))
            }
            Some(_) | None => return late(reported),
        },
        AgentKind::Writer => match next {
            Some(Event::EssayWritten(written)) => Answer::Essay(Box::new((*written.essay).clone())),
            Some(_) | None => return late(reported),
        },
        AgentKind::FollowUp => match next {
            Some(Event::FollowupsSuggested(suggested)) => {
                Answer::FollowUps(Box::new((*suggested.follow_ups).clone()))
            }
            Some(_) | None => return late(reported),
        },
        AgentKind::Judge => Answer::Verdicts(verdicts(rest)),
        AgentKind::Planner => return None,
    })
}

/// What a judge said, as far as it changed anything.
fn verdicts(rest: &[Recorded]) -> Vec<Verdict> {
    rest.iter()
        .map_while(|recorded| {
            if let Event::CoverageUpdated(updated) = &recorded.event {
                Some(Verdict {
                    dimension: updated.dimension.clone(),
                    level: updated.level,
                })
            } else {
                None
            }
        })
        .collect()
}

/// A late answer leaves nothing behind; any answer of another kind than notes, research or a proposal will do.
fn late(reported: &AgentReported) -> Option<Answer> {
    (reported.outcome == Outcome::Late).then(|| Answer::FollowUps(Box::default()))
}

fn answer_of_another_kind(agent: AgentKind) -> Answer {
    if agent == AgentKind::Researcher {
        Answer::Notes(Box::default())
    } else {
        Answer::Research(Findings::default())
    }
}
