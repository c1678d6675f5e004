//! A spoken interview out of a file and into one: a recording answers, and both sides are kept as sound.

mod recording;
mod tape;

use std::fs::OpenOptions;
use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use coordinator::{
    Consequences, Notice, Session, SessionError, Sessions, VoiceCommand, VoiceLink, voice_seed,
    voice_setup,
};
use interview::event::{EndReason, VoiceProvider};
use interview::{Input, SessionId, State, Status};
use realtime::builtin::{Clock, run_on};
use realtime::{Frame, Order, Timing, Voice, VoiceEvent, voice_and_ports};
use server::VoiceSettings;
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval};

use self::recording::{Floor, Next, Recording};
use self::tape::Tape;
use crate::config::Config;
use crate::desk::Desk;
use crate::{console, speech, voice};

const COMMANDS_MAX: usize = 32;
/// A piece of the recording at a time.
const FRAME: Duration = Duration::from_millis(20);
/// Whoever says nothing for this long after the end of the recording has left. Longer than any pause is waited for.
const LEFT_AFTER_MS: u64 = 6_000;
/// An answer that gets no reply within this time gets none: the recording goes on.
const OWED_MAX: Duration = Duration::from_secs(30);

/// What is spoken, and how.
pub(super) struct Files<'a> {
    pub(super) recording: &'a Path,
    pub(super) out: &'a Path,
    pub(super) clock: Clock,
    /// The words go to standard output as they come.
    pub(super) shown: bool,
}

/// Everything that a spoken interview needs besides its session, found before one is made.
pub(super) struct Ready<'a> {
    files: &'a Files<'a>,
    recording: Recording,
    settings: VoiceSettings,
    /// It ends when nobody needs it any more.
    _companion: Option<speech::Running>,
}

impl<'a> Ready<'a> {
    pub(super) async fn new(config: &Config, files: &'a Files<'a>) -> anyhow::Result<Ready<'a>> {
        let recording = Recording::read(files.recording)?;
        can_be_written(files.out)?;
        let companion = match config.setting("VIVA_SPEECH_URL") {
            Some(_) => None,
            None => speech::start(&config.data).await,
        };
        let settings = voice::settings(config, companion.as_ref().map(|it| it.url().to_owned()));
        if settings.far.is_none() && settings.builtin.speech_url.is_none() {
            anyhow::bail!(
                "nobody here can speak or listen: name a speech server with VIVA_SPEECH_URL, install a model with \
                 `viva models install`, or set OPENAI_API_KEY"
            );
        }
        if settings.far.is_some() && files.clock == Clock::Sound {
            anyhow::bail!(
                "--fast needs the built-in voice: set VIVA_VOICE=builtin and VIVA_SPEECH_URL"
            );
        }
        Ok(Ready {
            files,
            recording,
            settings,
            _companion: companion,
        })
    }

    pub(super) async fn talk(self, desk: &Desk, id: &SessionId) -> anyhow::Result<()> {
        let sessions = Sessions::start(desk.store.clone(), desk.staff.clone()).await?;
        let session = sessions.open(id.clone()).await?;
        let tape = converse(&session, &self.settings, self.recording, self.files).await;
        sessions.stop().await;
        console::write_file(self.files.out, &tape?.wav()?)?;
        console::say(&format!("wrote {}", self.files.out.display()));
        Ok(())
    }
}

/// Whoever has talked for a quarter of an hour does not want to hear of it afterwards.
fn can_be_written(path: &Path) -> anyhow::Result<()> {
    let is_new = !path.exists();
    let opened = OpenOptions::new().append(true).create(true).open(path);
    opened.with_context(|| format!("cannot write {}", path.display()))?;
    if is_new {
        std::fs::remove_file(path).with_context(|| format!("cannot remove {}", path.display()))?;
    }
    Ok(())
}

async fn converse(
    session: &Session,
    settings: &VoiceSettings,
    recording: Recording,
    files: &Files<'_>,
) -> anyhow::Result<Tape> {
    let state = session.look().await?;
    let (commands_in, commands) = mpsc::channel(COMMANDS_MAX);
    let (voice, provider) = engage(&state, settings, files.clock);
    let mut talk = Talk {
        link: VoiceLink::new(session.clone(), provider, &state),
        session: session.clone(),
        voice,
        commands,
        recording,
        tape: Tape::default(),
        floor: Floor::Owed,
        owed_since: Instant::now(),
        quiet_ms: 0,
        clock: files.clock,
        shown: files.shown,
    };
    if !state.transcript.is_empty() {
        talk.order(Order::Seed(voice_seed(&state))).await;
    }
    session.attach(commands_in)?;
    match state.status {
        Status::NotStarted => drop(session.take(Input::Start).await?),
        Status::Paused => drop(session.take(Input::Resume).await?),
        Status::InProgress | Status::Completed | Status::Terminated => {}
    }
    talk.run().await?;
    Ok(talk.tape)
}

fn engage(state: &State, settings: &VoiceSettings, clock: Clock) -> (Voice, VoiceProvider) {
    let setup = voice_setup(state, &settings.manner);
    let (voice, ports) = voice_and_ports();
    let provider = match settings.far.clone() {
        Some(far) => {
            tokio::spawn(realtime::openai::run(far, setup, ports));
            VoiceProvider::Openai
        }
        None => {
            let config = settings.builtin.clone();
            tokio::spawn(run_on(clock, Timing::LIVE, config, setup, ports));
            VoiceProvider::Builtin
        }
    };
    (voice, provider)
}

struct Talk {
    session: Session,
    link: VoiceLink,
    voice: Voice,
    commands: mpsc::Receiver<VoiceCommand>,
    recording: Recording,
    tape: Tape,
    floor: Floor,
    owed_since: Instant,
    /// How long nothing has happened, in the talk's own time.
    quiet_ms: u64,
    clock: Clock,
    shown: bool,
}

enum Woken {
    Voice(Option<VoiceEvent>),
    Command(Option<VoiceCommand>),
    Sound(Option<Frame>),
    /// The microphone can take the next piece.
    Room,
    Second,
    Interrupted,
}

#[derive(PartialEq, Eq)]
enum GoOn {
    Yes,
    No,
}

impl Talk {
    async fn run(&mut self) -> anyhow::Result<()> {
        let mut pace = interval(FRAME);
        pace.set_missed_tick_behavior(MissedTickBehavior::Burst);
        let mut second = interval(Duration::from_secs(1));
        let mut speaker_open = true;
        loop {
            let next = self.recording.next(self.floor, self.clock);
            let may_hear = next != Next::Wait;
            let woken = tokio::select! {
                biased;
                event = self.voice.events.recv() => Woken::Voice(event),
                command = self.commands.recv() => Woken::Command(command),
                frame = self.voice.speaker.next(), if speaker_open => Woken::Sound(frame),
                () = self.voice.microphone.drained(0), if may_hear && self.clock == Clock::Sound => Woken::Room,
                _ = pace.tick(), if may_hear && self.clock == Clock::Live => Woken::Room,
                _ = second.tick() => Woken::Second,
                _ = tokio::signal::ctrl_c() => Woken::Interrupted,
            };
            let go_on = match woken {
                Woken::Voice(Some(event)) => self.noticed(&event).await?,
                Woken::Voice(None) | Woken::Command(None) => GoOn::No,
                Woken::Command(Some(command)) => {
                    let consequences = self.link.told(command);
                    self.carry_out(consequences).await?
                }
                Woken::Sound(Some(frame)) => {
                    self.tape.played(&frame);
                    GoOn::Yes
                }
                Woken::Sound(None) => {
                    speaker_open = false;
                    GoOn::Yes
                }
                Woken::Room => self.speak(next).await?,
                Woken::Second => self.second().await?,
                Woken::Interrupted => {
                    self.link.person_left().await?;
                    GoOn::No
                }
            };
            if go_on == GoOn::No {
                return Ok(());
            }
        }
    }

    /// The person makes a sound, or keeps silent.
    async fn speak(&mut self, next: Next) -> anyhow::Result<GoOn> {
        let samples = match next {
            Next::Wait => return Ok(GoOn::Yes),
            Next::Silence(samples) => samples,
            Next::Sound(samples) => {
                self.recording.advance();
                samples
            }
        };
        self.tape.heard(&samples);
        let frame = Frame::from_samples(None, &samples);
        self.quiet_ms += frame.ms();
        self.voice.microphone.push(frame);
        let has_left = self.recording.is_over() && self.floor == Floor::Person;
        if has_left && self.quiet_ms >= LEFT_AFTER_MS {
            self.leave().await?;
            return Ok(GoOn::No);
        }
        if !self.recording.is_over() {
            self.quiet_ms = 0;
        }
        Ok(GoOn::Yes)
    }

    async fn leave(&self) -> Result<(), SessionError> {
        let reason = EndReason::Ended;
        match self.session.take(Input::End { reason }).await {
            Ok(_) | Err(SessionError::Rejected(_)) => Ok(()),
            Err(error @ (SessionError::Load(_) | SessionError::Stopped)) => Err(error),
        }
    }

    async fn second(&mut self) -> anyhow::Result<GoOn> {
        if self.floor == Floor::Owed && self.owed_since.elapsed() >= OWED_MAX {
            self.floor = Floor::Person;
        }
        let consequences = self
            .link
            .look_at_the_clock(std::time::Instant::now())
            .await?;
        self.carry_out(consequences).await
    }

    async fn noticed(&mut self, event: &VoiceEvent) -> anyhow::Result<GoOn> {
        // Sound is handed over before it is reported to be all.
        while let Some(frame) = self.voice.speaker.try_next() {
            self.tape.played(&frame);
        }
        self.tape.noticed(event);
        self.follow(event)?;
        let consequences = self.link.noticed(event).await?;
        self.carry_out(consequences).await
    }

    /// Whose turn it is, and what is shown of it.
    fn follow(&mut self, event: &VoiceEvent) -> anyhow::Result<()> {
        self.quiet_ms = 0;
        match event {
            VoiceEvent::TurnCommitted { .. } | VoiceEvent::ReplyFailed { .. } => {
                self.floor = Floor::Owed;
                self.owed_since = Instant::now();
            }
            VoiceEvent::ReplyStarted { .. } => self.floor = Floor::Interviewer,
            VoiceEvent::TranscriptionFailed { .. } => self.floor = Floor::Person,
            VoiceEvent::ReplyEnded(ended) => {
                self.floor = Floor::Person;
                self.show("", ended.heard.as_str())?;
            }
            VoiceEvent::Transcribed { text, .. } => self.show("> ", text.as_str())?,
            VoiceEvent::Lost { reason, .. } => {
                console::say(&format!("the voice was lost: {reason}"));
            }
            VoiceEvent::Connected
            | VoiceEvent::RolledOver
            | VoiceEvent::Unusable { .. }
            | VoiceEvent::SpeechStarted { .. }
            | VoiceEvent::SpeechStopped { .. }
            | VoiceEvent::Transcribing { .. }
            | VoiceEvent::ReplyWords { .. }
            | VoiceEvent::ReplyGenerated { .. }
            | VoiceEvent::Guided { .. }
            | VoiceEvent::GuideFailed { .. }
            | VoiceEvent::Typed { .. }
            | VoiceEvent::Silent { .. }
            | VoiceEvent::Usage(_) => {}
        }
        Ok(())
    }

    fn show(&self, mark: &str, words: &str) -> anyhow::Result<()> {
        match self.shown {
            true => console::print(&format!("{mark}{words}\n\n")),
            false => Ok(()),
        }
    }

    async fn carry_out(&mut self, consequences: Consequences) -> anyhow::Result<GoOn> {
        for order in consequences.orders {
            self.order(order).await;
        }
        match consequences.notice {
            None => Ok(GoOn::Yes),
            Some(Notice::Close) => Ok(GoOn::No),
            Some(Notice::VoiceUnusable { why }) => {
                self.link.person_left().await?;
                Err(anyhow::anyhow!(why)).context(
                    "the voice cannot be used; VIVA_VOICE=builtin with VIVA_SPEECH_URL needs no account",
                )
            }
        }
    }

    async fn order(&self, order: Order) {
        if self.voice.orders.send(order).await.is_err() {
            tracing::debug!("an order found no voice");
        }
    }
}
