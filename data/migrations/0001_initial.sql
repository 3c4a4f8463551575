-- Times are milliseconds since 1970 (UTC), ids of Discord 64-bit integers, JSON is text.
-- Whatever belongs to a match goes with it, whatever belongs to a guild goes with that.

CREATE TABLE guilds (
    guild_id   INTEGER PRIMARY KEY,
    language   TEXT,
    settings   TEXT NOT NULL DEFAULT '{}',
    removed_at INTEGER
) STRICT;

CREATE TABLE people (
    player_id  INTEGER PRIMARY KEY,
    language   TEXT,
    prefers_dm INTEGER NOT NULL DEFAULT 0,
    text_only  INTEGER NOT NULL DEFAULT 0,
    dm_closed  INTEGER NOT NULL DEFAULT 0,
    settings   TEXT NOT NULL DEFAULT '{}'
) STRICT;

CREATE TABLE members (
    guild_id  INTEGER NOT NULL REFERENCES guilds ON DELETE CASCADE,
    player_id INTEGER NOT NULL,
    name      TEXT NOT NULL,
    PRIMARY KEY (guild_id, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX members_by_player ON members (player_id);

CREATE TABLE matches (
    match_id      TEXT PRIMARY KEY,
    guild_id      INTEGER NOT NULL REFERENCES guilds ON DELETE CASCADE,
    channel_id    INTEGER NOT NULL,
    game          TEXT NOT NULL,
    life          TEXT NOT NULL DEFAULT 'lobby'
                  CHECK (life IN ('lobby', 'running', 'finished', 'stopped', 'cancelled')),
    host_id       INTEGER NOT NULL,
    options       BLOB NOT NULL,
    rated         INTEGER NOT NULL,
    revision      INTEGER NOT NULL DEFAULT 1,
    step          INTEGER NOT NULL DEFAULT 0,
    rematch_of    TEXT REFERENCES matches ON DELETE SET NULL,
    state_version INTEGER,
    secret        BLOB,
    seed_hash     TEXT,
    moves_made    TEXT NOT NULL DEFAULT '[]',
    memo          TEXT NOT NULL DEFAULT '{}',
    result        TEXT,
    created_at    INTEGER NOT NULL,
    started_at    INTEGER,
    ended_at      INTEGER,
    CHECK ((ended_at IS NULL) = (life IN ('lobby', 'running'))),
    CHECK (life <> 'running' OR secret IS NOT NULL)
) STRICT;

CREATE INDEX matches_by_guild ON matches (guild_id, life, created_at);
CREATE INDEX matches_by_channel ON matches (channel_id, life, created_at);
CREATE INDEX matches_open ON matches (created_at) WHERE ended_at IS NULL;
CREATE INDEX matches_ended ON matches (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX matches_by_first ON matches (rematch_of) WHERE rematch_of IS NOT NULL;

-- Who sat down before the match was dealt; kept, for the rematch.
CREATE TABLE lobby_seats (
    match_id  TEXT NOT NULL REFERENCES matches ON DELETE CASCADE,
    seat      INTEGER NOT NULL,
    player_id INTEGER,
    bot       TEXT,
    strength  INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (match_id, seat),
    CHECK ((player_id IS NULL) <> (bot IS NULL))
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX lobby_seats_once ON lobby_seats (match_id, player_id)
    WHERE player_id IS NOT NULL;
CREATE INDEX lobby_seats_by_player ON lobby_seats (player_id) WHERE player_id IS NOT NULL;

CREATE TABLE tenures (
    tenure_id  INTEGER PRIMARY KEY AUTOINCREMENT,
    match_id   TEXT NOT NULL REFERENCES matches ON DELETE CASCADE,
    seat       INTEGER NOT NULL,
    player_id  INTEGER,
    bot        TEXT,
    strength   INTEGER NOT NULL DEFAULT 0,
    from_step  INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    reason     TEXT NOT NULL,
    ended_at   INTEGER,
    end_reason TEXT,
    CHECK ((player_id IS NULL) <> (bot IS NULL)),
    CHECK ((ended_at IS NULL) = (end_reason IS NULL))
) STRICT;

CREATE INDEX tenures_by_match ON tenures (match_id, seat);
CREATE UNIQUE INDEX tenures_open ON tenures (match_id, seat) WHERE ended_at IS NULL;
CREATE INDEX tenures_by_player ON tenures (player_id, ended_at) WHERE player_id IS NOT NULL;

CREATE TABLE steps (
    match_id       TEXT NOT NULL REFERENCES matches ON DELETE CASCADE,
    step           INTEGER NOT NULL,
    seat           INTEGER,
    actor          TEXT NOT NULL,
    move           BLOB,
    events         TEXT NOT NULL,
    interaction_id INTEGER,
    made_at        INTEGER NOT NULL,
    PRIMARY KEY (match_id, step)
) STRICT;

CREATE UNIQUE INDEX steps_by_interaction ON steps (interaction_id)
    WHERE interaction_id IS NOT NULL;

-- The newest state of a match, apart from its row, which changes and is read without it.
CREATE TABLE states (
    match_id TEXT PRIMARY KEY REFERENCES matches ON DELETE CASCADE,
    state    BLOB NOT NULL
) STRICT;

-- Whole states at chosen steps, packed with zlib.
CREATE TABLE checkpoints (
    match_id TEXT NOT NULL REFERENCES matches ON DELETE CASCADE,
    step     INTEGER NOT NULL,
    packed   BLOB NOT NULL,
    PRIMARY KEY (match_id, step)
) STRICT;

CREATE TABLE surfaces (
    surface_id     TEXT PRIMARY KEY,
    match_id       TEXT NOT NULL REFERENCES matches ON DELETE CASCADE,
    kind           TEXT NOT NULL,
    nonce          TEXT NOT NULL,
    player_id      INTEGER,
    tenure_id      INTEGER REFERENCES tenures ON DELETE CASCADE,
    guild_id       INTEGER,
    channel_id     INTEGER,
    message_id     INTEGER,
    shown_revision INTEGER,
    ticket         TEXT,
    fingerprint    TEXT,
    token          TEXT,
    token_until    INTEGER,
    retired        INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX surfaces_by_match ON surfaces (match_id);
CREATE INDEX surfaces_by_tenure ON surfaces (tenure_id) WHERE tenure_id IS NOT NULL;
CREATE INDEX surfaces_by_message ON surfaces (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX surfaces_alive ON surfaces (match_id) WHERE retired = 0;

-- Half-filled forms.
CREATE TABLE drafts (
    match_id TEXT NOT NULL REFERENCES matches ON DELETE CASCADE,
    seat     INTEGER NOT NULL,
    ticket   TEXT NOT NULL,
    form     TEXT NOT NULL,
    PRIMARY KEY (match_id, seat, ticket)
) STRICT;

-- Seat -1 is the table itself.
CREATE TABLE deadlines (
    match_id TEXT NOT NULL REFERENCES matches ON DELETE CASCADE,
    kind     TEXT NOT NULL,
    seat     INTEGER NOT NULL,
    ticket   TEXT NOT NULL,
    due_at   INTEGER NOT NULL,
    payload  TEXT NOT NULL,
    PRIMARY KEY (match_id, kind, seat, ticket)
) STRICT;

CREATE INDEX deadlines_by_time ON deadlines (due_at);

CREATE TABLE heartbeat (
    only     INTEGER PRIMARY KEY CHECK (only = 1),
    alive_at INTEGER NOT NULL
) STRICT;

CREATE TABLE interactions (
    interaction_id INTEGER PRIMARY KEY,
    answer         TEXT NOT NULL,
    seen_at        INTEGER NOT NULL
) STRICT;

CREATE INDEX interactions_by_time ON interactions (seen_at);
