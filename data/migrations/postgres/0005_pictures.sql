-- The files of each message: name, digest and Discord's id, so that an edit sends none again.
ALTER TABLE surfaces ADD COLUMN pictures TEXT COLLATE "C" NOT NULL DEFAULT '[]';
