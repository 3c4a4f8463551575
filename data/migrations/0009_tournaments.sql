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
