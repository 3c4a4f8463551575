-- Ids of people move out of JSON into tables and columns of their own.

CREATE TABLE match_people (
    match_id  TEXT NOT NULL REFERENCES matches ON DELETE CASCADE,
    kind      TEXT NOT NULL CHECK (kind IN ('invited', 'called', 'kicked', 'ready', 'votes')),
    player_id INTEGER NOT NULL,
    position  INTEGER NOT NULL,
    PRIMARY KEY (match_id, kind, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX match_people_by_player ON match_people (player_id);

-- Seat -1 is the table itself, player 0 is nobody. A paused deadline has only the time it had left.
ALTER TABLE deadlines RENAME TO old_deadlines;

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

-- What both kinds of old rows have in common: those that ran, and those kept in the memo of a pause.
CREATE TEMP TABLE old_rows AS
    SELECT match_id, kind, seat, ticket, due_at, NULL AS remaining,
        iif(json_valid(payload), payload, '{}') AS payload
    FROM old_deadlines
    UNION ALL
    SELECT match_id, json_extract(kept.value, '$[0]'), coalesce(json_extract(kept.value, '$[1]'), -1),
        json_extract(kept.value, '$[2]'), NULL, json_extract(kept.value, '$[3]'),
        coalesce(json_extract(kept.value, '$[4]'), '{}')
    FROM matches, json_each(iif(json_valid(memo), memo, '{}'), '$.paused') AS kept
    WHERE kept.type = 'array' AND json_type(kept.value, '$[0]') = 'text'
        AND json_type(kept.value, '$[2]') = 'text' AND json_type(kept.value, '$[3]') = 'integer'
        AND ended_at IS NULL;

INSERT INTO deadlines
    (match_id, kind, seat, player_id, ticket, due_at, remaining, question, is_rest, tries)
    SELECT match_id, kind, CAST(seat AS INTEGER),
        iif(kind = 'invited', CAST(ticket AS INTEGER),
            max(0, CAST(coalesce(json_extract(payload, '$.player'), 0) AS INTEGER))),
        iif(kind = 'invited', '', ticket), due_at, remaining,
        iif(kind = 'invited', 'invited-', '') || coalesce(json_extract(payload, '$.question'), ''),
        coalesce(json_extract(payload, '$.rest') = 1, 0),
        CAST(coalesce(json_extract(payload, '$.tries'), 0) AS INTEGER)
    FROM old_rows WHERE true
    ON CONFLICT DO NOTHING;

DROP TABLE old_rows;
DROP TABLE old_deadlines;
CREATE INDEX deadlines_by_time ON deadlines (due_at);
CREATE INDEX deadlines_by_player ON deadlines (player_id);

INSERT INTO match_people (match_id, kind, player_id, position)
    SELECT match_id, iif(lists.value = 'stop', 'votes', lists.value), one.atom,
        CAST(coalesce(one.key, 0) AS INTEGER)
    FROM matches, json_each('["invited", "called", "kicked", "ready", "stop"]') AS lists,
        json_each(iif(json_valid(memo), memo, '{}'), '$.' || lists.value) AS one
    WHERE one.type = 'integer' AND one.atom > 0
    ON CONFLICT DO NOTHING;

-- What could not be read stays unreadable, but is emptied: it may have held ids.
ALTER TABLE matches RENAME COLUMN memo TO table_state;
UPDATE matches SET table_state = iif(json_valid(table_state), table_state, '');
UPDATE matches SET table_state = iif(json_type(table_state) = 'object',
        json_remove(
            iif(json_type(table_state, '$.paused') IS NULL, table_state,
                json_set(table_state, '$.paused', json('true'))),
            '$.invited', '$.called', '$.kicked', '$.ready', '$.stop'),
        '')
    WHERE table_state <> '';

ALTER TABLE interactions ADD COLUMN player_id INTEGER;
CREATE INDEX interactions_by_player ON interactions (player_id) WHERE player_id IS NOT NULL;

-- The order in which matches were created; when each changed last; the revision each step made.
ALTER TABLE matches ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
UPDATE matches SET number = rowid;
CREATE UNIQUE INDEX matches_by_number ON matches (number);
ALTER TABLE matches ADD COLUMN changed_at INTEGER NOT NULL DEFAULT 0;
UPDATE matches SET changed_at = max(created_at, coalesce(ended_at, 0), coalesce(
    (SELECT max(made_at) FROM steps WHERE steps.match_id = matches.match_id), 0));
ALTER TABLE steps ADD COLUMN revision INTEGER;

ALTER TABLE advances RENAME TO premoves;
UPDATE deadlines SET kind = 'premove' WHERE kind = 'advance';
