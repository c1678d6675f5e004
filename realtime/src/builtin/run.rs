//! Owns the clock, the queues and the requests of a talk, and carries out what it wants.

use super::outcome::{Job, Outcome};
use super::server::Fault;
use super::speech_client::SpeechClient;
use super::talk::{Talk, ms};
use crate::voice::Ports;
use crate::{Builtin, Frame, Order, Setup, Timing, VoiceEvent};
use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::{Instant, sleep_until};

/// Which time a talk goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// The person's.
    Live,
    /// A second is a second of the microphone's sound, however fast it comes, and it stands still while the speech server works.
    Sound,
}

/// Pieces at the recogniser at the same time; local ones have few cores.
const TRANSCRIPTIONS_AT_ONCE: usize = 2;
/// Pieces that wait for it. More means a server that has stopped answering.
const TRANSCRIPTIONS_WAITING_MAX: usize = 32;
/// A voice that nobody orders anything and nobody speaks to looks at its clock this often.
const IDLE: Duration = Duration::from_secs(5);

/// Runs until the voice is closed or its owner is gone.
pub async fn run(config: Builtin, setup: Setup, ports: Ports) {
    run_on(Clock::Live, Timing::LIVE, config, setup, ports).await;
}

/// The same on another clock, or with another patience.
pub async fn run_on(clock: Clock, timing: Timing, config: Builtin, setup: Setup, ports: Ports) {
    let talk = match Talk::new(&config, &setup, timing, name()) {
        Ok(talk) => talk,
        Err(error) => {
            let why = error.to_string();
            if ports
                .events
                .send(VoiceEvent::Unusable { why })
                .await
                .is_err()
            {
                tracing::debug!("nobody wants the voice any more");
            }
            return;
        }
    };
    let mut line = Line {
        talk,
        client: SpeechClient::new(&config, &setup, timing),
        ports,
        clock,
        began: Instant::now(),
        sound_samples: 0,
        requests: JoinSet::new(),
        speaking: BTreeMap::new(),
        n_transcriptions: 0,
        waiting: VecDeque::new(),
        microphone_open: true,
    };
    while line.carry_out().await == Next::GoOn && line.step().await == Next::GoOn {}
}

struct Line {
    talk: Talk,
    client: Option<SpeechClient>,
    ports: Ports,
    clock: Clock,
    began: Instant,
    /// Of the microphone, for a talk that goes by its sound.
    sound_samples: u64,
    requests: JoinSet<Answer>,
    /// Sentences that are being made. Recognition is never stopped: what was said is worth its words.
    speaking: BTreeMap<Job, AbortHandle>,
    n_transcriptions: usize,
    waiting: VecDeque<(Job, Vec<i16>)>,
    microphone_open: bool,
}

#[derive(PartialEq, Eq)]
enum Next {
    GoOn,
    Stop,
}

enum Answer {
    Clip(Job, Result<Vec<i16>, Fault>),
    Words(Job, Result<String, Fault>),
    Probed(Result<(), Fault>),
}

enum Happened {
    Ordered(Option<Order>),
    Answered(Option<Answer>),
    Heard(Option<Frame>),
    Time,
}

impl Line {
    async fn step(&mut self) -> Next {
        let wake_at = self.wake_at();
        let hears = self.microphone_open && (self.clock == Clock::Live || self.requests.is_empty());
        let happened = tokio::select! {
            // An order to stop speaking comes before more speech; sound comes last.
            biased;
            order = self.ports.orders.recv() => Happened::Ordered(order),
            Some(answer) = self.requests.join_next() => Happened::Answered(answer.ok()),
            frame = self.ports.microphone.next(), if hears => Happened::Heard(frame),
            () = sleep_until(wake_at) => Happened::Time,
        };
        match happened {
            Happened::Ordered(Some(order)) => self.talk.order(order, self.now()),
            Happened::Ordered(None) => return Next::Stop,
            Happened::Answered(Some(answer)) => self.answered(answer),
            // It was abandoned.
            Happened::Answered(None) => {}
            Happened::Heard(Some(frame)) => self.heard(&frame),
            // Nobody listens to the person any more, but replies may still be ordered.
            Happened::Heard(None) => self.microphone_open = false,
            Happened::Time => {}
        }
        self.talk.tick(self.now());
        Next::GoOn
    }

    fn now(&self) -> u64 {
        match self.clock {
            Clock::Live => ms(self.began.elapsed()),
            Clock::Sound => self.sound_samples * 1_000 / u64::from(crate::SAMPLE_RATE),
        }
    }

    fn wake_at(&self) -> Instant {
        let idle = Instant::now() + IDLE;
        match (self.clock, self.talk.deadline()) {
            (Clock::Live, Some(at)) => idle.min(self.began + Duration::from_millis(at)),
            (Clock::Live, None) | (Clock::Sound, _) => idle,
        }
    }

    fn heard(&mut self, frame: &Frame) {
        let captured_at = match self.clock {
            Clock::Live => {
                let behind = self.ports.microphone.queued_ms() + frame.ms();
                self.now().saturating_sub(behind)
            }
            Clock::Sound => self.now(),
        };
        self.sound_samples += frame.n_samples() as u64;
        self.talk.microphone(frame, captured_at, self.now());
    }

    fn answered(&mut self, answer: Answer) {
        let now = self.now();
        match answer {
            Answer::Clip(job, clip) => {
                self.speaking.remove(&job);
                self.talk.clip_came(job, clip, now);
            }
            Answer::Words(job, words) => {
                self.n_transcriptions -= 1;
                self.talk.words_came(job, words, now);
                self.transcribe_next();
            }
            Answer::Probed(outcome) => self.talk.probed(outcome, now),
        }
    }

    async fn carry_out(&mut self) -> Next {
        while let Some(outcome) = self.talk.out.pop_front() {
            match outcome {
                Outcome::Report(event) => {
                    if self.ports.events.send(event).await.is_err() {
                        return Next::Stop;
                    }
                }
                Outcome::Play(frame) => self.ports.speaker.push(frame),
                Outcome::StopPlaying => self.ports.speaker.clear(),
                Outcome::Synthesise(job, line) => {
                    let Some(client) = self.client.clone() else {
                        continue;
                    };
                    let request = async move { Answer::Clip(job, client.speak(&line).await) };
                    self.speaking.insert(job, self.requests.spawn(request));
                }
                Outcome::Transcribe(job, samples) => {
                    self.waiting.push_back((job, samples));
                    self.transcribe_next();
                }
                Outcome::Abandon(job) => self.abandon(job),
                Outcome::Probe => {
                    if let Some(client) = self.client.clone() {
                        self.requests
                            .spawn(async move { Answer::Probed(client.probe().await) });
                    }
                }
                Outcome::Close => return Next::Stop,
            }
        }
        Next::GoOn
    }

    fn transcribe_next(&mut self) {
        while self.waiting.len() > TRANSCRIPTIONS_WAITING_MAX {
            if let Some((job, _)) = self.waiting.pop_front() {
                let fault = Fault::Away("the speech server does not keep up".into());
                let now = self.now();
                self.talk.words_came(job, Err(fault), now);
            }
        }
        while self.n_transcriptions < TRANSCRIPTIONS_AT_ONCE
            && let Some(client) = self.client.clone()
            && let Some((job, samples)) = self.waiting.pop_front()
        {
            self.n_transcriptions += 1;
            self.requests
                .spawn(async move { Answer::Words(job, client.transcribe(&samples).await) });
        }
    }

    fn abandon(&mut self, job: Job) {
        self.waiting.retain(|(it, _)| *it != job);
        if let Some(handle) = self.speaking.remove(&job) {
            handle.abort();
        }
    }
}

fn name() -> u64 {
    getrandom::u64().unwrap_or_else(|_| {
        // Two voices of one talk never start in the same nanosecond.
        let since = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        u64::try_from(since.as_nanos() % u128::from(u64::MAX)).unwrap_or_default()
    })
}
