-- What surfaces kept inside other columns gets columns and a table of its own; a bot's level is
-- its name.

ALTER TABLE surfaces RENAME COLUMN rowid TO number;
ALTER TABLE surfaces DROP COLUMN tenure_id;
ALTER TABLE surfaces ADD COLUMN lacks_pictures BIGINT NOT NULL DEFAULT 0;

-- The answers for which a reminder is kept: it goes when nobody owes one any more.
CREATE TABLE owed_answers (
    surface_id TEXT COLLATE "C" NOT NULL REFERENCES surfaces ON DELETE CASCADE,
    player_id  BIGINT NOT NULL,
    ticket     TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (surface_id, player_id)
);
CREATE INDEX owed_answers_by_player ON owed_answers (player_id);

INSERT INTO owed_answers (surface_id, player_id, ticket)
    SELECT surface_id,
        CAST(least(CAST(split_part(word, ':', 1) AS NUMERIC), 9223372036854775807) AS BIGINT),
        substr(word, strpos(word, ':') + 1)
    FROM surfaces, unnest(string_to_array(fingerprint, ' ')) AS word
    WHERE kind = 'notice' AND retired = 0 AND word ~ '^[1-9][0-9]{0,40}:.'
    ON CONFLICT DO NOTHING;

-- A fingerprint that ended in words was of a message that waits for its pictures; that of a
-- reminder held debts.
UPDATE surfaces SET fingerprint = NULL WHERE kind = 'notice';
UPDATE surfaces SET fingerprint = left(fingerprint, -9), lacks_pictures = 1
    WHERE fingerprint LIKE '% in words' OR fingerprint LIKE '% in-words';

ALTER TABLE lobby_seats ADD COLUMN level TEXT COLLATE "C" NOT NULL DEFAULT 'normal'
    CHECK (level IN ('easy', 'normal', 'hard'));
UPDATE lobby_seats SET level = CASE strength WHEN 1 THEN 'easy' WHEN 2 THEN 'hard' ELSE 'normal' END
    WHERE strength <> 0;
ALTER TABLE lobby_seats DROP COLUMN strength;

ALTER TABLE tenures ADD COLUMN level TEXT COLLATE "C" NOT NULL DEFAULT 'normal'
    CHECK (level IN ('easy', 'normal', 'hard'));
UPDATE tenures SET level = CASE strength WHEN 1 THEN 'easy' WHEN 2 THEN 'hard' ELSE 'normal' END
    WHERE strength <> 0;
ALTER TABLE tenures DROP COLUMN strength;

ALTER TABLE matches DROP COLUMN rowid;
