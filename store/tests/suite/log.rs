//! Appending with an expected cursor, and reading back exactly what was appended.

use interview::EventId;
use store::{Error, Invalid, Store};

use crate::place::{Place, entries, entry, on_both, session};

on_both! {
    a_log_is_read_as_it_was_appended;
    a_wrong_cursor_is_a_conflict_and_writes_nothing;
    the_same_entries_again_are_recognised;
    other_entries_in_the_same_place_are_a_conflict;
    gaps_and_oversize_are_refused;
    any_text_is_stored_byte_for_byte;
    a_large_entry_is_stored;
    logs_do_not_mix;
    a_log_survives_closing;
    a_closed_store_says_so;
}

async fn a_log_is_read_as_it_was_appended(place: Place) {
    let (store, s) = (place.open().await, session("s"));
    assert_eq!(store.read(&s, EventId(0), 10).await.unwrap(), vec![]);
    let cursor = store.append(&s, EventId(0), entries(1, 3)).await.unwrap();
    assert_eq!(cursor, EventId(3));
    let cursor = store.append(&s, cursor, entries(4, 5)).await.unwrap();
    assert_eq!(cursor, EventId(5));
    assert_eq!(store.read(&s, EventId(0), 10).await.unwrap(), entries(1, 5));
    assert_eq!(store.read(&s, EventId(1), 2).await.unwrap(), entries(2, 3));
    assert_eq!(store.read(&s, EventId(5), 2).await.unwrap(), vec![]);
    assert_eq!(store.read(&s, EventId(9), 2).await.unwrap(), vec![]);
    assert_eq!(store.read(&s, EventId(0), 0).await.unwrap(), vec![]);
}

async fn a_wrong_cursor_is_a_conflict_and_writes_nothing(place: Place) {
    let (store, s) = (place.open().await, session("s"));
    store.append(&s, EventId(0), entries(1, 2)).await.unwrap();
    let ahead = store.append(&s, EventId(5), entries(6, 6)).await;
    assert_conflict(ahead, 5, 2);
    // Half of it is in the log: such a change was never written as a whole.
    let astride = store.append(&s, EventId(1), entries(2, 3)).await;
    assert_conflict(astride, 1, 2);
    let unknown = session("unknown");
    let nowhere = store.append(&unknown, EventId(1), entries(2, 2)).await;
    assert_conflict(nowhere, 1, 0);
    assert_eq!(store.session(&unknown).await.unwrap(), None);
    assert_eq!(store.read(&s, EventId(0), 10).await.unwrap(), entries(1, 2));
}

async fn the_same_entries_again_are_recognised(place: Place) {
    let (store, s) = (place.open().await, session("s"));
    for _ in 0..3 {
        let cursor = store.append(&s, EventId(0), entries(1, 3)).await.unwrap();
        assert_eq!(cursor, EventId(3));
    }
    store.append(&s, EventId(3), entries(4, 6)).await.unwrap();
    let late = store.append(&s, EventId(0), entries(1, 3)).await.unwrap();
    assert_eq!(late, EventId(3));
    assert_eq!(store.read(&s, EventId(0), 10).await.unwrap(), entries(1, 6));
}

async fn other_entries_in_the_same_place_are_a_conflict(place: Place) {
    let (store, s) = (place.open().await, session("s"));
    store.append(&s, EventId(0), entries(1, 3)).await.unwrap();
    let mut other = entries(1, 3);
    other[2].json.push(' ');
    assert_conflict(store.append(&s, EventId(0), other).await, 0, 3);
    assert_eq!(store.read(&s, EventId(0), 10).await.unwrap(), entries(1, 3));
}

async fn gaps_and_oversize_are_refused(place: Place) {
    let (store, s) = (place.open().await, session("s"));
    let gap = store.append(&s, EventId(0), entries(2, 3)).await;
    assert!(matches!(gap, Err(Error::Invalid(Invalid::Gap { .. }))));
    let nothing = store.append(&s, EventId(0), vec![]).await;
    assert!(matches!(nothing, Err(Error::Invalid(Invalid::Nothing))));
    let many = store.append(&s, EventId(0), entries(1, 10_001)).await;
    assert!(matches!(many, Err(Error::Invalid(Invalid::TooMany { .. }))));
    let large = entry(1, "x".repeat(64 * 1024 * 1024 + 1));
    let large = store.append(&s, EventId(0), vec![large]).await;
    assert!(matches!(
        large,
        Err(Error::Invalid(Invalid::TooLarge { .. }))
    ));
    let bare = store.append(&s, EventId(0), vec![entry(1, "\"\0\"")]).await;
    assert!(matches!(bare, Err(Error::Invalid(Invalid::BareNul))));
    for name in ["", "a\0b", &"x".repeat(257)] {
        let named = store
            .append(&session(name), EventId(0), entries(1, 1))
            .await;
        assert!(matches!(
            named,
            Err(Error::Invalid(Invalid::BadName { .. }))
        ));
    }
    assert_eq!(store.session(&s).await.unwrap(), None);
}

async fn any_text_is_stored_byte_for_byte(place: Place) {
    let texts = [
        r#"{"text":"a\u0000b \ud800 \\ \" "}"#,
        "{\"text\":\"שלום עולם \u{202E}abc\u{202C} مرحبا\"}",
        "{\"text\":\"e\u{301}\u{200D}\u{200B}\u{FEFF} 👩‍👩‍👧‍👦 \u{10FFFF}\u{FFFD}\u{1}\u{7F}\u{85}\"}",
        "{ \"b\" : 1.0,\t\"a\":1e400, \"a\":2 }\r\n",
        "  ",
        "'; DROP TABLE event; --",
        "",
    ];
    let log: Vec<_> = (1..).zip(texts).map(|(id, text)| entry(id, text)).collect();
    let (store, s) = (place.open().await, session("שלום %_\\' \u{10FFFF}"));
    store.append(&s, EventId(0), log.clone()).await.unwrap();
    assert_eq!(store.read(&s, EventId(0), 99).await.unwrap(), log);
    let again = store.append(&s, EventId(0), log).await.unwrap();
    assert_eq!(again, EventId(7));
}

async fn a_large_entry_is_stored(place: Place) {
    let (store, s) = (place.open().await, session("s"));
    // One grapheme of a megabyte, then eleven megabytes of text.
    let grapheme = format!("e{}", "\u{301}".repeat(500_000));
    let log = vec![entry(1, grapheme), entry(2, "ab¢ ".repeat(2_300_000))];
    store.append(&s, EventId(0), log.clone()).await.unwrap();
    assert_eq!(store.read(&s, EventId(0), 99).await.unwrap(), log);
}

async fn logs_do_not_mix(place: Place) {
    let store = place.open().await;
    let (a, b) = (session("a"), session("b"));
    store.append(&a, EventId(0), entries(1, 2)).await.unwrap();
    store
        .append(&b, EventId(0), vec![entry(1, "b1")])
        .await
        .unwrap();
    store.append(&a, EventId(2), entries(3, 3)).await.unwrap();
    assert_eq!(store.read(&a, EventId(0), 9).await.unwrap(), entries(1, 3));
    assert_eq!(
        store.read(&b, EventId(0), 9).await.unwrap(),
        vec![entry(1, "b1")]
    );
}

async fn a_log_survives_closing(place: Place) {
    let (store, s) = (place.open().await, session("s"));
    store.append(&s, EventId(0), entries(1, 3)).await.unwrap();
    store.close().await.unwrap();
    let store = place.open().await;
    assert_eq!(
        store.append(&s, EventId(3), entries(4, 4)).await.unwrap(),
        EventId(4)
    );
    assert_eq!(store.read(&s, EventId(0), 9).await.unwrap(), entries(1, 4));
}

async fn a_closed_store_says_so(place: Place) {
    let (store, s) = (place.open().await, session("s"));
    store.clone().close().await.unwrap();
    let append = store.append(&s, EventId(0), entries(1, 1)).await;
    assert!(matches!(append, Err(Error::Stopped)));
    let read = store.read(&s, EventId(0), 1).await;
    assert!(matches!(read, Err(Error::Stopped)));
}

#[tokio::test]
async fn a_store_in_memory_does_the_same() {
    let (store, s) = (Store::open_in_memory().await.unwrap(), session("s"));
    store.append(&s, EventId(0), entries(1, 3)).await.unwrap();
    assert_conflict(store.append(&s, EventId(9), entries(10, 10)).await, 9, 3);
    assert_eq!(store.read(&s, EventId(0), 9).await.unwrap(), entries(1, 3));
    store.close().await.unwrap();
}

#[test]
fn an_entry_never_prints_what_was_said() {
    assert_eq!(format!("{:?}", entry(7, "secret")), "Entry(7, 6 bytes)");
}

fn assert_conflict(outcome: Result<EventId, Error>, wanted: u64, there: u64) {
    match outcome {
        Err(Error::Conflict {
            expected, found, ..
        }) => {
            assert_eq!((expected, found), (EventId(wanted), EventId(there)));
        }
        other => panic!("not a conflict: {other:?}"),
    }
}
