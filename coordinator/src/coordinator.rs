//! The coordinator of one session: keeps its books, carries out what they order.

use std::collections::VecDeque;
use std::time::Duration;

use agents::Staff;
use interview::{
    Effect, EventId, Input, Recorded, Rejection, Report, State, activity_line, next_deadline, owed,
};
use ractor::{Actor, ActorProcessingErr, ActorRef, RpcReplyPort, SupervisionEvent};
use tokio::sync::{broadcast, mpsc};
use tokio::task::JoinHandle;

use crate::assistant::assistant_answer;
use crate::books::{Books, BooksError};
use crate::crew::Crew;
use crate::feed::{Feed, FeedItem};
use crate::lease::Held;
use crate::voice::VoiceCommand;
use crate::wall_clock::now;

#[derive(Debug)]
pub enum CoordinatorMsg {
    /// Something happened in the world.
    Take {
        input: Box<Input>,
        reply: RpcReplyPort<Result<Taken, Rejection>>,
    },
    /// An agent has finished.
    Report(Report),
    /// The candidate's assistant has answered.
    Assisted(Box<Input>),
    /// A deadline has passed.
    Tick,
    /// Whoever speaks for the interviewer.
    Attach(mpsc::Sender<VoiceCommand>),
    Subscribe(RpcReplyPort<broadcast::Receiver<FeedItem>>),
    Look(RpcReplyPort<Look>),
    /// Tells the store that we are still here.
    RenewLease,
}

/// What an input led to.
#[derive(Debug, Clone, Copy)]
pub struct Taken {
    pub cursor: EventId,
}

/// The state at this moment.
#[derive(Debug)]
pub struct Look(pub State);

impl From<Report> for CoordinatorMsg {
    fn from(report: Report) -> Self {
        CoordinatorMsg::Report(report)
    }
}

impl TryFrom<CoordinatorMsg> for Report {
    type Error = &'static str;

    fn try_from(message: CoordinatorMsg) -> Result<Self, Self::Error> {
        if let CoordinatorMsg::Report(report) = message {
            Ok(report)
        } else {
            Err("not a report")
        }
    }
}

#[derive(Debug)]
pub(crate) struct Coordinator;

#[derive(Debug)]
pub(crate) struct Args {
    pub(crate) books: Books,
    pub(crate) staff: Staff,
    pub(crate) lease: Option<Held>,
    /// Whether the books were open before: then what is owed is done now.
    pub(crate) resumed: bool,
}

#[derive(Debug)]
pub(crate) struct Desk {
    books: Books,
    staff: Staff,
    crew: Crew,
    feed: Feed,
    voice: Option<mpsc::Sender<VoiceCommand>>,
    lease: Option<Held>,
    timer: Option<JoinHandle<Result<(), ractor::MessagingErr<CoordinatorMsg>>>>,
}

/// How long the coordinator tries to reach the voice before it goes on without.
const VOICE_PATIENCE: Duration = Duration::from_secs(2);

impl Actor for Coordinator {
    type Msg = CoordinatorMsg;
    type State = Desk;
    type Arguments = Args;

    async fn pre_start(
        &self,
        myself: ActorRef<CoordinatorMsg>,
        args: Args,
    ) -> Result<Desk, ActorProcessingErr> {
        if let Some(lease) = &args.lease {
            myself.send_interval(lease.renewal_period(), || CoordinatorMsg::RenewLease);
        }
        let crew = Crew::of(args.staff.clone(), args.books.journal.store().cloned());
        let mut desk = Desk {
            books: args.books,
            crew,
            staff: args.staff,
            feed: Feed::default(),
            voice: None,
            lease: args.lease,
            timer: None,
        };
        if args.resumed {
            desk.take_quietly(&myself, Input::Recovered).await?;
        }
        desk.set_timer(&myself);
        Ok(desk)
    }

    async fn handle(
        &self,
        myself: ActorRef<CoordinatorMsg>,
        message: CoordinatorMsg,
        desk: &mut Desk,
    ) -> Result<(), ActorProcessingErr> {
        match message {
            CoordinatorMsg::Take { input, reply } => {
                let taken = desk.take(&myself, *input).await?;
                if reply.send(taken).is_err() {
                    tracing::debug!("whoever asked did not wait for the answer");
                }
            }
            CoordinatorMsg::Report(report) => {
                desk.crew.reported(report.job);
                desk.take_quietly(&myself, Input::Reported(Box::new(report)))
                    .await?;
            }
            CoordinatorMsg::Assisted(input) => desk.take_quietly(&myself, *input).await?,
            CoordinatorMsg::Tick => desk.take_quietly(&myself, Input::Tick).await?,
            CoordinatorMsg::Attach(voice) => desk.attach(&myself, voice).await?,
            CoordinatorMsg::Subscribe(reply) => {
                if reply.send(desk.feed.subscribe()).is_err() {
                    tracing::debug!("the viewer left before the feed began");
                }
            }
            CoordinatorMsg::Look(reply) => {
                if reply.send(Look(desk.books.state.clone())).is_err() {
                    tracing::debug!("whoever looked has gone");
                }
            }
            CoordinatorMsg::RenewLease => desk.renew_lease().await?,
        }
        desk.set_timer(&myself);
        Ok(())
    }

    async fn handle_supervisor_evt(
        &self,
        myself: ActorRef<CoordinatorMsg>,
        event: SupervisionEvent,
        desk: &mut Desk,
    ) -> Result<(), ActorProcessingErr> {
        let died = match event {
            SupervisionEvent::ActorFailed(cell, error) => {
                tracing::warn!(%error, "an agent failed");
                Some(cell.get_id())
            }
            SupervisionEvent::ActorTerminated(cell, _, _) => Some(cell.get_id()),
            SupervisionEvent::ActorStarted(_) | SupervisionEvent::ProcessGroupChanged(_) => None,
        };
        if let Some(job) = died.and_then(|actor| desk.crew.died(actor)) {
            desk.take_quietly(&myself, Input::AgentLost { job }).await?;
            desk.set_timer(&myself);
        }
        Ok(())
    }

    async fn post_stop(
        &self,
        _myself: ActorRef<CoordinatorMsg>,
        desk: &mut Desk,
    ) -> Result<(), ActorProcessingErr> {
        if let Some(lease) = desk.lease.take() {
            lease.let_go().await;
        }
        Ok(())
    }
}

impl Desk {
    /// Takes an input and carries out what follows. Refused inputs are normal; a log that cannot be written is the end.
    async fn take(
        &mut self,
        myself: &ActorRef<CoordinatorMsg>,
        input: Input,
    ) -> Result<Result<Taken, Rejection>, ActorProcessingErr> {
        let mut orders: VecDeque<Effect> = match self.books.take(now(), input).await {
            Ok((events, effects)) => {
                self.show(&events);
                effects.into()
            }
            Err(BooksError::Rejected(rejection)) => return Ok(Err(rejection)),
            Err(BooksError::NotWritten(error)) => return Err(Box::new(error)),
        };
        while let Some(order) = orders.pop_front() {
            if let Some(input) = self.carry_out(myself, order).await
                && let Some(more) = self.follow(input).await?
            {
                orders.extend(more);
            }
        }
        Ok(Ok(Taken {
            cursor: self.books.state.cursor,
        }))
    }

    async fn follow(&mut self, input: Input) -> Result<Option<Vec<Effect>>, ActorProcessingErr> {
        match self.books.take(now(), input).await {
            Ok((events, effects)) => {
                self.show(&events);
                Ok(Some(effects))
            }
            Err(BooksError::Rejected(rejection)) => {
                tracing::debug!(%rejection, "a consequence was refused");
                Ok(None)
            }
            Err(BooksError::NotWritten(error)) => Err(Box::new(error)),
        }
    }

    async fn take_quietly(
        &mut self,
        myself: &ActorRef<CoordinatorMsg>,
        input: Input,
    ) -> Result<(), ActorProcessingErr> {
        if let Err(rejection) = self.take(myself, input).await? {
            tracing::debug!(%rejection, "an input was refused");
        }
        Ok(())
    }

    /// Does one thing. Some things have a consequence that must be told to the books at once.
    async fn carry_out(
        &mut self,
        myself: &ActorRef<CoordinatorMsg>,
        order: Effect,
    ) -> Option<Input> {
        match order {
            Effect::Dispatch(job) => {
                let id = job.id;
                let handed_over = self
                    .crew
                    .give(*job, myself.get_derived(), myself.get_cell())
                    .await;
                (!handed_over).then_some(Input::AgentLost { job: id })
            }
            Effect::Guide { decision, text } => {
                self.tell_voice(VoiceCommand::Guide { decision, text })
                    .await;
                None
            }
            Effect::Speak(speech) => {
                self.tell_voice(VoiceCommand::Speak(speech)).await;
                None
            }
            Effect::AskAssistant(question) => {
                // A model may think for seconds; the mailbox does not wait for it.
                let (staff, myself) = (self.staff.clone(), myself.clone());
                tokio::spawn(async move {
                    let answered = assistant_answer(&staff, &question).await;
                    if myself
                        .send_message(CoordinatorMsg::Assisted(Box::new(answered)))
                        .is_err()
                    {
                        tracing::debug!("the session ended before its assistant answered");
                    }
                });
                None
            }
            Effect::Close => {
                self.tell_voice(VoiceCommand::Close).await;
                None
            }
        }
    }

    async fn tell_voice(&mut self, command: VoiceCommand) {
        let Some(voice) = &self.voice else {
            return;
        };
        if voice.send_timeout(command, VOICE_PATIENCE).await.is_err() {
            tracing::info!("the voice does not answer; what it missed stays owed");
            self.voice = None;
        }
    }

    /// A new voice hears what the old one may have missed.
    async fn attach(
        &mut self,
        myself: &ActorRef<CoordinatorMsg>,
        voice: mpsc::Sender<VoiceCommand>,
    ) -> Result<(), ActorProcessingErr> {
        self.voice = Some(voice);
        for effect in owed(&self.books.state, now()) {
            if matches!(effect, Effect::Speak(_) | Effect::Guide { .. })
                && let Some(input) = self.carry_out(myself, effect).await
            {
                self.take_quietly(myself, input).await?;
            }
        }
        Ok(())
    }

    async fn renew_lease(&mut self) -> Result<(), ActorProcessingErr> {
        if let Some(lease) = &mut self.lease {
            lease.renew().await?;
        }
        Ok(())
    }

    fn show(&self, events: &[Recorded]) {
        if !self.feed.is_watched() {
            return;
        }
        for recorded in events {
            let activity = activity_line(&self.books.state, recorded);
            self.feed.show(FeedItem::new(recorded.clone(), activity));
        }
    }

    fn set_timer(&mut self, myself: &ActorRef<CoordinatorMsg>) {
        if let Some(timer) = self.timer.take() {
            timer.abort();
        }
        if let Some(deadline) = next_deadline(&self.books.state) {
            let wait = Duration::from_millis(deadline.since(now()).max(1));
            self.timer = Some(myself.send_after(wait, || CoordinatorMsg::Tick));
        }
    }
}
