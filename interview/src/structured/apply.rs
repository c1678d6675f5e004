//! Folds one event into the course of a structured interview.

use super::{
    AssistantAnswer, AssistantExchange, CodeVersion, Moment, SectionExit, SectionProgress,
    SectionStage, Structured, Unspoken, is_what_was_said,
};
use crate::event::{
    AgentRequested, AssistantQuery, AssistantResponse, CandidateCodeSubmission, CandidateMessage,
    CoverageUpdated, Event, FollowupPresented, InterviewerMessage, PromptPresented, Recorded,
    SectionEnded, SectionStarted,
};
use crate::job::AgentKind;
use crate::plan::{PausedClock, Plan};
use crate::state::Clock;

impl Structured {
    /// What is true after this event. `clock` is the one before it.
    pub(crate) fn apply(&mut self, plan: &Plan, clock: &Clock, recorded: &Recorded) {
        match &recorded.event {
            Event::SectionStarted(started) => self.section_started(plan, started, recorded),
            Event::SectionTimeWarning(warning) => {
                if let Some(section) = self.section_mut(plan, &warning.section_id) {
                    section.warned_s.push(warning.seconds_left);
                }
            }
            Event::SectionEnded(ended) => self.section_ended(plan, ended, recorded),
            Event::PromptPresented(prompt) => self.prompt_presented(plan, prompt, recorded),
            Event::FollowupPresented(follow_up) => {
                self.follow_up_presented(plan, follow_up, recorded);
            }
            Event::CandidateMessage(message) => self.candidate_spoke(plan, message, recorded),
            Event::InterviewerMessage(message) => self.interviewer_spoke(message, recorded),
            Event::QuestionDeclined(_) => {
                if let Some(section) = self.current_mut() {
                    section.owes_next = true;
                }
            }
            Event::CoverageUpdated(updated) => self.coverage_updated(plan, updated),
            Event::AgentRequested(requested) => self.agent_requested(requested),
            Event::InterviewResumed(_) => self.resumed(plan, clock, recorded),
            Event::SpeechFailed(failed) => self.speech_failures = failed.attempt,
            Event::CandidateCodeSubmission(submitted) => {
                self.code_submitted(plan, submitted, recorded);
            }
            Event::AssistantQuery(asked) => self.assistant_asked(asked),
            Event::AssistantResponse(response) => self.assistant_answered(response),
            Event::InterviewCompleted(_) | Event::InterviewTerminated(_) => {
                self.current = None;
                self.unspoken = None;
            }
            Event::InterviewCreated(_)
            | Event::InterviewStarted(_)
            | Event::InterviewPaused(_)
            | Event::PhaseChanged(_)
            | Event::TurnWithdrawn(_)
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
            | Event::ClosingDetected(_)
            | Event::AnalysisWritten(_)
            | Event::EssayWritten(_)
            | Event::FollowupsSuggested(_) => {}
        }
    }

    fn current_mut(&mut self) -> Option<&mut SectionProgress> {
        self.sections.get_mut(self.current?)
    }

    fn section_started(&mut self, plan: &Plan, started: &SectionStarted, recorded: &Recorded) {
        self.current = plan
            .sections
            .iter()
            .position(|section| section.id == started.section_id);
        if let Some(section) = self.current_mut() {
            section.stage = SectionStage::Intro;
            section.started_at = Some(recorded.at);
            section.deadline = Some(started.deadline);
        }
    }

    fn prompt_presented(&mut self, plan: &Plan, prompt: &PromptPresented, recorded: &Recorded) {
        if let Some(section) = self.section_mut(plan, &prompt.section_id) {
            section.stage = SectionStage::QuestionActive;
            match &prompt.question_id {
                Some(_) => section.n_prompts += 1,
                None => section.outline_requested = true,
            }
            section.owes_next = false;
            section.course.push_back(Moment::Prompt {
                at: recorded.at,
                question_id: prompt.question_id.clone(),
                text: prompt.text.clone(),
            });
        }
        self.unspoken = Some(Unspoken {
            event_id: recorded.event_id,
            text: prompt.text.clone(),
            question_id: prompt.question_id.clone(),
        });
    }

    fn follow_up_presented(
        &mut self,
        plan: &Plan,
        follow_up: &FollowupPresented,
        recorded: &Recorded,
    ) {
        let pool = plan.section(&follow_up.section_id).and_then(|section| {
            let mut pools = section.dimensions.iter();
            pools.position(|it| it.id == follow_up.dimension)
        });
        if let Some(section) = self.section_mut(plan, &follow_up.section_id) {
            section.stage = SectionStage::FollowupActive;
            section.budget_remaining = follow_up.budget_remaining;
            section.owes_next = false;
            if let Some(used) = pool.and_then(|pool| section.n_used.get_mut(pool)) {
                *used += 1;
            }
            section.course.push_back(Moment::FollowUp {
                at: recorded.at,
                dimension: follow_up.dimension.clone(),
                text: follow_up.text.clone(),
            });
        }
        self.unspoken = Some(Unspoken {
            event_id: recorded.event_id,
            text: follow_up.text.clone(),
            question_id: None,
        });
    }

    fn candidate_spoke(&mut self, plan: &Plan, message: &CandidateMessage, recorded: &Recorded) {
        let Some(id) = &message.section_id else {
            return;
        };
        if let Some(section) = self.section_mut(plan, id) {
            section.course.push_back(Moment::Turn {
                at: recorded.at,
                turn: message.turn_id,
                late: message.late,
            });
            section.owes_next |= !message.late;
        }
        if !message.late {
            // Whoever answers has read or heard enough; saying the question now would talk over the answer.
            self.unspoken = None;
        }
    }

    fn interviewer_spoke(&mut self, message: &InterviewerMessage, recorded: &Recorded) {
        self.speech_failures = 0;
        let heard = message.text.as_str();
        // The end of an older prompt may arrive when a newer one already waits.
        if self
            .unspoken
            .as_ref()
            .is_some_and(|waiting| is_what_was_said(&waiting.text, heard))
        {
            self.unspoken = None;
        }
        if let Some(section) = self.current_mut() {
            section.course.push_back(Moment::Turn {
                at: recorded.at,
                turn: message.turn_id,
                late: false,
            });
        }
    }

    fn coverage_updated(&mut self, plan: &Plan, updated: &CoverageUpdated) {
        let at = plan.section(&updated.section_id).and_then(|section| {
            let dimensions = &section.dimensions;
            dimensions.iter().position(|it| it.id == updated.dimension)
        });
        let section = self.section_mut(plan, &updated.section_id);
        if let (Some(at), Some(section)) = (at, section)
            && let Some(level) = section.coverage.get_mut(at)
        {
            *level = updated.level;
        }
    }

    fn agent_requested(&mut self, requested: &AgentRequested) {
        if requested.agent != AgentKind::Judge {
            return;
        }
        let Some(up_to) = requested.up_to else {
            return;
        };
        if let Some(section) = self
            .section_of(up_to)
            .and_then(|at| self.sections.get_mut(at))
        {
            section.judged_up_to = section.judged_up_to.max(up_to);
        }
    }

    fn section_ended(&mut self, plan: &Plan, ended: &SectionEnded, recorded: &Recorded) {
        if let Some(section) = self.section_mut(plan, &ended.section_id) {
            section.stage = SectionStage::WrapUp;
            section.exit = Some(SectionExit {
                at: recorded.at,
                reason: ended.reason,
            });
        }
        self.current = None;
        self.unspoken = None;
    }

    /// A clock that stands still during a pause gives its time back to the section.
    fn resumed(&mut self, plan: &Plan, clock: &Clock, recorded: &Recorded) {
        if plan.clock_while_paused == PausedClock::Runs {
            return;
        }
        let paused_ms = clock.paused_at.map_or(0, |since| recorded.at.since(since));
        if let Some(deadline) = self.current_mut().and_then(|it| it.deadline.as_mut()) {
            *deadline = deadline.plus(paused_ms);
        }
    }

    fn code_submitted(
        &mut self,
        plan: &Plan,
        submitted: &CandidateCodeSubmission,
        recorded: &Recorded,
    ) {
        if let Some(section) = self.section_mut(plan, &submitted.section_id) {
            section.code.push_back(CodeVersion {
                at: recorded.at,
                source: submitted.source.clone(),
                sha256: submitted.sha256.clone(),
                late: submitted.late,
            });
        }
    }

    fn assistant_asked(&mut self, asked: &AssistantQuery) {
        self.assistant.push_back(AssistantExchange {
            query: asked.query,
            section: self.current.unwrap_or(0),
            text: asked.text.clone(),
            answer: None,
        });
    }

    fn assistant_answered(&mut self, response: &AssistantResponse) {
        let asked = self
            .assistant
            .iter_mut()
            .find(|exchange| exchange.query == response.query);
        if let Some(exchange) = asked {
            exchange.answer = Some(AssistantAnswer {
                text: response.text.clone(),
                by: response.by,
                violation: response.violation,
            });
        }
    }
}
