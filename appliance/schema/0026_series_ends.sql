-- calendar, chores: when series end, so that ended ones cost nothing.

-- After this instant nothing of a series is shown, in whatever time zone. Null for a series without an end, for one whose
-- end is not known, and for one stored before this step, until the server has looked at it.
ALTER TABLE events ADD COLUMN series_end TEXT;
DROP INDEX events_series;
CREATE INDEX events_series ON events (coalesce(series_end, '9999'), span_start, calendar_id) WHERE rrule IS NOT NULL;

-- After this date a chore with a rule is not due, in whatever time zone. Null as above.
ALTER TABLE chores ADD COLUMN last_due TEXT;
DROP INDEX chores_repeating;
CREATE INDEX chores_repeating ON chores (active, coalesce(last_due, '9999')) WHERE rrule IS NOT NULL;
