//! Rows that changed, moved or vanished are found when they are read, and what is intact stays readable.

use std::io::{Read, Seek, SeekFrom, Write};

use interview::{EventId, SessionId};
use store::{Error, Store};

use crate::place::{Place, entries, entry, on_both, session};

on_both! {
    a_changed_row_is_damage;
    a_moved_row_is_damage;
    a_missing_row_is_damage;
    missing_rows_at_the_end_are_damage;
    a_damaged_log_can_be_appended_to;
}

async fn a_changed_row_is_damage(place: Place) {
    let (store, s) = log_of_five(&place).await;
    place
        .tamper("UPDATE event SET json = '{\"event_id\":33}' WHERE event_id = 3")
        .await;
    assert_damaged_at(&store, &s, 3).await;
    // Behind the damage the log goes on.
    assert_eq!(store.read(&s, EventId(3), 9).await.unwrap(), entries(4, 5));
}

async fn a_moved_row_is_damage(place: Place) {
    let (store, s) = log_of_five(&place).await;
    place.tamper("DELETE FROM event WHERE event_id = 4").await;
    place
        .tamper("UPDATE event SET event_id = 4 WHERE event_id = 5")
        .await;
    assert_damaged_at(&store, &s, 4).await;
}

async fn a_missing_row_is_damage(place: Place) {
    let (store, s) = log_of_five(&place).await;
    place.tamper("DELETE FROM event WHERE event_id = 2").await;
    assert_damaged_at(&store, &s, 2).await;
}

async fn missing_rows_at_the_end_are_damage(place: Place) {
    let (store, s) = log_of_five(&place).await;
    place.tamper("DELETE FROM event WHERE event_id >= 4").await;
    assert_damaged_at(&store, &s, 4).await;
}

async fn a_damaged_log_can_be_appended_to(place: Place) {
    let (store, s) = log_of_five(&place).await;
    place
        .tamper("UPDATE event SET json = 'x' WHERE event_id = 2")
        .await;
    assert_eq!(
        store.append(&s, EventId(5), entries(6, 6)).await.unwrap(),
        EventId(6)
    );
    assert_damaged_at(&store, &s, 2).await;
    store.redact(&s, vec![entry(2, "lost")]).await.unwrap();
    let log = [entries(1, 1), vec![entry(2, "lost")], entries(3, 6)].concat();
    assert_eq!(store.read(&s, EventId(0), 9).await.unwrap(), log);
}

#[tokio::test]
async fn a_flipped_byte_in_the_file_is_damage() {
    let place = Place::sqlite();
    let (store, s) = log_of_five(&place).await;
    store.close().await.unwrap();
    let mut bytes = Vec::new();
    let mut file = std::fs::File::options()
        .read(true)
        .write(true)
        .open(place.path())
        .unwrap();
    file.read_to_end(&mut bytes).unwrap();
    let needle = b"{\"event_id\":4}";
    let at = bytes
        .windows(needle.len())
        .position(|bytes| bytes == needle)
        .unwrap();
    file.seek(SeekFrom::Start(at as u64 + 3)).unwrap();
    file.write_all(&[bytes[at + 3] ^ 0x80]).unwrap();
    drop(file);
    assert_damaged_at(&place.open().await, &s, 4).await;
}

/// Pages in the middle of the file are overwritten: what lies before them is readable, what lies in them is damage or
/// a corrupt file, and nothing false is ever read.
#[tokio::test]
async fn a_garbled_page_is_never_read_as_something_else() {
    let place = Place::sqlite();
    let (store, s) = (place.open().await, session("s"));
    let log: Vec<_> = (1..=400)
        .map(|id| entry(id, format!("{id}-").repeat(100)))
        .collect();
    store.append(&s, EventId(0), log.clone()).await.unwrap();
    store.close().await.unwrap();
    let whole = std::fs::read(place.path()).unwrap();
    let n_pages = whole.len() / 4096;
    let mut n_damaged = 0;
    for page in (8..n_pages).step_by(5) {
        let mut bytes = whole.clone();
        bytes[page * 4096..(page + 1) * 4096].fill(0xA5);
        std::fs::write(place.path(), bytes).unwrap();
        let store = match Store::open(&place.url()).await {
            Ok(store) => store,
            Err(Error::Corrupt { .. }) => continue,
            Err(other) => panic!("page {page}: {other}"),
        };
        match store.read(&s, EventId(0), 1_000).await {
            Ok(read) => assert_eq!(read, log, "page {page}"),
            Err(Error::Damaged { intact, .. }) => {
                n_damaged += 1;
                let read = store.read(&s, EventId(0), intact.0 as usize).await.unwrap();
                assert_eq!(read, log[..intact.0 as usize], "page {page}");
            }
            Err(Error::Corrupt { .. }) => {}
            Err(other) => panic!("page {page}: {other}"),
        }
        store.close().await.unwrap();
    }
    assert!(n_damaged > 5, "{n_damaged}");
}

async fn log_of_five(place: &Place) -> (Store, SessionId) {
    let (store, s) = (place.open().await, session("s"));
    store.append(&s, EventId(0), entries(1, 5)).await.unwrap();
    (store, s)
}

async fn assert_damaged_at(store: &Store, s: &SessionId, at: u64) {
    match store.read(s, EventId(0), 9).await {
        Err(Error::Damaged {
            session,
            event_id,
            intact,
        }) => {
            assert_eq!(
                (&session, event_id, intact),
                (s, EventId(at), EventId(at - 1))
            );
        }
        other => panic!("not damaged: {other:?}"),
    }
    let intact = store.read(s, EventId(0), at as usize - 1).await.unwrap();
    assert_eq!(intact, entries(1, at - 1));
}
