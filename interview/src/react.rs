//! What must be done now that something has happened.

use std::sync::Arc;

use crate::decide;
use crate::event::{Event, Recorded};
use crate::ids::{EventId, JobId, QuestionId, TurnId};
use crate::job::{
    AgentKind, Analysing, Choosing, FollowingUp, Job, Judging, NoteTaking, QuestionStatus,
    Researching, Task, Writing,
};
use crate::state::{Floor, Outstanding, State, Status};
use crate::thrift::Thrift;
use crate::time::Millis;
use crate::transcript::Spoken;

pub(crate) const NOTES_WINDOW: usize = 20;
const RESEARCH_WINDOW: usize = 20;
const CHOICE_WINDOW: usize = 30;
/// How many of the questions asked before an Orchestrator is shown.
const ASKED_SHOWN_MAX: usize = 60;

/// An order. Carrying it out twice does no harm: reports and spoken words are recognised.
#[derive(Debug, Clone)]
pub enum Effect {
    /// Give this job to its agent.
    Dispatch(Box<Job>),
    /// Put this in front of the voice.
    Guide { decision: EventId, text: String },
    /// Say this to the person.
    Speak(Speech),
    /// Nothing more will be said: microphone off, socket closed.
    Close,
    /// Put this to the candidate's assistant.
    AskAssistant(AssistantQuestion),
}

#[derive(Debug, Clone)]
pub struct AssistantQuestion {
    pub query: u32,
    pub text: Spoken,
    pub topic: String,
    pub section_title: String,
    pub section_goal: String,
    /// How much the answer may ask of models.
    pub thrift: Thrift,
}

#[derive(Debug, Clone)]
pub struct Speech {
    /// The event that decided it: DECISION_MADE, PROMPT_PRESENTED or FOLLOWUP_PRESENTED.
    pub decision: EventId,
    pub text: String,
    pub question_id: Option<QuestionId>,
    pub refers_to: Option<TurnId>,
}

/// What follows from an event that has been written down. `state` is the one after the event.
#[must_use]
pub fn react(state: &State, recorded: &Recorded) -> Vec<Effect> {
    match &recorded.event {
        Event::AgentRequested(requested) => dispatch(state, requested.job_id, recorded.at)
            .into_iter()
            .collect(),
        Event::DecisionMade(_) => after_decision(state, recorded.event_id),
        Event::PromptPresented(_)
        | Event::FollowupPresented(_)
        | Event::SpeechFailed(_)
        | Event::InterviewResumed(_) => sections_speech_owed(state).into_iter().collect(),
        Event::AssistantQuery(asked) => assistant_owed(state)
            .filter(|question| question.query == asked.query)
            .map(Effect::AskAssistant)
            .collect(),
        Event::InterviewCompleted(_) | Event::InterviewTerminated(_) => vec![Effect::Close],
        Event::InterviewCreated(_)
        | Event::InterviewStarted(_)
        | Event::InterviewPaused(_)
        | Event::PhaseChanged(_)
        | Event::SectionStarted(_)
        | Event::SectionTimeWarning(_)
        | Event::SectionEnded(_)
        | Event::CandidateMessage(_)
        | Event::InterviewerMessage(_)
        | Event::TurnWithdrawn(_)
        | Event::CoverageUpdated(_)
        | Event::AgentReported(_)
        | Event::NotesMerged(_)
        | Event::ResearchAdded(_)
        | Event::GuidanceSent(_)
        | Event::QuestionAsked(_)
        | Event::QuestionDeclined(_)
        | Event::ClosingDetected(_)
        | Event::VoiceConnected(_)
        | Event::VoiceLost(_)
        | Event::VoiceRolledOver(_)
        | Event::GuidanceFailed(_)
        | Event::RecordingConsent(_)
        | Event::QuestionPinned(_)
        | Event::QuestionWithdrawn(_)
        | Event::TimeExtended(_)
        | Event::EssayEdited(_)
        | Event::CandidateCodeSubmission(_)
        | Event::AssistantResponse(_)
        | Event::AnalysisWritten(_)
        | Event::EssayWritten(_)
        | Event::FollowupsSuggested(_) => Vec::new(),
    }
}

/// What is still to be done after a replay, or when another voice takes over: unanswered jobs, what the voice has to know, and a
/// question that was chosen but never spoken.
#[must_use]
pub fn owed(state: &State, now: Millis) -> Vec<Effect> {
    let mut effects: Vec<Effect> = state
        .jobs
        .keys()
        .filter_map(|job| dispatch(state, *job, now))
        .collect();
    effects.extend(guidance_owed(state));
    effects.extend(speech_owed(state).map(Effect::Speak));
    effects.extend(sections_speech_owed(state));
    effects.extend(assistant_owed(state).map(Effect::AskAssistant));
    effects
}

/// The next moment at which something happens by itself, if nothing else does before.
#[must_use]
pub fn next_deadline(state: &State) -> Option<Millis> {
    decide::due_at(state)
}

fn after_decision(state: &State, event: EventId) -> Vec<Effect> {
    let changed = state.guidance.as_ref().is_some_and(|it| it.since == event);
    let mut effects: Vec<Effect> = guidance_owed(state)
        .filter(|_| changed)
        .into_iter()
        .collect();
    effects.extend(speech_owed(state).map(Effect::Speak));
    effects
}

/// What a voice has to have in mind, whatever was before it.
fn guidance_owed(state: &State) -> Option<Effect> {
    let (decision, guidance) = (state.decision.as_ref()?, state.guidance.as_ref()?);
    (!state.status.is_over()).then(|| Effect::Guide {
        decision: decision.event_id,
        text: guidance.text.to_string(),
    })
}

/// The interviewer owes a question, and there is a decision that knows all that was said.
fn speech_owed(state: &State) -> Option<Speech> {
    let knows_all = state.cycle.turns_seen == state.transcript.len();
    let owes =
        state.status == Status::InProgress && !state.imported && state.floor == Floor::Interviewer;
    let decision = state.decision.as_ref().filter(|_| owes && knows_all)?;
    let made_for_this = state
        .cycle
        .started_at
        .is_some_and(|started_at| decision.at >= started_at);
    made_for_this.then(|| Speech {
        decision: decision.event_id,
        text: decision.made.question.text.clone(),
        question_id: decision.made.question.question_id.clone(),
        refers_to: decision.made.question.refers_to,
    })
}

/// What a structured interview has presented and nobody has heard. Nothing is said to somebody who is away.
fn sections_speech_owed(state: &State) -> Option<Effect> {
    let unspoken = state.structured.as_ref()?.unspoken.as_ref()?;
    (state.status == Status::InProgress).then(|| {
        Effect::Speak(Speech {
            decision: unspoken.event_id,
            text: unspoken.text.clone(),
            question_id: unspoken.question_id.clone(),
            refers_to: None,
        })
    })
}

/// Questions that the assistant has not answered.
fn assistant_owed(state: &State) -> impl Iterator<Item = AssistantQuestion> + '_ {
    let exchanges = state.structured.iter().flat_map(|it| &it.assistant);
    exchanges
        .filter(|exchange| exchange.answer.is_none() && !state.status.is_over())
        .filter_map(|exchange| {
            let section = state.plan.sections.get(exchange.section)?;
            Some(AssistantQuestion {
                query: exchange.query,
                text: exchange.text.clone(),
                topic: state.plan.topic.clone(),
                section_title: section.title.clone(),
                section_goal: section.goal.clone(),
                thrift: state.thrift(),
            })
        })
}

fn judging(state: &State, up_to: TurnId) -> Option<Judging> {
    let (at, turns) = decide::judged_turns(state, up_to)?;
    let section = state.plan.sections.get(at)?;
    Some(Judging {
        plan: Arc::clone(&state.plan),
        section_id: section.id.clone(),
        turns,
        known: state.verdicts(section),
    })
}

fn dispatch(state: &State, id: JobId, now: Millis) -> Option<Effect> {
    let job = state.jobs.get(&id)?;
    let task = task(state, job, now)?;
    Some(Effect::Dispatch(Box::new(Job {
        id,
        attempt: job.attempt,
        deadline: job.deadline,
        thrift: state.thrift(),
        task,
    })))
}

fn task(state: &State, job: &Outstanding, now: Millis) -> Option<Task> {
    let plan = Arc::clone(&state.plan);
    let notes = Arc::clone(&state.notes);
    let new_from = job.new_from.unwrap_or(TurnId(1));
    Some(match job.agent {
        AgentKind::NoteTaker => Task::TakeNotes(NoteTaking {
            plan,
            window: state.window(NOTES_WINDOW, job.up_to),
            new_from,
            notes,
        }),
        AgentKind::Researcher => Task::Research(Researching {
            plan,
            window: state.window(RESEARCH_WINDOW, job.up_to),
            new_from,
            known: Arc::clone(&state.research),
            fresh_topics: fresh_topics(state, now),
        }),
        AgentKind::Orchestrator => Task::ChooseQuestion(choosing(state, job, now)),
        AgentKind::Analysis => Task::Analyse(Analysing {
            plan,
            conversation: Arc::new(state.passages()),
            notes,
        }),
        AgentKind::Writer => Task::WriteEssay(Writing {
            plan,
            conversation: Arc::new(state.passages()),
            notes,
            research: Arc::clone(&state.research),
            analysis: Arc::clone(state.analysis.as_ref()?),
            style: job.style.unwrap_or_default(),
        }),
        AgentKind::FollowUp => Task::SuggestFollowUps(FollowingUp {
            plan,
            conversation: Arc::new(state.passages()),
            notes,
            analysis: state.analysis.clone(),
        }),
        AgentKind::Judge => Task::Judge(judging(state, job.up_to?)?),
        AgentKind::Planner => return None,
    })
}

fn choosing(state: &State, job: &Outstanding, now: Millis) -> Choosing {
    let questions = state
        .plan
        .questions()
        .zip(&state.questions)
        .map(|((_, question), state)| QuestionStatus {
            id: question.id.clone(),
            state: *state,
        })
        .collect();
    // From the end: skipping from the front would walk through the whole conversation.
    let mut asked: Vec<String> = state
        .asked
        .iter()
        .rev()
        .take(ASKED_SHOWN_MAX)
        .map(|asked| asked.text.to_string())
        .collect();
    asked.reverse();
    Choosing {
        plan: Arc::clone(&state.plan),
        window: state.window(CHOICE_WINDOW, job.up_to),
        notes: Arc::clone(&state.notes),
        research: Arc::clone(&state.research),
        questions,
        asked,
        phase: state.phase,
        elapsed_ms: state.elapsed_ms(now),
        target_ms: state.plan.target_ms(),
        slack_s: state.slack_s(now),
        backbone_in_a_row: state.backbone_in_a_row,
    }
}

fn fresh_topics(state: &State, now: Millis) -> Vec<String> {
    state
        .researched
        .iter()
        .filter(|(_, at)| now.since(**at) < decide::TOPIC_FRESH_MS)
        .map(|(topic, _)| topic.clone())
        .collect()
}
