-- calendar: events and annotations marked for a countdown.

-- A local event, or the next occurrence of a local series.
ALTER TABLE events ADD COLUMN countdown INTEGER NOT NULL DEFAULT 0;
CREATE INDEX events_countdown ON events (span_start) WHERE countdown = 1;

-- The mark of a synced occurrence or series. 0 takes an occurrence out of the countdown of its series.
ALTER TABLE annotations ADD COLUMN countdown INTEGER;
CREATE INDEX annotations_countdown ON annotations (scope) WHERE countdown = 1;
