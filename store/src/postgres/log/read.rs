//! Reads logs and lists sessions.

use std::pin::pin;
use std::sync::Arc;

use interview::{EventId, SessionId};
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{Client, Row, RowStream};

use super::super::link::Failure;
use crate::entry::{Entry, SessionHead, from_row, past_prefix, to_row};
use crate::error::Error;
use crate::page::Page;

/// A failure of the server outside, a finding about the data inside.
type Found<T> = Result<Result<T, Error>, Failure>;

pub(crate) async fn read(
    client: Arc<Client>,
    session: SessionId,
    after: EventId,
    limit: usize,
) -> Found<Vec<Entry>> {
    let name = session.as_str();
    let sql = "SELECT key, cursor FROM session WHERE id = $1";
    let rows = client.query_typed(sql, &[(&name, Type::TEXT)]).await?;
    let Some(row) = rows.first() else {
        return Ok(Ok(Vec::new()));
    };
    let (key, cursor): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
    let mut page = Page::new(session, after, limit);
    // Bounded by the cursor as it was a moment ago: rows that came since belong to the next page.
    let sql = "SELECT event_id, checksum, json FROM event
               WHERE session = $1 AND event_id > $2 AND event_id <= $3 ORDER BY event_id LIMIT $4";
    let (after, limit) = (to_row(after.0), to_row(page.limit() as u64));
    let values: [(&(dyn ToSql + Sync), Type); 4] = [
        (&key, Type::INT8),
        (&after, Type::INT8),
        (&cursor, Type::INT8),
        (&limit, Type::INT8),
    ];
    let rows = client.query_typed_raw(sql, values).await?;
    match fill(&mut page, rows).await? {
        Ok(()) => Ok(page.finish(EventId(from_row(cursor)))),
        Err(damage) => Ok(Err(damage)),
    }
}

async fn fill(page: &mut Page, rows: RowStream) -> Found<()> {
    let mut rows = pin!(rows);
    while !page.is_full() {
        let Some(row) = next(rows.as_mut()).await else {
            break;
        };
        let row = row?;
        let pushed = page.push(row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        if let Err(damage) = pushed {
            return Ok(Err(damage));
        }
    }
    Ok(Ok(()))
}

async fn next(
    mut rows: std::pin::Pin<&mut RowStream>,
) -> Option<Result<Row, tokio_postgres::Error>> {
    use futures_core::Stream as _;
    std::future::poll_fn(|context| rows.as_mut().poll_next(context)).await
}

/// A row without events is a trace of a change that was refused; nobody sees it.
const HEAD: &str =
    "SELECT id, cursor, created_at_ms, updated_at_ms, key FROM session WHERE cursor > 0";

pub(crate) async fn head(
    client: Arc<Client>,
    session: SessionId,
) -> Result<Option<SessionHead>, Failure> {
    let name = session.as_str();
    let sql = format!("{HEAD} AND id = $1");
    let rows = client.query_typed(&sql, &[(&name, Type::TEXT)]).await?;
    rows.first().map(head_of_row).transpose()
}

pub(crate) async fn heads(
    client: Arc<Client>,
    before: Option<SessionId>,
    limit: usize,
) -> Found<Vec<SessionHead>> {
    let key = match before {
        None => i64::MAX,
        Some(session) => {
            let name = session.as_str();
            let sql = format!("{HEAD} AND id = $1");
            let rows = client.query_typed(&sql, &[(&name, Type::TEXT)]).await?;
            match rows.first() {
                Some(row) => row.try_get(4)?,
                None => return Ok(Err(Error::NoSuchSession(session))),
            }
        }
    };
    let sql = format!("{HEAD} AND key < $1 ORDER BY key DESC LIMIT $2");
    let limit = to_row(limit as u64);
    let values: &[(&(dyn ToSql + Sync), Type)] = &[(&key, Type::INT8), (&limit, Type::INT8)];
    let rows = client.query_typed(&sql, values).await?;
    let heads: Result<_, Failure> = rows.iter().map(head_of_row).collect();
    Ok(Ok(heads?))
}

pub(crate) async fn heads_like(
    client: Arc<Client>,
    prefix: String,
    limit: usize,
) -> Result<Vec<SessionHead>, Failure> {
    let sql = format!("{HEAD} AND id >= $1 AND id < $2 ORDER BY key DESC LIMIT $3");
    let (past, limit) = (past_prefix(&prefix), to_row(limit as u64));
    let values: &[(&(dyn ToSql + Sync), Type)] = &[
        (&prefix, Type::TEXT),
        (&past, Type::TEXT),
        (&limit, Type::INT8),
    ];
    let rows = client.query_typed(&sql, values).await?;
    rows.iter().map(head_of_row).collect()
}

fn head_of_row(row: &Row) -> Result<SessionHead, Failure> {
    Ok(SessionHead {
        id: SessionId::new(row.try_get::<_, String>(0)?),
        cursor: EventId(from_row(row.try_get(1)?)),
        created_at_ms: from_row(row.try_get(2)?),
        updated_at_ms: from_row(row.try_get(3)?),
    })
}
