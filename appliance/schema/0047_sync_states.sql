-- calendar: which run of the server began to read a calendar and has not ended, and how often that was the end of a run.
-- `losses` is what the last sync could not read, as a JSON object: `message`, `code` and the values of its text.
ALTER TABLE calendars ADD COLUMN sync_begun_by TEXT;
ALTER TABLE calendars ADD COLUMN interruptions INTEGER NOT NULL DEFAULT 0;
ALTER TABLE calendars ADD COLUMN losses TEXT;
