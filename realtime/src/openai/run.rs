//! Owns the socket, the clock and the queues of a talk, and carries out what it wants.

use super::dial::{Dialled, Socket, dial};
use super::fault::{self, Remedy};
use super::outcome::Outcome;
use super::talk::{Talk, ms};
use crate::voice::Ports;
use crate::{Frame, OpenAi, Order, Retry, Setup, VoiceEvent};
use futures_util::{SinkExt, StreamExt};
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite::{self, Message};

type Dialling = Pin<Box<dyn Future<Output = Result<Dialled, Remedy>> + Send>>;

/// Runs until the voice is closed, its owner is gone, or it can never work.
pub async fn run(config: OpenAi, setup: Setup, ports: Ports) {
    let talk = Talk::new(&config, setup);
    let mut line = Line {
        talk,
        config,
        ports,
        began: Instant::now(),
        live: None,
        spare: None,
        dialling: None,
        dial_at: Some(Instant::now()),
        failures: 0,
        flaps: 0,
        lost_since: None,
        reported_lost: true,
        microphone_open: true,
    };
    while line.step().await == Next::GoOn {}
    if let Some(mut live) = line.live.take()
        && timeout(CLOSE_MAX, live.socket.close(None)).await.is_err()
    {
        tracing::debug!("the voice's server did not take part in closing");
    }
}

const CLOSE_MAX: Duration = Duration::from_secs(1);

struct Line {
    config: OpenAi,
    talk: Talk,
    ports: Ports,
    began: Instant,
    live: Option<Live>,
    /// Settled, and waiting for a moment at which nobody speaks.
    spare: Option<Dialled>,
    dialling: Option<Dialling>,
    dial_at: Option<Instant>,
    /// Attempts in a row that led to no connection.
    failures: u32,
    /// Connections in a row that were lost as soon as they were made.
    flaps: u32,
    /// Since when there is no connection, once the first attempt has failed.
    lost_since: Option<Instant>,
    reported_lost: bool,
    microphone_open: bool,
}

struct Live {
    socket: Socket,
    since: Instant,
    heard_at: Instant,
    ping_at: Instant,
    roll_over_at: Instant,
    /// From here on a pause between responses is enough.
    hurry_at: Instant,
    /// From here on it cannot wait for the person either; what is being said is repeated to the next connection.
    force_at: Instant,
}

/// So many short-lived connections are made again at once; after that each is waited for longer.
const FLAPS_FREE: u32 = 3;
/// A connection that waits for its moment is not read, so its server would soon take it for dead.
const SPARE_WAITS_MAX: Duration = Duration::from_secs(15);

#[derive(PartialEq, Eq)]
enum Next {
    GoOn,
    Stop,
}

enum Happened {
    Ordered(Option<Order>),
    Dialled(Box<Result<Dialled, Remedy>>),
    Received(Option<Result<Message, tungstenite::Error>>),
    Heard(Option<Frame>),
    Time,
}

impl Line {
    async fn step(&mut self) -> Next {
        let wake_at = self.wake_at();
        let happened = tokio::select! {
            // An order to stop speaking comes before more speech; sound comes last.
            biased;
            order = self.ports.orders.recv() => Happened::Ordered(order),
            dialled = dialled(&mut self.dialling) => Happened::Dialled(Box::new(dialled)),
            message = received(&mut self.live) => Happened::Received(message),
            frame = self.ports.microphone.next(), if self.live.is_some() && self.microphone_open => Happened::Heard(frame),
            () = sleep_until(wake_at) => Happened::Time,
        };
        let now = self.now();
        let mut next = match happened {
            Happened::Ordered(Some(order)) => {
                self.talk.order(order, now);
                Next::GoOn
            }
            Happened::Ordered(None) => Next::Stop,
            Happened::Dialled(dialled) => {
                self.dialling = None;
                self.dialled(*dialled).await
            }
            Happened::Received(message) => self.received(message, now).await,
            Happened::Heard(Some(frame)) => {
                let captured_at =
                    now.saturating_sub(self.ports.microphone.queued_ms() + frame.ms());
                self.talk.microphone(frame, captured_at, now);
                Next::GoOn
            }
            // Nobody listens to the person any more, but replies may still be ordered.
            Happened::Heard(None) => {
                self.microphone_open = false;
                Next::GoOn
            }
            Happened::Time => Next::GoOn,
        };
        self.talk.tick(now);
        if next == Next::GoOn {
            next = self.carry_out().await;
        }
        match next {
            Next::GoOn => self.keep_up().await,
            Next::Stop => Next::Stop,
        }
    }

    fn now(&self) -> u64 {
        ms(self.began.elapsed())
    }

    fn wake_at(&self) -> Instant {
        let talk = self
            .talk
            .deadline()
            .map(|it| self.began + Duration::from_millis(it));
        let live = self.live.as_ref().map(|it| it.ping_at);
        let dial = self.dial_at.filter(|_| self.dialling.is_none());
        let roll_over = self
            .live
            .as_ref()
            .filter(|_| self.dialling.is_none() && self.spare.is_none());
        let roll_over = roll_over.and_then(|it| {
            let moments = [it.roll_over_at, it.hurry_at, it.force_at];
            moments.into_iter().find(|it| *it > Instant::now())
        });
        let most = Instant::now() + self.config.timing.ping_every;
        [talk, live, dial, roll_over]
            .into_iter()
            .flatten()
            .fold(most, Instant::min)
    }

    async fn carry_out(&mut self) -> Next {
        while let Some(outcome) = self.talk.out.pop_front() {
            let next = match outcome {
                Outcome::Send(text) => self.send(Message::text(text)).await,
                Outcome::Report(event) => self.report(event).await,
                Outcome::Play(frame) => {
                    self.ports.speaker.push(frame);
                    Next::GoOn
                }
                Outcome::StopPlaying => {
                    self.ports.speaker.clear();
                    Next::GoOn
                }
                Outcome::Reconnect(why) => self.lost(why).await,
                Outcome::GiveUp(why) => self.give_up(why).await,
                Outcome::Close => Next::Stop,
            };
            if next == Next::Stop {
                return Next::Stop;
            }
        }
        Next::GoOn
    }

    async fn report(&mut self, event: VoiceEvent) -> Next {
        match self.ports.events.send(event).await {
            Ok(()) => Next::GoOn,
            Err(_) => Next::Stop,
        }
    }

    /// Frames for a connection that is gone are dropped: what matters of them is said again to the next one.
    async fn send(&mut self, message: Message) -> Next {
        let Some(live) = &mut self.live else {
            return Next::GoOn;
        };
        let why = match timeout(self.config.timing.half_open, live.socket.send(message)).await {
            Ok(Ok(())) => return Next::GoOn,
            Ok(Err(error)) => fault::of_socket(&error),
            Err(_) => Remedy::Reconnect("nothing could be sent".into()),
        };
        self.broken(why).await
    }

    async fn received(
        &mut self,
        message: Option<Result<Message, tungstenite::Error>>,
        now: u64,
    ) -> Next {
        if let Some(live) = &mut self.live {
            live.heard_at = Instant::now();
        }
        match message {
            Some(Ok(Message::Text(text))) => {
                self.talk.hear_provider(&text, now);
                Next::GoOn
            }
            Some(Ok(
                Message::Binary(_) | Message::Ping(_) | Message::Pong(_) | Message::Frame(_),
            )) => Next::GoOn,
            Some(Ok(Message::Close(frame))) => self.broken(fault::of_close(frame.as_ref())).await,
            Some(Err(error)) => self.broken(fault::of_socket(&error)).await,
            None => {
                self.broken(Remedy::Reconnect("closed without a goodbye".into()))
                    .await
            }
        }
    }

    async fn broken(&mut self, remedy: Remedy) -> Next {
        match remedy {
            Remedy::GiveUp(why) => self.give_up(why).await,
            Remedy::Reconnect(why) => self.lost(why).await,
            Remedy::GoOn => Next::GoOn,
        }
    }

    async fn give_up(&mut self, why: String) -> Next {
        tracing::warn!(why, "the voice cannot be used");
        self.live = None;
        if self.report(VoiceEvent::Unusable { why }).await == Next::GoOn {
            tracing::debug!("its owner was told");
        }
        Next::Stop
    }

    async fn lost(&mut self, reason: String) -> Next {
        let now = Instant::now();
        let lost_since = *self.lost_since.get_or_insert(now);
        match self.live.take() {
            Some(live) if now.duration_since(live.since) >= self.config.timing.steady => {
                self.flaps = 0;
            }
            Some(_) => self.flaps += 1,
            None => self.failures += 1,
        }
        // Frames meant for the broken connection must not reach the next one; reports are still true.
        self.talk.out.retain(|it| !matches!(it, Outcome::Send(_)));
        self.talk.lost(self.now());
        self.talk.out.retain(|it| !matches!(it, Outcome::Send(_)));
        if let Some(spare) = self.spare.take() {
            return self.take_over(spare, VoiceEvent::RolledOver);
        }
        let (failures, flaps) = (self.failures, self.flaps);
        tracing::info!(reason, failures, flaps, "the voice was lost");
        let timing = &self.config.timing;
        let too_often = failures.max(flaps) > timing.retries_max;
        if too_often || now.duration_since(lost_since) >= timing.outage_max {
            let why = format!("{reason}, and reconnecting did not help ({failures} attempts)");
            return self.give_up(why).await;
        }
        if self.dialling.is_none() {
            self.dial_at = Some(now + self.backoff());
        }
        if std::mem::replace(&mut self.reported_lost, true) {
            return Next::GoOn;
        }
        self.report(VoiceEvent::Lost {
            reason,
            retry: Retry::Later,
        })
        .await
    }

    /// Doubled each time, less up to a quarter by chance, so that a thousand voices do not come back in the same moment.
    fn backoff(&self) -> Duration {
        let timing = &self.config.timing;
        let doublings = self.failures + self.flaps.saturating_sub(FLAPS_FREE);
        let doubled = timing.first_retry * 2u32.saturating_pow(doublings.min(16));
        let chance = getrandom::u32().unwrap_or_default() % 256;
        let wait = doubled.min(timing.retry_max);
        wait - wait * chance / 1_024
    }

    async fn dialled(&mut self, dialled: Result<Dialled, Remedy>) -> Next {
        match dialled {
            Ok(dialled) if self.live.is_some() => {
                self.spare = Some(dialled);
                Next::GoOn
            }
            Ok(dialled) => self.take_over(dialled, VoiceEvent::Connected),
            Err(remedy) if self.live.is_some() => {
                // The old connection still serves; try again before it ends.
                tracing::info!(?remedy, "the next connection could not be made yet");
                if let Some(live) = &mut self.live {
                    live.roll_over_at = Instant::now() + self.config.timing.retry_max;
                }
                Next::GoOn
            }
            Err(remedy) => self.broken(remedy).await,
        }
    }

    fn take_over(&mut self, dialled: Dialled, event: VoiceEvent) -> Next {
        let now = Instant::now();
        let Dialled {
            socket,
            lifetime,
            at,
        } = dialled;
        let timing = &self.config.timing;
        // A session that is short-lived from the start is still used for half its life.
        let until = |before: Duration, least: Duration| {
            let lived = lifetime.saturating_sub(before).max(least);
            at + lived
        };
        let before = timing.roll_over_before;
        self.live = Some(Live {
            socket,
            since: now,
            heard_at: now,
            ping_at: now + timing.ping_every,
            roll_over_at: until(before, lifetime / 2),
            hurry_at: until(before * 3 / 4, lifetime * 5 / 8),
            force_at: until(before / 2, lifetime * 3 / 4),
        });
        self.failures = 0;
        self.lost_since = None;
        self.dial_at = None;
        self.reported_lost = false;
        self.talk.report(event);
        self.talk.connected(self.now());
        Next::GoOn
    }

    /// What is due on the connection itself.
    async fn keep_up(&mut self) -> Next {
        let now = Instant::now();
        if self.live.is_none() {
            if self.dialling.is_none() && self.dial_at.is_some_and(|it| it <= now) {
                self.dial_at = None;
                self.start_dialling();
            }
            return self.carry_out().await;
        }
        let mut ping = false;
        let mut silent = false;
        if let Some(live) = &mut self.live {
            silent = now.duration_since(live.heard_at) >= self.config.timing.half_open;
            ping = live.ping_at <= now;
            if ping {
                live.ping_at = now + self.config.timing.ping_every;
            }
        }
        if silent {
            return self.lost("the other side fell silent".into()).await;
        }
        if ping && self.send(Message::Ping(Vec::new().into())).await == Next::Stop {
            return Next::Stop;
        }
        self.roll_over_if_due(now).await;
        self.carry_out().await
    }

    async fn roll_over_if_due(&mut self, now: Instant) {
        let Some(live) = &self.live else { return };
        let good_moment = self.talk.is_quiet()
            || live.hurry_at <= now && self.talk.is_interruptible()
            || live.force_at <= now && self.talk.is_between_responses();
        if live.roll_over_at > now || !good_moment {
            return;
        }
        match self
            .spare
            .take()
            .filter(|it| now.duration_since(it.at) < SPARE_WAITS_MAX)
        {
            Some(spare) => self.roll_over(spare).await,
            None if self.dialling.is_none() => self.start_dialling(),
            None => {}
        }
    }

    async fn roll_over(&mut self, spare: Dialled) {
        // Its session ends with it, and nothing more is wanted from it.
        if let Some(mut old) = self.live.take()
            && timeout(CLOSE_MAX, old.socket.close(None)).await.is_err()
        {
            tracing::debug!("the old connection did not take part in closing");
        }
        self.talk.lost(self.now());
        self.talk.out.retain(|it| !matches!(it, Outcome::Send(_)));
        if self.take_over(spare, VoiceEvent::RolledOver) == Next::GoOn {
            tracing::info!("rolled over to a new session");
        }
    }

    fn start_dialling(&mut self) {
        self.dialling = Some(Box::pin(dial(
            self.config.clone(),
            self.talk.session_config(),
        )));
    }
}

async fn dialled(dialling: &mut Option<Dialling>) -> Result<Dialled, Remedy> {
    match dialling {
        Some(dialling) => dialling.await,
        None => std::future::pending().await,
    }
}

async fn received(live: &mut Option<Live>) -> Option<Result<Message, tungstenite::Error>> {
    match live {
        Some(live) => live.socket.next().await,
        None => std::future::pending().await,
    }
}
