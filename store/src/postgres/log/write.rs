//! Writes a group of changes: locks their sessions, judges each change, sends what fits, commits.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use interview::{EventId, SessionId};
use tokio_postgres::Client;
use tokio_postgres::types::{ToSql, Type};

use super::super::link::Failure;
use super::NOW_MS;
use crate::change::{Change, Standing};
use crate::entry::{Entry, checksum, from_row, to_row};
use crate::error::Error;
use crate::lease::Fence;

/// One verdict a change, in their order. A failure leaves the transaction open: the caller gives up the connection.
pub(crate) async fn write(
    client: Arc<Client>,
    changes: &[&Change],
) -> Result<Vec<Result<EventId, Error>>, Failure> {
    let mut group = Group::begin(&client, changes).await?;
    let mut verdicts = Vec::with_capacity(changes.len());
    for change in changes {
        verdicts.push(group.judge(change).await?);
    }
    group.commit().await?;
    Ok(verdicts)
}

struct Group<'a> {
    client: &'a Client,
    sessions: HashMap<&'a str, Locked>,
    fences: HashMap<String, Fence>,
    pending: Pending<'a>,
}

struct Locked {
    key: i64,
    cursor: EventId,
    touched: bool,
}

/// Entries that were judged to fit and are not sent yet, column by column.
#[derive(Default)]
struct Pending<'a> {
    sessions: Vec<i64>,
    event_ids: Vec<i64>,
    checksums: Vec<i64>,
    texts: Vec<&'a str>,
}

impl<'a> Group<'a> {
    /// One round trip. Rows are made and locked in the order of their names, so that two processes with the same
    /// sessions wait for each other instead of deadlocking.
    async fn begin(client: &'a Client, changes: &[&'a Change]) -> Result<Self, Failure> {
        let names: BTreeSet<&str> = changes
            .iter()
            .map(|change| change.session.as_str())
            .collect();
        let names: Vec<&str> = names.into_iter().collect();
        let make = format!(
            "INSERT INTO session (id, cursor, created_at_ms, updated_at_ms)
             SELECT wanted.id, 0, {NOW_MS}, {NOW_MS} FROM unnest($1::text[]) AS wanted (id)
             WHERE NOT EXISTS (SELECT FROM session WHERE session.id = wanted.id)
             ORDER BY wanted.id COLLATE \"C\" ON CONFLICT DO NOTHING"
        );
        let lock = "SELECT id, key, cursor FROM session WHERE id = ANY ($1) ORDER BY id FOR UPDATE";
        // Shared: a take-over of the lease waits until this is written or given up.
        let fence =
            "SELECT session, fence FROM lease WHERE session = ANY ($1) ORDER BY session FOR SHARE";
        let values: &[(&(dyn ToSql + Sync), Type)] = &[(&names, Type::TEXT_ARRAY)];
        let (begun, made, locked, leases) = tokio::join!(
            biased;
            client.batch_execute("BEGIN"),
            client.execute_typed(&make, values),
            client.query_typed(lock, values),
            client.query_typed(fence, values),
        );
        begun?;
        made?;
        let mut sessions = HashMap::with_capacity(names.len());
        for (name, row) in names.iter().zip(locked?) {
            debug_assert_eq!(*name, row.get::<_, &str>(0));
            let locked = Locked {
                key: row.try_get(1)?,
                cursor: EventId(from_row(row.try_get(2)?)),
                touched: false,
            };
            sessions.insert(*name, locked);
        }
        let mut fences = HashMap::new();
        for row in leases? {
            fences.insert(row.try_get(0)?, Fence(from_row(row.try_get(1)?)));
        }
        Ok(Self {
            client,
            sessions,
            fences,
            pending: Pending::default(),
        })
    }

    async fn judge(&mut self, change: &'a Change) -> Result<Result<EventId, Error>, Failure> {
        let name = change.session.as_str();
        let Some(locked) = self.sessions.get(name) else {
            let reason = format!("{name} could not be locked");
            return Err(Failure::Passing(reason));
        };
        let (key, cursor) = (locked.key, locked.cursor);
        let standing = change.standing(cursor);
        // Before the fence: a change that was written under a lease stays written when the lease is lost.
        if standing == Standing::PerhapsRepeated && self.is_repeated(key, change).await? {
            return Ok(Ok(change.end()));
        }
        if change.fence.is_some() && change.fence.as_ref() != self.fences.get(name) {
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
        if !change.redacted.is_empty()
            && let Err(missing) = self.redact(key, change).await?
        {
            return Ok(Err(missing));
        }
        for entry in &change.appended {
            self.pending.push(key, &change.session, entry);
        }
        let cursor = cursor.max(change.end());
        if let Some(locked) = self.sessions.get_mut(name) {
            locked.cursor = cursor;
            locked.touched = true;
        }
        Ok(Ok(cursor))
    }

    /// Whether exactly these entries are in the log: the change was written and its answer was lost on the way.
    async fn is_repeated(&mut self, key: i64, change: &Change) -> Result<bool, Failure> {
        self.flush().await?;
        let (after, end) = (to_row(change.expected.0), to_row(change.end().0));
        let sql = "SELECT json FROM event
                   WHERE session = $1 AND event_id > $2 AND event_id <= $3 ORDER BY event_id";
        let values: &[(&(dyn ToSql + Sync), Type)] =
            &[(&key, Type::INT8), (&after, Type::INT8), (&end, Type::INT8)];
        let rows = self.client.query_typed(sql, values).await?;
        if rows.len() != change.appended.len() {
            return Ok(false);
        }
        for (row, entry) in rows.iter().zip(&change.appended) {
            if row.try_get::<_, &str>(0)? != entry.json {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Looks before it overwrites: a change that is refused leaves no trace.
    async fn redact(&mut self, key: i64, change: &Change) -> Result<Result<(), Error>, Failure> {
        self.flush().await?;
        let ids = change.redacted.iter().map(|entry| to_row(entry.event_id.0));
        let ids: Vec<i64> = ids.collect();
        let sql = "SELECT event_id FROM event WHERE session = $1 AND event_id = ANY ($2)";
        let values: &[(&(dyn ToSql + Sync), Type)] =
            &[(&key, Type::INT8), (&ids, Type::INT8_ARRAY)];
        let mut found = BTreeSet::new();
        for row in self.client.query_typed(sql, values).await? {
            found.insert(row.try_get::<_, i64>(0)?);
        }
        if let Some(missing) = ids.iter().find(|id| !found.contains(id)) {
            return Ok(Err(Error::NoSuchEntry {
                session: change.session.clone(),
                event_id: EventId(from_row(*missing)),
            }));
        }
        let mut columns = Pending::default();
        for entry in &change.redacted {
            columns.push(key, &change.session, entry);
        }
        let sql = "UPDATE event SET checksum = fresh.checksum, json = fresh.json
                   FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[])
                        AS fresh (session, event_id, checksum, json)
                   WHERE event.session = fresh.session AND event.event_id = fresh.event_id";
        self.client.execute_typed(sql, &columns.values()).await?;
        Ok(Ok(()))
    }

    /// Sends what is pending, for a statement that has to see it.
    async fn flush(&mut self) -> Result<(), Failure> {
        let pending = std::mem::take(&mut self.pending);
        if pending.texts.is_empty() {
            return Ok(());
        }
        self.client.execute_typed(INSERT, &pending.values()).await?;
        Ok(())
    }

    /// One round trip. If a statement before it fails, COMMIT rolls back, and that statement's error is returned.
    async fn commit(self) -> Result<(), Failure> {
        let touched = self.sessions.values().filter(|locked| locked.touched);
        let (keys, cursors): (Vec<i64>, Vec<i64>) = touched
            .map(|locked| (locked.key, to_row(locked.cursor.0)))
            .unzip();
        let update = format!(
            "UPDATE session SET cursor = fresh.cursor, updated_at_ms = {NOW_MS}
             FROM unnest($1::bigint[], $2::bigint[]) AS fresh (key, cursor) WHERE session.key = fresh.key"
        );
        let values: &[(&(dyn ToSql + Sync), Type)] =
            &[(&keys, Type::INT8_ARRAY), (&cursors, Type::INT8_ARRAY)];
        let entries = self.pending.values();
        let (inserted, updated, committed) = tokio::join!(
            biased;
            self.client.execute_typed(INSERT, &entries),
            self.client.execute_typed(&update, values),
            self.client.batch_execute("COMMIT"),
        );
        inserted?;
        updated?;
        Ok(committed?)
    }
}

const INSERT: &str = "INSERT INTO event (session, event_id, checksum, json)
                      SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[])";

impl<'a> Pending<'a> {
    fn push(&mut self, key: i64, session: &SessionId, entry: &'a Entry) {
        let sum = checksum(session, entry.event_id, &entry.json);
        self.sessions.push(key);
        self.event_ids.push(to_row(entry.event_id.0));
        self.checksums.push(i64::from(sum));
        self.texts.push(&entry.json);
    }

    fn values(&self) -> [(&(dyn ToSql + Sync), Type); 4] {
        [
            (&self.sessions, Type::INT8_ARRAY),
            (&self.event_ids, Type::INT8_ARRAY),
            (&self.checksums, Type::INT8_ARRAY),
            (&self.texts, Type::TEXT_ARRAY),
        ]
    }
}
