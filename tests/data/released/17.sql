-- A small database as version 17 of the file left it.
BEGIN TRANSACTION;
CREATE TABLE "attempt_places" (
    guild_id INTEGER NOT NULL REFERENCES guilds ON DELETE CASCADE,
    match_id TEXT NOT NULL REFERENCES "attempts" ON DELETE CASCADE,
    PRIMARY KEY (guild_id, match_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "attempt_places" VALUES(900000000000000001,'deal');
CREATE TABLE "attempts" (
    match_id   TEXT PRIMARY KEY,
    day       INTEGER NOT NULL,
    game       TEXT NOT NULL,
    player_id  INTEGER NOT NULL,
    counts     INTEGER NOT NULL,
    begun_at   INTEGER NOT NULL,
    settled_at INTEGER,
    ended_at   INTEGER,
    place      INTEGER,
    places     INTEGER,
    points     INTEGER, margins TEXT NOT NULL DEFAULT '[]') STRICT;
INSERT INTO "attempts" VALUES('deal',20310,'tomate',11,1,1000,NULL,NULL,NULL,NULL,NULL,'[]');
CREATE TABLE checkpoints (
    match_id TEXT NOT NULL REFERENCES matches ON DELETE CASCADE,
    step     INTEGER NOT NULL,
    packed   BLOB NOT NULL,
    PRIMARY KEY (match_id, step)
) STRICT;
INSERT INTO "checkpoints" VALUES('over',0,X'789CAB56CA53B232A8050008690215');
INSERT INTO "checkpoints" VALUES('over',1,X'789CAB56CA53B232AC0500086B0216');
INSERT INTO "checkpoints" VALUES('deal',0,X'789CAB56CA53B232A8050008690215');
INSERT INTO "checkpoints" VALUES('deal',1,X'789CAB56CA53B232A8050008690215');
INSERT INTO "checkpoints" VALUES('running',0,X'789CAB56CA53B232A8050008690215');
CREATE TABLE deadlines (
    match_id  TEXT NOT NULL REFERENCES matches ON DELETE CASCADE,
    kind      TEXT NOT NULL,
    seat      INTEGER NOT NULL,
    player_id INTEGER NOT NULL,
    ticket    TEXT NOT NULL,
    due_at    INTEGER,
    remaining INTEGER,
    question  TEXT NOT NULL,
    is_rest   INTEGER NOT NULL,
    tries     INTEGER NOT NULL,
    PRIMARY KEY (match_id, kind, seat, player_id, ticket),
    CHECK ((due_at IS NULL) <> (remaining IS NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO "deadlines" VALUES('running','deadline',0,0,'t1',5000,NULL,'',0,0);
INSERT INTO "deadlines" VALUES('running','deadline',1,12,'t1',5000,NULL,'',0,0);
CREATE TABLE deal_posts (
    post_id        TEXT PRIMARY KEY,
    guild_id       INTEGER NOT NULL REFERENCES guilds ON DELETE CASCADE,
    day            INTEGER NOT NULL,
    nonce          TEXT NOT NULL,
    channel_id     INTEGER NOT NULL,
    message_id     INTEGER,
    shown          TEXT,
    shown_revision INTEGER,
    lacks_pictures INTEGER NOT NULL DEFAULT 0,
    version        INTEGER NOT NULL DEFAULT 0,
    pictures       TEXT NOT NULL,
    UNIQUE (guild_id, day)
) STRICT;
INSERT INTO "deal_posts" VALUES('post',900000000000000001,20310,'nonce',900000000000000002,NULL,NULL,NULL,0,0,'[]');
CREATE TABLE "deals" (
    day   INTEGER NOT NULL,
    game   TEXT NOT NULL,
    secret BLOB, opening TEXT,
    PRIMARY KEY (day, game)
) STRICT, WITHOUT ROWID;
INSERT INTO "deals" VALUES(20310,'tomate',X'706570706572','[[0,"{}"]]');
CREATE TABLE drafts (
    match_id TEXT NOT NULL REFERENCES matches ON DELETE CASCADE,
    seat     INTEGER NOT NULL,
    ticket   TEXT NOT NULL,
    form     TEXT NOT NULL,
    PRIMARY KEY (match_id, seat, ticket)
) STRICT;
INSERT INTO "drafts" VALUES('running',1,'0-t','{"card":3}');
CREATE TABLE exclusions (
    kind      TEXT NOT NULL CHECK (kind IN ('blocked', 'barred')),
    owner_id  INTEGER NOT NULL,
    player_id INTEGER NOT NULL,
    PRIMARY KEY (kind, owner_id, player_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE feed_cursors (
    destination TEXT PRIMARY KEY,
    ended_at    INTEGER NOT NULL,
    event       TEXT NOT NULL
) STRICT;
CREATE TABLE granted_roles (
    guild_id  INTEGER NOT NULL REFERENCES guilds ON DELETE CASCADE,
    role_id   INTEGER NOT NULL,
    player_id INTEGER NOT NULL, is_given INTEGER NOT NULL DEFAULT 1,
    PRIMARY KEY (guild_id, role_id, player_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE guard_key (
    number INTEGER PRIMARY KEY CHECK (number = 1),
    key    BLOB NOT NULL
) STRICT;
CREATE TABLE guards (
    kind    TEXT NOT NULL,
    subject TEXT NOT NULL,
    digest  BLOB NOT NULL,
    day    INTEGER,
    PRIMARY KEY (kind, subject, digest)
) STRICT, WITHOUT ROWID;
CREATE TABLE guesses (
    match_id  TEXT NOT NULL REFERENCES matches ON DELETE CASCADE,
    player_id INTEGER NOT NULL,
    seat      INTEGER NOT NULL,
    worth     INTEGER NOT NULL,
    points    INTEGER,
    PRIMARY KEY (match_id, player_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE guilds (
    guild_id   INTEGER PRIMARY KEY,
    language   TEXT,
    settings   TEXT NOT NULL DEFAULT '{}',
    removed_at INTEGER
) STRICT;
INSERT INTO "guilds" VALUES(0,NULL,'{}',NULL);
INSERT INTO "guilds" VALUES(900000000000000001,'es','{"threads":"never"}',NULL);
CREATE TABLE heartbeat (
    only     INTEGER PRIMARY KEY CHECK (only = 1),
    alive_at INTEGER NOT NULL
) STRICT;
INSERT INTO "heartbeat" VALUES(1,3600);
CREATE TABLE hidden_players (
    guild_id  INTEGER NOT NULL REFERENCES guilds ON DELETE CASCADE,
    player_id INTEGER NOT NULL,
    PRIMARY KEY (guild_id, player_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE interactions (
    interaction_id INTEGER PRIMARY KEY,
    answer         TEXT NOT NULL,
    seen_at        INTEGER NOT NULL
, player_id INTEGER) STRICT;
INSERT INTO "interactions" VALUES(1,'{}',3000,11);
INSERT INTO "interactions" VALUES(2,'{}',3000,11);
CREATE TABLE lobby_seats (
    match_id  TEXT NOT NULL REFERENCES matches ON DELETE CASCADE,
    seat      INTEGER NOT NULL,
    player_id INTEGER,
    bot       TEXT,
    level TEXT NOT NULL DEFAULT 'normal'
    CHECK (level IN ('easy', 'normal', 'hard')),
    PRIMARY KEY (match_id, seat),
    CHECK ((player_id IS NULL) <> (bot IS NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO "lobby_seats" VALUES('deal',0,11,NULL,'normal');
INSERT INTO "lobby_seats" VALUES('deal',1,12,NULL,'normal');
INSERT INTO "lobby_seats" VALUES('lobby',0,11,NULL,'normal');
INSERT INTO "lobby_seats" VALUES('lobby',1,12,NULL,'normal');
INSERT INTO "lobby_seats" VALUES('over',0,11,NULL,'normal');
INSERT INTO "lobby_seats" VALUES('over',1,12,NULL,'normal');
INSERT INTO "lobby_seats" VALUES('running',0,11,NULL,'normal');
INSERT INTO "lobby_seats" VALUES('running',1,12,NULL,'normal');
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
INSERT INTO "marks" VALUES(1,'',11,0.0,1.0,10.0,1.0);
INSERT INTO "marks" VALUES(1,'',12,0.0,1.0,1.0,1.0);
INSERT INTO "marks" VALUES(1,'tomate',11,0.0,1.0,10.0,1.0);
INSERT INTO "marks" VALUES(1,'tomate',12,0.0,1.0,1.0,1.0);
CREATE TABLE match_people (
    match_id  TEXT NOT NULL REFERENCES matches ON DELETE CASCADE,
    kind      TEXT NOT NULL CHECK (kind IN ('invited', 'called', 'kicked', 'ready', 'votes')),
    player_id INTEGER NOT NULL,
    position  INTEGER NOT NULL,
    PRIMARY KEY (match_id, kind, player_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "match_people" VALUES('running','votes',12,0);
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
    table_state          TEXT NOT NULL DEFAULT '{}',
    result        TEXT,
    created_at    INTEGER NOT NULL,
    started_at    INTEGER,
    ended_at      INTEGER, counted INTEGER NOT NULL DEFAULT 0, number INTEGER NOT NULL DEFAULT 0, changed_at INTEGER NOT NULL DEFAULT 0,
    CHECK ((ended_at IS NULL) = (life IN ('lobby', 'running'))),
    CHECK (life <> 'running' OR secret IS NOT NULL)
) STRICT;
INSERT INTO "matches" VALUES('over',900000000000000001,900000000000000002,'tomate','finished',11,X'7B2276657273696F6E223A317D',1,3,1,NULL,1,X'706570706572','5eed','[1,0]','{}','{"ranking":[[0],[1]]}',1000,2000,9000,1,1,3000);
INSERT INTO "matches" VALUES('deal',0,0,'tomate','running',11,X'7B2276657273696F6E223A317D',1,1,1,NULL,1,X'706570706572','5eed','[1,0]','{}',NULL,1000,2000,NULL,0,2,1000);
INSERT INTO "matches" VALUES('running',900000000000000001,900000000000000002,'tomate','running',11,X'7B2276657273696F6E223A317D',1,3,1,NULL,1,X'706570706572','5eed','[1,0]','{"version":1,"clock":"live_5m"}',NULL,1000,2000,NULL,0,3,3000);
INSERT INTO "matches" VALUES('lobby',900000000000000001,900000000000000002,'tomate','lobby',11,X'7B2276657273696F6E223A317D',1,1,0,'over',NULL,NULL,NULL,'[]','{}',NULL,1000,NULL,NULL,0,4,1000);
CREATE TABLE members (
    guild_id  INTEGER NOT NULL REFERENCES guilds ON DELETE CASCADE,
    player_id INTEGER NOT NULL,
    name      TEXT NOT NULL,
    PRIMARY KEY (guild_id, player_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "members" VALUES(900000000000000001,11,'Anne''s 🍅');
INSERT INTO "members" VALUES(900000000000000001,12,'Bram');
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
INSERT INTO "outcomes" VALUES(1,'over',900000000000000001,1,'tomate',2,9000,NULL);
CREATE TABLE owed_answers (
    surface_id TEXT NOT NULL REFERENCES surfaces (surface_id) ON DELETE CASCADE,
    player_id  INTEGER NOT NULL,
    ticket     TEXT NOT NULL,
    PRIMARY KEY (surface_id, player_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "owed_answers" VALUES('call',11,'1-t');
INSERT INTO "owed_answers" VALUES('call',12,'-');
CREATE TABLE people (
    player_id  INTEGER PRIMARY KEY,
    language   TEXT,
    prefers_dm INTEGER NOT NULL DEFAULT 0,
    text_only  INTEGER NOT NULL DEFAULT 0,
    dm_closed  INTEGER NOT NULL DEFAULT 0,
    settings   TEXT NOT NULL DEFAULT '{}'
) STRICT;
INSERT INTO "people" VALUES(11,'nl',1,0,0,'{}');
CREATE TABLE placings (
    number        INTEGER NOT NULL REFERENCES outcomes ON DELETE CASCADE,
    player_id     INTEGER NOT NULL,
    place         INTEGER NOT NULL,
    rank          INTEGER NOT NULL,
    part          TEXT NOT NULL CHECK (part IN ('whole', 'substitute', 'left')),
    luck_draws    INTEGER NOT NULL DEFAULT 0,
    luck_total    REAL NOT NULL DEFAULT 0,
    luck_expected REAL NOT NULL DEFAULT 0, titles TEXT NOT NULL DEFAULT '[]',
    PRIMARY KEY (number, player_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "placings" VALUES(1,11,1,1,'whole',0,0.0,0.0,'[]');
INSERT INTO "placings" VALUES(1,12,2,2,'whole',0,0.0,0.0,'[]');
CREATE TABLE "premoves" (
    match_id TEXT NOT NULL REFERENCES matches ON DELETE CASCADE,
    seat     INTEGER NOT NULL,
    about    TEXT NOT NULL,
    form     TEXT NOT NULL,
    given_at INTEGER NOT NULL,
    PRIMARY KEY (match_id, seat)
) STRICT;
INSERT INTO "premoves" VALUES('running',0,'bid','{"n":1}',3500);
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
INSERT INTO "ratings" VALUES(900000000000000001,1,'',11,10.0,1.0,10.0,1,0,0,0,0,0);
INSERT INTO "ratings" VALUES(900000000000000001,1,'',12,1.0,1.0,1.0,1,0,0,0,0,0);
INSERT INTO "ratings" VALUES(900000000000000001,1,'tomate',11,10.0,1.0,10.0,1,0,0,0,0,0);
INSERT INTO "ratings" VALUES(900000000000000001,1,'tomate',12,1.0,1.0,1.0,1,0,0,0,0,0);
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
CREATE TABLE reviews (
    match_id  TEXT NOT NULL REFERENCES matches ON DELETE CASCADE,
    player_id INTEGER NOT NULL,
    content   TEXT,
    PRIMARY KEY (match_id, player_id)
) STRICT;
INSERT INTO "reviews" VALUES('over',11,'{"good":3}');
CREATE TABLE scheduled_events (
    subject   TEXT PRIMARY KEY,
    guild_id  INTEGER NOT NULL REFERENCES guilds ON DELETE CASCADE,
    starts_at INTEGER NOT NULL,
    event_id  INTEGER
) STRICT;
CREATE TABLE seasons (
    guild_id   INTEGER NOT NULL REFERENCES guilds ON DELETE CASCADE,
    season     INTEGER NOT NULL,
    name       TEXT,
    started_at INTEGER NOT NULL,
    ended_at   INTEGER,
    PRIMARY KEY (guild_id, season)
) STRICT, WITHOUT ROWID;
INSERT INTO "seasons" VALUES(900000000000000001,1,NULL,9000,NULL);
CREATE TABLE shard_heartbeats (
    shard    INTEGER NOT NULL,
    shards   INTEGER NOT NULL,
    alive_at INTEGER NOT NULL,
    PRIMARY KEY (shard, shards)
) STRICT, WITHOUT ROWID;
CREATE TABLE states (
    match_id TEXT PRIMARY KEY REFERENCES matches ON DELETE CASCADE,
    state    BLOB NOT NULL
) STRICT;
INSERT INTO "states" VALUES('over',X'7B226E223A317D');
INSERT INTO "states" VALUES('deal',X'7B226E223A307D');
INSERT INTO "states" VALUES('running',X'7B226E223A317D');
CREATE TABLE steps (
    match_id       TEXT NOT NULL REFERENCES matches ON DELETE CASCADE,
    step           INTEGER NOT NULL,
    seat           INTEGER,
    actor          TEXT NOT NULL,
    move           BLOB,
    events         TEXT NOT NULL,
    interaction_id INTEGER,
    made_at        INTEGER NOT NULL, revision INTEGER,
    PRIMARY KEY (match_id, step)
) STRICT;
INSERT INTO "steps" VALUES('over',0,NULL,'setup',NULL,'[{"kind":"dealt"}]',NULL,2000,2);
INSERT INTO "steps" VALUES('over',1,0,'player',X'7B226B696E64223A22706C6179222C2263617264223A377D','[{"kind":"played","card":7},{"kind":"drawn"}]',2,3000,3);
INSERT INTO "steps" VALUES('deal',0,NULL,'setup',X'7B226B696E64223A22706C6179222C2263617264223A377D','[{"kind":"played","card":7},{"kind":"drawn"}]',NULL,3000,0);
INSERT INTO "steps" VALUES('deal',1,0,'bot',X'7B226B696E64223A22706C6179222C2263617264223A377D','[{"kind":"played","card":7},{"kind":"drawn"}]',NULL,3000,0);
INSERT INTO "steps" VALUES('running',0,NULL,'setup',NULL,'[{"kind":"dealt"}]',NULL,2000,2);
INSERT INTO "steps" VALUES('running',1,0,'player',X'7B226B696E64223A22706C6179222C2263617264223A377D','[{"kind":"played","card":7},{"kind":"drawn"}]',NULL,3000,3);
CREATE TABLE "surfaces" (
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
    lacks_pictures INTEGER NOT NULL DEFAULT 0,
    token          TEXT,
    token_until    INTEGER,
    retired        INTEGER NOT NULL DEFAULT 0,
    pictures       TEXT NOT NULL DEFAULT '[]'
, shown TEXT, version INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "surfaces" VALUES(1,'table','running','table','nonce-table',NULL,900000000000000001,900000000000000002,55,NULL,NULL,0,NULL,NULL,0,'[]',NULL,1);
INSERT INTO "surfaces" VALUES(2,'call','running','notice','nonce-call',NULL,900000000000000001,900000000000000002,NULL,NULL,NULL,0,NULL,NULL,0,'[]',NULL,0);
CREATE TABLE tenures (
    tenure_id  INTEGER PRIMARY KEY AUTOINCREMENT,
    match_id   TEXT NOT NULL REFERENCES matches ON DELETE CASCADE,
    seat       INTEGER NOT NULL,
    player_id  INTEGER,
    bot        TEXT,
    from_step  INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    reason     TEXT NOT NULL,
    ended_at   INTEGER,
    end_reason TEXT, level TEXT NOT NULL DEFAULT 'normal'
    CHECK (level IN ('easy', 'normal', 'hard')),
    CHECK ((player_id IS NULL) <> (bot IS NULL)),
    CHECK ((ended_at IS NULL) = (end_reason IS NULL))
) STRICT;
INSERT INTO "tenures" VALUES(1,'over',0,11,NULL,0,2000,'joined',9000,'over','normal');
INSERT INTO "tenures" VALUES(2,'over',1,12,NULL,0,2000,'joined',9000,'over','normal');
INSERT INTO "tenures" VALUES(3,'deal',0,11,NULL,1,2000,'joined',NULL,NULL,'normal');
INSERT INTO "tenures" VALUES(4,'deal',1,12,NULL,1,2000,'joined',NULL,NULL,'normal');
INSERT INTO "tenures" VALUES(5,'running',0,11,NULL,0,2000,'joined',NULL,NULL,'normal');
INSERT INTO "tenures" VALUES(6,'running',1,12,NULL,0,2000,'joined',NULL,NULL,'normal');
CREATE TABLE tournament_players (
    tournament_id TEXT NOT NULL REFERENCES tournaments (tournament_id) ON DELETE CASCADE,
    player_id     INTEGER NOT NULL,
    position      INTEGER NOT NULL,
    presence      TEXT NOT NULL,
    place         INTEGER,
    PRIMARY KEY (tournament_id, player_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "tournament_players" VALUES('cup',11,0,'signed_up',NULL);
INSERT INTO "tournament_players" VALUES('cup',12,1,'signed_up',NULL);
CREATE TABLE tournament_posts (
    tournament_id TEXT NOT NULL REFERENCES tournaments (tournament_id) ON DELETE CASCADE,
    number        INTEGER NOT NULL,
    nonce         TEXT NOT NULL,
    channel_id    INTEGER NOT NULL,
    message_id    INTEGER,
    pictures      TEXT NOT NULL, shown TEXT, shown_revision INTEGER, lacks_pictures INTEGER NOT NULL DEFAULT 0, version INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (tournament_id, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "tournament_posts" VALUES('cup',0,'n',900000000000000002,66,'[]',NULL,NULL,0,0);
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
INSERT INTO "tournament_seats" VALUES('cup',1,1,0,12,NULL);
INSERT INTO "tournament_seats" VALUES('cup',1,1,1,11,NULL);
CREATE TABLE tournament_tables (
    tournament_id TEXT NOT NULL REFERENCES tournaments (tournament_id) ON DELETE CASCADE,
    round         INTEGER NOT NULL,
    number        INTEGER NOT NULL,
    match_id      TEXT NOT NULL,
    PRIMARY KEY (tournament_id, round, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "tournament_tables" VALUES('cup',1,1,'running');
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
INSERT INTO "tournaments" VALUES(1,'cup',900000000000000001,900000000000000002,NULL,11,'tomate',X'7B2276657273696F6E223A317D','live_2m',2,3,1000,5000,'playing',1,99000,5000,NULL,1,-1);
CREATE TABLE watches (
    guild_id  INTEGER NOT NULL REFERENCES guilds ON DELETE CASCADE,
    game      TEXT NOT NULL,
    player_id INTEGER NOT NULL,
    called_at INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (guild_id, game, player_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX members_by_player ON members (player_id);
CREATE INDEX matches_by_guild ON matches (guild_id, life, created_at);
CREATE INDEX matches_by_channel ON matches (channel_id, life, created_at);
CREATE INDEX matches_open ON matches (created_at) WHERE ended_at IS NULL;
CREATE INDEX matches_ended ON matches (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX matches_by_first ON matches (rematch_of) WHERE rematch_of IS NOT NULL;
CREATE UNIQUE INDEX lobby_seats_once ON lobby_seats (match_id, player_id)
    WHERE player_id IS NOT NULL;
CREATE INDEX lobby_seats_by_player ON lobby_seats (player_id) WHERE player_id IS NOT NULL;
CREATE INDEX tenures_by_match ON tenures (match_id, seat);
CREATE UNIQUE INDEX tenures_open ON tenures (match_id, seat) WHERE ended_at IS NULL;
CREATE INDEX tenures_by_player ON tenures (player_id, ended_at) WHERE player_id IS NOT NULL;
CREATE UNIQUE INDEX steps_by_interaction ON steps (interaction_id)
    WHERE interaction_id IS NOT NULL;
CREATE INDEX interactions_by_time ON interactions (seen_at);
CREATE INDEX matches_to_count ON matches (guild_id, ended_at)
    WHERE life = 'finished' AND rated = 1 AND counted = 0;
CREATE INDEX resets_by_season ON resets (guild_id, season, reset_id);
CREATE INDEX outcomes_by_season ON outcomes (guild_id, season, number);
CREATE INDEX outcomes_by_reset ON outcomes (reset_id) WHERE reset_id IS NOT NULL;
CREATE INDEX placings_by_player ON placings (player_id, number);
CREATE INDEX marks_by_player ON marks (player_id, board, number);
CREATE INDEX ratings_by_score ON ratings (guild_id, season, board, score);
CREATE INDEX match_people_by_player ON match_people (player_id);
CREATE INDEX deadlines_by_time ON deadlines (due_at);
CREATE INDEX deadlines_by_player ON deadlines (player_id);
CREATE INDEX interactions_by_player ON interactions (player_id) WHERE player_id IS NOT NULL;
CREATE UNIQUE INDEX matches_by_number ON matches (number);
CREATE INDEX surfaces_by_match ON surfaces (match_id);
CREATE INDEX surfaces_by_message ON surfaces (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX surfaces_alive ON surfaces (match_id) WHERE retired = 0;
CREATE INDEX owed_answers_by_player ON owed_answers (player_id);
CREATE INDEX reviews_by_player ON reviews (player_id);
CREATE INDEX tournaments_by_guild ON tournaments (guild_id, ended_at);
CREATE INDEX tournaments_by_host ON tournaments (host_id);
CREATE INDEX tournaments_by_time ON tournaments (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX tournaments_behind ON tournaments (tournament_id) WHERE shown_revision < revision;
CREATE INDEX tournament_players_by_player ON tournament_players (player_id);
CREATE INDEX tournament_tables_by_match ON tournament_tables (match_id);
CREATE INDEX tournament_seats_by_player ON tournament_seats (player_id);
CREATE UNIQUE INDEX attempts_once ON attempts (day, game, player_id) WHERE counts = 1;
CREATE INDEX attempts_by_player ON attempts (player_id, day);
CREATE INDEX attempts_unsettled ON attempts (day) WHERE settled_at IS NULL;
CREATE INDEX attempt_places_by_match ON attempt_places (match_id);
CREATE INDEX exclusions_by_player ON exclusions (player_id);
CREATE INDEX watches_by_player ON watches (player_id);
CREATE INDEX granted_roles_by_player ON granted_roles (player_id);
CREATE INDEX guesses_by_player ON guesses (player_id);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('tenures',6);
INSERT INTO "sqlite_sequence" VALUES('outcomes',1);
COMMIT;
PRAGMA application_id = 1416588628;
PRAGMA user_version = 17;
