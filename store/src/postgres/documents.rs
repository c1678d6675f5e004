//! Small documents in PostgreSQL.

use std::sync::Arc;

use tokio_postgres::types::Type;
use tokio_postgres::{Client, Row};

use super::link::Failure;
use super::log::NOW_MS;
use crate::document::Document;
use crate::entry::{from_row, to_row};

pub(super) async fn put(
    client: Arc<Client>,
    kind: String,
    id: String,
    json: String,
) -> Result<(), Failure> {
    let sql = format!(
        "INSERT INTO document (kind, id, json, updated_at_ms) VALUES ($1, $2, $3, {NOW_MS})
         ON CONFLICT (kind, id) DO UPDATE SET json = excluded.json, updated_at_ms = excluded.updated_at_ms"
    );
    let values = &[
        (&kind as _, Type::TEXT),
        (&id as _, Type::TEXT),
        (&json as _, Type::TEXT),
    ];
    client.execute_typed(&sql, values).await?;
    Ok(())
}

/// Whether there was one.
pub(super) async fn delete(client: Arc<Client>, kind: String, id: String) -> Result<bool, Failure> {
    let sql = "DELETE FROM document WHERE kind = $1 AND id = $2";
    let values = &[(&kind as _, Type::TEXT), (&id as _, Type::TEXT)];
    Ok(client.execute_typed(sql, values).await? > 0)
}

pub(super) async fn get(
    client: Arc<Client>,
    kind: String,
    id: String,
) -> Result<Option<Document>, Failure> {
    let sql = "SELECT id, json, updated_at_ms FROM document WHERE kind = $1 AND id = $2";
    let values = &[(&kind as _, Type::TEXT), (&id as _, Type::TEXT)];
    let rows = client.query_typed(sql, values).await?;
    rows.first().map(document_of_row).transpose()
}

/// In the order of their ids, those after `after`.
pub(super) async fn list(
    client: Arc<Client>,
    kind: String,
    after: String,
    limit: usize,
) -> Result<Vec<Document>, Failure> {
    let sql = "SELECT id, json, updated_at_ms FROM document
               WHERE kind = $1 AND id > $2 ORDER BY id LIMIT $3";
    let limit = to_row(limit as u64);
    let values = &[
        (&kind as _, Type::TEXT),
        (&after as _, Type::TEXT),
        (&limit as _, Type::INT8),
    ];
    let rows = client.query_typed(sql, values).await?;
    rows.iter().map(document_of_row).collect()
}

fn document_of_row(row: &Row) -> Result<Document, Failure> {
    Ok(Document {
        id: row.try_get(0)?,
        json: row.try_get(1)?,
        updated_at_ms: from_row(row.try_get(2)?),
    })
}
