-- The keys of the titles that a player earned in a match, as a JSON list.
ALTER TABLE placings ADD COLUMN titles TEXT NOT NULL DEFAULT '[]';

-- The secret end of each hash chain from which the weekly deals follow, and its published anchor.
CREATE TABLE challenge_chains (
    first_week INTEGER PRIMARY KEY,
    weeks      INTEGER NOT NULL,
    last_key   BLOB NOT NULL,
    anchor     TEXT NOT NULL
) STRICT;

-- The matches in which weekly deals are played. A result outlives its match, which may be deleted;
-- it is written at `settled_at`, and has no place if the match was stopped or ended too late.
CREATE TABLE challenge_attempts (
    match_id   TEXT PRIMARY KEY,
    week       INTEGER NOT NULL,
    game       TEXT NOT NULL,
    player_id  INTEGER NOT NULL,
    counts     INTEGER NOT NULL,
    begun_at   INTEGER NOT NULL,
    settled_at INTEGER,
    ended_at   INTEGER,
    place      INTEGER,
    places     INTEGER,
    points     INTEGER,
    course     TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE UNIQUE INDEX challenge_attempts_once ON challenge_attempts (week, game, player_id)
    WHERE counts = 1;
CREATE INDEX challenge_attempts_by_player ON challenge_attempts (player_id, week);
CREATE INDEX challenge_attempts_unsettled ON challenge_attempts (week) WHERE settled_at IS NULL;

-- The servers whose boards show an attempt.
CREATE TABLE challenge_places (
    guild_id INTEGER NOT NULL REFERENCES guilds ON DELETE CASCADE,
    match_id TEXT NOT NULL REFERENCES challenge_attempts ON DELETE CASCADE,
    PRIMARY KEY (guild_id, match_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX challenge_places_by_match ON challenge_places (match_id);

-- The weeks that were announced in a server.
CREATE TABLE challenge_announcements (
    guild_id INTEGER NOT NULL REFERENCES guilds ON DELETE CASCADE,
    week     INTEGER NOT NULL,
    PRIMARY KEY (guild_id, week)
) STRICT, WITHOUT ROWID;
