//! The logs in SQLite: writing inside the committer's transaction, reading on any connection.

use std::collections::HashMap;

use interview::{EventId, SessionId};
use rusqlite::{Connection, OptionalExtension, Row};

use super::failure::is_damage;
use super::leases;
use super::readers::Found;
use crate::change::{Change, Standing};
use crate::entry::{Entry, SessionHead, checksum, from_row, past_prefix, to_row};
use crate::error::Error;
use crate::page::Page;

/// Sessions remembered; beyond that all are forgotten and looked up again.
const KNOWN_MAX: usize = 65_536;

/// What the committer remembers between transactions, valid as long as nobody else has written to the file.
#[derive(Default)]
pub(super) struct Log {
    known: HashMap<SessionId, Known>,
    data_version: i64,
}

#[derive(Clone, Copy)]
struct Known {
    key: i64,
    cursor: EventId,
}

impl Log {
    /// At the start of a transaction: forgets everything if another process has committed since the last one.
    pub(super) fn begin(&mut self, connection: &Connection) -> rusqlite::Result<()> {
        let mut statement = connection.prepare_cached("PRAGMA data_version")?;
        let data_version = statement.query_row([], |row| row.get(0))?;
        if data_version != self.data_version || self.known.len() > KNOWN_MAX {
            self.forget();
            self.data_version = data_version;
        }
        Ok(())
    }

    /// After a failed transaction nothing that was remembered in it is true.
    pub(super) fn forget(&mut self) {
        self.known.clear();
    }

    /// Looks at everything before it writes anything, so that a change which does not fit leaves no trace in the
    /// transaction it shares with others.
    pub(super) fn change(
        &mut self,
        connection: &Connection,
        change: &Change,
        now_ms: i64,
    ) -> Found<EventId> {
        let known = self.look_up(connection, &change.session)?;
        let cursor = known.map_or(EventId(0), |known| known.cursor);
        let standing = change.standing(cursor);
        // Before the fence: a change that was written under a lease stays written when the lease is lost.
        if let (Standing::PerhapsRepeated, Some(known)) = (standing, known)
            && is_repeated(connection, known.key, change)?
        {
            return Ok(Ok(change.end()));
        }
        if let Some(fence) = change.fence
            && leases::newest(connection, &change.session)? != Some(fence)
        {
            let session = change.session.clone();
            return Ok(Err(Error::LeaseLost { session }));
        }
        if standing != Standing::Fits {
            return Ok(Err(Error::Conflict {
                session: change.session.clone(),
                expected: change.expected,
                found: cursor,
            }));
        }
        let rows = match find_rows(connection, known, change)? {
            Ok(rows) => rows,
            Err(missing) => return Ok(Err(missing)),
        };
        let cursor = cursor.max(change.end());
        let known = match known {
            Some(known) => Known { cursor, ..known },
            None => Known {
                key: create(connection, &change.session, now_ms)?,
                cursor,
            },
        };
        for (key, entry) in rows.into_iter().zip(&change.redacted) {
            let sql = "UPDATE event SET session = NULL, event_id = NULL, checksum = NULL, json = NULL WHERE key = ?1";
            connection.prepare_cached(sql)?.execute([key])?;
            insert(connection, known.key, &change.session, entry)?;
        }
        for entry in &change.appended {
            insert(connection, known.key, &change.session, entry)?;
        }
        let sql = "UPDATE session SET cursor = ?2, updated_at_ms = ?3 WHERE key = ?1";
        let mut statement = connection.prepare_cached(sql)?;
        statement.execute((known.key, to_row(cursor.0), now_ms))?;
        self.known.insert(change.session.clone(), known);
        Ok(Ok(cursor))
    }

    fn look_up(
        &mut self,
        connection: &Connection,
        session: &SessionId,
    ) -> rusqlite::Result<Option<Known>> {
        if let Some(known) = self.known.get(session) {
            return Ok(Some(*known));
        }
        let known = look_up(connection, session)?;
        if let Some(known) = known {
            self.known.insert(session.clone(), known);
        }
        Ok(known)
    }
}

fn look_up(connection: &Connection, session: &SessionId) -> rusqlite::Result<Option<Known>> {
    let mut statement =
        connection.prepare_cached("SELECT key, cursor FROM session WHERE id = ?1")?;
    let known = |row: &Row<'_>| {
        Ok(Known {
            key: row.get(0)?,
            cursor: EventId(from_row(row.get(1)?)),
        })
    };
    statement.query_row([session.as_str()], known).optional()
}

fn create(connection: &Connection, session: &SessionId, now_ms: i64) -> rusqlite::Result<i64> {
    let sql =
        "INSERT INTO session (id, cursor, created_at_ms, updated_at_ms) VALUES (?1, 0, ?2, ?2)";
    let mut statement = connection.prepare_cached(sql)?;
    statement.insert((session.as_str(), now_ms))
}

fn insert(
    connection: &Connection,
    key: i64,
    session: &SessionId,
    entry: &Entry,
) -> rusqlite::Result<()> {
    let sql = "INSERT INTO event (session, event_id, checksum, json) VALUES (?1, ?2, ?3, ?4)";
    let sum = checksum(session, entry.event_id, &entry.json);
    let mut statement = connection.prepare_cached(sql)?;
    statement.execute((key, to_row(entry.event_id.0), sum, &entry.json))?;
    Ok(())
}

/// Whether exactly these entries are in the log: the change was written and its answer was lost on the way.
fn is_repeated(connection: &Connection, key: i64, change: &Change) -> rusqlite::Result<bool> {
    let sql = "SELECT json FROM event WHERE session = ?1 AND event_id = ?2";
    let mut statement = connection.prepare_cached(sql)?;
    for entry in &change.appended {
        let stored = statement
            .query_row((key, to_row(entry.event_id.0)), |row| {
                row.get::<_, String>(0)
            })
            .optional()?;
        if stored.as_ref() != Some(&entry.json) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The rows whose words are to be erased.
fn find_rows(connection: &Connection, known: Option<Known>, change: &Change) -> Found<Vec<i64>> {
    let mut rows = Vec::with_capacity(change.redacted.len());
    for entry in &change.redacted {
        let sql = "SELECT key FROM event WHERE session = ?1 AND event_id = ?2";
        let mut statement = connection.prepare_cached(sql)?;
        let place = (known.map(|known| known.key), to_row(entry.event_id.0));
        match statement.query_row(place, |row| row.get(0)).optional()? {
            Some(row) => rows.push(row),
            None => {
                return Ok(Err(Error::NoSuchEntry {
                    session: change.session.clone(),
                    event_id: entry.event_id,
                }));
            }
        }
    }
    Ok(Ok(rows))
}

pub(super) fn read(
    connection: &Connection,
    session: SessionId,
    after: EventId,
    limit: usize,
) -> Found<Vec<Entry>> {
    // One snapshot for the cursor and the rows; dropping the transaction ends it.
    let transaction = connection.unchecked_transaction()?;
    let Some(known) = look_up(&transaction, &session)? else {
        return Ok(Ok(Vec::new()));
    };
    let mut page = Page::new(session, after, limit);
    let sql = "SELECT event_id, checksum, json FROM event
               WHERE session = ?1 AND event_id > ?2 AND event_id <= ?3 ORDER BY event_id LIMIT ?4";
    let mut statement = transaction.prepare_cached(sql)?;
    let mut rows = statement.query((
        known.key,
        to_row(after.0),
        to_row(known.cursor.0),
        to_row(page.limit() as u64),
    ))?;
    while !page.is_full() {
        let row = rows.next().and_then(|row| match row {
            Some(row) => Ok(Some((row.get(0)?, row.get(1)?, row.get(2)?))),
            None => Ok(None),
        });
        match row {
            Ok(Some((event_id, sum, json))) => {
                if let Err(damage) = page.push(event_id, sum, json) {
                    return Ok(Err(damage));
                }
            }
            Ok(None) => break,
            Err(error) if is_damage(&error) => return Ok(Err(page.damage())),
            Err(error) => return Err(error),
        }
    }
    Ok(page.finish(known.cursor))
}

const HEAD: &str = "SELECT id, cursor, created_at_ms, updated_at_ms FROM session";

pub(super) fn head(
    connection: &Connection,
    session: &SessionId,
) -> rusqlite::Result<Option<SessionHead>> {
    let mut statement = connection.prepare_cached(&format!("{HEAD} WHERE id = ?1"))?;
    statement
        .query_row([session.as_str()], head_of_row)
        .optional()
}

pub(super) fn heads(
    connection: &Connection,
    before: Option<SessionId>,
    limit: usize,
) -> Found<Vec<SessionHead>> {
    let key = match before {
        None => i64::MAX,
        Some(session) => match look_up(connection, &session)? {
            Some(known) => known.key,
            None => return Ok(Err(Error::NoSuchSession(session))),
        },
    };
    let sql = format!("{HEAD} WHERE key < ?1 ORDER BY key DESC LIMIT ?2");
    let mut statement = connection.prepare_cached(&sql)?;
    let heads = statement.query_map((key, to_row(limit as u64)), head_of_row)?;
    Ok(Ok(heads.collect::<rusqlite::Result<_>>()?))
}

pub(super) fn heads_like(
    connection: &Connection,
    prefix: &str,
    limit: usize,
) -> rusqlite::Result<Vec<SessionHead>> {
    let sql = format!("{HEAD} WHERE id >= ?1 AND id < ?2 ORDER BY key DESC LIMIT ?3");
    let mut statement = connection.prepare_cached(&sql)?;
    let range = (prefix, past_prefix(prefix), to_row(limit as u64));
    let heads = statement.query_map(range, head_of_row)?;
    heads.collect()
}

fn head_of_row(row: &Row<'_>) -> rusqlite::Result<SessionHead> {
    Ok(SessionHead {
        id: SessionId::new(row.get::<_, String>(0)?),
        cursor: EventId(from_row(row.get(1)?)),
        created_at_ms: from_row(row.get(2)?),
        updated_at_ms: from_row(row.get(3)?),
    })
}
