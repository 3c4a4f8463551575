-- Reviews of finished matches, one for each player who asked; empty until it is computed.
CREATE TABLE reviews (
    match_id  TEXT COLLATE "C" NOT NULL REFERENCES matches ON DELETE CASCADE,
    player_id BIGINT NOT NULL,
    content   TEXT COLLATE "C",
    PRIMARY KEY (match_id, player_id)
);
CREATE INDEX reviews_by_player ON reviews (player_id);
