-- chores: holidays.

-- The public holidays of the household's region, while a chore moves for them: of last year, this and the next one. `region` as
-- DE-BY or DE.
CREATE TABLE holidays (
  date   TEXT PRIMARY KEY,
  name   TEXT NOT NULL,
  region TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX chores_moving ON chores (active) WHERE moves_for_holidays = 1;
