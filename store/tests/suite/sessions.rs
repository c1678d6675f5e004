//! Lists of sessions: newest first, in pages, by prefix.

use interview::EventId;
use store::{Error, SessionHead};

use crate::place::{Place, entries, on_both, session};

on_both! {
    sessions_are_listed_newest_first_and_in_pages;
    a_prefix_is_taken_literally;
}

async fn sessions_are_listed_newest_first_and_in_pages(place: Place) {
    let store = place.open().await;
    assert_eq!(store.sessions(None, 10).await.unwrap(), vec![]);
    for (name, n_events) in [("b", 1), ("c", 2), ("a", 3)] {
        let (s, log) = (session(name), entries(1, n_events));
        store.append(&s, EventId(0), log).await.unwrap();
    }
    store
        .append(&session("b"), EventId(1), entries(2, 4))
        .await
        .unwrap();
    let all = store.sessions(None, 10).await.unwrap();
    assert_eq!(names(&all), ["a", "c", "b"]);
    let cursors: Vec<u64> = all.iter().map(|head| head.cursor.0).collect();
    assert_eq!(cursors, [3, 2, 4]);
    assert!(
        all.iter()
            .all(|head| 0 < head.created_at_ms && head.created_at_ms <= head.updated_at_ms)
    );
    assert_eq!(names(&store.sessions(None, 2).await.unwrap()), ["a", "c"]);
    let next = store.sessions(Some(&session("c")), 2).await.unwrap();
    assert_eq!(names(&next), ["b"]);
    let end = store.sessions(Some(&session("b")), 2).await.unwrap();
    assert_eq!(names(&end), [""; 0]);
    let unknown = store.sessions(Some(&session("x")), 2).await;
    assert!(matches!(unknown, Err(Error::NoSuchSession(_))));
    assert_eq!(
        store.session(&session("c")).await.unwrap().as_ref(),
        all.get(1)
    );
    assert_eq!(store.session(&session("x")).await.unwrap(), None);
}

async fn a_prefix_is_taken_literally(place: Place) {
    let store = place.open().await;
    for name in [
        "ab",
        "aB",
        "a%c",
        "a_c",
        "a\\c",
        "abc",
        "b",
        "a\u{FFFF}",
        "a😀",
    ] {
        store
            .append(&session(name), EventId(0), entries(1, 1))
            .await
            .unwrap();
    }
    let find = async |prefix: &str| names(&store.find_sessions(prefix, 10).await.unwrap());
    assert_eq!(find("ab").await, ["abc", "ab"]);
    assert_eq!(find("a%").await, ["a%c"]);
    assert_eq!(find("a_").await, ["a_c"]);
    assert_eq!(find("a\\").await, ["a\\c"]);
    assert_eq!(find("a😀").await, ["a😀"]);
    assert_eq!(find("x").await, [""; 0]);
    assert_eq!(find("\0").await, [""; 0]);
    assert_eq!(find("a").await.len(), 8);
    assert_eq!(find("").await.len(), 9);
    assert_eq!(store.find_sessions("a", 3).await.unwrap().len(), 3);
}

fn names(heads: &[SessionHead]) -> Vec<String> {
    heads.iter().map(|head| head.id.to_string()).collect()
}
