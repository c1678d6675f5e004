//! The root: finds, starts and resumes sessions.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use agents::Staff;
use interview::event::PauseReason;
use interview::{Creation, Input, Rejection, SessionId, State};
use ractor::{Actor, ActorProcessingErr, ActorRef, RpcReplyPort, SupervisionEvent};
use store::Store;
use tokio::sync::{broadcast, mpsc};

use crate::books::Books;
use crate::coordinator::{Args as CoordinatorArgs, Coordinator, CoordinatorMsg, Look, Taken};
use crate::earlier::earlier_passages;
use crate::feed::FeedItem;
use crate::journal::{Journal, LoadError, load};
use crate::lease::hold;
use crate::voice::VoiceCommand;
use crate::wall_clock::now;

/// How long anyone outside waits for an actor. Longer than the store's own patience.
const PATIENCE: Duration = Duration::from_secs(60);

#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error(transparent)]
    Rejected(#[from] Rejection),
    #[error("the session has stopped: its log could not be written")]
    Stopped,
}

impl From<store::Error> for SessionError {
    fn from(error: store::Error) -> Self {
        SessionError::Load(error.into())
    }
}

#[derive(Debug)]
enum SessionsMsg {
    Create(
        Box<Creation>,
        RpcReplyPort<Result<ActorRef<CoordinatorMsg>, SessionError>>,
    ),
    Open(
        SessionId,
        RpcReplyPort<Result<ActorRef<CoordinatorMsg>, SessionError>>,
    ),
    PutAway(SessionId, RpcReplyPort<()>),
}

struct Root;

#[derive(Debug)]
struct Running {
    store: Store,
    staff: Staff,
    sessions: BTreeMap<SessionId, ActorRef<CoordinatorMsg>>,
}

impl Actor for Root {
    type Msg = SessionsMsg;
    type State = Running;
    type Arguments = (Store, Staff);

    async fn pre_start(
        &self,
        _myself: ActorRef<SessionsMsg>,
        (store, staff): (Store, Staff),
    ) -> Result<Running, ActorProcessingErr> {
        Ok(Running {
            store,
            staff,
            sessions: BTreeMap::new(),
        })
    }

    async fn handle(
        &self,
        myself: ActorRef<SessionsMsg>,
        message: SessionsMsg,
        running: &mut Running,
    ) -> Result<(), ActorProcessingErr> {
        let (answer, reply) = match message {
            SessionsMsg::Create(creation, reply) => {
                (running.create(&myself, *creation).await, reply)
            }
            SessionsMsg::Open(session, reply) => (running.open(&myself, session).await, reply),
            SessionsMsg::PutAway(session, reply) => {
                running.put_away(&session).await;
                if reply.send(()).is_err() {
                    tracing::debug!("whoever put the session away has gone");
                }
                return Ok(());
            }
        };
        if reply.send(answer).is_err() {
            tracing::debug!("whoever wanted the session has gone");
        }
        Ok(())
    }

    async fn handle_supervisor_evt(
        &self,
        _myself: ActorRef<SessionsMsg>,
        event: SupervisionEvent,
        running: &mut Running,
    ) -> Result<(), ActorProcessingErr> {
        let gone = match event {
            SupervisionEvent::ActorFailed(cell, error) => {
                tracing::error!(%error, "a session stopped");
                cell.get_id()
            }
            SupervisionEvent::ActorTerminated(cell, _, _) => cell.get_id(),
            SupervisionEvent::ActorStarted(_) | SupervisionEvent::ProcessGroupChanged(_) => {
                return Ok(());
            }
        };
        running.sessions.retain(|_, actor| actor.get_id() != gone);
        Ok(())
    }
}

impl Running {
    async fn create(
        &mut self,
        myself: &ActorRef<SessionsMsg>,
        creation: Creation,
    ) -> Result<ActorRef<CoordinatorMsg>, SessionError> {
        let session = creation.session_id.clone();
        let earlier =
            Arc::new(earlier_passages(&self.store, creation.follow_up_of.as_ref()).await?);
        let lease = hold(&self.store, &session).await?;
        let journal = Journal::Stored {
            store: self.store.clone(),
            session: session.clone(),
            fence: Some(lease.fence()),
        };
        let books = Books::create(journal, now(), creation, earlier).await?;
        self.employ(
            myself,
            session,
            CoordinatorArgs {
                books,
                staff: self.staff.clone(),
                lease: Some(lease),
                resumed: false,
            },
        )
        .await
    }

    async fn open(
        &mut self,
        myself: &ActorRef<SessionsMsg>,
        session: SessionId,
    ) -> Result<ActorRef<CoordinatorMsg>, SessionError> {
        if let Some(actor) = self.sessions.get(&session) {
            return Ok(actor.clone());
        }
        if self.store.session(&session).await?.is_none() {
            return Err(store::Error::NoSuchSession(session).into());
        }
        let lease = hold(&self.store, &session).await?;
        let events = load(&self.store, &session, None).await?;
        let state =
            State::replay(&events).ok_or_else(|| LoadError::NoBeginning(session.clone()))?;
        let earlier = Arc::new(earlier_passages(&self.store, state.follow_up_of.as_ref()).await?);
        let journal = Journal::Stored {
            store: self.store.clone(),
            session: session.clone(),
            fence: Some(lease.fence()),
        };
        let books = Books {
            state,
            journal,
            earlier,
        };
        self.employ(
            myself,
            session,
            CoordinatorArgs {
                books,
                staff: self.staff.clone(),
                lease: Some(lease),
                resumed: true,
            },
        )
        .await
    }

    async fn put_away(&mut self, session: &SessionId) {
        let Some(actor) = self.sessions.remove(session) else {
            return;
        };
        if actor.stop_and_wait(None, Some(PATIENCE)).await.is_err() {
            tracing::debug!("the session had stopped before");
        }
    }

    async fn employ(
        &mut self,
        myself: &ActorRef<SessionsMsg>,
        session: SessionId,
        args: CoordinatorArgs,
    ) -> Result<ActorRef<CoordinatorMsg>, SessionError> {
        let (actor, _) = Actor::spawn_linked(None, Coordinator, args, myself.get_cell())
            .await
            .map_err(|error| {
                tracing::error!(%error, "a session could not be started");
                SessionError::Stopped
            })?;
        self.sessions.insert(session, actor.clone());
        Ok(actor)
    }
}

/// All sessions of this process. The door for everyone who is not an actor.
#[derive(Debug, Clone)]
pub struct Sessions(ActorRef<SessionsMsg>);

impl Sessions {
    pub async fn start(store: Store, staff: Staff) -> Result<Sessions, ractor::SpawnErr> {
        let (actor, _) = Actor::spawn(None, Root, (store, staff)).await?;
        Ok(Sessions(actor))
    }

    /// A new session; its first event is durable when this returns.
    pub async fn create(&self, creation: Creation) -> Result<Session, SessionError> {
        let actor = answered(
            self.0
                .call(
                    |reply| SessionsMsg::Create(Box::new(creation), reply),
                    Some(PATIENCE),
                )
                .await,
        )??;
        Ok(Session(actor))
    }

    /// A session of the store, resumed where its log ends.
    pub async fn open(&self, session: SessionId) -> Result<Session, SessionError> {
        let actor = answered(
            self.0
                .call(|reply| SessionsMsg::Open(session, reply), Some(PATIENCE))
                .await,
        )??;
        Ok(Session(actor))
    }

    /// Ends a session in this process after what it is doing, and lets go of it: others may have it, and it can be opened
    /// again.
    pub async fn put_away(&self, session: SessionId) -> Result<(), SessionError> {
        let told = |reply| SessionsMsg::PutAway(session, reply);
        answered(self.0.call(told, Some(PATIENCE)).await)
    }

    /// Ends all sessions of this process, after what they are doing.
    pub async fn stop(&self) {
        for child in self.0.get_children() {
            if child.stop_and_wait(None, Some(PATIENCE)).await.is_err() {
                tracing::debug!("a session had stopped before");
            }
        }
        if self.0.stop_and_wait(None, Some(PATIENCE)).await.is_err() {
            tracing::debug!("the root had stopped before");
        }
    }
}

/// One running session.
#[derive(Debug, Clone)]
pub struct Session(ActorRef<CoordinatorMsg>);

impl Session {
    /// Tells the session something. What is acknowledged is durable.
    pub async fn take(&self, input: Input) -> Result<Taken, SessionError> {
        let input = Box::new(input);
        let taken = answered(
            self.0
                .call(
                    |reply| CoordinatorMsg::Take { input, reply },
                    Some(PATIENCE),
                )
                .await,
        )?;
        Ok(taken?)
    }

    pub async fn look(&self) -> Result<State, SessionError> {
        let Look(state) = answered(self.0.call(CoordinatorMsg::Look, Some(PATIENCE)).await)?;
        Ok(state)
    }

    /// The person's connection is back: a pause that only its loss began is over. One that was asked for goes on.
    pub async fn person_returned(&self) -> Result<(), SessionError> {
        match self.look().await?.paused_for {
            Some(PauseReason::Disconnected) => match self.take(Input::Resume).await {
                // Somebody else may have resumed or ended it in between.
                Ok(_) | Err(SessionError::Rejected(_)) => Ok(()),
                Err(error @ (SessionError::Load(_) | SessionError::Stopped)) => Err(error),
            },
            Some(PauseReason::Requested) | None => Ok(()),
        }
    }

    pub async fn subscribe(&self) -> Result<broadcast::Receiver<FeedItem>, SessionError> {
        answered(self.0.call(CoordinatorMsg::Subscribe, Some(PATIENCE)).await)
    }

    pub fn attach(&self, voice: mpsc::Sender<VoiceCommand>) -> Result<(), SessionError> {
        self.0
            .send_message(CoordinatorMsg::Attach(voice))
            .map_err(|_| SessionError::Stopped)
    }
}

fn answered<T, M>(
    result: Result<ractor::rpc::CallResult<T>, ractor::MessagingErr<M>>,
) -> Result<T, SessionError> {
    match result {
        Ok(ractor::rpc::CallResult::Success(answer)) => Ok(answer),
        Ok(ractor::rpc::CallResult::Timeout | ractor::rpc::CallResult::SenderError) | Err(_) => {
            Err(SessionError::Stopped)
        }
    }
}
