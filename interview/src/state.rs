//! What is true of an interview: the fold of its events, and questions about it.

mod apply;
mod clock;

use std::collections::BTreeMap;
use std::sync::Arc;

use imbl::{OrdMap, Vector};
use serde::{Deserialize, Serialize};

use crate::decision::{Phase, QuestionState};
use crate::essay::{Analysis, FollowUps, Style};
use crate::event::{
    Created, DecisionMade, Earlier, EndReason, EssayEdited, EssayWritten, PauseReason, Recorded,
    VoiceProvider,
};
use crate::ids::{ClientId, EventId, JobId, QuestionId, SessionId, TurnId};
use crate::job::AgentKind;
use crate::notes::{Notes, NotesIndex};
use crate::plan::{Format, Plan, Priority, Question};
use crate::research::ResearchItem;
use crate::structured::Structured;
use crate::thrift::Thrift;
use crate::time::Millis;
use crate::transcript::{Passage, Speaker, Turn};
use crate::words::WordSet;

pub use clock::Clock;

/// Everything that is known about a session. Long lists are shared, so that a copy costs the same at any length.
#[derive(Debug, Clone)]
pub struct State {
    pub session_id: SessionId,
    pub plan: Arc<Plan>,
    pub follow_up_of: Option<SessionId>,
    pub earlier: Option<Arc<Earlier>>,
    pub imported: bool,
    pub status: Status,
    pub end_reason: Option<EndReason>,
    /// The newest event.
    pub cursor: EventId,
    pub created_at: Millis,
    pub last_at: Millis,
    pub clock: Clock,
    /// While it is paused: why.
    pub paused_for: Option<PauseReason>,
    pub phase: Phase,
    pub transcript: Vector<Turn>,
    pub clients: OrdMap<ClientId, TurnId>,
    /// Where each plan question stands, in plan order.
    pub questions: Vec<QuestionState>,
    /// Everything that was asked, from the plan or not.
    pub asked: Vector<Asked>,
    pub floor: Floor,
    /// The question the person is to answer.
    pub current: Option<CurrentQuestion>,
    pub notes: Arc<Notes>,
    pub(crate) notes_index: Arc<NotesIndex>,
    /// The last turn that a NoteTaker was given.
    pub noted_up_to: TurnId,
    pub research: Arc<Vec<ResearchItem>>,
    /// When each topic was last looked up, or would have been.
    pub researched: OrdMap<String, Millis>,
    pub cycle: Cycle,
    pub jobs: BTreeMap<JobId, Outstanding>,
    /// Jobs that were given up and may still report late.
    pub given_up: BTreeMap<JobId, AgentKind>,
    pub next_job: JobId,
    pub decision: Option<StandingDecision>,
    /// What the voice should have in mind.
    pub(crate) guidance: Option<Guidance>,
    /// What it has confirmed to have.
    pub(crate) guided: Option<Guided>,
    pub backbone_in_a_row: u32,
    pub last_report: BTreeMap<AgentKind, Millis>,
    pub usage: TotalUsage,
    /// The most that models may cost, in USD.
    pub cost_cap: Option<f64>,
    pub analysis: Option<Arc<Analysis>>,
    pub essays: Vector<Arc<EssayWritten>>,
    pub follow_ups: Option<Arc<FollowUps>>,
    /// The writer's own versions of essays.
    pub edits: Vector<Arc<EssayEdited>>,
    /// The question that the writer wants next.
    pub pinned: Option<QuestionId>,
    /// Who speaks for the interviewer, while somebody does.
    pub voice: Option<VoiceProvider>,
    /// None until the person has been asked.
    pub recording_consent: Option<bool>,
    /// The course of the sections, in a structured interview.
    pub structured: Option<Structured>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Status {
    NotStarted,
    InProgress,
    Paused,
    Completed,
    Terminated,
}

impl Status {
    #[must_use]
    pub fn is_over(self) -> bool {
        matches!(self, Status::Completed | Status::Terminated)
    }
}

/// Who is to speak.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Floor {
    Interviewer,
    Candidate,
}

#[derive(Debug, Clone)]
pub struct Asked {
    pub text: Arc<str>,
    pub words: Arc<WordSet>,
    pub turn: TurnId,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CurrentQuestion {
    pub question_id: Option<QuestionId>,
    pub turn: TurnId,
}

/// The live cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cycle {
    pub stage: Stage,
    pub started_at: Option<Millis>,
    /// How many turns there were when the cycle started: what its decision knows of.
    pub turns_seen: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    Idle,
    /// NoteTaker and Researcher are at work.
    Gathering,
    /// The Orchestrator is at work.
    Choosing,
}

/// A job that nobody has reported on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outstanding {
    pub agent: AgentKind,
    pub attempt: u32,
    pub deadline: Millis,
    pub new_from: Option<TurnId>,
    pub up_to: Option<TurnId>,
    pub style: Option<Style>,
}

#[derive(Debug, Clone)]
pub struct StandingDecision {
    pub event_id: EventId,
    pub at: Millis,
    pub made: Arc<DecisionMade>,
}

/// The words put in front of the voice. They change with the decision, and with what was found out and how late it is.
#[derive(Debug, Clone)]
pub(crate) struct Guidance {
    pub(crate) text: Arc<str>,
    /// The decision event at which it became this text.
    pub(crate) since: EventId,
}

#[derive(Debug, Clone)]
pub(crate) struct Guided {
    pub(crate) decision: StandingDecision,
    /// Which text of its guidance it was.
    pub(crate) since: EventId,
    /// What is said from here on is said on it.
    pub(crate) at: Millis,
}

#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct TotalUsage {
    pub tokens: u64,
    /// Of these, how many the server had read before.
    pub cached_tokens: u64,
    /// In USD.
    pub cost: f64,
}

impl State {
    /// The state after a session's first event.
    #[must_use]
    pub fn created(created: &Created, at: Millis) -> State {
        let questions = questions_at_first(created);
        State {
            session_id: created.session_id.clone(),
            plan: Arc::clone(&created.plan),
            follow_up_of: created.follow_up_of.clone(),
            earlier: created.earlier.clone().map(Arc::new),
            imported: created.imported,
            status: Status::NotStarted,
            end_reason: None,
            cursor: EventId(1),
            created_at: at,
            last_at: at,
            clock: Clock::default(),
            paused_for: None,
            phase: Phase::Opening,
            transcript: Vector::new(),
            clients: OrdMap::new(),
            questions,
            asked: created
                .earlier
                .iter()
                .flat_map(|earlier| &earlier.asked)
                .map(|text| Asked::new(text, TurnId(0)))
                .collect(),
            floor: Floor::Interviewer,
            current: None,
            notes: Arc::default(),
            notes_index: Arc::default(),
            noted_up_to: TurnId(0),
            research: Arc::default(),
            researched: OrdMap::new(),
            cycle: Cycle {
                stage: Stage::Idle,
                started_at: None,
                turns_seen: 0,
            },
            jobs: BTreeMap::new(),
            given_up: BTreeMap::new(),
            next_job: JobId(1),
            decision: None,
            guidance: None,
            guided: None,
            backbone_in_a_row: 0,
            last_report: BTreeMap::new(),
            usage: TotalUsage::default(),
            cost_cap: created.cost_cap,
            analysis: None,
            essays: Vector::new(),
            follow_ups: None,
            edits: Vector::new(),
            pinned: None,
            voice: None,
            recording_consent: None,
            structured: (created.plan.format == Format::Structured)
                .then(|| Structured::of(&created.plan)),
        }
    }

    /// Folds a whole log. None for an empty one, or one that does not begin with its creation.
    pub fn replay<'e>(events: impl IntoIterator<Item = &'e Recorded>) -> Option<State> {
        let mut events = events.into_iter();
        let first = events.next()?;
        let crate::event::Event::InterviewCreated(created) = &first.event else {
            return None;
        };
        let mut state = State::created(created, first.at);
        for event in events {
            state.apply(event);
        }
        Some(state)
    }

    /// The last `n` turns, withdrawn ones left out, none after `up_to`.
    #[must_use]
    pub fn window(&self, n: usize, up_to: Option<TurnId>) -> Vec<Turn> {
        let mut turns: Vec<Turn> = self
            .transcript
            .iter()
            .rev()
            .skip_while(|turn| up_to.is_some_and(|last| turn.id > last))
            .take(n)
            .filter(|turn| !turn.withdrawn)
            .cloned()
            .collect();
        turns.reverse();
        turns
    }

    /// The conversation for the agents after the talk: all that was said and not withdrawn.
    #[must_use]
    pub fn passages(&self) -> Vec<Passage> {
        self.transcript
            .iter()
            .filter(|turn| !turn.withdrawn)
            .map(|turn| Passage {
                at: turn.id.into(),
                speaker: turn.speaker,
                text: turn.text.clone(),
                start_ms: turn.start_ms,
                end_ms: turn.end_ms,
            })
            .collect()
    }

    #[must_use]
    pub fn turn(&self, id: TurnId) -> Option<&Turn> {
        let index = usize::try_from(id.0.checked_sub(1)?).ok()?;
        self.transcript.get(index)
    }

    #[must_use]
    pub fn next_turn(&self) -> TurnId {
        TurnId(u32::try_from(self.transcript.len()).unwrap_or(u32::MAX - 1) + 1)
    }

    /// The person's newest turn that still stands.
    #[must_use]
    pub fn last_candidate_turn(&self) -> Option<&Turn> {
        self.transcript
            .iter()
            .rev()
            .find(|turn| turn.speaker == Speaker::Candidate && !turn.withdrawn)
    }

    /// Whether the interviewer is about to say something: the person had better wait for it.
    #[must_use]
    pub fn question_is_coming(&self) -> bool {
        let deciding = match self.plan.format {
            Format::Exploratory => true,
            // A section that has nothing left to ask waits for the candidate.
            Format::Structured => !self.jobs.is_empty(),
        };
        self.status == Status::InProgress && self.floor == Floor::Interviewer && deciding
    }

    /// Whether the person said something that no NoteTaker has been given.
    #[must_use]
    pub fn owes_notes(&self) -> bool {
        self.transcript
            .iter()
            .rev()
            .take_while(|turn| turn.id > self.noted_up_to)
            .any(|turn| turn.speaker == Speaker::Candidate && !turn.withdrawn)
    }

    #[must_use]
    pub fn question_state(&self, id: &QuestionId) -> Option<QuestionState> {
        let at = self
            .plan
            .questions()
            .position(|(_, question)| question.id == *id)?;
        self.questions.get(at).copied()
    }

    /// Plan questions that the person has not heard, in plan order.
    pub fn unasked(&self) -> impl Iterator<Item = &Question> {
        self.plan
            .questions()
            .zip(&self.questions)
            .filter(|(_, state)| state.is_unasked())
            .map(|((_, question), _)| question)
    }

    /// The seconds that the must-ask questions still need.
    #[must_use]
    pub fn musts_s(&self) -> u32 {
        self.unasked()
            .filter(|question| question.priority == Priority::Must)
            .map(|question| question.expected_s)
            .sum()
    }

    #[must_use]
    pub fn elapsed_ms(&self, now: Millis) -> u64 {
        self.clock.elapsed_ms(now, self.plan.clock_while_paused)
    }

    /// What is left of the target, without what the must-ask questions need.
    #[must_use]
    pub fn slack_s(&self, now: Millis) -> u32 {
        let left_ms = self.plan.target_ms().saturating_sub(self.elapsed_ms(now));
        u32::try_from(left_ms / 1000)
            .unwrap_or(u32::MAX)
            .saturating_sub(self.musts_s())
    }

    /// Whether something like this was asked before, here or in the session that this one continues.
    #[must_use]
    pub fn was_asked(&self, text: &str) -> bool {
        let words = WordSet::of(text);
        self.asked
            .iter()
            .rev()
            .take(ASKED_COMPARED_MAX)
            .any(|asked| asked.words.jaccard(&words) >= QUESTIONS_ALIKE)
    }

    /// Essays and the writer's versions of them are counted together.
    #[must_use]
    pub fn next_essay_number(&self) -> u32 {
        let essay = self.essays.last().map_or(0, |essay| essay.number);
        let edit = self.edits.last().map_or(0, |edit| edit.number);
        essay.max(edit) + 1
    }

    /// How carefully this session has to spend.
    #[must_use]
    pub fn thrift(&self) -> Thrift {
        Thrift::of(self.usage.cost, self.cost_cap)
    }

    pub(crate) fn outstanding(&self, agent: AgentKind) -> Option<JobId> {
        self.jobs
            .iter()
            .find(|(_, job)| job.agent == agent)
            .map(|(id, _)| *id)
    }
}

/// Where each plan question stands before the talk: what the earlier session asked is answered.
fn questions_at_first(created: &Created) -> Vec<QuestionState> {
    let earlier_asked: Vec<WordSet> = created
        .earlier
        .iter()
        .flat_map(|earlier| &earlier.asked)
        .map(|text| WordSet::of(text))
        .collect();
    created
        .plan
        .questions()
        .map(|(_, question)| {
            let words = WordSet::of(&question.text);
            let was_asked = earlier_asked
                .iter()
                .any(|asked| asked.jaccard(&words) >= QUESTIONS_ALIKE);
            if was_asked {
                QuestionState::Answered
            } else {
                QuestionState::Open
            }
        })
        .collect()
}

/// From this word-set similarity on, two questions are one.
pub(crate) const QUESTIONS_ALIKE: f64 = 0.6;

/// More questions than an interview of three hours has.
const ASKED_COMPARED_MAX: usize = 200;

impl Asked {
    pub(crate) fn new(text: &str, turn: TurnId) -> Self {
        Self {
            text: text.into(),
            words: Arc::new(WordSet::of(text)),
            turn,
        }
    }
}
