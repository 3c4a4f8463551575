-- Whom a person has blocked, and whom a server has barred: `owner_id` is of the person or server.
CREATE TABLE exclusions (
    kind      TEXT COLLATE "C" NOT NULL CHECK (kind IN ('blocked', 'barred')),
    owner_id  BIGINT NOT NULL,
    player_id BIGINT NOT NULL,
    PRIMARY KEY (kind, owner_id, player_id)
);
CREATE INDEX exclusions_by_player ON exclusions (player_id);
