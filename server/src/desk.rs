//! What every request needs: the store, the sessions that run here, the keys, the limits.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use agents::Staff;
use coordinator::{Session, SessionError, Sessions, load};
use interview::{Creation, EventId, SessionId, State, Status};
use metrics_exporter_prometheus::PrometheusHandle;
use store::Store;
use tokio::sync::Notify;
use tokio::sync::futures::Notified;
use tokio_util::sync::CancellationToken;

use crate::access::{Access, Keys};
use crate::bucket::Buckets;
use crate::config::{Config, Connected, Limits};
use crate::idempotency::InFlight;
use crate::live::Live;
use crate::measures;
use crate::problem::Problem;
use crate::voice::{Lines, VoiceSettings};

/// Sessions that are over stay in memory only as long as they are looked at.
const PAST_MAX: usize = 64;
/// How long a session that waits for nothing stays in hand after it was last asked for. Until then no other process,
/// such as the command line, can have it.
const REST_AFTER: Duration = Duration::from_secs(30);
/// Sessions that go on after a restart.
const RUNNING_MAX: usize = 1_000;
/// Remembers which sessions were going on, so that a restart need not read every log.
const RUNNING_KIND: &str = "running";

/// A cheap handle: clones share it.
#[derive(Debug, Clone)]
pub struct Desk(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    store: Store,
    sessions: Sessions,
    staff: Staff,
    keys: Keys,
    data: PathBuf,
    connected: Connected,
    cost_cap: Option<f64>,
    voice: VoiceSettings,
    lines: Lines,
    limits: Limits,
    live: tokio::sync::Mutex<BTreeMap<SessionId, Arc<Live>>>,
    past: Mutex<BTreeMap<SessionId, State>>,
    buckets: Buckets,
    in_flight: InFlight,
    /// Told whenever a session comes to life here.
    awake: Notify,
    closing: CancellationToken,
    metrics: PrometheusHandle,
}

impl Desk {
    pub(crate) async fn open(config: Config, owner_token: &str) -> Result<Desk, crate::RunError> {
        let store = Store::open(&config.database).await?;
        let sessions = Sessions::start(store.clone(), config.staff.clone()).await?;
        Ok(Desk(Arc::new(Inner {
            store,
            sessions,
            staff: config.staff,
            keys: Keys::new(owner_token),
            data: config.data,
            connected: config.connected,
            cost_cap: config.cost_cap,
            voice: config.voice,
            lines: Lines::default(),
            limits: config.limits,
            live: tokio::sync::Mutex::default(),
            past: Mutex::default(),
            buckets: Buckets::new(config.limits),
            in_flight: InFlight::default(),
            awake: Notify::new(),
            closing: CancellationToken::new(),
            metrics: measures::recorder()?,
        })))
    }

    #[must_use]
    pub fn store(&self) -> &Store {
        &self.0.store
    }

    pub(crate) fn staff(&self) -> &Staff {
        &self.0.staff
    }

    pub(crate) fn keys(&self) -> &Keys {
        &self.0.keys
    }

    pub(crate) fn connected(&self) -> &Connected {
        &self.0.connected
    }

    pub(crate) fn cost_cap(&self) -> Option<f64> {
        self.0.cost_cap
    }

    pub(crate) fn voice(&self) -> &VoiceSettings {
        &self.0.voice
    }

    pub(crate) fn lines(&self) -> &Lines {
        &self.0.lines
    }

    pub(crate) fn limits(&self) -> Limits {
        self.0.limits
    }

    pub(crate) fn buckets(&self) -> &Buckets {
        &self.0.buckets
    }

    pub(crate) fn in_flight(&self) -> &InFlight {
        &self.0.in_flight
    }

    pub(crate) fn metrics(&self) -> &PrometheusHandle {
        &self.0.metrics
    }

    /// Cancelled when the server is about to stop: streams end.
    #[must_use]
    pub fn closing(&self) -> &CancellationToken {
        &self.0.closing
    }

    pub(crate) fn recordings(&self) -> PathBuf {
        self.0.data.join("recordings")
    }

    /// Who holds this token: for doors that take tokens in other ways than a header.
    pub async fn holder(&self, token: &str) -> Result<Access, Problem> {
        let holder = self.0.keys.holder(&self.0.store, token).await?;
        holder.ok_or_else(Problem::unauthorized)
    }

    pub(crate) async fn create(&self, creation: Creation) -> Result<Arc<Live>, Problem> {
        let id = creation.session_id.clone();
        let session = self.0.sessions.create(creation).await?;
        let mut live = self.0.live.lock().await;
        self.employ(&mut live, id, session).await
    }

    /// A session that runs here, resumed where its log ends if it has to be.
    pub async fn session(&self, id: &SessionId) -> Result<Arc<Live>, Problem> {
        let mut live = self.0.live.lock().await;
        if let Some(running) = live.get(id) {
            if running.session().look().await.is_ok() {
                running.touch();
                return Ok(Arc::clone(running));
            }
            live.remove(id);
        }
        let session = self.0.sessions.open(id.clone()).await?;
        self.employ(&mut live, id.clone(), session).await
    }

    async fn employ(
        &self,
        live: &mut BTreeMap<SessionId, Arc<Live>>,
        id: SessionId,
        session: Session,
    ) -> Result<Arc<Live>, Problem> {
        let running = Live::begin(self.clone(), id.clone(), session).await?;
        live.insert(id, Arc::clone(&running));
        self.0.awake.notify_waiters();
        Ok(running)
    }

    /// A session if it runs here. Looking does not wake it.
    pub(crate) async fn awake(&self, id: &SessionId) -> Option<Arc<Live>> {
        self.0.live.lock().await.get(id).cloned()
    }

    /// Ends when the next session comes to life here.
    pub(crate) fn awakening(&self) -> Notified<'_> {
        self.0.awake.notified()
    }

    /// The state of a session now, without starting it.
    pub async fn state(&self, id: &SessionId) -> Result<State, Problem> {
        let running = self.0.live.lock().await.get(id).cloned();
        if let Some(running) = running {
            match running.session().look().await {
                Ok(state) => return Ok(state),
                Err(SessionError::Stopped) => {}
                Err(error @ (SessionError::Load(_) | SessionError::Rejected(_))) => {
                    return Err(error.into());
                }
            }
        }
        let Some(head) = self.0.store.session(id).await? else {
            return Err(Problem::not_found(format!("there is no session {id}")));
        };
        let known = {
            let past = self.0.past.lock().unwrap_or_else(PoisonError::into_inner);
            past.get(id)
                .filter(|state| state.cursor == head.cursor)
                .cloned()
        };
        if let Some(state) = known {
            return Ok(state);
        }
        let state = self.state_at(id, None).await?;
        let mut past = self.0.past.lock().unwrap_or_else(PoisonError::into_inner);
        if past.len() >= PAST_MAX {
            past.pop_first();
        }
        past.insert(id.clone(), state.clone());
        Ok(state)
    }

    /// The state right after an event, or after the last.
    pub(crate) async fn state_at(
        &self,
        id: &SessionId,
        at: Option<EventId>,
    ) -> Result<State, Problem> {
        let events = load(&self.0.store, id, at).await?;
        State::replay(&events)
            .ok_or_else(|| Problem::not_found(format!("there is no session {id}")))
    }

    pub(crate) async fn note_running(&self, id: &SessionId, running: Running) {
        let noted = match running {
            Running::Yes => {
                self.0
                    .store
                    .put_document(RUNNING_KIND, id.as_str(), "{}".to_owned())
                    .await
            }
            Running::No => self
                .0
                .store
                .delete_document(RUNNING_KIND, id.as_str())
                .await
                .map(|_| ()),
        };
        if let Err(error) = noted {
            tracing::warn!(%error, session = %id, "whether the session runs could not be noted");
        }
    }

    /// After a start: interviews that were going on go on.
    pub(crate) async fn resume_all(&self) {
        let running = self
            .0
            .store
            .list_documents(RUNNING_KIND, None, RUNNING_MAX)
            .await;
        let running = match running {
            Ok(running) => running,
            Err(error) => {
                tracing::error!(%error, "running sessions could not be resumed");
                return;
            }
        };
        for document in running {
            let id = SessionId::new(document.id);
            match self.session(&id).await {
                Ok(_) => tracing::info!(session = %id, "session resumed"),
                Err(problem) => {
                    tracing::warn!(session = %id, status = %problem.status(), "session not resumed");
                }
            }
        }
    }

    /// Sessions that nobody watches and that wait for nothing: put away, they cost neither memory nor a lease.
    pub(crate) async fn put_away_the_idle(&self) {
        let candidates: Vec<SessionId> = {
            let live = self.0.live.lock().await;
            let idle = live.iter().filter(|(_, it)| is_unwatched(it));
            idle.map(|(id, _)| id.clone()).collect()
        };
        for id in candidates {
            // Whoever wants it in this moment waits until it is gone, and opens it again.
            let mut live = self.0.live.lock().await;
            let Some(one) = live.get(&id).filter(|it| is_unwatched(it)) else {
                continue;
            };
            let rests = match one.session().look().await {
                Ok(state) => state.jobs.is_empty() && rests(state.status),
                Err(_) => true,
            };
            if !rests {
                continue;
            }
            live.remove(&id);
            if let Err(error) = self.0.sessions.put_away(id.clone()).await {
                tracing::warn!(%error, session = %id, "an idle session could not be put away");
            }
        }
    }

    pub(crate) async fn n_live(&self) -> usize {
        self.0.live.lock().await.len()
    }

    pub(crate) async fn states_of_live(&self) -> Vec<State> {
        let running: Vec<Arc<Live>> = self.0.live.lock().await.values().cloned().collect();
        let mut states = Vec::with_capacity(running.len());
        for live in running {
            if let Ok(state) = live.session().look().await {
                states.push(state);
            }
        }
        states
    }

    /// Ends all sessions after what they are doing, and closes the store.
    pub(crate) async fn close(&self) -> Result<(), store::Error> {
        self.0.closing.cancel();
        self.0.sessions.stop().await;
        self.0.live.lock().await.clear();
        self.0.store.clone().close().await
    }
}

fn is_unwatched(live: &Arc<Live>) -> bool {
    Arc::strong_count(live) == 1 && live.idle_for() >= REST_AFTER
}

/// Whether nothing will happen by itself: no clock runs.
fn rests(status: Status) -> bool {
    match status {
        Status::NotStarted | Status::Completed | Status::Terminated => true,
        Status::InProgress | Status::Paused => false,
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Running {
    Yes,
    No,
}
