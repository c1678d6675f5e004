//! Leases in SQLite: several processes on one machine may share one file.

use std::time::Duration;

use interview::SessionId;
use rusqlite::{Connection, OptionalExtension, Row};

use super::readers::Found;
use crate::entry::{from_row, to_row};
use crate::error::Error;
use crate::lease::{Fence, Lease};

pub(super) enum LeaseOrder {
    Acquire {
        session: SessionId,
        owner: String,
        ttl: Duration,
    },
    Renew {
        lease: Lease,
        ttl: Duration,
    },
    Release {
        lease: Lease,
    },
}

/// The lease as it stands after the order.
pub(super) fn carry_out(connection: &Connection, order: &LeaseOrder, now_ms: i64) -> Found<Lease> {
    match order {
        LeaseOrder::Acquire {
            session,
            owner,
            ttl,
        } => {
            let held = find(connection, session)?;
            if let Some(held) = &held
                && held.owner != *owner
                && held.expires_at_ms > from_row(now_ms)
            {
                return Ok(Err(Error::LeaseHeld {
                    session: session.clone(),
                    owner: held.owner.clone(),
                }));
            }
            let last = held.map_or(0, |held| held.fence.0);
            let lease = Lease {
                session: session.clone(),
                owner: owner.clone(),
                fence: Fence(last + 1),
                expires_at_ms: expiry_ms(now_ms, *ttl),
            };
            keep(connection, &lease)?;
            Ok(Ok(lease))
        }
        LeaseOrder::Renew { lease, ttl } => replace(
            connection,
            lease,
            Lease {
                expires_at_ms: expiry_ms(now_ms, *ttl),
                ..lease.clone()
            },
        ),
        // The number grows, so that whatever is still on its way under the lease is refused.
        LeaseOrder::Release { lease } => replace(
            connection,
            lease,
            Lease {
                owner: String::new(),
                fence: Fence(lease.fence.0 + 1),
                expires_at_ms: 0,
                ..lease.clone()
            },
        ),
    }
}

/// The session's newest number, if it ever had a lease.
pub(super) fn newest(
    connection: &Connection,
    session: &SessionId,
) -> rusqlite::Result<Option<Fence>> {
    let mut statement = connection.prepare_cached("SELECT fence FROM lease WHERE session = ?1")?;
    let fence = |row: &Row<'_>| Ok(Fence(from_row(row.get(0)?)));
    statement.query_row([session.as_str()], fence).optional()
}

fn replace(connection: &Connection, old: &Lease, new: Lease) -> Found<Lease> {
    if newest(connection, &old.session)? != Some(old.fence) {
        let session = old.session.clone();
        return Ok(Err(Error::LeaseLost { session }));
    }
    keep(connection, &new)?;
    Ok(Ok(new))
}

fn find(connection: &Connection, session: &SessionId) -> rusqlite::Result<Option<Lease>> {
    let sql = "SELECT owner, fence, expires_at_ms FROM lease WHERE session = ?1";
    let lease = |row: &Row<'_>| {
        Ok(Lease {
            session: session.clone(),
            owner: row.get(0)?,
            fence: Fence(from_row(row.get(1)?)),
            expires_at_ms: from_row(row.get(2)?),
        })
    };
    let mut statement = connection.prepare_cached(sql)?;
    statement.query_row([session.as_str()], lease).optional()
}

fn keep(connection: &Connection, lease: &Lease) -> rusqlite::Result<()> {
    let sql = "INSERT OR REPLACE INTO lease (session, owner, fence, expires_at_ms) VALUES (?1, ?2, ?3, ?4)";
    let mut statement = connection.prepare_cached(sql)?;
    statement.execute((
        lease.session.as_str(),
        &lease.owner,
        to_row(lease.fence.0),
        to_row(lease.expires_at_ms),
    ))?;
    Ok(())
}

fn expiry_ms(now_ms: i64, ttl: Duration) -> u64 {
    let ttl_ms = u64::try_from(ttl.as_millis()).unwrap_or(u64::MAX);
    from_row(now_ms).saturating_add(ttl_ms)
}
