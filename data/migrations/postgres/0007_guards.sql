-- Marks that outlive a person's data, so that deleting it lifts no removal and gives no second try:
-- keyed hashes of the person and of what they may not do again. A mark goes with its match or deal.
CREATE TABLE guards (
    kind    TEXT COLLATE "C" NOT NULL,
    subject TEXT COLLATE "C" NOT NULL,
    digest  BYTEA NOT NULL,
    week    BIGINT,
    PRIMARY KEY (kind, subject, digest)
);

-- The one key of these hashes, made at the first deletion.
CREATE TABLE guard_key (
    number BIGINT PRIMARY KEY CHECK (number = 1),
    key    BYTEA NOT NULL
);
