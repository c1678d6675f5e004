//! What viewers of a session get to see as it happens.

use std::sync::{Arc, OnceLock};

use interview::Recorded;
use tokio::sync::broadcast;

/// A viewer that falls behind further than this reads the log again.
const FEED_MAX: usize = 256;

#[derive(Debug, Clone)]
pub struct FeedItem {
    pub recorded: Arc<Recorded>,
    /// The same in plain words, without anything spoken.
    pub activity: Option<String>,
    line: Arc<OnceLock<Arc<str>>>,
}

impl FeedItem {
    pub(crate) fn new(recorded: Recorded, activity: Option<String>) -> FeedItem {
        FeedItem {
            recorded: Arc::new(recorded),
            activity,
            line: Arc::default(),
        }
    }

    /// The event as a line of the log: made once, however many viewers there are.
    pub fn line(&self) -> serde_json::Result<Arc<str>> {
        if let Some(line) = self.line.get() {
            return Ok(Arc::clone(line));
        }
        let line: Arc<str> = self.recorded.to_line()?.into();
        Ok(Arc::clone(self.line.get_or_init(|| line)))
    }
}

/// Made when the first viewer comes: most sessions have none.
#[derive(Debug, Default)]
pub(crate) struct Feed(Option<broadcast::Sender<FeedItem>>);

impl Feed {
    pub(crate) fn subscribe(&mut self) -> broadcast::Receiver<FeedItem> {
        self.0
            .get_or_insert_with(|| broadcast::channel(FEED_MAX).0)
            .subscribe()
    }

    pub(crate) fn is_watched(&self) -> bool {
        self.0
            .as_ref()
            .is_some_and(|sender| sender.receiver_count() > 0)
    }

    pub(crate) fn show(&self, item: FeedItem) {
        if let Some(sender) = &self.0
            && sender.send(item).is_err()
        {
            tracing::trace!("no viewer is left");
        }
    }
}
