-- board: lists that are pinned to it, and an index for the notes of today.

ALTER TABLE lists ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;

CREATE INDEX notes_created ON notes (created_at);
