-- How far each destination of results has got: the end and the id of the last event it has.
CREATE TABLE feed_cursors (
    destination TEXT PRIMARY KEY,
    ended_at    INTEGER NOT NULL,
    event       TEXT NOT NULL
) STRICT;
