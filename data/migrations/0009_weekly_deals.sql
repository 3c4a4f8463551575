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
