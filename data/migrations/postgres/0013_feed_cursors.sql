-- How far each destination of results has got: the end and the id of the last event it has.
CREATE TABLE feed_cursors (
    destination TEXT COLLATE "C" PRIMARY KEY,
    ended_at    BIGINT NOT NULL,
    event       TEXT COLLATE "C" NOT NULL
);
