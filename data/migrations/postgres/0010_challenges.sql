-- The keys of the titles that a player earned in a match, as a JSON list.
ALTER TABLE placings ADD COLUMN titles TEXT COLLATE "C" NOT NULL DEFAULT '[]';

-- The secret end of each hash chain from which the weekly deals follow, and its published anchor.
CREATE TABLE challenge_chains (
    first_week BIGINT PRIMARY KEY,
    weeks      BIGINT NOT NULL,
    last_key   BYTEA NOT NULL,
    anchor     TEXT COLLATE "C" NOT NULL
);

-- The matches in which weekly deals are played. A result outlives its match, which may be deleted;
-- it is written at `settled_at`, and has no place if the match was stopped or ended too late.
CREATE TABLE challenge_attempts (
    match_id   TEXT COLLATE "C" PRIMARY KEY,
    week       BIGINT NOT NULL,
    game       TEXT COLLATE "C" NOT NULL,
    player_id  BIGINT NOT NULL,
    counts     BIGINT NOT NULL,
    begun_at   BIGINT NOT NULL,
    settled_at BIGINT,
    ended_at   BIGINT,
    place      BIGINT,
    places     BIGINT,
    points     BIGINT,
    course     TEXT COLLATE "C" NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX challenge_attempts_once ON challenge_attempts (week, game, player_id)
    WHERE counts = 1;
CREATE INDEX challenge_attempts_by_player ON challenge_attempts (player_id, week);
CREATE INDEX challenge_attempts_unsettled ON challenge_attempts (week) WHERE settled_at IS NULL;

-- The servers whose boards show an attempt.
CREATE TABLE challenge_places (
    guild_id BIGINT NOT NULL REFERENCES guilds ON DELETE CASCADE,
    match_id TEXT COLLATE "C" NOT NULL REFERENCES challenge_attempts ON DELETE CASCADE,
    PRIMARY KEY (guild_id, match_id)
);
CREATE INDEX challenge_places_by_match ON challenge_places (match_id);

-- The weeks that were announced in a server.
CREATE TABLE challenge_announcements (
    guild_id BIGINT NOT NULL REFERENCES guilds ON DELETE CASCADE,
    week     BIGINT NOT NULL,
    PRIMARY KEY (guild_id, week)
);
