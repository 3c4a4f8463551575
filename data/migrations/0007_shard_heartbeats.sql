-- When a process last ran each shard; `shards` is the number of all shards at that time.
CREATE TABLE shard_heartbeats (
    shard    INTEGER NOT NULL,
    shards   INTEGER NOT NULL,
    alive_at INTEGER NOT NULL,
    PRIMARY KEY (shard, shards)
) STRICT, WITHOUT ROWID;
