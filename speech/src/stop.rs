//! When to stop: a signal, or the end of whoever started us.

use tokio::io::{AsyncReadExt as _, stdin};

/// Whom we serve until.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Until {
    Signal,
    /// Whoever started us holds the other end: it closes when they end, however they do.
    StdinCloses,
}

/// Signals are caught from here on; who asks earlier ends us in the system's own way.
#[derive(Debug)]
pub(crate) struct Stop {
    until: Until,
    signals: Signals,
}

impl Stop {
    pub(crate) fn watch(until: Until) -> std::io::Result<Stop> {
        Ok(Stop {
            until,
            signals: Signals::catch()?,
        })
    }

    pub(crate) async fn asked(mut self) {
        tokio::select! {
            () = self.signals.received() => tracing::info!("stopping: asked by a signal"),
            () = parent(self.until) => tracing::info!("stopping: standard input was closed"),
        }
    }
}

async fn parent(until: Until) {
    match until {
        Until::Signal => std::future::pending().await,
        Until::StdinCloses => {
            let mut input = stdin();
            let mut ignored = [0; 256];
            while input.read(&mut ignored).await.is_ok_and(|n| n > 0) {}
        }
    }
}

#[cfg(unix)]
#[derive(Debug)]
struct Signals {
    term: tokio::signal::unix::Signal,
    int: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    fn catch() -> std::io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Signals {
            term: signal(SignalKind::terminate())?,
            int: signal(SignalKind::interrupt())?,
        })
    }

    async fn received(&mut self) {
        tokio::select! {
            _ = self.term.recv() => {}
            _ = self.int.recv() => {}
        }
    }
}

#[cfg(not(unix))]
#[derive(Debug)]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn catch() -> std::io::Result<Signals> {
        Ok(Signals)
    }

    async fn received(&mut self) {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending().await
        }
    }
}
