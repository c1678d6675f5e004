//! A fresh database for each test, on either backend, and a way to get at it behind the store's back.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use interview::{EventId, SessionId};
use store::{DatabaseUrl, Entry, Store};
use tokio_postgres::NoTls;

/// Runs each named function on a fresh SQLite file and in a fresh PostgreSQL schema.
macro_rules! on_both {
    ($($name:ident;)*) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                super::$name(crate::place::Place::sqlite()).await;
            })*
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                super::$name(crate::place::Place::postgres().await).await;
            })*
        }
    };
}
pub(crate) use on_both;

pub(crate) enum Place {
    Sqlite(tempfile::TempDir),
    /// An address whose search path is a schema of its own.
    Postgres(String),
}

impl Place {
    pub(crate) fn sqlite() -> Self {
        Self::Sqlite(tempfile::tempdir().unwrap())
    }

    pub(crate) async fn postgres() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let Ok(server) = std::env::var("VIVA_TEST_POSTGRES_URL") else {
            panic!("VIVA_TEST_POSTGRES_URL is not set: run `cargo xtask test`");
        };
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let since = std::time::UNIX_EPOCH.elapsed().unwrap().as_nanos();
        let schema = format!("t_{}_{since}_{count}", std::process::id());
        let joint = if server.contains('?') { '&' } else { '?' };
        let url = format!("{server}{joint}options=-c%20search_path%3D{schema}");
        execute_postgres(&server, &format!("CREATE SCHEMA {schema}")).await;
        Self::Postgres(url)
    }

    /// The file of a SQLite place.
    pub(crate) fn path(&self) -> PathBuf {
        match self {
            Self::Sqlite(directory) => directory.path().join("deep/down/viva.db"),
            Self::Postgres(_) => panic!("a server has no file"),
        }
    }

    pub(crate) fn written(&self) -> String {
        match self {
            Self::Sqlite(_) => format!("sqlite:{}", self.path().display()),
            Self::Postgres(url) => url.clone(),
        }
    }

    pub(crate) fn url(&self) -> DatabaseUrl {
        self.written().parse().unwrap()
    }

    pub(crate) async fn open(&self) -> Store {
        Store::open(&self.url()).await.unwrap()
    }

    /// Changes the database as a disk fault or a stranger would.
    pub(crate) async fn tamper(&self, sql: &str) {
        match self {
            Self::Sqlite(_) => {
                let connection = rusqlite::Connection::open(self.path()).unwrap();
                connection.execute_batch(sql).unwrap();
            }
            Self::Postgres(url) => execute_postgres(url, sql).await,
        }
    }
}

pub(crate) async fn execute_postgres(url: &str, sql: &str) {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await.unwrap();
    let driving = tokio::spawn(connection);
    client.batch_execute(sql).await.unwrap();
    drop(client);
    driving.await.unwrap().unwrap();
}

pub(crate) fn session(name: &str) -> SessionId {
    SessionId::new(name)
}

pub(crate) fn entry(event_id: u64, json: impl Into<String>) -> Entry {
    Entry {
        event_id: EventId(event_id),
        json: json.into(),
    }
}

/// Entries `first..=last` with a text of their own each.
pub(crate) fn entries(first: u64, last: u64) -> Vec<Entry> {
    (first..=last)
        .map(|id| entry(id, format!("{{\"event_id\":{id}}}")))
        .collect()
}
