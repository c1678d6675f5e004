//! Lets connections in: so many at once, each with a limit on how long it may dawdle.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

use crate::config::Limits;
use crate::guarded::Guarded;

/// The head of a request, its address included.
const HEAD_BYTES_MAX: usize = 64 * 1024;
/// When the system has no more sockets to give, asking at once again does not help.
const NO_SOCKETS_PAUSE: Duration = Duration::from_millis(200);

/// Files that are open beside the connections: the database, recordings, other servers.
#[cfg(unix)]
const OTHER_FILES: u64 = 512;

/// Systems let a program have few open files unless it asks for more, and every connection is one.
#[cfg(unix)]
pub(crate) fn make_room(limits: Limits) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let wanted = u64::try_from(limits.connections)
        .unwrap_or(u64::MAX)
        .saturating_add(OTHER_FILES);
    let wanted = maximum.map_or(wanted, |most| wanted.min(most));
    if current.is_none_or(|current| current >= wanted) {
        return;
    }
    let more = Rlimit {
        current: Some(wanted),
        maximum,
    };
    if let Err(error) = setrlimit(Resource::Nofile, more) {
        tracing::warn!(%error, "no more files can be open at once than the system gives");
    }
}

#[cfg(not(unix))]
pub(crate) fn make_room(_limits: Limits) {}

/// Serves every connection until `closing`; then each finishes what it is doing. Returns what still goes on.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    limits: Limits,
    closing: CancellationToken,
) -> TaskTracker {
    let open = TaskTracker::new();
    let room = Arc::new(Semaphore::new(limits.connections));
    loop {
        let permit = tokio::select! {
            () = closing.cancelled() => break,
            permit = Arc::clone(&room).acquire_owned() => permit,
        };
        let Ok(permit) = permit else { break };
        let accepted = tokio::select! {
            () = closing.cancelled() => break,
            accepted = listener.accept() => accepted,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                if !is_one_connections(&error) {
                    tracing::warn!(%error, "no connection can be taken");
                    tokio::time::sleep(NO_SOCKETS_PAUSE).await;
                }
                continue;
            }
        };
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "a connection waits to fill its packets");
        }
        // Both are held by the socket itself, which outlives the request when it becomes a WebSocket.
        let guards = (open.token(), permit);
        let stream = Guarded::new(stream, limits.stall, guards);
        tokio::spawn(one(stream, peer, router.clone(), limits, closing.clone()));
    }
    open.close();
    open
}

async fn one<G: Send + Unpin + 'static>(
    stream: Guarded<TcpStream, G>,
    peer: SocketAddr,
    router: Router,
    limits: Limits,
    closing: CancellationToken,
) {
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let mut request: Request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        answer(router.clone(), request)
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(limits.head)
        .max_buf_size(HEAD_BYTES_MAX);
    let mut connection = std::pin::pin!(
        http.serve_connection(TokioIo::new(stream), service)
            .with_upgrades()
    );
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = closing.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection broke off");
    }
}

async fn answer(router: Router, request: Request) -> Result<Response, Infallible> {
    router.oneshot(request).await
}

/// Whether only this connection failed, and the next may succeed.
fn is_one_connections(error: &std::io::Error) -> bool {
    use std::io::ErrorKind;
    matches!(
        error.kind(),
        ErrorKind::ConnectionRefused | ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset
    )
}
