-- COLLATE "C": names compare by their bytes, as they do in SQLite.
CREATE TABLE session (
    key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text COLLATE "C" NOT NULL UNIQUE,
    cursor bigint NOT NULL,
    created_at_ms bigint NOT NULL,
    updated_at_ms bigint NOT NULL
);

-- `text`, not `jsonb`: what is read must be the bytes that were written.
CREATE TABLE event (
    session bigint NOT NULL,
    event_id bigint NOT NULL,
    checksum bigint NOT NULL,
    json text NOT NULL,
    PRIMARY KEY (session, event_id)
);

CREATE TABLE document (
    kind text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    json text NOT NULL,
    updated_at_ms bigint NOT NULL,
    PRIMARY KEY (kind, id)
);

-- A lease outlives its owner: `fence` must never be smaller than it was.
CREATE TABLE lease (
    session text COLLATE "C" PRIMARY KEY,
    owner text NOT NULL,
    fence bigint NOT NULL,
    expires_at_ms bigint NOT NULL
);
