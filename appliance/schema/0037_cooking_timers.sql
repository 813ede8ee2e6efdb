-- recipes: cooking_timers, of a few hours.
CREATE TABLE cooking_timers (
  id        TEXT PRIMARY KEY,
  title     TEXT NOT NULL,
  recipe_id TEXT,
  step      INTEGER,
  seconds   INTEGER NOT NULL,
  ends_at   TEXT NOT NULL
) STRICT;
