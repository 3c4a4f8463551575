-- People who want to hear when somebody opens a game on a server, and when they last did.
CREATE TABLE watches (
    guild_id  INTEGER NOT NULL REFERENCES guilds ON DELETE CASCADE,
    game      TEXT NOT NULL,
    player_id INTEGER NOT NULL,
    called_at INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (guild_id, game, player_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX watches_by_player ON watches (player_id);
