//! kill -9 at any moment: every event that was acknowledged is there afterwards.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use interview::EventId;
use store::{DatabaseUrl, Store};

use crate::place::{Place, entry, on_both, session};

on_both! {
    acknowledged_events_survive_kill_9;
}

const KILLS: u64 = 20;
const WRITERS: u64 = 8;
const ADDRESS: &str = "VIVA_CRASH_DATABASE";

/// Starts this test binary again as a writer, reads its acknowledgements, kills it after some of them while it goes on
/// writing, and looks at what is left.
async fn acknowledged_events_survive_kill_9(place: Place) {
    let mut acknowledged = BTreeMap::new();
    let mut seed = 0x0dd_u64;
    for _ in 0..KILLS {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let n_acks = 1 + (seed >> 33) % 120;
        write_and_kill(&place, n_acks, &mut acknowledged);
        let store = place.open().await;
        for (writer, last) in &acknowledged {
            let log = store
                .read(&session(writer), EventId(0), 10_000)
                .await
                .unwrap();
            assert!(
                log.len() as u64 >= *last,
                "{writer}: {} of {last}",
                log.len()
            );
            for (id, found) in (1..).zip(&log) {
                assert_eq!(*found, entry(id, text(writer, id)));
            }
        }
        store.close().await.unwrap();
    }
    assert_eq!(acknowledged.len() as u64, WRITERS);
}

fn write_and_kill(place: &Place, n_acks: u64, acknowledged: &mut BTreeMap<String, u64>) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "crash::writer_process",
            "--nocapture",
            "--test-threads=1",
        ])
        .env(ADDRESS, place.written())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut n_seen = 0;
    while n_seen < n_acks {
        let line = lines.next().unwrap().unwrap();
        n_seen += u64::from(acknowledge(&line, acknowledged));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // What it managed to say before it died counts too. The last line may be torn.
    for line in lines {
        acknowledge(&line.unwrap(), acknowledged);
    }
}

fn acknowledge(line: &str, acknowledged: &mut BTreeMap<String, u64>) -> bool {
    let mut words = line.split(' ');
    let (Some("ack"), Some(writer), Some(id), Some("end")) =
        (words.next(), words.next(), words.next(), words.next())
    else {
        return false;
    };
    let last = acknowledged.entry(writer.to_owned()).or_default();
    *last = id.parse::<u64>().unwrap().max(*last);
    true
}

/// The other side of the test above: writes until it is killed. Run by itself, it writes a little to memory.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writer_process() {
    let (store, n_events) = match std::env::var(ADDRESS) {
        Ok(address) => {
            let url: DatabaseUrl = address.parse().unwrap();
            (Store::open(&url).await.unwrap(), u64::MAX)
        }
        Err(_not_a_child) => (Store::open_in_memory().await.unwrap(), 3),
    };
    // libtest has begun a line.
    writeln!(std::io::stdout()).unwrap();
    let mut writing = tokio::task::JoinSet::new();
    for number in 0..WRITERS {
        writing.spawn(write(store.clone(), format!("writer-{number}"), n_events));
    }
    writing.join_all().await;
}

async fn write(store: Store, writer: String, n_events: u64) {
    let s = session(&writer);
    let head = store.session(&s).await.unwrap();
    let mut cursor = head.map_or(EventId(0), |head| head.cursor);
    for _ in 0..n_events {
        let id = cursor.0 + 1;
        let next = entry(id, text(&writer, id));
        cursor = store.append(&s, cursor, vec![next]).await.unwrap();
        let mut out = std::io::stdout().lock();
        writeln!(out, "ack {writer} {id} end").unwrap();
        out.flush().unwrap();
    }
}

fn text(writer: &str, id: u64) -> String {
    format!(
        "{{\"event_id\":{id},\"text\":\"{}\"}}",
        writer.repeat(1 + (id % 70) as usize)
    )
}
