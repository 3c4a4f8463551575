-- Who watchers think wins a match, and what that is worth; `points` once it has a result.
CREATE TABLE guesses (
    match_id  TEXT NOT NULL REFERENCES matches ON DELETE CASCADE,
    player_id BIGINT NOT NULL,
    seat      BIGINT NOT NULL,
    worth     BIGINT NOT NULL,
    points    BIGINT,
    PRIMARY KEY (match_id, player_id)
);
CREATE INDEX guesses_by_player ON guesses (player_id);

-- Whether Discord has given a role for sure: its row is written first.
ALTER TABLE granted_roles ADD COLUMN is_given BIGINT NOT NULL DEFAULT 1;
