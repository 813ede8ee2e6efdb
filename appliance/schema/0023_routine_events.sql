-- Series that the family marked as routine: calendar views fold them. An event of a local calendar has the mark itself;
-- of a synced one, the annotation of its series.
ALTER TABLE events ADD COLUMN routine INTEGER NOT NULL DEFAULT 0;
ALTER TABLE annotations ADD COLUMN routine INTEGER;
