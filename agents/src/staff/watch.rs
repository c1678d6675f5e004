//! Whoever wants to see a text grow while a model writes it.

use std::fmt;
use std::sync::Arc;

type Watcher = dyn Fn(&str) + Send + Sync;

/// Told every piece of a text as it comes, and nothing else.
#[derive(Clone, Default)]
pub(super) struct Watch(Option<Arc<Watcher>>);

impl Watch {
    pub(super) fn by(watcher: impl Fn(&str) + Send + Sync + 'static) -> Watch {
        Watch(Some(Arc::new(watcher)))
    }

    pub(super) fn tell(&self, piece: &str) {
        if let Some(watcher) = &self.0 {
            watcher(piece);
        }
    }
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Some(_) => "Watch",
            None => "Watch(nobody)",
        })
    }
}
