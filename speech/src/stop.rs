//! When to stop: a signal, or the end of whoever started us.

use tokio::io::{AsyncReadExt as _, stdin};

/// Whom we serve until.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Until {
    Signal,
    /// Whoever started us holds the other end: it closes when they end, however they do.
    StdinCloses,
}

pub(crate) async fn asked(until: Until) {
    tokio::select! {
        () = signal() => tracing::info!("stopping: asked by a signal"),
        () = parent(until) => tracing::info!("stopping: standard input was closed"),
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
async fn signal() {
    use tokio::signal::unix::{SignalKind, signal};
    let (Ok(mut term), Ok(mut int)) = (
        signal(SignalKind::terminate()),
        signal(SignalKind::interrupt()),
    ) else {
        tracing::warn!("signals cannot be caught; they will end the program at once");
        return std::future::pending().await;
    };
    tokio::select! {
        _ = term.recv() => {}
        _ = int.recv() => {}
    }
}

#[cfg(not(unix))]
async fn signal() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending().await
    }
}
