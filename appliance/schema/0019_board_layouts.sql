-- board: board_layouts, how a screen's board is arranged.

-- A row for each screen and way of holding it. `key_id` is the screen's key, NULL for the configured admin key. `widgets` is the
-- JSON of the API.
CREATE TABLE board_layouts (
  key_id      TEXT REFERENCES keys (id) ON DELETE CASCADE,
  orientation TEXT NOT NULL CHECK (orientation IN ('landscape', 'portrait')),
  widgets     TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX board_layouts_screen ON board_layouts (coalesce(key_id, ''), orientation);
CREATE INDEX board_layouts_key ON board_layouts (key_id);
