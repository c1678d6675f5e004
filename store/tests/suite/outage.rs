//! PostgreSQL hangs up: changes are sent again on a new connection, none is lost and none is doubled.

use interview::EventId;
use store::Store;

use crate::place::{Place, entry, execute_postgres, session};

const WRITERS: u64 = 8;
const EVENTS: u64 = 60;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn appends_go_on_over_lost_connections() {
    let place = Place::postgres().await;
    let store = place.open().await;
    let mut writing = tokio::task::JoinSet::new();
    for writer in 0..WRITERS {
        writing.spawn(write(store.clone(), format!("writer-{writer}")));
    }
    // Only this test's own connections, told apart by their schema.
    let mut n_hung_up = 0;
    while !writing.is_empty() {
        hang_up(&place).await;
        n_hung_up += 1;
        while let Some(done) = writing.try_join_next() {
            done.unwrap();
        }
        assert!(n_hung_up < 10_000, "the writers do not get on");
    }
    assert!(n_hung_up > 1);
    for writer in 0..WRITERS {
        let log = store
            .read(&session(&format!("writer-{writer}")), EventId(0), 999)
            .await;
        let wanted: Vec<_> = (1..=EVENTS).map(|id| entry(id, format!("{id}"))).collect();
        assert_eq!(log.unwrap(), wanted);
    }
}

async fn write(store: Store, writer: String) {
    let s = session(&writer);
    for id in 1..=EVENTS {
        let next = entry(id, format!("{id}"));
        let cursor = store.append(&s, EventId(id - 1), vec![next]).await.unwrap();
        assert_eq!(cursor, EventId(id));
    }
}

/// The backends are found by a lock that only connections of this schema can hold: on one of its tables.
async fn hang_up(place: &Place) {
    let sql = "SELECT pg_terminate_backend(pid) FROM pg_locks
               WHERE relation = 'event'::regclass AND pid <> pg_backend_pid()";
    execute_postgres(&place.written(), sql).await;
}
