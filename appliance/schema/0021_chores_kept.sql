-- chores: what is done without points, what keeps asking until it is done, and what a family has let go.

-- A parent did it for the member: nobody is credited, and `points` is 0.
ALTER TABLE chore_completions ADD COLUMN without_points INTEGER NOT NULL DEFAULT 0;

-- Whether a chore that was not done asks on until it is done: 1, 0, or NULL for what its repetition says. What was missed before
-- there was a choice stays quiet.
ALTER TABLE chores ADD COLUMN keep_asking INTEGER;
UPDATE chores SET keep_asking = 0 WHERE rrule IS NULL AND after_days IS NULL AND due_date < date('now');
CREATE INDEX chores_asking ON chores (keep_asking) WHERE keep_asking = 1;

-- What was missed and need not be done any more. `slot` as in chore_completions.
CREATE TABLE chores_let_go (
  chore_id TEXT NOT NULL REFERENCES chores (id) ON DELETE CASCADE,
  date     TEXT NOT NULL,
  slot     TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (chore_id, date, slot)
) STRICT, WITHOUT ROWID;
CREATE INDEX chores_let_go_date ON chores_let_go (date);
