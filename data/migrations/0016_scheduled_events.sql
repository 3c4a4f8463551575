-- Discord's scheduled events that the bot created, for tables and tournaments to come.
CREATE TABLE scheduled_events (
    subject   TEXT PRIMARY KEY,
    guild_id  INTEGER NOT NULL REFERENCES guilds ON DELETE CASCADE,
    starts_at INTEGER NOT NULL,
    event_id  INTEGER
) STRICT;
