-- Answers in advance: one a seat, for the moment that `about` names. A secret of who gave it.
CREATE TABLE advances (
    match_id TEXT NOT NULL REFERENCES matches ON DELETE CASCADE,
    seat     INTEGER NOT NULL,
    about    TEXT NOT NULL,
    form     TEXT NOT NULL,
    given_at INTEGER NOT NULL,
    PRIMARY KEY (match_id, seat)
) STRICT;
