//! Runs a server on a socket until it is told to stop.

use std::future::Future;
use std::net::SocketAddr;
use std::time::Duration;

use tokio::net::TcpListener;

use crate::access::{BadToken, owner_token};
use crate::config::Config;
use crate::desk::Desk;
use crate::doors;
use crate::idempotency;
use crate::measures;
use crate::router::router;

/// How long requests may take to finish when the server stops.
const FAREWELL: Duration = Duration::from_secs(10);
const TIDY_EVERY: Duration = Duration::from_secs(60 * 60);
/// How often sessions that nobody is busy with are looked for.
const REST_EVERY: Duration = Duration::from_secs(10);

#[derive(Debug, thiserror::Error)]
pub enum RunError {
    #[error(
        "{0} is reachable from other machines: set VIVA_TOKEN to a secret of at least 16 characters, or bind 127.0.0.1"
    )]
    Unguarded(SocketAddr),
    #[error(transparent)]
    Token(#[from] BadToken),
    #[error(transparent)]
    Store(#[from] store::Error),
    #[error("the sessions cannot be started: {0}")]
    Sessions(#[from] ractor::SpawnErr),
    #[error("nothing can be measured: {0}")]
    Measures(#[from] metrics_exporter_prometheus::BuildError),
    #[error("the socket failed: {0}")]
    Socket(#[from] std::io::Error),
}

/// Serves until `shutdown` ends; then finishes what was begun, ends the sessions and closes the store.
///
/// `ready` is called once with the address when requests are answered.
pub async fn run(
    listener: TcpListener,
    config: Config,
    ready: impl FnOnce(SocketAddr),
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> Result<(), RunError> {
    let address = listener.local_addr()?;
    if !address.ip().to_canonical().is_loopback() && config.token.is_none() {
        return Err(RunError::Unguarded(address));
    }
    doors::make_room(config.limits);
    let token = owner_token(config.token.as_deref(), &config.data)?;
    let desk = Desk::open(config, &token).await?;
    let chores = tokio::spawn(chores(desk.clone()));
    let closing = desk.closing().clone();
    let server = tokio::spawn(doors::serve(
        listener,
        router(&desk),
        desk.limits(),
        closing.clone(),
    ));
    ready(address);
    shutdown.await;
    tracing::info!("stopping");
    closing.cancel();
    chores.abort();
    let finished = async {
        match server.await {
            Ok(open) => open.wait().await,
            Err(error) => tracing::error!(%error, "the door broke"),
        }
    };
    if tokio::time::timeout(FAREWELL, finished).await.is_err() {
        tracing::warn!("some requests did not finish");
    }
    desk.close().await?;
    Ok(())
}

async fn chores(desk: Desk) {
    desk.resume_all().await;
    let mut tidy = tokio::time::interval(TIDY_EVERY);
    let mut rest = tokio::time::interval(REST_EVERY);
    let mut sum_up = tokio::time::interval(measures::SUM_UP_EVERY);
    loop {
        tokio::select! {
            _ = tidy.tick() => {
                if let Err(error) = idempotency::forget_old(&desk).await {
                    tracing::warn!(%error, "old answers could not be dropped");
                }
            }
            _ = rest.tick() => desk.put_away_the_idle().await,
            _ = sum_up.tick() => desk.metrics().run_upkeep(),
        }
    }
}
