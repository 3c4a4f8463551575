-- Discord's scheduled events that the bot created, for tables and tournaments to come.
CREATE TABLE scheduled_events (
    subject   TEXT COLLATE "C" PRIMARY KEY,
    guild_id  BIGINT NOT NULL REFERENCES guilds ON DELETE CASCADE,
    starts_at BIGINT NOT NULL,
    event_id  BIGINT
);
