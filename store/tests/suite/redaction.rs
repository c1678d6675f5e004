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

/// Hundreds of entries from a few bytes to more than a page, replaced in a mixed order by shorter and by longer text.
/// With a plain UPDATE, or a DELETE and an INSERT, SQLite leaves copies of some of them behind in spite of
/// `secure_delete`; this seed shows it.
#[tokio::test]
async fn erased_words_are_in_no_file() {
    let place = Place::sqlite();
    let (store, s) = (place.open().await, session("s"));
    let mut seed = SEED;
    let mut draw = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) % below
    };
    let (mut cursor, mut kept, mut erased) = (0, Vec::new(), Vec::new());
    for step in 0..180 {
        let appended: Vec<Entry> = (cursor + 1..=cursor + 12)
            .map(|id| {
                entry(
                    id,
                    word(id).repeat([1, 2, 5, 10, 40, 90, 900][draw(7) as usize]),
                )
            })
            .collect();
        let mut redacted = Vec::new();
        for _ in 0..draw(16).min(kept.len() as u64) {
            let struck = kept.swap_remove(draw(kept.len() as u64) as usize);
            redacted.push(entry(
                struck,
                "-".repeat([0, 5, 700, 1_400][draw(4) as usize]),
            ));
            erased.push(word(struck));
        }
        let both = store.append_and_redact(&s, EventId(cursor), appended, redacted);
        both.await.unwrap();
        kept.extend(cursor + 1..=cursor + 12);
        cursor += 12;
        // Once while the store is in use, and at the end.
        if step == 150 {
            store.redact(&s, vec![entry(1, "-")]).await.unwrap();
            assert_absent(&place, &erased);
        }
    }
    assert!(erased.len() > 1_000, "{}", erased.len());
    store.close().await.unwrap();
    assert_absent(&place, &erased);
}

const SEED: u64 = 0x5eed;

fn word(event_id: u64) -> String {
    format!("word-{event_id}.")
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
