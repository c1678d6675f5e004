//! Reads off the async runtime, on a few read-only connections.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::Connection;
use tokio::sync::{Semaphore, oneshot};

use super::committer::Committer;
use super::connection;
use super::failure::explain;
use crate::error::Error;

/// Reads at the same time. More would only compete for the same disk.
const READERS_MAX: usize = 4;

/// A failure of SQLite outside, a finding about the data inside.
pub(super) type Found<T> = rusqlite::Result<Result<T, Error>>;

#[derive(Debug)]
pub(super) enum Readers {
    Pool(Arc<Pool>),
    /// A database in memory has one connection: the committer's.
    Committer(Committer),
}

#[derive(Debug)]
pub(super) struct Pool {
    path: PathBuf,
    idle: Mutex<Vec<Connection>>,
    permits: Arc<Semaphore>,
}

impl Readers {
    pub(super) fn pool(path: PathBuf) -> Self {
        Self::Pool(Arc::new(Pool {
            path,
            idle: Mutex::new(Vec::new()),
            permits: Arc::new(Semaphore::new(READERS_MAX)),
        }))
    }

    pub(super) fn through(committer: Committer) -> Self {
        Self::Committer(committer)
    }

    pub(super) async fn run<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> Found<T> + Send + 'static,
    ) -> Result<T, Error> {
        match self {
            Self::Pool(pool) => pool.clone().run(read).await,
            Self::Committer(committer) => {
                let (answer, waiting) = oneshot::channel();
                let look = move |connection: &Connection| {
                    let found = read(connection)
                        .unwrap_or_else(|error| Err(explain("memory".as_ref(), error)));
                    if answer.send(found).is_err() {
                        tracing::debug!("the one who waited for a read has gone away");
                    }
                };
                committer.look(Box::new(look)).await?;
                waiting.await.unwrap_or(Err(Error::Stopped))
            }
        }
    }

    /// Waits for reads under way and closes their connections; later reads find the store stopped.
    pub(super) async fn close(&self) {
        match self {
            Self::Pool(pool) => pool.close().await,
            Self::Committer(_closes_itself) => {}
        }
    }
}

impl Pool {
    async fn run<T: Send + 'static>(
        self: Arc<Self>,
        read: impl FnOnce(&Connection) -> Found<T> + Send + 'static,
    ) -> Result<T, Error> {
        let permit = self.permits.clone().acquire_owned().await;
        let permit = permit.map_err(|_closed| Error::Stopped)?;
        let work = move || {
            let found = self.read(read);
            // Dropped last: whoever closes the pool must find this connection among the idle ones.
            drop(permit);
            found
        };
        let done = tokio::task::spawn_blocking(work).await;
        done.unwrap_or(Err(Error::Stopped))
    }

    fn read<T>(&self, read: impl FnOnce(&Connection) -> Found<T>) -> Result<T, Error> {
        let taken = self.idle().pop();
        let connection = match taken {
            Some(connection) => Ok(connection),
            None => connection::reader(&self.path),
        };
        let connection = connection.map_err(|error| explain(&self.path, error))?;
        let found = read(&connection);
        if connection.is_autocommit() {
            self.idle().push(connection);
        }
        found.map_err(|error| explain(&self.path, error))?
    }

    async fn close(&self) {
        let all = u32::try_from(READERS_MAX).unwrap_or(u32::MAX);
        match self.permits.acquire_many(all).await {
            Ok(_all) => {
                self.permits.close();
                self.idle().clear();
            }
            Err(_closed) => tracing::debug!("the readers were closed before"),
        }
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Connection>> {
        // A panic while the list was held cannot have left a connection half in it.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
