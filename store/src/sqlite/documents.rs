//! Small documents in SQLite.

use rusqlite::{Connection, OptionalExtension, Row};

use crate::document::Document;
use crate::entry::{from_row, to_row};

pub(super) struct DocumentName {
    pub(super) kind: String,
    pub(super) id: String,
}

pub(super) struct PutDocument {
    pub(super) name: DocumentName,
    pub(super) json: String,
}

pub(super) fn put(connection: &Connection, put: &PutDocument, now_ms: i64) -> rusqlite::Result<()> {
    let sql = "INSERT INTO document (kind, id, json, updated_at_ms) VALUES (?1, ?2, ?3, ?4)
               ON CONFLICT (kind, id) DO UPDATE SET json = excluded.json, updated_at_ms = excluded.updated_at_ms";
    let mut statement = connection.prepare_cached(sql)?;
    statement.execute((&put.name.kind, &put.name.id, &put.json, now_ms))?;
    Ok(())
}

/// Whether there was one.
pub(super) fn delete(connection: &Connection, name: &DocumentName) -> rusqlite::Result<bool> {
    let mut statement =
        connection.prepare_cached("DELETE FROM document WHERE kind = ?1 AND id = ?2")?;
    Ok(statement.execute((&name.kind, &name.id))? > 0)
}

pub(super) fn get(
    connection: &Connection,
    name: &DocumentName,
) -> rusqlite::Result<Option<Document>> {
    let sql = "SELECT id, json, updated_at_ms FROM document WHERE kind = ?1 AND id = ?2";
    let mut statement = connection.prepare_cached(sql)?;
    statement
        .query_row((&name.kind, &name.id), document_of_row)
        .optional()
}

/// In the order of their ids, those after `after`.
pub(super) fn list(
    connection: &Connection,
    kind: &str,
    after: &str,
    limit: usize,
) -> rusqlite::Result<Vec<Document>> {
    let sql = "SELECT id, json, updated_at_ms FROM document
               WHERE kind = ?1 AND id > ?2 ORDER BY id LIMIT ?3";
    let mut statement = connection.prepare_cached(sql)?;
    let documents = statement.query_map((kind, after, to_row(limit as u64)), document_of_row)?;
    documents.collect()
}

fn document_of_row(row: &Row<'_>) -> rusqlite::Result<Document> {
    Ok(Document {
        id: row.get(0)?,
        json: row.get(1)?,
        updated_at_ms: from_row(row.get(2)?),
    })
}
