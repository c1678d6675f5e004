//! What was noticed: everything that can be told to an interview, and why it may be refused.

use std::sync::Arc;

use crate::essay::Style;
use crate::event::{Channel, Earlier, EndReason, PauseReason, VoiceProvider};
use crate::ids::{ClientId, EventId, JobId, QuestionId, SessionId, TurnId};
use crate::job::{Maker, Report, Usage};
use crate::plan::Plan;
use crate::transcript::Spoken;

/// The longest answer that is taken. An hour of talk has about 60,000 characters.
pub const ANSWER_CHARS_MAX: usize = 1_000_000;

/// The most code that is taken at once.
pub const CODE_BYTES_MAX: usize = 256 * 1024;

/// The longest question to the candidate's assistant.
pub const ASSISTANT_QUERY_CHARS_MAX: usize = 1_000;

/// The longest essay that is kept.
pub const ESSAY_CHARS_MAX: usize = 200_000;

/// The most time that is added at once.
pub const EXTENSION_MINUTES_MAX: u32 = 60;

/// What a new session is made of.
#[derive(Debug, Clone)]
pub struct Creation {
    pub session_id: SessionId,
    pub plan: Arc<Plan>,
    pub follow_up_of: Option<SessionId>,
    pub earlier: Option<Earlier>,
    pub imported: bool,
    /// The most that models may cost in this session, in USD.
    pub cost_cap: Option<f64>,
}

#[derive(Debug, Clone)]
pub enum Input {
    Start,
    Pause {
        reason: PauseReason,
    },
    Resume,
    /// The person finished a turn.
    Heard(Heard),
    /// The interviewer's words reached the person.
    Spoke(Spoke),
    /// The interviewer could not speak.
    SpeechFailed {
        why: String,
    },
    /// The person does not want to answer this question.
    Skip,
    /// The person is done with this section.
    Done,
    /// "Strike that."
    Withdraw(Withdrawn),
    End {
        reason: EndReason,
    },
    /// Time has passed; whatever is due happens.
    Tick,
    Reported(Box<Report>),
    /// An agent died over its job.
    AgentLost {
        job: JobId,
    },
    /// The process starts again from the log.
    Recovered,
    /// The voice has the guidance of this decision.
    Guided {
        decision: EventId,
    },
    /// The turns that no NoteTaker has read are to be read, now that the talk is over.
    NotesWanted,
    AnalysisWanted,
    EssayWanted {
        style: Style,
    },
    FollowUpsWanted,
    /// A question to the candidate's own assistant.
    AskAssistant {
        text: Spoken,
    },
    AssistantAnswered {
        query: u32,
        text: String,
        by: Maker,
        usage: Option<Usage>,
    },
    CodeSubmitted {
        source: Spoken,
    },
    /// A voice speaks for the interviewer.
    VoiceConnected {
        provider: VoiceProvider,
    },
    VoiceLost {
        reason: String,
    },
    /// The voice goes on in a fresh session of its provider.
    VoiceRolledOver {
        reason: Option<String>,
    },
    /// The voice did not take the guidance of this decision.
    GuidanceFailed {
        decision: EventId,
        reason: String,
    },
    /// Whether the person agrees to be recorded.
    Consent {
        granted: bool,
    },
    /// The writer wants this question next.
    Pin {
        question: QuestionId,
    },
    /// The writer does not want this question asked.
    WithdrawQuestion {
        question: QuestionId,
    },
    /// The writer gives the interview more time.
    Extend {
        minutes: u32,
    },
    /// The writer has edited an essay.
    EditEssay {
        of: u32,
        markdown: Spoken,
    },
}

#[derive(Debug, Clone)]
pub struct Heard {
    pub text: Spoken,
    pub client_id: Option<ClientId>,
    pub channel: Channel,
    /// Since when the person had been talking; guessed from the words when nobody knows.
    pub start_ms: Option<u64>,
    /// When the person stopped; a transcription comes later than that. Now, when nobody knows.
    pub end_ms: Option<u64>,
}

#[derive(Debug, Clone)]
pub struct Spoke {
    /// What was heard of it.
    pub text: Spoken,
    pub interrupted: bool,
    /// It asks nothing new: the question that waits for its answer goes on waiting.
    pub aside: bool,
    /// The plan question that the speaker says this was.
    pub question_id: Option<QuestionId>,
    pub refers_to: Option<TurnId>,
    /// How long the words took.
    pub took_ms: u64,
    /// When the last word was heard. Now, when nobody knows.
    pub end_ms: Option<u64>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Withdrawn {
    Turn(TurnId),
    Client(ClientId),
    /// The last thing the person said.
    Last,
}

/// Why an input changes nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    #[error("the interview has not started")]
    NotStarted,
    #[error("the interview has already started")]
    AlreadyStarted,
    #[error("the interview is over")]
    Over,
    #[error("the interview is not over yet")]
    NotOver,
    #[error("the interview is paused; resume it first")]
    Paused,
    #[error("the interview is not paused")]
    NotPaused,
    #[error("nothing was said")]
    Empty,
    #[error("the answer has {chars} characters, the limit is {ANSWER_CHARS_MAX}; send it in parts")]
    TooLong { chars: usize },
    #[error("{0} was received before")]
    HeardBefore(TurnId),
    #[error("there is nothing to withdraw")]
    NothingToWithdraw,
    #[error("no question is waiting for an answer")]
    NothingAsked,
    #[error("{0} is not outstanding")]
    NoSuchJob(JobId),
    #[error("{0} was reported before")]
    ReportedBefore(JobId),
    #[error("the same work is already under way as {0}")]
    UnderWay(JobId),
    #[error("nothing is due")]
    NothingDue,
    #[error("event {0} is not the newest decision")]
    NotTheDecision(EventId),
    #[error("nobody has said anything yet")]
    NoConversation,
    #[error("say a little more first: {words_missing} more words are needed in this section")]
    MoreNeeded { words_missing: u32 },
    #[error("nothing is waiting to be said")]
    NothingToSay,
    #[error("the code has {bytes} bytes, the limit is {CODE_BYTES_MAX}")]
    CodeTooLong { bytes: usize },
    #[error("this very code was submitted before")]
    SubmittedBefore,
    #[error("the question has {chars} characters, the assistant reads {ASSISTANT_QUERY_CHARS_MAX}")]
    QueryTooLong { chars: usize },
    #[error("the assistant answers {limit} questions a section")]
    NoMoreQueries { limit: usize },
    #[error("question {query} to the assistant is not waiting for an answer")]
    NoSuchQuery { query: u32 },
    #[error("this kind of interview has no such thing")]
    NotInThisFormat,
    #[error("that was only an acknowledgement")]
    OnlyAcknowledged,
    #[error("that is so already")]
    AlreadySo,
    #[error("no voice is connected")]
    NoVoice,
    #[error("the plan has no question {0}")]
    NoSuchQuestion(QuestionId),
    #[error("question {0} has been asked, declined or withdrawn")]
    QuestionIsSettled(QuestionId),
    #[error(
        "{minutes} minutes cannot be added: 1 to {EXTENSION_MINUTES_MAX} at once, within the longest interview"
    )]
    ExtensionOutOfRange { minutes: u32 },
    #[error("there is no essay {number}")]
    NoSuchEssay { number: u32 },
    #[error("the essay has {chars} characters, the limit is {ESSAY_CHARS_MAX}")]
    EssayTooLong { chars: usize },
}
