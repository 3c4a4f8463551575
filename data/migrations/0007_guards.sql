-- Marks that outlive a person's data, so that deleting it lifts no removal and gives no second try:
-- keyed hashes of the person and of what they may not do again. A mark goes with its match or deal.
CREATE TABLE guards (
    kind    TEXT NOT NULL,
    subject TEXT NOT NULL,
    digest  BLOB NOT NULL,
    week    INTEGER,
    PRIMARY KEY (kind, subject, digest)
) STRICT, WITHOUT ROWID;

-- The one key of these hashes, made at the first deletion.
CREATE TABLE guard_key (
    number INTEGER PRIMARY KEY CHECK (number = 1),
    key    BLOB NOT NULL
) STRICT;
