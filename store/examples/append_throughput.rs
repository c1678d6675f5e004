//! Measures durable appends a second: 500 sessions, one event of 512 bytes an append, every append awaited.
//!
//! `cargo run --release -p store --example append_throughput -- DIRECTORY_OR_POSTGRES_URL [SECONDS]`
#![expect(
    clippy::print_stdout,
    reason = "the figure is what this program is for"
)]

use std::time::{Duration, Instant};

use interview::{EventId, SessionId};
use store::{DatabaseUrl, Entry, Store};

const SESSIONS: usize = 500;
const PAYLOAD_BYTES: usize = 512;

type Failure = Box<dyn std::error::Error + Send + Sync>;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let place = arguments.next().ok_or("name a directory")?;
    let seconds: u64 = arguments.next().map_or(Ok(5), |text| text.parse())?;
    let url = if place.starts_with("postgres") {
        place.parse()?
    } else {
        let name = format!("append-throughput-{}.db", std::process::id());
        DatabaseUrl::sqlite(std::path::Path::new(&place).join(name))
    };
    let store = Store::open(&url).await?;
    let started = Instant::now();
    let end = started + Duration::from_secs(seconds);
    let writers = (0..SESSIONS).map(|number| {
        let session = SessionId::new(format!("bench-{}-{number}", std::process::id()));
        tokio::spawn(append_until(store.clone(), session, end))
    });
    let writers: Vec<_> = writers.collect();
    let mut appended = 0;
    for writer in writers {
        appended += writer.await??;
    }
    let elapsed = started.elapsed();
    store.close().await?;
    println!("{:.0}", appended as f64 / elapsed.as_secs_f64());
    Ok(())
}

async fn append_until(store: Store, session: SessionId, end: Instant) -> Result<u64, Failure> {
    let mut cursor = EventId(0);
    while Instant::now() < end {
        let event_id = cursor.next();
        let json = format!("{{\"event_id\":{event_id},\"text\":\"");
        let json = format!(
            "{json}{:x<width$}\"}}",
            "",
            width = PAYLOAD_BYTES - json.len() - 2
        );
        let entry = Entry { event_id, json };
        cursor = store.append(&session, cursor, vec![entry]).await?;
    }
    Ok(cursor.0)
}
