-- Moves between cells that share nothing but a bucket. `moving_to` is the other cell, where a household is not run here any more;
-- `move_problem` is why the last move did not happen; `arrival` is the move by which a household came.
ALTER TABLE households ADD COLUMN moving_to TEXT;
ALTER TABLE households ADD COLUMN move_problem TEXT;
ALTER TABLE households ADD COLUMN arrival TEXT;
