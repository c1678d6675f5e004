//! Many writers, many sessions, two stores on one database: of those who race for a place exactly one wins.

use interview::EventId;
use store::{Entry, Error, Store};

use crate::place::{Place, entry, on_both, session};

on_both! {
    of_two_racing_appends_exactly_one_wins;
    many_sessions_are_written_at_once;
    a_caller_who_goes_away_harms_nobody;
}

const SESSIONS: u64 = 16;
const WRITERS: u64 = 6;
const EVENTS: u64 = 12;

/// Every writer wants every place of every log; half of them use another store on the same database, as another
/// process would.
async fn of_two_racing_appends_exactly_one_wins(place: Place) {
    let stores = [place.open().await, place.open().await];
    let mut racing = Vec::new();
    for of in 0..SESSIONS {
        for writer in 0..WRITERS {
            let store = stores[(writer % 2) as usize].clone();
            racing.push(tokio::spawn(race(store, of, writer)));
        }
    }
    let mut won = vec![Vec::new(); SESSIONS as usize];
    for (number, racing) in racing.into_iter().enumerate() {
        won[number / WRITERS as usize].extend(racing.await.unwrap());
    }
    for (of, mut won) in won.into_iter().enumerate() {
        won.sort_by_key(|entry: &Entry| entry.event_id);
        assert_eq!(won.len() as u64, EVENTS, "each place was won once");
        let log = stores[0]
            .read(&session(&format!("s{of}")), EventId(0), 99)
            .await
            .unwrap();
        assert_eq!(log, won);
    }
}

/// Appends where the log ends, as long as it is short; returns what was acknowledged.
async fn race(store: Store, of: u64, writer: u64) -> Vec<Entry> {
    let s = session(&format!("s{of}"));
    let mut cursor = EventId(0);
    let mut won = Vec::new();
    while cursor.0 < EVENTS {
        let mine = entry(cursor.0 + 1, format!("writer {writer}"));
        match store.append(&s, cursor, vec![mine.clone()]).await {
            Ok(end) => {
                cursor = end;
                won.push(mine);
            }
            Err(Error::Conflict { found, .. }) => {
                assert!(found > cursor);
                cursor = found;
            }
            Err(other) => panic!("{other}"),
        }
    }
    won
}

async fn many_sessions_are_written_at_once(place: Place) {
    let store = place.open().await;
    let write = async |store: Store, of: u64| {
        let s = session(&format!("s{of}"));
        for id in 1..=10 {
            let append = store.append(&s, EventId(id - 1), vec![entry(id, format!("{of}.{id}"))]);
            assert_eq!(append.await.unwrap(), EventId(id));
        }
    };
    let mut writing = tokio::task::JoinSet::new();
    for of in 0..200 {
        writing.spawn(write(store.clone(), of));
    }
    writing.join_all().await;
    for of in 0..200 {
        let log = store
            .read(&session(&format!("s{of}")), EventId(0), 99)
            .await
            .unwrap();
        let wanted: Vec<_> = (1..=10).map(|id| entry(id, format!("{of}.{id}"))).collect();
        assert_eq!(log, wanted);
    }
    assert_eq!(store.sessions(None, 1_000).await.unwrap().len(), 200);
}

async fn a_caller_who_goes_away_harms_nobody(place: Place) {
    let (store, s) = (place.open().await, session("s"));
    let mut cursor = EventId(0);
    for _ in 0..50 {
        let next = entry(cursor.0 + 1, "x");
        let leaving = tokio::spawn({
            let (store, s, next) = (store.clone(), s.clone(), next.clone());
            async move { store.append(&s, cursor, vec![next]).await }
        });
        tokio::task::yield_now().await;
        leaving.abort();
        // Whether the first one got through or not, the second succeeds and nothing is doubled.
        cursor = store.append(&s, cursor, vec![next]).await.unwrap();
    }
    assert_eq!(store.read(&s, EventId(0), 99).await.unwrap().len(), 50);
}
