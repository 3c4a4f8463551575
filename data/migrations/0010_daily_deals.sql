-- Deals are of days instead of weeks, counted from 1 January 1970. A weekly deal is that of its
-- Sunday, so its attempts may be finished as long as before.
ALTER TABLE challenge_deals RENAME TO deals;
ALTER TABLE deals RENAME COLUMN week TO day;
UPDATE deals SET day = 10 + 7 * day;

-- The moves with which bots bring a deal to the position where attempts begin; weekly deals have
-- none.
ALTER TABLE deals ADD COLUMN opening TEXT;
UPDATE deals SET opening = '[]';

ALTER TABLE challenge_attempts RENAME TO attempts;
ALTER TABLE attempts RENAME COLUMN week TO day;
UPDATE attempts SET day = 10 + 7 * day;
DROP INDEX challenge_attempts_once;
DROP INDEX challenge_attempts_by_player;
DROP INDEX challenge_attempts_unsettled;
CREATE UNIQUE INDEX attempts_once ON attempts (day, game, player_id) WHERE counts = 1;
CREATE INDEX attempts_by_player ON attempts (player_id, day);
CREATE INDEX attempts_unsettled ON attempts (day) WHERE settled_at IS NULL;

-- How many more points its player gained than the best rival, round by round.
ALTER TABLE attempts DROP COLUMN course;
ALTER TABLE attempts ADD COLUMN margins TEXT NOT NULL DEFAULT '[]';

ALTER TABLE challenge_places RENAME TO attempt_places;
DROP INDEX challenge_places_by_match;
CREATE INDEX attempt_places_by_match ON attempt_places (match_id);

-- A server's message about a day's deal, which is edited as people finish.
DROP TABLE challenge_announcements;
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

-- A mark of a weekly deal names its week, and can't be read as one of a day.
DELETE FROM guards WHERE week IS NOT NULL;
ALTER TABLE guards RENAME COLUMN week TO day;
