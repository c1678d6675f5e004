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
use crate::live::Live;
use crate::measures;
use crate::problem::Problem;

/// Events read at once.
const PAGE: usize = 500;
/// How often the log of a session is read that another process runs.
const ELSEWHERE_EVERY: Duration = Duration::from_secs(1);

struct Viewer {
    desk: Desk,
    session: SessionId,
    last: EventId,
    ready: VecDeque<(EventId, String)>,
    /// Whether the log may have more than what was sent.
    behind: bool,
    feed: Option<broadcast::Receiver<FeedItem>>,
    /// A session is not put away while somebody watches it.
    _live: Option<Arc<Live>>,
}

/// Reads the log after an event.
pub(crate) async fn page(
    desk: &Desk,
    session: &SessionId,
    after: EventId,
    limit: usize,
) -> Result<Vec<Entry>, Problem> {
    let begun = std::time::Instant::now();
    let entries = desk.store().read(session, after, limit).await?;
    measures::store_read(begun.elapsed());
    Ok(entries)
}

pub(crate) async fn events(
    desk: Desk,
    session: SessionId,
    after: EventId,
) -> Result<impl Stream<Item = Result<Event, Infallible>> + use<>, Problem> {
    // The feed is opened before the log is read: what happens in between is in both, and is recognised.
    let (live, feed) = match desk.session(&session).await {
        Ok(live) => {
            let feed = live.session().subscribe().await?;
            (Some(live), Some(feed))
        }
        // Another process runs it; its log is read from time to time.
        Err(problem) if problem.status() == axum::http::StatusCode::CONFLICT => (None, None),
        Err(problem) => return Err(problem),
    };
    let viewer = Viewer {
        desk,
        session,
        last: after,
        ready: VecDeque::new(),
        behind: true,
        feed,
        _live: live,
    };
    Ok(futures_util::stream::unfold(viewer, |mut viewer| async {
        let event = viewer.next().await?;
        Some((Ok(event), viewer))
    }))
}

impl Viewer {
    async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some((id, line)) = self.ready.pop_front() {
                self.last = id;
                return Some(Event::default().id(id.to_string()).data(line));
            }
            if self.behind {
                let entries = page(&self.desk, &self.session, self.last, PAGE)
                    .await
                    .ok()?;
                self.behind = !entries.is_empty();
                self.ready.extend(
                    entries
                        .into_iter()
                        .map(|entry| (entry.event_id, entry.json)),
                );
                continue;
            }
            let closing = self.desk.closing().clone();
            tokio::select! {
                () = closing.cancelled() => return None,
                () = self.wait() => {}
            }
        }
    }

    /// Until there is something new. What does not follow at once on the last event is read from the log.
    async fn wait(&mut self) {
        let Some(feed) = &mut self.feed else {
            tokio::time::sleep(ELSEWHERE_EVERY).await;
            self.behind = true;
            return;
        };
        match feed.recv().await {
            Ok(item) if item.recorded.event_id <= self.last => {}
            Ok(item) if item.recorded.event_id == self.last.next() => {
                match item.recorded.to_line() {
                    Ok(line) => self.ready.push_back((item.recorded.event_id, line)),
                    Err(_) => self.behind = true,
                }
            }
            Ok(_) | Err(RecvError::Lagged(_)) => self.behind = true,
            Err(RecvError::Closed) => {
                self.feed = None;
                self.behind = true;
            }
        }
    }
}
