//! "Strike that": words are replaced, atomically with the event that says so, and leave no trace in SQLite's files.

use interview::EventId;
use store::{Entry, Error};

use crate::place::{Place, entries, entry, on_both, session};

on_both! {
    a_redacted_entry_reads_as_its_replacement;
    withdrawal_and_erasure_happen_together;
    what_does_not_exist_cannot_be_redacted;
    a_repeated_withdrawal_is_recognised;
}

async fn a_redacted_entry_reads_as_its_replacement(place: Place) {
    let (store, s) = (place.open().await, session("s"));
    store.append(&s, EventId(0), entries(1, 3)).await.unwrap();
    let (short, long) = (entry(1, "-"), entry(3, "longer than before ".repeat(500)));
    store
        .redact(&s, vec![long.clone(), short.clone()])
        .await
        .unwrap();
    let log = [vec![short], entries(2, 2), vec![long]].concat();
    assert_eq!(store.read(&s, EventId(0), 9).await.unwrap(), log);
    assert_eq!(
        store.append(&s, EventId(3), entries(4, 4)).await.unwrap(),
        EventId(4)
    );
    // Twice is as good as once.
    store.redact(&s, vec![entry(1, "-")]).await.unwrap();
    let head = store.session(&s).await.unwrap().unwrap();
    assert_eq!(head.cursor, EventId(4));
}

async fn withdrawal_and_erasure_happen_together(place: Place) {
    let (store, s) = (place.open().await, session("s"));
    store.append(&s, EventId(0), entries(1, 3)).await.unwrap();
    let erased = vec![entry(2, "erased")];
    // A conflict keeps the words.
    let stale = store.append_and_redact(&s, EventId(2), vec![entry(3, "x")], erased.clone());
    assert!(matches!(stale.await, Err(Error::Conflict { .. })));
    assert_eq!(store.read(&s, EventId(0), 9).await.unwrap(), entries(1, 3));
    // Words that are not there keep the event out.
    let nowhere = store.append_and_redact(&s, EventId(3), entries(4, 4), vec![entry(4, "x")]);
    assert!(matches!(nowhere.await, Err(Error::NoSuchEntry { .. })));
    assert_eq!(store.read(&s, EventId(0), 9).await.unwrap(), entries(1, 3));
    let both = store.append_and_redact(&s, EventId(3), entries(4, 4), erased.clone());
    assert_eq!(both.await.unwrap(), EventId(4));
    let log = [entries(1, 1), erased, entries(3, 4)].concat();
    assert_eq!(store.read(&s, EventId(0), 9).await.unwrap(), log);
}

async fn what_does_not_exist_cannot_be_redacted(place: Place) {
    let (store, s) = (place.open().await, session("s"));
    let unknown = store.redact(&s, vec![entry(1, "x")]).await;
    assert!(matches!(
        unknown,
        Err(Error::NoSuchEntry {
            event_id: EventId(1),
            ..
        })
    ));
    store.append(&s, EventId(0), entries(1, 2)).await.unwrap();
    let some = store.redact(&s, vec![entry(1, "x"), entry(3, "x")]).await;
    assert!(matches!(
        some,
        Err(Error::NoSuchEntry {
            event_id: EventId(3),
            ..
        })
    ));
    assert_eq!(store.read(&s, EventId(0), 9).await.unwrap(), entries(1, 2));
}

async fn a_repeated_withdrawal_is_recognised(place: Place) {
    let (store, s) = (place.open().await, session("s"));
    store.append(&s, EventId(0), entries(1, 1)).await.unwrap();
    for _ in 0..2 {
        let withdrawal =
            store.append_and_redact(&s, EventId(1), entries(2, 2), vec![entry(1, "-")]);
        assert_eq!(withdrawal.await.unwrap(), EventId(2));
    }
    let log = [vec![entry(1, "-")], entries(2, 2)].concat();
    assert_eq!(store.read(&s, EventId(0), 9).await.unwrap(), log);
}

/// Small and large entries of several sessions, redacted in a mixed order by shorter and by longer text: the tree of
/// pages gets every chance to keep a copy.
#[tokio::test]
async fn erased_words_are_in_no_file() {
    let place = Place::sqlite();
    let store = place.open().await;
    let mut seed = 0x5eed_u64;
    let mut draw = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) % below
    };
    let mut erased = Vec::new();
    let mut cursors = [0_u64; 5];
    for step in 0..1_500_u64 {
        let of = draw(5) as usize;
        let s = session(&format!("s{of}"));
        let cursor = cursors[of];
        let next = spoken(of, cursor + 1, draw(9));
        if cursor == 0 || draw(3) > 0 {
            store.append(&s, EventId(cursor), vec![next]).await.unwrap();
        } else {
            let struck = 1 + draw(cursor);
            let blank = entry(struck, "-".repeat(draw(4) as usize * 700));
            let both = store.append_and_redact(&s, EventId(cursor), vec![next], vec![blank]);
            both.await.unwrap();
            erased.push(word(of, struck));
        }
        cursors[of] += 1;
        // Once while the store is in use, and at the end.
        if step == 700 {
            assert_absent(&place, &erased);
        }
    }
    assert!(erased.len() > 300);
    assert_absent(&place, &erased);
    store.close().await.unwrap();
    assert_absent(&place, &erased);
}

fn word(of: usize, event_id: u64) -> String {
    format!("word-{of}-{event_id}.")
}

/// A text that repeats its own word, from 20 bytes to far more than a page.
fn spoken(of: usize, event_id: u64, size: u64) -> Entry {
    let times = [1, 2, 5, 30, 60, 120, 300, 700, 2_000][size as usize];
    entry(event_id, word(of, event_id).repeat(times))
}

fn assert_absent(place: &Place, words: &[String]) {
    let path = place.path();
    let files = std::fs::read_dir(path.parent().unwrap()).unwrap();
    let mut n_files = 0;
    for file in files {
        let file = file.unwrap().path();
        let bytes = std::fs::read(&file).unwrap();
        let text = String::from_utf8_lossy(&bytes);
        let found: Vec<_> = words.iter().filter(|word| text.contains(*word)).collect();
        assert!(
            found.is_empty(),
            "{} of {} in {}: {found:?}",
            found.len(),
            words.len(),
            file.display()
        );
        n_files += 1;
    }
    assert!(n_files > 0);
}
