//! A connection that is made anew when it is lost.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Mutex, Semaphore};
use tokio::time::timeout;
use tokio_postgres::error::SqlState;
use tokio_postgres::{Client, Config, NoTls};

use crate::database_url::postgres_name;
use crate::error::{Error, postgres_text};

const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Longer than any timeout of the server, so that it speaks first when it can.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);
/// Asked for on every connection: acknowledged means on the disk, and nothing hangs for ever.
const OPTIONS: &str = "-c synchronous_commit=on -c statement_timeout=10s -c lock_timeout=5s \
                       -c idle_in_transaction_session_timeout=15s -c client_encoding=UTF8";
/// Questions on their way at the same time.
const QUESTIONS_MAX: usize = 64;
/// Waits between tries of a read or a small write.
const RETRIES: [Duration; 3] = [
    Duration::from_millis(50),
    Duration::from_millis(250),
    Duration::from_millis(1_000),
];

#[derive(Debug)]
pub(super) struct Link {
    config: Config,
    client: Mutex<Option<Arc<Client>>>,
    permits: Semaphore,
}

/// Why a question was not answered.
#[derive(Debug)]
pub(super) enum Failure {
    /// The connection or the server is in a bad way: the same question may succeed later.
    Passing(String),
    /// The same question would fail again.
    Lasting(Error),
}

impl From<tokio_postgres::Error> for Failure {
    fn from(error: tokio_postgres::Error) -> Self {
        let Some(state) = error.code() else {
            // Not an answer of the server: the connection broke, or the answer could not be understood.
            return Self::Passing(postgres_text(&error));
        };
        if *state == SqlState::DISK_FULL {
            let place = "the database server".to_owned();
            return Self::Lasting(Error::DiskFull { place });
        }
        // Connection, resources, operator's intervention and shutdown, deadlock and serialization, lock not available.
        const PASSING: [&str; 5] = ["08", "53", "57", "40", "55"];
        if PASSING.iter().any(|class| state.code().starts_with(class)) {
            Self::Passing(postgres_text(&error))
        } else {
            Self::Lasting(Error::Postgres(Arc::new(error)))
        }
    }
}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Passing(reason) => Self::Unreachable { reason },
            Failure::Lasting(error) => error,
        }
    }
}

impl Link {
    pub(super) fn new(config: &Config) -> Self {
        let mut config = config.clone();
        let asked = config.get_options().unwrap_or_default();
        config.options(format!("{asked} {OPTIONS}"));
        config.application_name("vivavoce");
        config.connect_timeout(CONNECT_TIMEOUT);
        config.keepalives_idle(Duration::from_secs(15));
        config.tcp_user_timeout(ANSWER_TIMEOUT);
        Self {
            config,
            client: Mutex::new(None),
            permits: Semaphore::new(QUESTIONS_MAX),
        }
    }

    /// The connection, made if there is none.
    pub(super) async fn client(&self) -> Result<Arc<Client>, Failure> {
        let mut slot = self.client.lock().await;
        if let Some(client) = slot.as_ref().filter(|client| !client.is_closed()) {
            return Ok(client.clone());
        }
        let made = timeout(CONNECT_TIMEOUT, self.config.connect(NoTls)).await;
        let place = postgres_name(&self.config);
        let made = made.map_err(|_late| Failure::Passing(format!("{place} does not answer")))?;
        let (client, connection) = made.map_err(|error| unreachable_or(&place, error))?;
        // Ends by itself when the client is dropped or the server hangs up.
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::warn!(%error, "a connection to the database server was lost");
            }
        });
        let client = Arc::new(client);
        *slot = Some(client.clone());
        Ok(client)
    }

    /// Gives up this connection: whatever transaction it was in is rolled back by the server.
    pub(super) async fn drop_client(&self, client: &Arc<Client>) {
        let mut slot = self.client.lock().await;
        if slot.as_ref().is_some_and(|held| Arc::ptr_eq(held, client)) {
            *slot = None;
        }
    }

    /// Asks one question, again when the trouble may pass. Only for what may be done twice.
    pub(super) async fn run<T, F>(&self, question: impl Fn(Arc<Client>) -> F) -> Result<T, Error>
    where
        F: Future<Output = Result<T, Failure>>,
    {
        let permit = self.permits.acquire().await;
        let _permit = permit.map_err(|_closed| Error::Stopped)?;
        for wait in RETRIES {
            match self.ask(&question).await {
                Err(Failure::Passing(reason)) => {
                    tracing::debug!(reason, "the database server is asked again");
                    tokio::time::sleep(wait).await;
                }
                answer => return Ok(answer?),
            }
        }
        Ok(self.ask(&question).await?)
    }

    pub(super) async fn ask<T, F>(&self, question: impl Fn(Arc<Client>) -> F) -> Result<T, Failure>
    where
        F: Future<Output = Result<T, Failure>>,
    {
        let client = self.client().await?;
        let answer = match timeout(ANSWER_TIMEOUT, question(client.clone())).await {
            Ok(answer) => answer,
            Err(_late) => Err(Failure::Passing("it does not answer".to_owned())),
        };
        if answer.is_err() {
            self.drop_client(&client).await;
        }
        answer
    }

    pub(super) async fn close(&self) {
        self.permits.close();
        *self.client.lock().await = None;
    }
}

/// A wrong password is not an outage.
fn unreachable_or(place: &str, error: tokio_postgres::Error) -> Failure {
    match Failure::from(error) {
        Failure::Passing(reason) => Failure::Passing(format!("{place}: {reason}")),
        Failure::Lasting(error) => Failure::Lasting(error),
    }
}
