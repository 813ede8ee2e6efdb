-- chores: what is done without points, what keeps asking until it is done, and what a family has let go.

-- A parent did it for the member: nobody is credited, and `points` is 0.
ALTER TABLE chore_completions ADD COLUMN without_points INTEGER NOT NULL DEFAULT 0;
