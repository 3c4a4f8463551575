-- When a process last ran each shard; `shards` is the number of all shards at that time.
CREATE TABLE shard_heartbeats (
    shard    BIGINT NOT NULL,
    shards   BIGINT NOT NULL,
    alive_at BIGINT NOT NULL,
    PRIMARY KEY (shard, shards)
);
