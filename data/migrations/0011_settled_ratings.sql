-- A board is sorted by settled ratings; new players, with fewer than ten matches, come after them.
UPDATE ratings SET score = CASE WHEN matches < 10 THEN score - 1000 ELSE mu END;
