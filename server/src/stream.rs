//! The log as a stream: every event once, in order, from any point, for as long as the viewer stays.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::response::sse::Event;
use coordinator::FeedItem;
use futures_util::Stream;
use interview::{EventId, SessionId};
use store::Entry;
use tokio::sync::broadcast::{self, error::RecvError};

use crate::desk::Desk;
use crate::problem::Problem;

/// Events read at once.
const PAGE: usize = 500;
/// How often the log of a session is read that does not run here.
pub(crate) const ELSEWHERE_EVERY: Duration = Duration::from_secs(1);

struct Viewer {
    desk: Desk,
    session: SessionId,
    last: EventId,
    ready: VecDeque<(EventId, Arc<str>)>,
    /// Whether the log may have more than what was sent.
    behind: bool,
    /// What happens, as long as the session runs here.
    feed: Option<broadcast::Receiver<FeedItem>>,
}

/// Reads the log after an event.
pub(crate) async fn page(
    desk: &Desk,
    session: &SessionId,
    after: EventId,
    limit: usize,
) -> Result<Vec<Entry>, Problem> {
    Ok(desk.store().read(session, after, limit).await?)
}

/// The log after an event, and then what happens. Watching wakes no session: one that does not run here, because it is
/// over or another process has it, is looked at from time to time.
pub(crate) fn events(
    desk: Desk,
    session: SessionId,
    after: EventId,
) -> impl Stream<Item = Result<Event, Infallible>> + use<> {
    let viewer = Viewer {
        desk,
        session,
        last: after,
        ready: VecDeque::new(),
        behind: true,
        feed: None,
    };
    futures_util::stream::unfold(viewer, |mut viewer| async {
        let event = viewer.next().await?;
        Some((Ok(event), viewer))
    })
}

impl Viewer {
    async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some((id, line)) = self.ready.pop_front() {
                self.last = id;
                return Some(Event::default().id(id.to_string()).data(line));
            }
            if self.feed.is_none() {
                self.tune_in().await;
            }
            if self.behind {
                match page(&self.desk, &self.session, self.last, PAGE).await {
                    Ok(entries) => {
                        self.behind = !entries.is_empty();
                        let lines = entries.into_iter().map(|it| (it.event_id, it.json.into()));
                        self.ready.extend(lines);
                    }
                    // The viewer comes back with the last id that it has.
                    Err(problem) => {
                        tracing::warn!(session = %self.session, status = %problem.status(), "a viewer cannot be shown more");
                        return None;
                    }
                }
                continue;
            }
            let closing = self.desk.closing().clone();
            tokio::select! {
                () = closing.cancelled() => return None,
                () = self.wait() => {}
            }
        }
    }

    /// The feed is opened before the log is read: what happens in between is in both, and is recognised.
    async fn tune_in(&mut self) {
        let Some(live) = self.desk.awake(&self.session).await else {
            return;
        };
        if let Ok(feed) = live.session().subscribe().await {
            self.feed = Some(feed);
            self.behind = true;
        }
    }

    /// Until there is something new. What does not follow at once on the last event is read from the log.
    async fn wait(&mut self) {
        let Some(feed) = &mut self.feed else {
            tokio::select! {
                () = self.desk.awakening() => {}
                () = tokio::time::sleep(ELSEWHERE_EVERY) => {}
            }
            self.behind = true;
            return;
        };
        match feed.recv().await {
            Ok(item) if item.recorded.event_id <= self.last => {}
            Ok(item) if item.recorded.event_id == self.last.next() => match item.line() {
                Ok(line) => self.ready.push_back((item.recorded.event_id, line)),
                Err(_) => self.behind = true,
            },
            Ok(_) | Err(RecvError::Lagged(_)) => self.behind = true,
            Err(RecvError::Closed) => {
                self.feed = None;
                self.behind = true;
            }
        }
    }
}
