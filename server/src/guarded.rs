//! A socket that gives up on a peer that does not read, and that holds what must be given back when it closes.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

#[derive(Debug)]
pub(crate) struct Guarded<S, G> {
    stream: S,
    patience: Duration,
    /// Runs while something waits to be written.
    stalled: Option<Pin<Box<Sleep>>>,
    _guards: G,
}

impl<S, G> Guarded<S, G> {
    pub(crate) fn new(stream: S, patience: Duration, guards: G) -> Guarded<S, G> {
        Guarded {
            stream,
            patience,
            stalled: None,
            _guards: guards,
        }
    }

    /// What a write came to; an error once writing has waited for too long.
    fn watched<T>(
        &mut self,
        written: Poll<io::Result<T>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let patience = self.patience;
        let stalled = self
            .stalled
            .get_or_insert_with(|| Box::pin(sleep(patience)));
        ready!(stalled.as_mut().poll(context));
        stalled.as_mut().reset(Instant::now() + patience);
        Poll::Ready(Err(io::Error::new(
            io::ErrorKind::TimedOut,
            "the peer does not read what it is sent",
        )))
    }
}

impl<S: AsyncRead + Unpin, G: Unpin> AsyncRead for Guarded<S, G> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin, G: Unpin> AsyncWrite for Guarded<S, G> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.watched(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.watched(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.watched(flushed, context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    #[tokio::test]
    async fn a_peer_that_does_not_read_is_given_up() {
        let (near, _far) = tokio::io::duplex(8);
        let mut near = Guarded::new(near, Duration::from_millis(1), ());
        near.write_all(b"12345678").await.unwrap();
        let stalled = near.write_all(b"9").await.unwrap_err();
        assert_eq!(stalled.kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn a_peer_that_reads_gets_everything() {
        let (near, mut far) = tokio::io::duplex(8);
        let mut near = Guarded::new(near, Duration::from_secs(60), ());
        let reader = tokio::spawn(async move {
            let mut all = [0_u8; 16];
            for part in all.chunks_mut(1) {
                far.read_exact(part).await.unwrap();
            }
            all
        });
        near.write_all(b"12345678abcdefgh").await.unwrap();
        assert_eq!(&reader.await.unwrap(), b"12345678abcdefgh");
    }
}
