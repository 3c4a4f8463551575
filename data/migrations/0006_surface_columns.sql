-- What surfaces kept inside other columns gets columns and a table of its own; a bot's level is
-- its name.

CREATE TABLE new_surfaces (
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
    fingerprint    TEXT,
    lacks_pictures INTEGER NOT NULL DEFAULT 0,
    token          TEXT,
    token_until    INTEGER,
    retired        INTEGER NOT NULL DEFAULT 0,
    pictures       TEXT NOT NULL DEFAULT '[]'
) STRICT;

-- A fingerprint that ended in words was of a message that waits for its pictures; that of a
-- reminder held debts.
INSERT INTO new_surfaces
    SELECT rowid, surface_id, match_id, kind, nonce, player_id, guild_id, channel_id, message_id,
        shown_revision, ticket,
        CASE WHEN kind = 'notice' THEN NULL
            WHEN fingerprint LIKE '% in words' THEN substr(fingerprint, 1, length(fingerprint) - 9)
            WHEN fingerprint LIKE '% in-words' THEN substr(fingerprint, 1, length(fingerprint) - 9)
            ELSE fingerprint END,
        kind <> 'notice'
            AND coalesce(fingerprint LIKE '% in words' OR fingerprint LIKE '% in-words', 0),
        token, token_until, retired, pictures
    FROM surfaces;

-- The answers for which a reminder is kept: it goes when nobody owes one any more.
CREATE TABLE owed_answers (
    surface_id TEXT NOT NULL REFERENCES surfaces (surface_id) ON DELETE CASCADE,
    player_id  INTEGER NOT NULL,
    ticket     TEXT NOT NULL,
    PRIMARY KEY (surface_id, player_id)
) STRICT, WITHOUT ROWID;

INSERT INTO owed_answers (surface_id, player_id, ticket)
    SELECT surface_id, CAST(substr(word.value, 1, instr(word.value, ':') - 1) AS INTEGER),
        substr(word.value, instr(word.value, ':') + 1)
    FROM (SELECT surface_id, '["' || replace(fingerprint, ' ', '","') || '"]' AS words
            FROM surfaces WHERE kind = 'notice' AND retired = 0),
        json_each(iif(json_valid(words), words, '[]')) AS word
    WHERE word.value GLOB '[1-9]*:?*'
        AND substr(word.value, 1, instr(word.value, ':') - 1) NOT GLOB '*[^0-9]*'
    ON CONFLICT DO NOTHING;

DROP TABLE surfaces;
ALTER TABLE new_surfaces RENAME TO surfaces;
CREATE INDEX surfaces_by_match ON surfaces (match_id);
CREATE INDEX surfaces_by_message ON surfaces (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX surfaces_alive ON surfaces (match_id) WHERE retired = 0;
CREATE INDEX owed_answers_by_player ON owed_answers (player_id);

ALTER TABLE lobby_seats ADD COLUMN level TEXT NOT NULL DEFAULT 'normal'
    CHECK (level IN ('easy', 'normal', 'hard'));
UPDATE lobby_seats SET level = CASE strength WHEN 1 THEN 'easy' WHEN 2 THEN 'hard' ELSE 'normal' END
    WHERE strength <> 0;
ALTER TABLE lobby_seats DROP COLUMN strength;

ALTER TABLE tenures ADD COLUMN level TEXT NOT NULL DEFAULT 'normal'
    CHECK (level IN ('easy', 'normal', 'hard'));
UPDATE tenures SET level = CASE strength WHEN 1 THEN 'easy' WHEN 2 THEN 'hard' ELSE 'normal' END
    WHERE strength <> 0;
ALTER TABLE tenures DROP COLUMN strength;
