-- Search for the best match of a weekly deal is gone.
DROP TABLE challenge_lines;
