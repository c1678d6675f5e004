//! Folds one event into the state. What has happened is not up for debate: nothing here can fail.

use std::sync::Arc;

use super::{
    Asked, CurrentQuestion, Floor, Guidance, Guided, Outstanding, Stage, StandingDecision, State,
    Status,
};
use crate::decision::{DecidedBy, QuestionSource, QuestionState};
use crate::event::{
    AgentReported, AgentRequested, CandidateMessage, DecisionMade, Event, InterviewerMessage,
    NotesMerged, Recorded, ResearchAdded,
};
use crate::guidance;
use crate::ids::{EventId, QuestionId, TurnId};
use crate::job::AgentKind;
use crate::notes::NotesIndex;
use crate::time::Millis;
use crate::transcript::{Speaker, Spoken, Turn};

/// Jobs that were given up are remembered for a while, so that a late answer finds its place.
const GIVEN_UP_MAX: usize = 64;

impl State {
    /// What is true after this event.
    pub fn apply(&mut self, recorded: &Recorded) {
        self.cursor = recorded.event_id;
        self.last_at = self.last_at.max(recorded.at);
        let at = recorded.at;
        if let Some(structured) = &mut self.structured {
            structured.apply(&self.plan, &self.clock, recorded);
        }
        match &recorded.event {
            Event::InterviewCreated(_) => {}
            Event::InterviewStarted(_) => {
                self.status = Status::InProgress;
                self.clock.start(at);
            }
            Event::InterviewPaused(paused) => {
                self.status = Status::Paused;
                self.paused_for = Some(paused.reason);
                self.clock.pause(at);
            }
            Event::InterviewResumed(_) => {
                self.status = Status::InProgress;
                self.paused_for = None;
                self.clock.resume(at);
            }
            Event::InterviewCompleted(completed) => {
                self.end_reason = Some(completed.reason);
                self.end(Status::Completed, at);
            }
            Event::InterviewTerminated(_) => self.end(Status::Terminated, at),
            Event::PhaseChanged(changed) => self.phase = self.phase.max(changed.phase),
            Event::CandidateMessage(message) => self.candidate_spoke(message),
            Event::InterviewerMessage(message) => self.interviewer_spoke(message),
            Event::TurnWithdrawn(withdrawn) => self.withdraw(withdrawn.turn_id),
            Event::AgentRequested(requested) => self.agent_requested(requested, at),
            Event::AgentReported(reported) => self.agent_reported(reported, at),
            Event::NotesMerged(merged) => self.notes_merged(merged),
            Event::ResearchAdded(added) => self.research_added(added, at),
            Event::DecisionMade(decision) => self.decided(decision, recorded),
            Event::GuidanceSent(_) => self.guidance_sent(at),
            // Whatever comes next is worth another try.
            Event::GuidanceFailed(_) => self.guidance = None,
            Event::QuestionAsked(asked) => {
                self.question_asked(&asked.question_id, asked.turn_id);
            }
            Event::QuestionDeclined(declined) => self.declined(declined.question_id.as_ref()),
            Event::AnalysisWritten(written) => self.analysis = Some(Arc::clone(&written.analysis)),
            Event::EssayWritten(written) => self.essays.push_back(Arc::new((**written).clone())),
            Event::FollowupsSuggested(suggested) => {
                self.follow_ups = Some(Arc::clone(&suggested.follow_ups));
            }
            Event::AssistantResponse(it) => self.spent(it.tokens, it.cached_tokens, it.cost),
            Event::VoiceConnected(_)
            | Event::VoiceLost(_)
            | Event::RecordingConsent(_)
            | Event::QuestionPinned(_)
            | Event::QuestionWithdrawn(_)
            | Event::TimeExtended(_)
            | Event::EssayEdited(_) => self.apply_from_outside(&recorded.event),
            Event::ClosingDetected(_)
            | Event::VoiceRolledOver(_)
            | Event::SectionStarted(_)
            | Event::SectionTimeWarning(_)
            | Event::SectionEnded(_)
            | Event::PromptPresented(_)
            | Event::FollowupPresented(_)
            | Event::CoverageUpdated(_)
            | Event::CandidateCodeSubmission(_)
            | Event::AssistantQuery(_)
            | Event::SpeechFailed(_) => {}
        }
    }

    /// What the voice says of itself, and what the writer at the desk does.
    fn apply_from_outside(&mut self, event: &Event) {
        if let Event::VoiceConnected(connected) = event {
            self.voice = Some(connected.provider);
        } else if let Event::VoiceLost(_) = event {
            self.voice = None;
        } else if let Event::RecordingConsent(consent) = event {
            self.recording_consent = Some(consent.granted);
        } else if let Event::QuestionPinned(pinned) = event {
            self.pinned = Some(pinned.question_id.clone());
        } else if let Event::QuestionWithdrawn(withdrawn) = event {
            self.withdraw_question(&withdrawn.question_id);
        } else if let Event::TimeExtended(extended) = event {
            Arc::make_mut(&mut self.plan).minutes += extended.minutes;
        } else if let Event::EssayEdited(edited) = event {
            self.edits.push_back(Arc::new(edited.clone()));
        }
    }

    fn declined(&mut self, id: Option<&QuestionId>) {
        if let Some(id) = id {
            self.set_question(id, QuestionState::Declined);
        }
        self.current = None;
        self.floor = Floor::Interviewer;
    }

    fn question_asked(&mut self, id: &QuestionId, turn: TurnId) {
        self.set_question(id, QuestionState::Asked);
        if self.pinned.as_ref() == Some(id) {
            self.pinned = None;
        }
        self.current = Some(CurrentQuestion {
            question_id: Some(id.clone()),
            turn,
        });
    }

    fn end(&mut self, status: Status, at: Millis) {
        self.status = status;
        self.paused_for = None;
        self.clock.end(at);
        self.cycle.stage = Stage::Idle;
        for (id, job) in std::mem::take(&mut self.jobs) {
            self.given_up.insert(id, job.agent);
        }
    }

    fn candidate_spoke(&mut self, message: &CandidateMessage) {
        self.transcript.push_back(Turn {
            id: message.turn_id,
            speaker: Speaker::Candidate,
            text: message.text.clone(),
            words: message.words,
            start_ms: message.start_ms,
            end_ms: message.end_ms,
            interrupted: false,
            withdrawn: message.withdrawn,
        });
        if let Some(client_id) = &message.client_id {
            self.clients.insert(client_id.clone(), message.turn_id);
        }
        if message.late {
            // It answers a section that is over, not the question that waits.
            return;
        }
        if let Some(id) = self.current.take().and_then(|current| current.question_id) {
            self.set_question(&id, QuestionState::Answered);
        }
        self.floor = Floor::Interviewer;
    }

    fn interviewer_spoke(&mut self, message: &InterviewerMessage) {
        self.transcript.push_back(Turn {
            id: message.turn_id,
            speaker: Speaker::Interviewer,
            text: message.text.clone(),
            words: message.words,
            start_ms: message.start_ms,
            end_ms: message.end_ms,
            interrupted: message.interrupted,
            withdrawn: false,
        });
        if message.aside {
            return;
        }
        self.asked
            .push_back(Asked::new(message.text.as_str(), message.turn_id));
        self.current = Some(CurrentQuestion {
            question_id: None,
            turn: message.turn_id,
        });
        self.floor = Floor::Candidate;
        if let Some(decision) = &self.decision {
            if decision.made.question.source == QuestionSource::Plan {
                self.backbone_in_a_row += 1;
            } else {
                self.backbone_in_a_row = 0;
            }
        }
    }

    fn withdraw(&mut self, turn: TurnId) {
        let Some(index) = turn
            .0
            .checked_sub(1)
            .and_then(|index| usize::try_from(index).ok())
        else {
            return;
        };
        // It may quote them.
        self.guidance = None;
        if let Some(taken) = self.transcript.get_mut(index) {
            taken.withdrawn = true;
            taken.text = Spoken::default();
        }
        let mut notes = (*self.notes).clone();
        notes.forget(turn);
        self.notes_index = Arc::new(NotesIndex::of(&notes));
        self.notes = Arc::new(notes);
        let mut research = (*self.research).clone();
        research.retain(|item| item.turn != turn);
        self.research = Arc::new(research);
        if self
            .decision
            .as_ref()
            .is_some_and(|it| it.made.question.refers_to == Some(turn))
        {
            self.decision = None;
        }
        // What was made of the words before they were struck does not stand any more.
        self.analysis = None;
        self.follow_ups = None;
        self.essays.clear();
        self.edits.clear();
    }

    /// A question that was chosen and not yet heard is not waited for any more.
    fn withdraw_question(&mut self, id: &QuestionId) {
        self.set_question(id, QuestionState::Withdrawn);
        let chosen = self
            .decision
            .as_ref()
            .is_some_and(|it| it.made.question.question_id.as_ref() == Some(id));
        if chosen {
            self.decision = None;
        }
        if self.pinned.as_ref() == Some(id) {
            self.pinned = None;
        }
    }

    fn agent_requested(&mut self, requested: &AgentRequested, at: Millis) {
        self.next_job = self.next_job.max(requested.job_id.next());
        self.jobs.insert(
            requested.job_id,
            Outstanding {
                agent: requested.agent,
                attempt: requested.attempt,
                deadline: requested.deadline,
                new_from: requested.new_from,
                up_to: requested.up_to,
                style: requested.style,
            },
        );
        match requested.agent {
            AgentKind::NoteTaker => {
                if let Some(up_to) = requested.up_to {
                    self.noted_up_to = self.noted_up_to.max(up_to);
                }
                if requested.attempt == 1 && self.status == Status::InProgress {
                    self.cycle_began(at);
                    self.cycle.stage = Stage::Gathering;
                }
            }
            AgentKind::Orchestrator => {
                if self.cycle.stage == Stage::Idle {
                    self.cycle_began(at);
                }
                self.cycle.stage = Stage::Choosing;
            }
            AgentKind::Planner
            | AgentKind::Researcher
            | AgentKind::Analysis
            | AgentKind::Writer
            | AgentKind::FollowUp
            | AgentKind::Judge => {}
        }
    }

    fn cycle_began(&mut self, at: Millis) {
        self.cycle.started_at = Some(at);
        self.cycle.turns_seen = self.transcript.len();
    }

    fn agent_reported(&mut self, reported: &AgentReported, at: Millis) {
        let was_waiting = self.jobs.remove(&reported.job_id).is_some();
        let gave_up = reported.failure == Some(crate::event::Failure::Deadline);
        if was_waiting && gave_up {
            self.given_up.insert(reported.job_id, reported.agent);
            while self.given_up.len() > GIVEN_UP_MAX {
                self.given_up.pop_first();
            }
        } else {
            self.given_up.remove(&reported.job_id);
        }
        self.last_report.insert(reported.agent, at);
        self.spent(reported.tokens, reported.cached_tokens, reported.cost);
    }

    fn spent(&mut self, tokens: Option<u64>, cached_tokens: Option<u64>, cost: Option<f64>) {
        self.usage.tokens += tokens.unwrap_or(0);
        self.usage.cached_tokens += cached_tokens.unwrap_or(0);
        self.usage.cost += cost.unwrap_or(0.0);
    }

    fn notes_merged(&mut self, merged: &NotesMerged) {
        Arc::make_mut(&mut self.notes_index).add(&merged.notes);
        Arc::make_mut(&mut self.notes).add(merged.notes.clone());
    }

    fn research_added(&mut self, added: &ResearchAdded, at: Millis) {
        // Only fresh topics are ever asked for; the others would make a long conversation slower.
        let stale: Vec<String> = self
            .researched
            .iter()
            .filter(|(_, looked_up)| at.since(**looked_up) >= crate::decide::TOPIC_FRESH_MS)
            .map(|(topic, _)| topic.clone())
            .collect();
        for topic in stale {
            self.researched.remove(&topic);
        }
        for topic in &added.topics {
            self.researched
                .insert(crate::research::topic_key(&topic.topic), at);
        }
        if !added.items.is_empty() {
            Arc::make_mut(&mut self.research).extend(added.items.iter().cloned());
        }
    }

    fn decided(&mut self, decision: &DecisionMade, recorded: &Recorded) {
        if self.cycle.stage == Stage::Idle {
            self.cycle_began(recorded.at);
        }
        self.cycle.stage = Stage::Idle;
        if decision.by != DecidedBy::Reused {
            self.new_decision(decision, recorded);
            // What the voice has not confirmed it may not have.
            let given = self.guided.as_ref().map(|it| it.since);
            self.guidance.take_if(|it| given != Some(it.since));
        }
        self.renew_guidance(recorded.event_id);
    }

    fn new_decision(&mut self, decision: &DecisionMade, recorded: &Recorded) {
        for state in &mut self.questions {
            if *state == QuestionState::Offered {
                *state = QuestionState::Open;
            }
        }
        if let Some(id) = &decision.question.question_id
            && self
                .question_state(id)
                .is_some_and(QuestionState::is_unasked)
        {
            self.set_question(id, QuestionState::Offered);
        }
        self.decision = Some(StandingDecision {
            event_id: recorded.event_id,
            at: recorded.at,
            made: Arc::new(decision.clone()),
        });
    }

    /// The same decision can need other words: a finding has come, or the end has come near.
    fn renew_guidance(&mut self, since: EventId) {
        let Some(decision) = &self.decision else {
            return;
        };
        let text = guidance::text(self, &decision.made);
        if self.guidance.as_ref().map(|it| &*it.text) != Some(text.as_str()) {
            let text = text.into();
            self.guidance = Some(Guidance { text, since });
        }
    }

    fn guidance_sent(&mut self, at: Millis) {
        let (Some(decision), Some(guidance)) = (&self.decision, &self.guidance) else {
            return;
        };
        self.guided = Some(Guided {
            decision: decision.clone(),
            since: guidance.since,
            at,
        });
    }

    fn set_question(&mut self, id: &QuestionId, state: QuestionState) {
        let at = self
            .plan
            .questions()
            .position(|(_, question)| question.id == *id);
        if let Some(slot) = at.and_then(|at| self.questions.get_mut(at)) {
            *slot = state;
        }
    }
}
