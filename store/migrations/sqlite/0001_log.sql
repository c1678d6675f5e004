-- One row a session. `key` is small so that the rows and the index of `event` are.
CREATE TABLE session (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    cursor INTEGER NOT NULL,
    created_at_ms INTEGER NOT NULL,
    updated_at_ms INTEGER NOT NULL
) STRICT;

-- All logs in one table in the order of writing: pages fill up one after the other, whatever session a row belongs to.
-- A row of NULLs is where erased words stood. It is never deleted and rows never grow, because either would make SQLite
-- rebalance the tree, which leaves copies of neighbouring rows in the unused parts of pages.
CREATE TABLE event (
    key INTEGER PRIMARY KEY,
    session INTEGER,
    event_id INTEGER,
    checksum INTEGER,
    json TEXT
) STRICT;

CREATE UNIQUE INDEX event_of_session ON event (session, event_id);

CREATE TABLE document (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    json TEXT NOT NULL,
    updated_at_ms INTEGER NOT NULL,
    PRIMARY KEY (kind, id)
) STRICT;

-- A lease outlives its owner: `fence` must never be smaller than it was.
CREATE TABLE lease (
    session TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    fence INTEGER NOT NULL,
    expires_at_ms INTEGER NOT NULL
) STRICT;
