-- Who watchers think wins a match, and what that is worth; `points` once it has a result.
CREATE TABLE guesses (
    match_id  TEXT NOT NULL REFERENCES matches ON DELETE CASCADE,
    player_id INTEGER NOT NULL,
    seat      INTEGER NOT NULL,
    worth     INTEGER NOT NULL,
    points    INTEGER,
    PRIMARY KEY (match_id, player_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX guesses_by_player ON guesses (player_id);

-- Whether Discord has given a role for sure: its row is written first.
ALTER TABLE granted_roles ADD COLUMN is_given INTEGER NOT NULL DEFAULT 1;
