-- What surfaces kept inside other columns gets columns and a table of its own; a bot's level is
-- its name.

CREATE TABLE new_surfaces (
    number         INTEGER PRIMARY KEY,
    surface_id     TEXT NOT NULL UNIQUE,
    match_id       TEXT NOT NULL REFERENCES matches ON DELETE CASCADE,
    kind           TEXT NOT NULL,
    nonce          TEXT NOT NULL,
    player_id      INTEGER,
    guild_id       INTEGER,
    channel_id     INTEGER,
    message_id     INTEGER,
    shown_revision INTEGER,
    ticket         TEXT,
    fingerprint    TEXT,
    lacks_pictures INTEGER NOT NULL DEFAULT 0,
    token          TEXT,
    token_until    INTEGER,
    retired        INTEGER NOT NULL DEFAULT 0,
    pictures       TEXT NOT NULL DEFAULT '[]'
) STRICT;

-- A fingerprint that ended in words was of a message that waits for its pictures; that of a
-- reminder held debts.
INSERT INTO new_surfaces
    SELECT rowid, surface_id, match_id, kind, nonce, player_id, guild_id, channel_id, message_id,
        shown_revision, ticket,
        CASE WHEN kind = 'notice' THEN NULL
            WHEN fingerprint LIKE '% in words' THEN substr(fingerprint, 1, length(fingerprint) - 9)
            WHEN fingerprint LIKE '% in-words' THEN substr(fingerprint, 1, length(fingerprint) - 9)
            ELSE fingerprint END,
        kind <> 'notice'
            AND coalesce(fingerprint LIKE '% in words' OR fingerprint LIKE '% in-words', 0),
        token, token_until, retired, pictures
    FROM surfaces;

-- The answers for which a reminder is kept: it goes when nobody owes one any more.
CREATE TABLE owed_answers (
    surface_id TEXT NOT NULL REFERENCES surfaces (surface_id) ON DELETE CASCADE,
    player_id  INTEGER NOT NULL,
    ticket     TEXT NOT NULL,
    PRIMARY KEY (surface_id, player_id)
) STRICT, WITHOUT ROWID;

INSERT INTO owed_answers (surface_id, player_id, ticket)
    SELECT surface_id, CAST(substr(word.value, 1, instr(word.value, ':') - 1) AS INTEGER),
        substr(word.value, instr(word.value, ':') + 1)
    FROM (SELECT surface_id, '["' || replace(fingerprint, ' ', '","') || '"]' AS words
            FROM surfaces WHERE kind = 'notice' AND retired = 0),
        json_each(iif(json_valid(words), words, '[]')) AS word
    WHERE word.value GLOB '[1-9]*:?*'
        AND substr(word.value, 1, instr(word.value, ':') - 1) NOT GLOB '*[^0-9]*'
    ON CONFLICT DO NOTHING;

DROP TABLE surfaces;
ALTER TABLE new_surfaces RENAME TO surfaces;
CREATE INDEX surfaces_by_match ON surfaces (match_id);
CREATE INDEX surfaces_by_message ON surfaces (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX surfaces_alive ON surfaces (match_id) WHERE retired = 0;
CREATE INDEX owed_answers_by_player ON owed_answers (player_id);

ALTER TABLE lobby_seats ADD COLUMN level TEXT NOT NULL DEFAULT 'normal'
    CHECK (level IN ('easy', 'normal', 'hard'));
UPDATE lobby_seats SET level = CASE strength WHEN 1 THEN 'easy' WHEN 2 THEN 'hard' ELSE 'normal' END
    WHERE strength <> 0;
ALTER TABLE lobby_seats DROP COLUMN strength;

ALTER TABLE tenures ADD COLUMN level TEXT NOT NULL DEFAULT 'normal'
    CHECK (level IN ('easy', 'normal', 'hard'));
UPDATE tenures SET level = CASE strength WHEN 1 THEN 'easy' WHEN 2 THEN 'hard' ELSE 'normal' END
    WHERE strength <> 0;
ALTER TABLE tenures DROP COLUMN strength;

-- When a process last ran each shard; `shards` is the number of all shards at that time.
CREATE TABLE shard_heartbeats (
    shard    INTEGER NOT NULL,
    shards   INTEGER NOT NULL,
    alive_at INTEGER NOT NULL,
    PRIMARY KEY (shard, shards)
) STRICT, WITHOUT ROWID;

-- Reviews of finished matches, one for each player who asked; empty until it is computed.
CREATE TABLE reviews (
    match_id  TEXT NOT NULL REFERENCES matches ON DELETE CASCADE,
    player_id INTEGER NOT NULL,
    content   TEXT,
    PRIMARY KEY (match_id, player_id)
) STRICT;
CREATE INDEX reviews_by_player ON reviews (player_id);

-- Tournaments: their people, the tables of their rounds, and the messages that show them. Results
-- outlive the matches.
CREATE TABLE tournaments (
    number         INTEGER PRIMARY KEY,
    tournament_id  TEXT NOT NULL UNIQUE,
    guild_id       INTEGER NOT NULL REFERENCES guilds ON DELETE CASCADE,
    channel_id     INTEGER NOT NULL,
    parent_id      INTEGER,
    host_id        INTEGER NOT NULL,
    game           TEXT NOT NULL,
    options        BLOB NOT NULL,
    clock          TEXT NOT NULL,
    rounds         INTEGER NOT NULL,
    table_size     INTEGER NOT NULL,
    created_at     INTEGER NOT NULL,
    starts_at      INTEGER NOT NULL,
    stage          TEXT NOT NULL,
    round          INTEGER NOT NULL,
    round_ends_at  INTEGER,
    due_at         INTEGER,
    ended_at       INTEGER,
    revision       INTEGER NOT NULL,
    shown_revision INTEGER NOT NULL DEFAULT -1,
    CHECK ((due_at IS NULL) = (ended_at IS NOT NULL))
) STRICT;
CREATE INDEX tournaments_by_guild ON tournaments (guild_id, ended_at);
CREATE INDEX tournaments_by_host ON tournaments (host_id);
CREATE INDEX tournaments_by_time ON tournaments (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX tournaments_behind ON tournaments (tournament_id) WHERE shown_revision < revision;

CREATE TABLE tournament_players (
    tournament_id TEXT NOT NULL REFERENCES tournaments (tournament_id) ON DELETE CASCADE,
    player_id     INTEGER NOT NULL,
    position      INTEGER NOT NULL,
    presence      TEXT NOT NULL,
    place         INTEGER,
    PRIMARY KEY (tournament_id, player_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX tournament_players_by_player ON tournament_players (player_id);

CREATE TABLE tournament_tables (
    tournament_id TEXT NOT NULL REFERENCES tournaments (tournament_id) ON DELETE CASCADE,
    round         INTEGER NOT NULL,
    number        INTEGER NOT NULL,
    match_id      TEXT NOT NULL,
    PRIMARY KEY (tournament_id, round, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX tournament_tables_by_match ON tournament_tables (match_id);

CREATE TABLE tournament_seats (
    tournament_id TEXT NOT NULL,
    round         INTEGER NOT NULL,
    number        INTEGER NOT NULL,
    seat          INTEGER NOT NULL,
    player_id     INTEGER NOT NULL,
    rank          INTEGER,
    PRIMARY KEY (tournament_id, round, number, seat),
    FOREIGN KEY (tournament_id, round, number) REFERENCES tournament_tables ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX tournament_seats_by_player ON tournament_seats (player_id);

CREATE TABLE tournament_posts (
    tournament_id TEXT NOT NULL REFERENCES tournaments (tournament_id) ON DELETE CASCADE,
    number        INTEGER NOT NULL,
    nonce         TEXT NOT NULL,
    channel_id    INTEGER NOT NULL,
    message_id    INTEGER,
    fingerprint   TEXT,
    pictures      TEXT NOT NULL,
    PRIMARY KEY (tournament_id, number)
) STRICT, WITHOUT ROWID;

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

-- The best match that search found for a weekly deal, as a match file; it names nobody.
CREATE TABLE challenge_lines (
    week    INTEGER NOT NULL,
    game    TEXT NOT NULL,
    place   INTEGER NOT NULL,
    places  INTEGER NOT NULL,
    points  INTEGER NOT NULL,
    seat    INTEGER NOT NULL,
    content BLOB NOT NULL,
    PRIMARY KEY (week, game)
) STRICT, WITHOUT ROWID;
