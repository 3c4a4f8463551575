-- Leaderboards: what rated matches came to, and what players' ratings are because of it.

-- A finished rated match waits here until it is counted, so that none is lost and none doubled.
ALTER TABLE matches ADD COLUMN counted INTEGER NOT NULL DEFAULT 0;
CREATE INDEX matches_to_count ON matches (guild_id, ended_at)
    WHERE life = 'finished' AND rated = 1 AND counted = 0;

CREATE TABLE seasons (
    guild_id   INTEGER NOT NULL REFERENCES guilds ON DELETE CASCADE,
    season     INTEGER NOT NULL,
    name       TEXT,
    started_at INTEGER NOT NULL,
    ended_at   INTEGER,
    PRIMARY KEY (guild_id, season)
) STRICT, WITHOUT ROWID;

CREATE TABLE resets (
    reset_id  INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id  INTEGER NOT NULL,
    season    INTEGER NOT NULL,
    board     TEXT NOT NULL,
    made_by   INTEGER NOT NULL,
    made_at   INTEGER NOT NULL,
    undone_at INTEGER,
    FOREIGN KEY (guild_id, season) REFERENCES seasons ON DELETE CASCADE
) STRICT;

CREATE INDEX resets_by_season ON resets (guild_id, season, reset_id);

-- One row a match, numbered in the order of counting. It outlives the match itself.
CREATE TABLE outcomes (
    number   INTEGER PRIMARY KEY AUTOINCREMENT,
    match_id TEXT NOT NULL UNIQUE,
    guild_id INTEGER NOT NULL,
    season   INTEGER NOT NULL,
    game     TEXT NOT NULL,
    places   INTEGER NOT NULL,
    ended_at INTEGER NOT NULL,
    reset_id INTEGER REFERENCES resets ON DELETE SET NULL,
    FOREIGN KEY (guild_id, season) REFERENCES seasons ON DELETE CASCADE
) STRICT;

CREATE INDEX outcomes_by_season ON outcomes (guild_id, season, number);
CREATE INDEX outcomes_by_reset ON outcomes (reset_id) WHERE reset_id IS NOT NULL;

-- How each player came out of it: `place` with everybody counted, `rank` among people alone.
CREATE TABLE placings (
    number        INTEGER NOT NULL REFERENCES outcomes ON DELETE CASCADE,
    player_id     INTEGER NOT NULL,
    place         INTEGER NOT NULL,
    rank          INTEGER NOT NULL,
    part          TEXT NOT NULL CHECK (part IN ('whole', 'substitute', 'left')),
    luck_draws    INTEGER NOT NULL DEFAULT 0,
    luck_total    REAL NOT NULL DEFAULT 0,
    luck_expected REAL NOT NULL DEFAULT 0,
    PRIMARY KEY (number, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX placings_by_player ON placings (player_id, number);

-- What a match made of a rating; board '' is the one over all games.
CREATE TABLE marks (
    number       INTEGER NOT NULL REFERENCES outcomes ON DELETE CASCADE,
    board        TEXT NOT NULL,
    player_id    INTEGER NOT NULL,
    mu_before    REAL NOT NULL,
    sigma_before REAL NOT NULL,
    mu           REAL NOT NULL,
    sigma        REAL NOT NULL,
    PRIMARY KEY (number, board, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX marks_by_player ON marks (player_id, board, number);

-- What stands on a board: all of it follows from the outcomes that are not reset.
CREATE TABLE ratings (
    guild_id    INTEGER NOT NULL,
    season      INTEGER NOT NULL,
    board       TEXT NOT NULL,
    player_id   INTEGER NOT NULL,
    mu          REAL NOT NULL,
    sigma       REAL NOT NULL,
    score       REAL NOT NULL,
    matches     INTEGER NOT NULL,
    wins        INTEGER NOT NULL,
    podiums     INTEGER NOT NULL,
    streak      INTEGER NOT NULL,
    best_streak INTEGER NOT NULL,
    last_at     INTEGER NOT NULL,
    PRIMARY KEY (guild_id, season, board, player_id),
    FOREIGN KEY (guild_id, season) REFERENCES seasons ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX ratings_by_score ON ratings (guild_id, season, board, score);

CREATE TABLE hidden_players (
    guild_id  INTEGER NOT NULL REFERENCES guilds ON DELETE CASCADE,
    player_id INTEGER NOT NULL,
    PRIMARY KEY (guild_id, player_id)
) STRICT, WITHOUT ROWID;
