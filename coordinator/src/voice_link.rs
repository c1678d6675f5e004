//! Joins a session and its voice: what the voice notices becomes an input, what the core orders becomes an order.
//!
//! The link holds no rule. It knows whose words a voice speaks, which reply belongs to which speech, and in which order
//! things were said.

mod reply;
mod talk_order;

use std::time::{Duration, Instant};

use interview::event::{Channel, PauseReason, VoiceProvider};
use interview::{
    ClientId, EventId, Format, Heard, Input, QuestionId, Speech, Spoke, State, cut_in,
    not_caught_line, patience_ms, silence_line, voice_has_failed,
};
use realtime::{ItemId, Order, ReplyEnded, Retry, VoiceEvent, Words};

use self::reply::{Reply, ReplyKind, Wording};
use self::talk_order::{Settled, TalkOrder};
use crate::sessions::{Session, SessionError};
use crate::voice::VoiceCommand;
use crate::wall_clock::now;

/// Shorter speech is not worth a look at the rules.
const MONOLOGUE_MS: u64 = 60_000;
/// Questions whose sound is made beforehand; one of them is nearly always the next.
const LIKELY_NEXT: usize = 3;

/// What the owner of the voice is to do besides carrying out orders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// This voice is of no use; another has to take over.
    VoiceUnusable { why: String },
    /// The interview is over: microphone off, socket closed.
    Close,
}

#[derive(Debug)]
pub struct VoiceLink {
    session: Session,
    provider: VoiceProvider,
    wording: Wording,
    /// The voice's clock began to run here.
    began: Instant,
    talk: TalkOrder,
    /// Counts the replies of this voice.
    replies: u64,
    under_way: Option<Reply>,
    /// The last one, when it was not heard to its end.
    cut_short: Option<Reply>,
    /// Replies in a row of which nothing was heard.
    failures: u32,
    /// The turn that the reply under way answers, until the reply is heard.
    answering: Option<ItemId>,
    /// The newest typed answer that the voice was told.
    typed: Option<ItemId>,
    /// A reply has been ordered since the person's last turn.
    answered: bool,
    /// Since when the person has been speaking.
    speaking_since: Option<Instant>,
}

/// What came of something: orders for the voice, and perhaps a notice for its owner.
#[derive(Debug, Default)]
pub struct Consequences {
    pub orders: Vec<Order>,
    pub notice: Option<Notice>,
}

impl From<Vec<Order>> for Consequences {
    fn from(orders: Vec<Order>) -> Self {
        Self {
            orders,
            notice: None,
        }
    }
}

impl VoiceLink {
    #[must_use]
    pub fn new(session: Session, provider: VoiceProvider, state: &State) -> VoiceLink {
        let wording = match (provider, state.plan.format) {
            (VoiceProvider::Openai, Format::Exploratory) => Wording::Own,
            (VoiceProvider::Openai, Format::Structured) | (VoiceProvider::Builtin, _) => {
                Wording::Given
            }
        };
        VoiceLink {
            session,
            provider,
            wording,
            began: Instant::now(),
            talk: TalkOrder::default(),
            replies: 0,
            under_way: None,
            cut_short: None,
            failures: 0,
            answering: None,
            typed: None,
            answered: false,
            speaking_since: None,
        }
    }

    /// The core wants something of the voice.
    pub fn told(&mut self, command: VoiceCommand) -> Consequences {
        match command {
            VoiceCommand::Guide { decision, text } => vec![Order::Guide {
                id: decision.0,
                text: text.into(),
            }]
            .into(),
            VoiceCommand::Speak(speech) => self.speak(speech).into(),
            VoiceCommand::Close => Consequences {
                orders: vec![Order::Close],
                notice: Some(Notice::Close),
            },
        }
    }

    /// A voice that finds its own words has answered already; only when it has not is it told what to say.
    fn speak(&mut self, speech: Speech) -> Vec<Order> {
        let is_answering = self.wording == Wording::Own && self.answered;
        let is_saying_it = self.under_way.as_ref().is_some_and(|reply| {
            matches!(&reply.kind, ReplyKind::Speech(said) if said.decision == speech.decision || said.text == speech.text)
        });
        if is_answering || is_saying_it {
            return Vec::new();
        }
        let words = match self.wording {
            Wording::Own => None,
            Wording::Given => Some(Words::from(speech.text.as_str())),
        };
        self.reply(ReplyKind::Speech(speech), words)
    }

    fn reply(&mut self, kind: ReplyKind, words: Option<Words>) -> Vec<Order> {
        self.replies += 1;
        self.answered = true;
        let number = self.replies;
        self.under_way = Some(Reply { number, kind });
        self.cut_short = None;
        self.answering = None;
        vec![Order::Respond {
            reply: number,
            words,
        }]
    }

    /// The voice noticed something.
    pub async fn noticed(&mut self, event: &VoiceEvent) -> Result<Consequences, SessionError> {
        match event {
            VoiceEvent::Connected => {
                let provider = self.provider;
                self.tell(Input::VoiceConnected { provider }).await?;
                Ok(Consequences::default())
            }
            VoiceEvent::Lost { reason, retry } => self.lost(reason, *retry).await,
            VoiceEvent::RolledOver => {
                self.tell(Input::VoiceRolledOver { reason: None }).await?;
                Ok(Consequences::default())
            }
            VoiceEvent::Unusable { why } => self.lost(why, Retry::Never).await,
            VoiceEvent::TurnCommitted {
                item_id,
                after,
                start_ms,
                end_ms,
            } => {
                let (start_ms, end_ms) = (*start_ms, *end_ms);
                self.talk
                    .person_spoke(item_id, after.as_ref(), start_ms, end_ms);
                Ok(self.answer_what_was_said(item_id).into())
            }
            VoiceEvent::Transcribed { item_id, text } => {
                self.talk.transcribed(item_id, text.as_str());
                self.settle().await
            }
            VoiceEvent::TranscriptionFailed { item_id } => self.nothing_understood(item_id).await,
            VoiceEvent::ReplyStarted { item_id, .. } => {
                self.answering = None;
                self.talk.interviewer_began(item_id);
                Ok(Consequences::default())
            }
            VoiceEvent::Typed { item_id } => Ok(self.answer_what_was_typed(item_id).into()),
            VoiceEvent::ReplyEnded(ended) => self.reply_ended(ended).await,
            VoiceEvent::ReplyFailed { reply, why } => self.reply_failed(*reply, why).await,
            VoiceEvent::Guided { id } => {
                let decision = EventId(*id);
                self.tell(Input::Guided { decision }).await?;
                Ok(Consequences::default())
            }
            VoiceEvent::GuideFailed { id, why } => {
                let (decision, reason) = (EventId(*id), why.clone());
                self.tell(Input::GuidanceFailed { decision, reason })
                    .await?;
                Ok(Consequences::default())
            }
            VoiceEvent::Silent { times, .. } => self.silent(*times).await,
            VoiceEvent::SpeechStarted { .. } => {
                // A pause within a turn does not begin the monologue anew.
                self.speaking_since.get_or_insert_with(Instant::now);
                Ok(Consequences::default())
            }
            VoiceEvent::SpeechStopped { .. }
            | VoiceEvent::Transcribing { .. }
            | VoiceEvent::ReplyWords { .. }
            | VoiceEvent::ReplyGenerated { .. }
            | VoiceEvent::Usage(_) => Ok(Consequences::default()),
        }
    }

    /// The voice never waits for an agent: it speaks on the newest guidance there is.
    fn answer_at_once(&mut self) -> Vec<Order> {
        match self.wording {
            Wording::Own => self.reply(ReplyKind::OwnWords, None),
            Wording::Given => Vec::new(),
        }
    }

    fn answer_what_was_said(&mut self, item_id: &ItemId) -> Vec<Order> {
        self.speaking_since = None;
        self.answered = false;
        let orders = self.answer_at_once();
        self.answering = Some(item_id.clone());
        orders
    }

    /// What was typed is answered like what was said; the same answer twice is answered once.
    fn answer_what_was_typed(&mut self, item_id: &ItemId) -> Vec<Order> {
        if self.typed.replace(item_id.clone()).as_ref() == Some(item_id) {
            return Vec::new();
        }
        self.answered = false;
        self.answer_at_once()
    }

    /// A breath is not answered; of a longer speech without words the person is told that it was lost.
    async fn nothing_understood(&mut self, item_id: &ItemId) -> Result<Consequences, SessionError> {
        let spoke_ms = self.talk.was_nothing(item_id);
        let mut told = self.settle().await?;
        let state = self.session.look().await?;
        let line = spoke_ms.and_then(|spoke_ms| not_caught_line(&state, spoke_ms));
        match (self.wording, line) {
            // It has heard the sound itself, and needs no words to answer it.
            (Wording::Own, Some(_)) => {}
            (Wording::Own, None) if self.answering.as_ref() == Some(item_id) => {
                self.answering = None;
                self.under_way = None;
                told.orders.push(Order::Cancel);
            }
            (Wording::Given, Some(line)) if self.under_way.is_none() => {
                let orders = self.reply(ReplyKind::Aside, Some(line.into()));
                told.orders.extend(orders);
            }
            (Wording::Own | Wording::Given, _) => {}
        }
        Ok(told)
    }

    /// A voice that comes back goes on with the reply it was ordered; one that does not has to be replaced.
    async fn lost(&mut self, reason: &str, retry: Retry) -> Result<Consequences, SessionError> {
        self.speaking_since = None;
        if retry == Retry::Never {
            self.under_way = None;
            self.answered = false;
        }
        let why = reason.to_owned();
        self.tell(Input::VoiceLost {
            reason: why.clone(),
        })
        .await?;
        Ok(Consequences {
            orders: Vec::new(),
            notice: match retry {
                Retry::Later => None,
                Retry::Never => Some(Notice::VoiceUnusable { why }),
            },
        })
    }

    async fn reply_ended(&mut self, ended: &ReplyEnded) -> Result<Consequences, SessionError> {
        let reply = self.under_way.take_if(|reply| reply.number == ended.reply);
        if !ended.interrupted {
            self.failures = 0;
        }
        let (question_id, refers_to, aside) = match reply.as_ref().map(|reply| &reply.kind) {
            Some(ReplyKind::Speech(speech)) => {
                (speech.question_id.clone(), speech.refers_to, false)
            }
            Some(ReplyKind::Aside) => (None, None, true),
            Some(ReplyKind::OwnWords) | None => (
                ended.question_id.as_deref().map(QuestionId::new),
                None,
                false,
            ),
        };
        self.talk.interviewer_spoke(
            &ended.item_id,
            Spoke {
                text: ended.heard.as_str().into(),
                interrupted: ended.interrupted,
                aside,
                question_id,
                refers_to,
                took_ms: ended.end_ms.saturating_sub(ended.start_ms),
                end_ms: Some(ended.end_ms),
            },
        );
        self.cut_short = reply.filter(|_| ended.interrupted);
        self.settle().await
    }

    /// A failed reply never leaves silence: what was to be said is owed again, and the core says what becomes of it.
    async fn reply_failed(&mut self, number: u64, why: &str) -> Result<Consequences, SessionError> {
        let is_it = |reply: &mut Reply| reply.number == number;
        let failed = self.under_way.take_if(is_it);
        let Some(failed) = failed.or_else(|| self.cut_short.take_if(is_it)) else {
            return Ok(Consequences::default());
        };
        self.answered = false;
        self.failures += 1;
        self.tell(Input::SpeechFailed {
            why: why.to_owned(),
        })
        .await?;
        let state = self.session.look().await?;
        if self.provider == VoiceProvider::Openai && voice_has_failed(&state, self.failures) {
            return self.lost(why, Retry::Never).await;
        }
        if self.speaking_since.is_some() {
            // What the person says is answered when they have said it.
            return Ok(Consequences::default());
        }
        let orders = match (failed.kind, state.plan.format) {
            // A structured interview counts its failures; its next attempt comes as a command.
            (ReplyKind::Speech(_), Format::Structured) | (ReplyKind::Aside, _) => Vec::new(),
            (ReplyKind::Speech(speech), Format::Exploratory) => {
                let words = Words::from(speech.text.as_str());
                self.reply(ReplyKind::Speech(speech), Some(words))
            }
            (ReplyKind::OwnWords, _) => self.say_what_was_decided(&state),
        };
        Ok(orders.into())
    }

    fn say_what_was_decided(&mut self, state: &State) -> Vec<Order> {
        let Some(decision) = &state.decision else {
            return Vec::new();
        };
        let question = &decision.made.question;
        let words = Words::from(question.text.as_str());
        let speech = Speech {
            decision: decision.event_id,
            text: question.text.clone(),
            question_id: question.question_id.clone(),
            refers_to: question.refers_to,
        };
        self.reply(ReplyKind::Speech(speech), Some(words))
    }

    async fn silent(&mut self, times: u32) -> Result<Consequences, SessionError> {
        if self.under_way.is_some() {
            return Ok(Consequences::default());
        }
        let state = self.session.look().await?;
        Ok(match silence_line(&state, times) {
            Some(line) => self.reply(ReplyKind::Aside, Some(line.into())).into(),
            None => Consequences::default(),
        })
    }

    /// To be called every second or so: whether the person has to be interrupted.
    pub async fn look_at_the_clock(&mut self, at: Instant) -> Result<Consequences, SessionError> {
        let Some(since) = self.speaking_since.filter(|_| self.under_way.is_none()) else {
            return Ok(Consequences::default());
        };
        let speaking = at.saturating_duration_since(since);
        let speaking_ms = u64::try_from(speaking.as_millis()).unwrap_or(u64::MAX);
        if speaking_ms < MONOLOGUE_MS {
            return Ok(Consequences::default());
        }
        let state = self.session.look().await?;
        let Some(cut_in) = cut_in(&state, now(), speaking_ms) else {
            return Ok(Consequences::default());
        };
        self.speaking_since = None;
        let words = Words::from(cut_in.text.as_str());
        let speech = Speech {
            decision: state.decision.map_or(EventId(0), |it| it.event_id),
            text: cut_in.text,
            question_id: Some(cut_in.question_id),
            refers_to: None,
        };
        Ok(self.reply(ReplyKind::Speech(speech), Some(words)).into())
    }

    /// Tells the session everything whose place in the talk is certain.
    async fn settle(&mut self) -> Result<Consequences, SessionError> {
        let mut orders = Vec::new();
        while let Some(settled) = self.talk.next_settled() {
            let input = match settled {
                Settled::Person {
                    item_id,
                    text,
                    start_ms,
                    end_ms,
                } => Input::Heard(Heard {
                    text: text.as_str().into(),
                    client_id: Some(ClientId::new(item_id.as_str())),
                    channel: Channel::Voice,
                    start_ms: Some(self.on_the_clock_of_the_talk(start_ms).await?),
                    end_ms: Some(self.on_the_clock_of_the_talk(end_ms).await?),
                }),
                Settled::Interviewer(mut spoke) => {
                    if let Some(end_ms) = spoke.end_ms {
                        spoke.end_ms = Some(self.on_the_clock_of_the_talk(end_ms).await?);
                    }
                    Input::Spoke(spoke)
                }
            };
            self.tell(input).await?;
            let state = self.session.look().await?;
            let silence = Duration::from_millis(patience_ms(&state));
            orders.push(Order::Patience { silence });
            orders.extend(self.prepare(&state));
        }
        Ok(orders.into())
    }

    /// A voice that is given its words can make the sound of the next ones while the person speaks.
    fn prepare(&self, state: &State) -> Option<Order> {
        let decided = state.decision.iter().map(|it| &it.made.question.text);
        let unasked = state.unasked().map(|question| &question.text);
        let words: Vec<Words> = decided
            .chain(unasked)
            .take(LIKELY_NEXT)
            .map(|text| text.as_str().into())
            .collect();
        (self.wording == Wording::Given && !words.is_empty()).then_some(Order::Prepare { words })
    }

    /// The voice counts from its own beginning, the log from the interview's. Measured back from this moment, both agree.
    async fn on_the_clock_of_the_talk(&self, voice_ms: u64) -> Result<u64, SessionError> {
        let ago = self
            .began
            .elapsed()
            .saturating_sub(Duration::from_millis(voice_ms));
        let elapsed_ms = self.session.look().await?.elapsed_ms(now());
        Ok(elapsed_ms.saturating_sub(u64::try_from(ago.as_millis()).unwrap_or(u64::MAX)))
    }

    /// The person's connection is gone: the interview waits.
    pub async fn person_left(&self) -> Result<(), SessionError> {
        self.tell(Input::Pause {
            reason: PauseReason::Disconnected,
        })
        .await
    }

    async fn tell(&self, input: Input) -> Result<(), SessionError> {
        match self.session.take(input).await {
            Ok(_) => Ok(()),
            Err(SessionError::Rejected(rejection)) => {
                tracing::debug!(%rejection, "what the voice noticed changes nothing");
                Ok(())
            }
            Err(error) => Err(error),
        }
    }
}

/// The item under which the voice knows something that was typed.
#[must_use]
pub fn item_of(client_id: &ClientId) -> ItemId {
    ItemId::new(client_id.as_str())
}
