-- What a message shows is a value instead of a text, and each change of a row has a number, so that
-- an older one never replaces a newer. All that is known of older messages is which were a lobby's.
ALTER TABLE surfaces ADD COLUMN shown TEXT;
ALTER TABLE surfaces ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
UPDATE surfaces SET shown = '{"stage":"lobby"}' WHERE kind = 'table' AND fingerprint LIKE 'lobby%';
UPDATE surfaces SET shown = '{"stage":"notice"}' WHERE kind = 'notice';
ALTER TABLE surfaces DROP COLUMN fingerprint;
UPDATE surfaces SET ticket = NULL WHERE kind <> 'notice';

-- The messages of tournaments likewise.
ALTER TABLE tournament_posts ADD COLUMN shown TEXT;
ALTER TABLE tournament_posts ADD COLUMN shown_revision INTEGER;
ALTER TABLE tournament_posts ADD COLUMN lacks_pictures INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tournament_posts ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
UPDATE tournament_posts SET shown_revision = (SELECT shown_revision FROM tournaments
    WHERE tournaments.tournament_id = tournament_posts.tournament_id);
ALTER TABLE tournament_posts DROP COLUMN fingerprint;
