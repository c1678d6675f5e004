//! A session that runs in this process: its coordinator, the page that speaks for the interviewer, and its measures.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use coordinator::{FeedItem, Session, SessionError, Taken, VoiceCommand};
use interview::event::Event;
use interview::{Input, SessionId, Spoke};
use realtime::VoiceEvent;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, mpsc, watch};

use crate::captions::Captions;
use crate::desk::{Desk, Running};
use crate::measures;
use crate::problem::Problem;

/// Words that may wait to be shown; a page shows them at once.
const VOICE_QUEUE_MAX: usize = 16;

#[derive(Debug)]
pub struct Live {
    id: SessionId,
    session: Session,
    captions: watch::Sender<Captions>,
    /// When it was last asked for.
    asked: Mutex<Instant>,
}

impl Live {
    pub(crate) async fn begin(
        desk: Desk,
        id: SessionId,
        session: Session,
    ) -> Result<Arc<Live>, Problem> {
        let live = Arc::new(Live {
            id,
            session,
            captions: watch::Sender::default(),
            asked: Mutex::new(Instant::now()),
        });
        let feed = live.session.subscribe().await?;
        tokio::spawn(watch(desk, live.id.clone(), feed));
        live.speak_on_the_page()?;
        Ok(live)
    }

    #[must_use]
    pub fn id(&self) -> &SessionId {
        &self.id
    }

    #[must_use]
    pub fn session(&self) -> &Session {
        &self.session
    }

    pub(crate) fn captions(&self) -> watch::Receiver<Captions> {
        self.captions.subscribe()
    }

    /// Shows what a voice is saying and hearing; nothing, when it has gone.
    pub(crate) fn caption(&self, event: Option<&VoiceEvent>) {
        self.captions.send_if_modified(|captions| {
            let next = event.map_or_else(Captions::default, |event| captions.after(event));
            let is_new = *captions != next;
            *captions = next;
            is_new
        });
    }

    pub(crate) fn touch(&self) {
        *self.asked.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    pub(crate) fn idle_for(&self) -> Duration {
        let asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        asked.elapsed()
    }

    pub async fn take(&self, input: Input) -> Result<Taken, SessionError> {
        let begun = Instant::now();
        let taken = self.session.take(input).await;
        measures::input_taken(begun.elapsed());
        taken
    }

    /// Without a voice the interviewer's words appear on the page, and count as heard when they do. A voice that is
    /// attached takes its place; when that voice leaves, this is called again.
    pub fn speak_on_the_page(&self) -> Result<(), Problem> {
        let (voice, commands) = mpsc::channel(VOICE_QUEUE_MAX);
        self.session.attach(voice)?;
        tokio::spawn(show(self.session.clone(), commands));
        Ok(())
    }
}

async fn show(session: Session, mut commands: mpsc::Receiver<VoiceCommand>) {
    while let Some(command) = commands.recv().await {
        let input = match command {
            VoiceCommand::Speak(speech) => Input::Spoke(Spoke {
                text: speech.text.into(),
                interrupted: false,
                aside: false,
                question_id: speech.question_id,
                refers_to: speech.refers_to,
                took_ms: 0,
                end_ms: None,
            }),
            VoiceCommand::Guide { decision, .. } => Input::Guided { decision },
            VoiceCommand::Close => continue,
        };
        match session.take(input).await {
            Ok(_) => {}
            Err(SessionError::Rejected(rejection)) => {
                tracing::debug!(%rejection, "the page spoke out of turn");
            }
            Err(SessionError::Load(_) | SessionError::Stopped) => return,
        }
    }
}

/// Counts what happens, and remembers whether the interview goes on.
async fn watch(desk: Desk, id: SessionId, mut feed: broadcast::Receiver<FeedItem>) {
    let mut cycle = measures::CycleClock::default();
    loop {
        match feed.recv().await {
            Ok(item) => {
                measures::happened(&item.recorded.event);
                cycle.happened(&item.recorded);
                if let Some(running) = runs_after(&item.recorded.event) {
                    desk.note_running(&id, running).await;
                }
            }
            Err(RecvError::Lagged(missed)) => {
                tracing::debug!(missed, "events were not counted");
            }
            Err(RecvError::Closed) => return,
        }
    }
}

fn runs_after(event: &Event) -> Option<Running> {
    let over = matches!(
        event,
        Event::InterviewCompleted(_) | Event::InterviewTerminated(_)
    );
    if over {
        Some(Running::No)
    } else {
        matches!(event, Event::InterviewStarted(_)).then_some(Running::Yes)
    }
}
