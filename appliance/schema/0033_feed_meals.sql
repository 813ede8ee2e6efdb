-- calendar: published feeds can have the planned meals too.
ALTER TABLE published_feeds ADD COLUMN meals INTEGER NOT NULL DEFAULT 0;
