//! What cannot be provoked from outside: a full disk, a committer that dies, a group with one bad change in it.

use std::sync::mpsc;

use interview::{EventId, SessionId};

use super::Sqlite;
use super::readers::Readers;
use crate::change::Change;
use crate::entry::Entry;
use crate::error::Error;

fn change(session: &str, expected: u64, bytes: usize) -> Change {
    Change {
        session: SessionId::new(session),
        expected: EventId(expected),
        appended: vec![Entry {
            event_id: EventId(expected + 1),
            json: "x".repeat(bytes),
        }],
        redacted: Vec::new(),
        fence: None,
    }
}

async fn set_pages_max(sqlite: &Sqlite, pages_more: i64) {
    let (done, waiting) = tokio::sync::oneshot::channel();
    let look = move |connection: &rusqlite::Connection| {
        let pages: i64 = connection
            .pragma_query_value(None, "page_count", |row| row.get(0))
            .unwrap();
        let sql = format!("PRAGMA max_page_count = {}", pages + pages_more);
        connection.query_row(&sql, [], |_row| Ok(())).unwrap();
        done.send(()).unwrap();
    };
    sqlite.inner.committer.look(Box::new(look)).await.unwrap();
    waiting.await.unwrap();
}

/// Keeps the committer busy until the sender is used; returns once `waiting` orders are queued behind it.
async fn hold(sqlite: &Sqlite) -> mpsc::Sender<()> {
    let (go_on, held) = mpsc::channel();
    let (reached, waiting) = tokio::sync::oneshot::channel();
    let look = move |_connection: &rusqlite::Connection| {
        reached.send(()).unwrap();
        held.recv().unwrap();
    };
    sqlite.inner.committer.look(Box::new(look)).await.unwrap();
    waiting.await.unwrap();
    go_on
}

async fn until_queued(sqlite: &Sqlite, count: usize) {
    while sqlite.inner.committer.queued() < count {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_full_disk_refuses_appends_and_takes_them_again_when_there_is_space() {
    let directory = tempfile::tempdir().unwrap();
    let sqlite = Sqlite::open(&directory.path().join("viva.db"))
        .await
        .unwrap();
    sqlite.write(change("s", 0, 10)).await.unwrap();
    set_pages_max(&sqlite, 4).await;
    let refused = sqlite.write(change("s", 1, 100_000)).await.unwrap_err();
    assert!(matches!(refused, Error::DiskFull { .. }), "{refused}");
    let session = SessionId::new("s");
    let read = sqlite.read(session.clone(), EventId(0), 10).await.unwrap();
    assert_eq!(read.len(), 1);
    set_pages_max(&sqlite, 1_000).await;
    assert_eq!(
        sqlite.write(change("s", 1, 100_000)).await.unwrap(),
        EventId(2)
    );
    let read = sqlite.read(session, EventId(0), 10).await.unwrap();
    assert_eq!(read.len(), 2);
}

#[tokio::test]
async fn a_change_too_large_for_the_disk_does_not_take_its_group_with_it() {
    let sqlite = Sqlite::open_in_memory().await.unwrap();
    sqlite.write(change("s", 0, 10)).await.unwrap();
    set_pages_max(&sqlite, 8).await;
    let go_on = hold(&sqlite).await;
    let write = |change| {
        let sqlite = sqlite.clone();
        tokio::spawn(async move { sqlite.write(change).await })
    };
    let writes = [
        write(change("small-1", 0, 10)),
        write(change("large", 0, 200_000)),
        write(change("small-2", 0, 10)),
    ];
    until_queued(&sqlite, 3).await;
    go_on.send(()).unwrap();
    let mut outcomes = Vec::new();
    for write in writes {
        outcomes.push(write.await.unwrap());
    }
    assert!(matches!(outcomes[0], Ok(EventId(1))));
    assert!(matches!(outcomes[1], Err(Error::DiskFull { .. })));
    assert!(matches!(outcomes[2], Ok(EventId(1))));
}

#[tokio::test]
async fn everyone_is_answered_when_the_committer_dies() {
    let sqlite = Sqlite::open_in_memory().await.unwrap();
    let go_on = hold(&sqlite).await;
    let writes: Vec<_> = (0..100)
        .map(|number| {
            let sqlite = sqlite.clone();
            let change = change(&format!("s-{number}"), 0, 10);
            tokio::spawn(async move { sqlite.write(change).await })
        })
        .collect();
    until_queued(&sqlite, 100).await;
    // Dropping the sender makes the committer panic where it waits.
    drop(go_on);
    for write in writes {
        assert!(matches!(write.await.unwrap(), Err(Error::Stopped)));
    }
    let late = sqlite.write(change("late", 0, 10)).await;
    assert!(matches!(late, Err(Error::Stopped)));
}

#[tokio::test]
async fn closing_finishes_what_is_queued() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("viva.db");
    let sqlite = Sqlite::open(&path).await.unwrap();
    let go_on = hold(&sqlite).await;
    let writes: Vec<_> = (0..50)
        .map(|number| {
            let sqlite = sqlite.clone();
            let change = change(&format!("s-{number}"), 0, 10);
            tokio::spawn(async move { sqlite.write(change).await })
        })
        .collect();
    until_queued(&sqlite, 50).await;
    let closing = tokio::spawn({
        let sqlite = sqlite.clone();
        async move { sqlite.close().await }
    });
    until_queued(&sqlite, 51).await;
    go_on.send(()).unwrap();
    closing.await.unwrap().unwrap();
    for write in writes {
        assert_eq!(write.await.unwrap().unwrap(), EventId(1));
    }
    assert!(matches!(
        sqlite.write(change("s", 0, 1)).await,
        Err(Error::Stopped)
    ));
    let read = sqlite.read(SessionId::new("s-1"), EventId(0), 1).await;
    assert!(matches!(read, Err(Error::Stopped)));
    assert!(!path.with_extension("db-wal").exists());
}

#[tokio::test]
async fn every_connection_is_durable_and_erases() {
    let directory = tempfile::tempdir().unwrap();
    let sqlite = Sqlite::open(&directory.path().join("viva.db"))
        .await
        .unwrap();
    let settings = |connection: &rusqlite::Connection| {
        let setting = |name| {
            connection.pragma_query_value(None, name, |row| row.get::<_, rusqlite::types::Value>(0))
        };
        Ok(Ok((
            setting("synchronous")?,
            setting("journal_mode")?,
            setting("secure_delete")?,
        )))
    };
    let wanted = (2.into(), "wal".to_owned().into(), 1.into());
    assert_eq!(sqlite.inner.readers.run(settings).await.unwrap(), wanted);
    let writer = Readers::through(sqlite.inner.committer.clone());
    assert_eq!(writer.run(settings).await.unwrap(), wanted);
}
