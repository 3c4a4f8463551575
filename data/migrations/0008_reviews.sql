-- Reviews of finished matches, one for each player who asked; empty until it is computed.
CREATE TABLE reviews (
    match_id  TEXT NOT NULL REFERENCES matches ON DELETE CASCADE,
    player_id INTEGER NOT NULL,
    content   TEXT,
    PRIMARY KEY (match_id, player_id)
) STRICT;
CREATE INDEX reviews_by_player ON reviews (player_id);
