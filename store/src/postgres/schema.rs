//! Brings a PostgreSQL database to the shape this program knows.

use std::sync::Arc;

use tokio_postgres::Client;
use tokio_postgres::types::Type;

use super::link::{Failure, Link};
use crate::error::{Error, Invalid};
use crate::migration::{self, POSTGRES};

/// Held while migrating, so that several processes can start at once. "VIVA" again.
const LOCK: i64 = 0x5649_5641;

/// Makes the first connection too: a server that is not there is reported at once.
pub(super) async fn migrate(link: &Link) -> Result<(), Error> {
    Ok(link.ask(migrate_on).await?)
}

async fn migrate_on(client: Arc<Client>) -> Result<(), Failure> {
    let row = client
        .query_typed("SELECT current_setting('server_encoding')", &[])
        .await?;
    let encoding: Option<String> = row.first().map(|row| row.try_get(0)).transpose()?;
    if encoding.as_deref() != Some("UTF8") {
        return Err(Failure::Lasting(Error::Invalid(Invalid::NotUtf8)));
    }
    client.batch_execute("BEGIN").await?;
    client
        .query_typed("SELECT pg_advisory_xact_lock($1)", &[(&LOCK, Type::INT8)])
        .await?;
    client
        .batch_execute(
            "CREATE TABLE IF NOT EXISTS migration (
                 number bigint PRIMARY KEY, name text NOT NULL,
                 applied_at timestamptz NOT NULL DEFAULT clock_timestamp()
             )",
        )
        .await?;
    let rows = client
        .query_typed("SELECT coalesce(max(number), 0) FROM migration", &[])
        .await?;
    let done: i64 = rows.first().map_or(Ok(0), |row| row.try_get(0))?;
    let done = u32::try_from(done).unwrap_or(u32::MAX);
    for step in migration::due(POSTGRES, done).map_err(Failure::Lasting)? {
        client.batch_execute(step.sql).await?;
        let number = i64::from(step.number);
        client
            .execute_typed(
                "INSERT INTO migration (number, name) VALUES ($1, $2)",
                &[(&number, Type::INT8), (&step.name, Type::TEXT)],
            )
            .await?;
        tracing::info!(number, name = step.name, "database migrated");
    }
    client.batch_execute("COMMIT").await?;
    Ok(())
}
