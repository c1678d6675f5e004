//! What a voice is given before it says its first word, and which voice it is.

use secrecy::SecretString;
use std::time::Duration;

/// Frozen when the voice connects, and the same after every reconnect: a persona that changes in the middle of a talk is
/// another person, and a changed prefix is paid for again.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Persona, language rule, overview and time budget. What changes during the talk is an [`crate::Order::Guide`].
    pub instructions: String,
    /// As the provider names it, for example `marin`.
    pub voice_name: String,
    /// ISO 639-1, for example `en`; `None` lets the recogniser guess for each turn.
    pub language: Option<String>,
    pub transcribe_model: String,
    /// Names and terms that a recogniser would otherwise get wrong.
    pub keywords: Vec<String>,
    /// 0.25 to 1.5; 1 is the voice's own.
    pub speed: f64,
    pub turn_detection: TurnDetection,
    /// Silence after which a turn is over, until an [`crate::Order::Patience`] says otherwise.
    pub patience: Duration,
    /// Silence after our last word before [`crate::VoiceEvent::Silent`] says that nobody speaks.
    pub silence: Duration,
    /// A function the voice may call to say which question it has just asked.
    pub mark_question: MarkQuestion,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnDetection {
    /// A turn is over after `patience` of silence.
    Silence,
    /// The provider judges from the words whether the person has finished; slower, and it waits longer for thinkers.
    Meaning,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkQuestion {
    Offered,
    Absent,
}

/// A realtime server that speaks the OpenAI GA dialect.
#[derive(Clone, Debug)]
pub struct OpenAi {
    /// `ws://` or `wss://`, without the query, for example `wss://api.openai.com/v1/realtime`.
    pub url: String,
    /// A local server may need none.
    pub key: Option<SecretString>,
    pub model: String,
    pub timing: Timing,
}

/// The voice that needs no network of its own: detection in process, words and sound through a local speech server.
#[derive(Clone, Debug)]
pub struct Builtin {
    /// Base address of an OpenAI-compatible speech server; without one, the client speaks or the person types.
    pub speech_url: Option<String>,
    pub key: Option<SecretString>,
    pub speech_model: String,
}

/// How patient we are with a far voice. A product uses [`Timing::LIVE`]; a test that cannot wait uses shorter ones.
#[derive(Clone, Copy, Debug)]
pub struct Timing {
    /// Upgrade and `session.updated` together.
    pub connect: Duration,
    pub first_retry: Duration,
    pub retry_max: Duration,
    /// Reconnects in a row without one settled session, after which the voice is unusable.
    pub retries_max: u32,
    pub ping_every: Duration,
    /// Nothing received for this long, a pong included: the other side is gone.
    pub half_open: Duration,
    /// A response that was ordered and not begun within this time is ordered again; one that has begun and of which nothing is
    /// heard for as long takes its connection with it.
    pub response_start: Duration,
    /// Sound is made faster than it is heard: a response that takes longer only drips.
    pub response_max: Duration,
    /// Roll over when the session has this long to live, and nobody speaks; with half of it left, whoever speaks.
    pub roll_over_before: Duration,
    /// A transcription that has not come this long after its turn counts as failed.
    pub transcription: Duration,
    /// Speech during a reply that lasts this long is an interruption.
    pub barge_in: Duration,
    /// What a detector takes for speech is ended after this long: no breath lasts it, and noise does.
    pub turn_max: Duration,
    /// A connection that has served for this long was a good one; before, its loss counts as one more failed attempt.
    pub steady: Duration,
    /// Without a connection for this long, another voice has to take over.
    pub outage_max: Duration,
}

impl Timing {
    pub const LIVE: Timing = Timing {
        connect: Duration::from_secs(8),
        first_retry: Duration::from_millis(100),
        retry_max: Duration::from_secs(8),
        retries_max: 12,
        ping_every: Duration::from_secs(5),
        half_open: Duration::from_secs(15),
        response_start: Duration::from_secs(10),
        response_max: Duration::from_secs(60),
        roll_over_before: Duration::from_secs(480),
        transcription: Duration::from_secs(5),
        barge_in: Duration::from_millis(600),
        turn_max: Duration::from_secs(300),
        steady: Duration::from_secs(20),
        outage_max: Duration::from_secs(45),
    };
}
