//! Opens SQLite connections, every one with the settings that durability and erasure depend on.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, OptionalExtension, TransactionBehavior};

use super::failure::explain;
use super::now_ms;
use crate::entry::from_row;
use crate::error::Error;
use crate::migration::{self, SQLITE};

/// How long a writer waits for another process that is writing.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// How long a checkpoint that erases words waits for readers; it is tried again later.
const CHECKPOINT_TIMEOUT: Duration = Duration::from_millis(250);
/// "VIVA" in the file's header, so that a database of another program is not mistaken for an empty one of ours.
const APPLICATION_ID: i64 = 0x5649_5641;
/// Pages of -wal before its content moves to the database: 16 MiB.
const CHECKPOINT_PAGES: i64 = 4_000;

/// The one connection that writes. Makes the file and its directories, and brings the schema up to date.
pub(super) fn writer(path: &Path) -> Result<Connection, Error> {
    let cannot_open = |error: std::io::Error| Error::CannotOpen {
        path: path.to_owned(),
        reason: error.to_string(),
    };
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent).map_err(cannot_open)?;
    }
    if path.is_dir() {
        return Err(cannot_open(std::io::ErrorKind::IsADirectory.into()));
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let prepare = || -> rusqlite::Result<Result<Connection, Error>> {
        let mut connection = Connection::open_with_flags(path, flags)?;
        configure(&connection)?;
        if is_foreign(&connection)? {
            let path = path.to_owned();
            return Ok(Err(Error::NotOurs { path }));
        }
        if is_cut_short(&connection, path)? {
            let code = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT);
            let text = "the file is shorter than it says".to_owned();
            return Err(rusqlite::Error::SqliteFailure(code, Some(text)));
        }
        connection.pragma_update(None, "journal_mode", "WAL")?;
        if let Err(error) = migrate(&mut connection)? {
            return Ok(Err(error));
        }
        // A process that was killed may have left erased words in its -wal file.
        empty_wal(&connection)?;
        Ok(Ok(connection))
    };
    prepare().map_err(|error| explain(path, error))?
}

/// The same in memory.
pub(super) fn in_memory() -> Result<Connection, Error> {
    let prepare = || -> rusqlite::Result<Result<Connection, Error>> {
        let mut connection = Connection::open_in_memory()?;
        configure(&connection)?;
        Ok(migrate(&mut connection)?.map(|()| connection))
    };
    prepare().map_err(|error| explain(Path::new(":memory:"), error))?
}

pub(super) fn reader(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    configure(&connection)?;
    Ok(connection)
}

fn configure(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.set_prepared_statement_cache_capacity(32);
    let pragmas: [(&str, &str); 8] = [
        // An acknowledged event survives a power cut.
        ("synchronous", "FULL"),
        // macOS: fsync reaches the disk and not only its cache.
        ("fullfsync", "ON"),
        ("checkpoint_fullfsync", "ON"),
        // Erased words are overwritten with zeros; nothing is spilled into temporary files.
        ("secure_delete", "ON"),
        ("temp_store", "MEMORY"),
        // A garbled page is found when it is read, and a garbled schema cannot run anything.
        ("cell_size_check", "ON"),
        ("trusted_schema", "OFF"),
        ("foreign_keys", "OFF"),
    ];
    for (name, value) in pragmas {
        connection.pragma_update(None, name, value)?;
    }
    connection.pragma_update(None, "wal_autocheckpoint", CHECKPOINT_PAGES)
}

fn is_foreign(connection: &Connection) -> rusqlite::Result<bool> {
    let id: i64 = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    let tables: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    Ok(id != APPLICATION_ID && tables > 0)
}

/// SQLite itself takes a last page that is there in part for a whole one. With a -wal file that has something in it the
/// database file may rightly be shorter: a checkpoint was interrupted.
fn is_cut_short(connection: &Connection, path: &Path) -> rusqlite::Result<bool> {
    let setting = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let bytes_said = from_row(setting("page_count")? * setting("page_size")?);
    let bytes = |path: &Path| std::fs::metadata(path).map_or(0, |file| file.len());
    let mut wal = path.as_os_str().to_owned();
    wal.push("-wal");
    Ok(bytes(Path::new(&wal)) == 0 && bytes(path) < bytes_said)
}

fn migrate(connection: &mut Connection) -> rusqlite::Result<Result<(), Error>> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.execute_batch(
        "CREATE TABLE IF NOT EXISTS migration (
             number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at_ms INTEGER NOT NULL
         ) STRICT",
    )?;
    let done = transaction
        .query_row("SELECT max(number) FROM migration", [], |row| {
            row.get::<_, Option<u32>>(0)
        })
        .optional()?
        .flatten();
    let due = match migration::due(SQLITE, done.unwrap_or(0)) {
        Ok(due) => due,
        Err(newer) => return Ok(Err(newer)),
    };
    for step in due {
        transaction.execute_batch(step.sql)?;
        transaction.execute(
            "INSERT INTO migration (number, name, applied_at_ms) VALUES (?1, ?2, ?3)",
            (step.number, step.name, now_ms()),
        )?;
        tracing::info!(number = step.number, name = step.name, "database migrated");
    }
    transaction.commit()?;
    Ok(Ok(()))
}

/// Moves everything into the database file and cuts the -wal file to nothing. False: a reader was in the way.
pub(super) fn empty_wal(connection: &Connection) -> rusqlite::Result<bool> {
    connection.busy_timeout(CHECKPOINT_TIMEOUT)?;
    let busy = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| {
        row.get::<_, i64>(0)
    });
    connection.busy_timeout(BUSY_TIMEOUT)?;
    Ok(busy? == 0)
}
