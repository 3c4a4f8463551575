-- People who want to hear when somebody opens a game on a server, and when they last did.
CREATE TABLE watches (
    guild_id  BIGINT NOT NULL REFERENCES guilds ON DELETE CASCADE,
    game      TEXT COLLATE "C" NOT NULL,
    player_id BIGINT NOT NULL,
    called_at BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (guild_id, game, player_id)
);
CREATE INDEX watches_by_player ON watches (player_id);
