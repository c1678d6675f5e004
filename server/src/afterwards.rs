//! The work after the talk on a session that runs here: asked for, waited for, found in its state.

use std::sync::Arc;
use std::time::Duration;

use coordinator::{FeedItem, SessionError};
use interview::event::{EssayWritten, Event};
use interview::{AgentKind, Analysis, FollowUps, Input, Rejection, State, Style};
use tokio::sync::broadcast::{self, error::RecvError};

use crate::live::Live;
use crate::problem::Problem;
use crate::progress::Progress;

/// Longer than the core gives any agent.
pub(crate) const PATIENCE: Duration = Duration::from_secs(11 * 60);
/// Windows of notes in the longest talk there is.
const WINDOWS_MAX: usize = 2_000;

/// The analysis that stands, made if there is none.
pub(crate) async fn analysis(live: &Live, progress: &Progress) -> Result<Arc<Analysis>, Problem> {
    settle(live, progress).await?;
    let standing = |state: &State| state.analysis.clone();
    if let Some(analysis) = standing(&live.session().look().await?) {
        return Ok(analysis);
    }
    progress.say("analysing");
    made(live, Input::AnalysisWanted, AgentKind::Analysis, standing).await
}

/// The newest essay in this style, written if there is none.
pub(crate) async fn essay(
    live: &Live,
    style: Style,
    progress: &Progress,
) -> Result<Arc<EssayWritten>, Problem> {
    analysis(live, progress).await?;
    let standing = move |state: &State| {
        let mut newest = state.essays.iter().rev();
        newest.find(|it| it.essay.style == style).cloned()
    };
    if let Some(written) = standing(&live.session().look().await?) {
        return Ok(written);
    }
    progress.say("writing");
    made(
        live,
        Input::EssayWanted { style },
        AgentKind::Writer,
        standing,
    )
    .await
}

pub(crate) async fn follow_ups(live: &Live) -> Result<Arc<FollowUps>, Problem> {
    analysis(live, &Progress::default()).await?;
    let standing = |state: &State| state.follow_ups.clone();
    if let Some(found) = standing(&live.session().look().await?) {
        return Ok(found);
    }
    made(live, Input::FollowUpsWanted, AgentKind::FollowUp, standing).await
}

/// Turns that no NoteTaker has read are read.
async fn settle(live: &Live, progress: &Progress) -> Result<(), Problem> {
    let mut feed = live.session().subscribe().await?;
    for _ in 0..WINDOWS_MAX {
        let state = live.session().look().await?;
        if !state.status.is_over() {
            return Err(Rejection::NotOver.into());
        }
        let reading = under_way(&state, AgentKind::NoteTaker);
        if !reading && !state.owes_notes() {
            return Ok(());
        }
        progress.say("reading");
        if !reading {
            match live.take(Input::NotesWanted).await {
                Ok(_) | Err(SessionError::Rejected(Rejection::UnderWay(_))) => {}
                Err(SessionError::Rejected(Rejection::NothingDue)) => return Ok(()),
                Err(
                    error @ (SessionError::Rejected(_)
                    | SessionError::Load(_)
                    | SessionError::Stopped),
                ) => {
                    return Err(error.into());
                }
            }
        }
        report(&mut feed).await?;
    }
    Ok(())
}

async fn made<T>(
    live: &Live,
    input: Input,
    agent: AgentKind,
    standing: impl Fn(&State) -> Option<T>,
) -> Result<T, Problem> {
    let mut feed = live.session().subscribe().await?;
    match live.take(input).await {
        Ok(_) | Err(SessionError::Rejected(Rejection::UnderWay(_))) => {}
        Err(
            error @ (SessionError::Rejected(_) | SessionError::Load(_) | SessionError::Stopped),
        ) => {
            return Err(error.into());
        }
    }
    loop {
        let state = live.session().look().await?;
        if let Some(result) = standing(&state) {
            return Ok(result);
        }
        if !under_way(&state, agent) {
            return Err(Problem::new(
                axum::http::StatusCode::BAD_GATEWAY,
                "the agent could not do its work; the session's events say why. Try again",
            ));
        }
        report(&mut feed).await?;
    }
}

/// Until an agent has reported.
async fn report(feed: &mut broadcast::Receiver<FeedItem>) -> Result<(), Problem> {
    loop {
        match feed.recv().await {
            Ok(item) if matches!(item.recorded.event, Event::AgentReported(_)) => return Ok(()),
            Ok(_) => {}
            Err(RecvError::Lagged(_)) => return Ok(()),
            Err(RecvError::Closed) => return Err(SessionError::Stopped.into()),
        }
    }
}

fn under_way(state: &State, agent: AgentKind) -> bool {
    state.jobs.values().any(|job| job.agent == agent)
}
