-- Whom a person has blocked, and whom a server has barred: `owner_id` is of the person or server.
CREATE TABLE exclusions (
    kind      TEXT NOT NULL CHECK (kind IN ('blocked', 'barred')),
    owner_id  INTEGER NOT NULL,
    player_id INTEGER NOT NULL,
    PRIMARY KEY (kind, owner_id, player_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX exclusions_by_player ON exclusions (player_id);
