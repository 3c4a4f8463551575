-- Roles of a server that the bot has given to people, so that it can take them back.
CREATE TABLE granted_roles (
    guild_id  INTEGER NOT NULL REFERENCES guilds ON DELETE CASCADE,
    role_id   INTEGER NOT NULL,
    player_id INTEGER NOT NULL,
    PRIMARY KEY (guild_id, role_id, player_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX granted_roles_by_player ON granted_roles (player_id);
