//! One person's call: their socket, the voice and the session, joined until one of them ends.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::WebSocket;
use coordinator::{
    Consequences, FeedItem, Notice, SessionError, VoiceCommand, VoiceLink, now, voice_seed,
    voice_setup,
};
use interview::HOLD_LINE;
use interview::event::VoiceProvider;
use realtime::client::{Client, ClientSession, NoticeLevel};
use realtime::{Frame, ItemId, Order, Retry, Voice, VoiceEvent, Words, voice_and_ports};
use tokio::sync::{broadcast, mpsc};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until};

use super::ended::{Ended, FAILED};
use super::keeping::{Clocks, Keeping};
use super::lines::Line;
use super::settings::{Engine, Speaker};
use super::socket::{Came, ClientSocket};
use crate::access::Access;
use crate::desk::Desk;
use crate::live::Live;
use crate::measures;
use crate::present;

/// Commands of the core that wait for the voice.
const COMMANDS_MAX: usize = 32;
/// How often the clock is looked at for a monologue.
const CLOCK_EVERY: Duration = Duration::from_secs(1);
/// A voice that is gone for longer is excused.
const HOLD_AFTER: Duration = Duration::from_secs(2);

/// Everything a call holds. Audio passes through here and nowhere else: not through an actor, not into the log.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) desk: Desk,
    pub(super) live: Arc<Live>,
    pub(super) client: Client,
    pub(super) keeping: Keeping,
    state: interview::State,
    speaker: Speaker,
    link: VoiceLink,
    voice: Voice,
    /// It has said that it cannot be used, or it is gone.
    voice_over: bool,
    voice_began: Instant,
    commands: mpsc::Receiver<VoiceCommand>,
    feed: broadcast::Receiver<FeedItem>,
    began: Instant,
    /// Since when the voice has been away without an excuse.
    away_since: Option<Instant>,
    /// When the person's last turn ended, until it is answered.
    turn_ended: Option<Instant>,
    engine: Engine,
    /// What the person is hearing of the interviewer.
    pub(super) speaking: Option<ItemId>,
    /// Typed while the interviewer was being heard.
    pub(super) typed: VecDeque<(Instant, ItemId, Words)>,
}

/// What woke a call.
enum Woken {
    Replaced,
    Stopping,
    Voice(Option<VoiceEvent>),
    Command(Option<VoiceCommand>),
    Sound(Frame),
    Client(Came),
    Changed,
    Due,
    Second,
}

impl Call {
    /// Connects the voice. The person is heard from here on, or gets a notice why not.
    pub(super) async fn open(desk: Desk, live: Arc<Live>) -> Result<Call, SessionError> {
        let feed = live.session().subscribe().await?;
        let state = live.session().look().await?;
        let settings = desk.voice();
        let speaker = match settings.far {
            Some(_) => Speaker::Far,
            None => Speaker::Builtin,
        };
        let client = Client::new(ClientSession {
            line: now().0.unsigned_abs(),
            id: state.session_id.to_string(),
            model: "viva".to_owned(),
            voice_name: settings.manner.voice_name.clone(),
            transcribe_model: settings.manner.transcribe_model.clone(),
            speed: 1.0,
        });
        let path = desk.recordings().join(format!("{}.opus", state.session_id));
        let (voice, link, commands) = engage(&desk, &live, &state, speaker);
        let call = Call {
            keeping: Keeping::new(path),
            client,
            speaker,
            link,
            voice,
            voice_over: false,
            voice_began: Instant::now(),
            commands: commands.1,
            feed,
            began: Instant::now(),
            away_since: None,
            turn_ended: None,
            engine: Engine::Works,
            speaking: None,
            typed: VecDeque::new(),
            state,
            desk,
            live,
        };
        call.seed().await;
        call.live.session().attach(commands.0)?;
        call.live.session().person_returned().await?;
        Ok(call)
    }

    /// Runs until the interview, the person or the line ends, and says goodbye.
    pub(super) async fn run(
        mut self,
        socket: WebSocket,
        mut line: Line,
    ) -> Result<Ended, SessionError> {
        let mut socket = ClientSocket::new(socket);
        let ended = self.talk(&mut socket, &mut line).await;
        self.keeping.end();
        self.live.caption(None);
        self.count();
        let said = ended.as_ref().map_or(FAILED, |ended| ended.said());
        if !matches!(ended, Ok(Ended::Left)) {
            socket.close(&mut self.client, said).await;
        }
        if matches!(ended, Ok(Ended::Left | Ended::TooSlow | Ended::TooLong)) {
            self.link.person_left().await?;
        }
        ended
    }

    async fn talk(
        &mut self,
        socket: &mut ClientSocket,
        line: &mut Line,
    ) -> Result<Ended, SessionError> {
        self.look().await?;
        let mut clock = interval(CLOCK_EVERY);
        clock.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let stopping = self.desk.closing().clone();
        loop {
            if self.client.is_overflowing() {
                return Ok(Ended::TooSlow);
            }
            if socket.push(&mut self.client).await.is_err() {
                return Ok(Ended::Left);
            }
            let due = self.client.deadline();
            let woken = tokio::select! {
                biased;
                () = line.replaced() => Woken::Replaced,
                () = stopping.cancelled() => Woken::Stopping,
                // A voice that has ended may still have left a report of why.
                event = self.voice.events.recv(), if !self.voice_over => Woken::Voice(event),
                command = self.commands.recv() => Woken::Command(command),
                Some(frame) = self.voice.speaker.next() => Woken::Sound(frame),
                came = socket.exchange(&mut self.client) => Woken::Client(came),
                changed = self.feed.recv() => match changed {
                    Ok(_) | Err(broadcast::error::RecvError::Lagged(_)) => Woken::Changed,
                    Err(broadcast::error::RecvError::Closed) => Woken::Stopping,
                },
                () = at(self.began, due), if due.is_some() => Woken::Due,
                _ = clock.tick() => {
                    if !socket.is_alive() {
                        return Ok(Ended::Left);
                    }
                    Woken::Second
                }
            };
            if let Some(ended) = self.handle(woken).await? {
                return Ok(ended);
            }
        }
    }

    async fn handle(&mut self, woken: Woken) -> Result<Option<Ended>, SessionError> {
        match woken {
            Woken::Replaced => return Ok(Some(Ended::Replaced)),
            Woken::Stopping => return Ok(Some(Ended::Stopping)),
            Woken::Voice(Some(event)) => return self.voice_event(&event).await,
            Woken::Voice(None) => return self.voice_stopped().await,
            Woken::Command(Some(command)) => {
                let consequences = self.link.told(command);
                return self.carry_out(consequences).await;
            }
            Woken::Command(None) => return Ok(Some(Ended::Closed)),
            Woken::Sound(frame) => {
                self.keeping.spoken(&frame, self.clocks());
                self.client.audio(frame);
            }
            Woken::Client(Came::Text(text)) => {
                if let Some(asked) = self.client.receive(text.as_str()) {
                    self.asked(asked).await?;
                }
            }
            Woken::Client(Came::Left) => return Ok(Some(Ended::Left)),
            Woken::Client(Came::TooLong) => return Ok(Some(Ended::TooLong)),
            Woken::Client(Came::Else) => {}
            Woken::Changed => self.look().await?,
            Woken::Due => self.client.tick(self.elapsed_ms()),
            Woken::Second => return self.second().await,
        }
        Ok(None)
    }

    async fn voice_event(&mut self, event: &VoiceEvent) -> Result<Option<Ended>, SessionError> {
        self.client.voice_event(event);
        self.live.caption(Some(event));
        self.keeping.noticed(event, self.clocks());
        self.time(event);
        let consequences = self.link.noticed(event).await?;
        let ended = self.carry_out(consequences).await?;
        match event {
            VoiceEvent::ReplyStarted { item_id, .. } => self.speaking = Some(item_id.clone()),
            VoiceEvent::ReplyEnded(_)
            | VoiceEvent::ReplyFailed { .. }
            | VoiceEvent::Unusable { .. } => self.floor_is_free().await?,
            VoiceEvent::Lost { .. } => {
                self.floor_is_free().await?;
                self.engine_is(Engine::Away).await?;
            }
            VoiceEvent::Connected => self.engine_is(Engine::Works).await?,
            VoiceEvent::RolledOver
            | VoiceEvent::SpeechStarted { .. }
            | VoiceEvent::SpeechStopped { .. }
            | VoiceEvent::TurnCommitted { .. }
            | VoiceEvent::Transcribing { .. }
            | VoiceEvent::Transcribed { .. }
            | VoiceEvent::TranscriptionFailed { .. }
            | VoiceEvent::ReplyWords { .. }
            | VoiceEvent::ReplyGenerated { .. }
            | VoiceEvent::Guided { .. }
            | VoiceEvent::GuideFailed { .. }
            | VoiceEvent::Typed { .. }
            | VoiceEvent::Silent { .. }
            | VoiceEvent::Usage(_) => {}
        }
        Ok(ended)
    }

    async fn floor_is_free(&mut self) -> Result<(), SessionError> {
        self.speaking = None;
        self.take_typed().await
    }

    /// A client that can speak and listen by itself does so meanwhile.
    async fn engine_is(&mut self, engine: Engine) -> Result<(), SessionError> {
        if self.engine == engine {
            return Ok(());
        }
        self.engine = engine;
        self.look().await
    }

    /// It ended without a word about why.
    async fn voice_stopped(&mut self) -> Result<Option<Ended>, SessionError> {
        let why = "it stopped".to_owned();
        self.voice_event(&VoiceEvent::Unusable { why }).await
    }

    /// How long the voice is away, and how long a person waits for an answer.
    fn time(&mut self, event: &VoiceEvent) {
        if let VoiceEvent::Lost { retry, .. } = event {
            self.away_since = (*retry == Retry::Later).then(Instant::now);
        }
        if matches!(event, VoiceEvent::Connected | VoiceEvent::RolledOver) {
            self.away_since = None;
        }
        if matches!(event, VoiceEvent::TurnCommitted { .. }) {
            self.turn_ended = Some(Instant::now());
        }
        if matches!(event, VoiceEvent::ReplyStarted { .. })
            && let Some(ended) = self.turn_ended.take()
        {
            measures::voice_answered(ended.elapsed());
        }
    }

    async fn second(&mut self) -> Result<Option<Ended>, SessionError> {
        self.keeping.second(self.clocks());
        if self
            .typed
            .front()
            .is_some_and(|(since, ..)| since.elapsed() >= CLOCK_EVERY)
        {
            self.take_typed().await?;
        }
        if self
            .away_since
            .is_some_and(|since| since.elapsed() >= HOLD_AFTER)
        {
            self.away_since = None;
            self.client.notice(NoticeLevel::Warning, HOLD_LINE);
        }
        let consequences = self
            .link
            .look_at_the_clock(std::time::Instant::now())
            .await?;
        self.carry_out(consequences).await
    }

    async fn carry_out(
        &mut self,
        consequences: Consequences,
    ) -> Result<Option<Ended>, SessionError> {
        for order in consequences.orders {
            self.order(order).await;
        }
        match consequences.notice {
            Some(Notice::Close) => return Ok(Some(Ended::Closed)),
            Some(Notice::VoiceUnusable { why }) => self.take_over(&why).await?,
            None => {}
        }
        Ok(None)
    }

    /// The built-in voice goes on where the far one stopped.
    async fn take_over(&mut self, why: &str) -> Result<(), SessionError> {
        if self.speaker == Speaker::Builtin {
            let message = format!(
                "the voice cannot be used ({why}); questions are shown, answers can be typed"
            );
            self.client.notice(NoticeLevel::Error, &message);
            self.voice_over = true;
            return self.engine_is(Engine::Away).await;
        }
        let message = format!("the voice cannot be used ({why}); the built-in voice takes over");
        self.client.notice(NoticeLevel::Error, &message);
        self.speaker = Speaker::Builtin;
        self.state = self.live.session().look().await?;
        let (voice, link, commands) = engage(&self.desk, &self.live, &self.state, self.speaker);
        self.voice = voice;
        self.link = link;
        self.commands = commands.1;
        self.voice_over = false;
        self.engine = Engine::Works;
        self.speaking = None;
        self.voice_began = Instant::now();
        self.away_since = None;
        self.seed().await;
        self.live.session().attach(commands.0)?;
        self.look().await
    }

    /// A voice that is gone takes no orders; the session knows by its events.
    pub(super) async fn order(&self, order: Order) {
        if self.voice.orders.send(order).await.is_err() {
            tracing::debug!("an order found no voice");
        }
    }

    pub(super) fn microphone(&mut self, frame: Frame) {
        self.keeping.heard(&frame, self.clocks());
        self.voice.microphone.push(frame);
    }

    async fn seed(&self) {
        if !self.state.transcript.is_empty() {
            self.order(Order::Seed(voice_seed(&self.state))).await;
        }
    }

    /// The session has changed: the client sees it, the recording obeys it, a fresh connection would know it.
    async fn look(&mut self) -> Result<(), SessionError> {
        let before = self.state.transcript.len();
        self.state = self.live.session().look().await?;
        self.keeping.obey(&self.state, now());
        if self.state.transcript.len() > before {
            self.seed().await;
        }
        let access = Access::Participant(self.state.session_id.clone());
        match present::view(&self.desk, &self.state, &access).await {
            Ok(mut view) => {
                view["voice"] = self.desk.voice().described(self.speaker, self.engine);
                self.client.state(view, self.elapsed_ms());
            }
            Err(problem) => tracing::error!(status = %problem.status(), "a view cannot be shown"),
        }
        Ok(())
    }

    /// Sound may be lost, but not unnoticed.
    fn count(&self) {
        let lost = (
            self.voice.microphone.n_dropped(),
            self.client.n_audio_dropped(),
        );
        measures::sound_lost(lost.0, lost.1 + self.voice.speaker.n_dropped());
        if lost != (0, 0) {
            tracing::warn!(
                from_person = lost.0,
                to_person = lost.1,
                "sound was lost in a call"
            );
        }
    }

    fn clocks(&self) -> Clocks {
        Clocks {
            talk_ms: self.state.elapsed_ms(now().max(self.state.last_at)),
            voice_ms: ms(self.voice_began.elapsed()),
        }
    }

    fn elapsed_ms(&self) -> u64 {
        ms(self.began.elapsed())
    }
}

type Commands = (mpsc::Sender<VoiceCommand>, mpsc::Receiver<VoiceCommand>);

/// Starts a voice and its link to the session. The session speaks through it once the sender is attached.
fn engage(
    desk: &Desk,
    live: &Live,
    state: &interview::State,
    speaker: Speaker,
) -> (Voice, VoiceLink, Commands) {
    let settings = desk.voice();
    let setup = voice_setup(state, &settings.manner);
    let (voice, ports) = voice_and_ports();
    let provider = match (&settings.far, speaker) {
        (Some(far), Speaker::Far) => {
            tokio::spawn(realtime::openai::run(far.clone(), setup, ports));
            VoiceProvider::Openai
        }
        (_, Speaker::Builtin) | (None, Speaker::Far) => {
            tokio::spawn(realtime::builtin::run(
                settings.builtin.clone(),
                setup,
                ports,
            ));
            VoiceProvider::Builtin
        }
    };
    let link = VoiceLink::new(live.session().clone(), provider, state);
    (voice, link, mpsc::channel(COMMANDS_MAX))
}

async fn at(began: Instant, ms: Option<u64>) {
    match ms {
        Some(ms) => sleep_until(began + Duration::from_millis(ms)).await,
        None => std::future::pending().await,
    }
}

fn ms(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
