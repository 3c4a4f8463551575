-- The search for the best match of a weekly deal is gone.
DROP TABLE challenge_lines;

-- So is the board of all servers, with the choices of servers and people to be on it.
UPDATE guilds SET settings = replace(replace(replace(settings, ',"all_servers_board":true', ''),
    '"all_servers_board":true,', ''), '"all_servers_board":true', '')
    WHERE settings LIKE '%all_servers%';
UPDATE guilds SET settings = replace(replace(replace(settings, ',"all_servers_board":false', ''),
    '"all_servers_board":false,', ''), '"all_servers_board":false', '')
    WHERE settings LIKE '%all_servers%';
UPDATE people SET settings = replace(replace(replace(settings, ',"on_all_servers":true', ''),
    '"on_all_servers":true,', ''), '"on_all_servers":true', '')
    WHERE settings LIKE '%all_servers%';
UPDATE people SET settings = replace(replace(replace(settings, ',"on_all_servers":false', ''),
    '"on_all_servers":false,', ''), '"on_all_servers":false', '')
    WHERE settings LIKE '%all_servers%';

-- Each deal has a secret of its own instead of one that follows from a hash chain. Deals that were
-- played keep theirs; it is lost where all their matches are deleted.
CREATE TABLE challenge_deals (
    week   INTEGER NOT NULL,
    game   TEXT NOT NULL,
    secret BLOB,
    PRIMARY KEY (week, game)
) STRICT, WITHOUT ROWID;
INSERT INTO challenge_deals (week, game, secret)
    SELECT week, game, (
        SELECT matches.secret FROM challenge_attempts AS played JOIN matches USING (match_id)
        WHERE played.week = deals.week AND played.game = deals.game
            AND matches.secret IS NOT NULL LIMIT 1
    ) FROM (SELECT DISTINCT week, game FROM challenge_attempts) AS deals;
DROP TABLE challenge_chains;
