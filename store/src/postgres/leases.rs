//! Leases in PostgreSQL: each order is one statement, timed by the server's clock.

use std::sync::Arc;
use std::time::Duration;

use interview::SessionId;
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{Client, Row};

use super::link::Failure;
use super::log::NOW_MS;
use crate::entry::{from_row, to_row};
use crate::error::Error;
use crate::lease::{Fence, Lease};

/// A failure of the server outside, a finding about the lease inside.
type Found<T> = Result<Result<T, Error>, Failure>;

pub(super) async fn acquire(
    client: Arc<Client>,
    session: SessionId,
    owner: String,
    ttl: Duration,
) -> Found<Lease> {
    let sql = format!(
        "INSERT INTO lease AS held (session, owner, fence, expires_at_ms) VALUES ($1, $2, 1, {NOW_MS} + $3)
         ON CONFLICT (session) DO UPDATE
         SET owner = excluded.owner, fence = held.fence + 1, expires_at_ms = excluded.expires_at_ms
         WHERE held.owner = excluded.owner OR held.expires_at_ms <= {NOW_MS}
         RETURNING owner, fence, expires_at_ms"
    );
    let (name, ttl_ms) = (session.as_str(), ttl_ms(ttl));
    let values: &[(&(dyn ToSql + Sync), Type)] = &[
        (&name, Type::TEXT),
        (&owner, Type::TEXT),
        (&ttl_ms, Type::INT8),
    ];
    let rows = client.query_typed(&sql, values).await?;
    if let Some(row) = rows.first() {
        return Ok(Ok(lease_of_row(session, row)?));
    }
    let sql = "SELECT owner FROM lease WHERE session = $1";
    let rows = client.query_typed(sql, &[(&name, Type::TEXT)]).await?;
    let owner = rows
        .first()
        .map_or(Ok(String::new()), |row| row.try_get(0))?;
    Ok(Err(Error::LeaseHeld { session, owner }))
}

pub(super) async fn renew(client: Arc<Client>, lease: Lease, ttl: Duration) -> Found<Lease> {
    let sql = format!(
        "UPDATE lease SET expires_at_ms = {NOW_MS} + $3 WHERE session = $1 AND fence = $2
         RETURNING owner, fence, expires_at_ms"
    );
    let (name, fence, ttl_ms) = (lease.session.as_str(), to_row(lease.fence.0), ttl_ms(ttl));
    let values: &[(&(dyn ToSql + Sync), Type)] = &[
        (&name, Type::TEXT),
        (&fence, Type::INT8),
        (&ttl_ms, Type::INT8),
    ];
    let rows = client.query_typed(&sql, values).await?;
    match rows.first() {
        Some(row) => Ok(Ok(lease_of_row(lease.session, row)?)),
        None => Ok(Err(lost(lease))),
    }
}

/// The number grows, so that whatever is still on its way under the lease is refused.
pub(super) async fn release(client: Arc<Client>, lease: Lease) -> Found<()> {
    let sql = "UPDATE lease SET owner = '', fence = fence + 1, expires_at_ms = 0
               WHERE session = $1 AND fence = $2";
    let (name, fence) = (lease.session.as_str(), to_row(lease.fence.0));
    let values: &[(&(dyn ToSql + Sync), Type)] = &[(&name, Type::TEXT), (&fence, Type::INT8)];
    let released = client.execute_typed(sql, values).await?;
    Ok(if released > 0 {
        Ok(())
    } else {
        Err(lost(lease))
    })
}

fn lost(lease: Lease) -> Error {
    Error::LeaseLost {
        session: lease.session,
    }
}

fn lease_of_row(session: SessionId, row: &Row) -> Result<Lease, Failure> {
    Ok(Lease {
        session,
        owner: row.try_get(0)?,
        fence: Fence(from_row(row.try_get(1)?)),
        expires_at_ms: from_row(row.try_get(2)?),
    })
}

fn ttl_ms(ttl: Duration) -> i64 {
    // A century: the sum with the server's clock stays far from the end of the numbers.
    const TTL_MS_MAX: i64 = 100 * 365 * 86_400_000;
    i64::try_from(ttl.as_millis()).map_or(TTL_MS_MAX, |ms| ms.min(TTL_MS_MAX))
}
